const CONTAGEM = /^\(\d+\) /
let atual = 0

/** How much is unread, in the tab's title and icon, and on the application's own where it was installed. */
export function mostrarContagem(total: number) {
  atual = total
  repetirContagem()
  const icone = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (icone) icone.href = total > 0 ? COM_NOVAS : SEM_NOVAS
  // Missing in some browsers, refused where the application is not installed: the title says the same.
  void (total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.())?.catch(() => undefined)
}

/** Each screen writes its own title: the count is put before it again. */
export function repetirContagem() {
  const titulo = document.title.replace(CONTAGEM, '')
  document.title = atual > 0 ? `(${atual}) ${titulo}` : titulo
}

const SEM_NOVAS = new URL('../marca.svg', import.meta.url).href
const COM_NOVAS = new URL('../marca-com-novas.svg', import.meta.url).href

interface Notificacao {
  /** A new one of the same key replaces the last. */
  chave: string
  titulo: string
  texto: string
  aoAbrir: () => void
}

/** A desktop notification, over any window; only with permission. */
export function notificar({ chave, titulo, texto, aoAbrir }: Notificacao) {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notificacao = new Notification(titulo, { body: texto, tag: chave, icon: SEM_NOVAS })
  notificacao.onclick = () => {
    window.focus()
    notificacao.close()
    aoAbrir()
  }
}

const NOTAS = [
  { hertz: 660, em: 0 },
  { hertz: 880, em: 0.12 },
]
const DURACAO_S = 0.18
let som: AudioContext | undefined

/** Two short notes, made here: a browser plays them once somebody has touched the page. */
export function tocar() {
  som ??= new AudioContext()
  const mesa = som
  void mesa.resume().then(() => {
    for (const { hertz, em } of NOTAS) {
      const [inicio, volume, nota] = [mesa.currentTime + em, mesa.createGain(), mesa.createOscillator()]
      volume.gain.setValueAtTime(0.15, inicio)
      volume.gain.exponentialRampToValueAtTime(0.001, inicio + DURACAO_S)
      nota.frequency.value = hertz
      nota.connect(volume).connect(mesa.destination)
      nota.start(inicio)
      nota.stop(inicio + DURACAO_S)
    }
  })
}
