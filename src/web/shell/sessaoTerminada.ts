import { sair } from '#web/api/sair.ts'
import { modais } from '#web/ui/modais.ts'

/** In index.html, so that it is there when the server is not. */
const capa = document.querySelector<HTMLDialogElement>('#terminou')
let coberto = false

/** Covers a screen on which something is typed, when its session ends, until its person signs in again in another tab. */
export function cobrir(sim: boolean) {
  coberto = sim
  if (coberto) porCima()
  else capa?.close()
}

/** Nothing closes it, and no dialog that was on its way opens over it. */
function porCima() {
  if (!coberto) return
  capa?.close()
  capa?.showModal()
}

capa?.addEventListener('close', () => capa.open || porCima())
capa?.querySelector('button')?.addEventListener('click', () => void sair())
modais.ouvir(porCima)
