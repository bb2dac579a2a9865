import { useEffect, useRef } from 'react'
import { teclaSolta } from '#web/shell/teclas.ts'
import type { Vizinhos } from './vizinhos.ts'

/** Put on a button, it is what this key presses while the list is on view. */
export const comTecla = (tecla: 'A' | 'E' | 'I') => ({ 'data-tecla': tecla, 'aria-keyshortcuts': tecla })

/** J goes to the next and K to the one before (with none open yet, J opens the first); the open one's buttons have keys of their own. */
export function useTeclasDaLista(vizinhos: Vizinhos, abrir: (id: number) => void) {
  const atual = useRef({ vizinhos, abrir })
  useEffect(() => {
    atual.current = { vizinhos, abrir }
  })
  useEffect(() => {
    const aoTeclar = (evento: KeyboardEvent) => {
      // Where there is no room beside the list, the panel stands over it: the keys are of both.
      const tecla = teclaSolta(evento, '.painel-ao-lado')
      if (!tecla) return
      const { anterior, proximo } = atual.current.vizinhos
      const alvo = tecla === 'J' ? proximo : tecla === 'K' ? anterior : undefined
      const botao = /^[AEI]$/.test(tecla) && document.querySelector<HTMLButtonElement>(`button[data-tecla=${tecla}]`)
      if (alvo !== undefined) atual.current.abrir(alvo)
      else if (botao) botao.click()
      else return
      evento.preventDefault()
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  }, [])
}
