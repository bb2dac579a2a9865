import { criarEstado } from '#web/api/estado.ts'
import { algoPorCima, recebeTexto } from '#web/ui/teclas.ts'

/** The commands that have a key: for the keyboard, the palette and the list that `?` shows. */
export const COMANDOS = {
  assumir: { nome: 'Assumir atendimento', tecla: 'A' },
  pagar: { nome: 'Registrar pagamento', tecla: 'P' },
  prometer: { nome: 'Registrar promessa', tecla: 'R' },
  contestar: { nome: 'Abrir contestação', tecla: 'C' },
  negociar: { nome: 'Negociar', tecla: 'N' },
  pausar: { nome: 'Pausar cobrança', tecla: 'S' },
  anotar: { nome: 'Anotar sobre o cliente', tecla: 'T' },
  devolver: { nome: 'Devolver à cobrança ou à fila', tecla: 'D' },
} as const
export type Comando = keyof typeof COMANDOS
type Tecla<C extends Comando> = (typeof COMANDOS)[C]['tecla']
/** Does not compile if two commands share a key, or one takes J or K, which walk the queue. */
type Tomada = { [C in Comando]: Tecla<C> extends Tecla<Exclude<Comando, C>> | 'J' | 'K' ? C : never }[Comando]
void ({} satisfies Record<Tomada, never>)

/** The commands that can run now on the screen. */
export type ComandosDaTela = Partial<Record<Comando, (() => void) | undefined>>

const DESLIGADAS = 'teclas-desligadas'
/** Whether single-character keys act: people who dictate, or hit keys by accident, turn them off (WCAG 2.1.4). Kept in this browser. */
export const teclasLigadas = criarEstado(localStorage.getItem(DESLIGADAS) === null)
export function ligarTeclas(ligadas: boolean) {
  if (ligadas) localStorage.removeItem(DESLIGADAS)
  else localStorage.setItem(DESLIGADAS, '1')
  teclasLigadas.trocar(ligadas)
}

/** The commands of the screen on view; each of its parts registers its own (`useComandos`). */
export const comandosAgora = criarEstado<ComandosDaTela>({})
const registrados = new Set<ComandosDaTela>()
export function registrarComandos(comandos: ComandosDaTela): () => void {
  registrados.add(comandos)
  comandosAgora.trocar(Object.assign({}, ...registrados))
  return () => {
    registrados.delete(comandos)
    comandosAgora.trocar(Object.assign({}, ...registrados))
  }
}

/** Whether the screen is moving on to another customer: keys must not act on the one still on view. */
export const teclasSuspensas = criarEstado(false)

/** The single-character key pressed, unless somebody is typing or a dialog or menu (other than `foraDe`) is open. */
export function teclaSolta(evento: KeyboardEvent, foraDe?: string): string | undefined {
  if (evento.ctrlKey || evento.metaKey || evento.altKey || evento.defaultPrevented || evento.repeat) return
  if (evento.key.length !== 1 || !teclasLigadas.ler()) return
  if (recebeTexto(evento.target as HTMLElement) || algoPorCima(foraDe)) return
  return evento.key.toUpperCase()
}

/** Runs the key's command; returns whether there was one. */
export function aoTeclarComando(evento: KeyboardEvent): boolean {
  const tecla = teclaSolta(evento)
  if (!tecla || teclasSuspensas.ler()) return false
  const qual = (Object.keys(COMANDOS) as Comando[]).find((comando) => COMANDOS[comando].tecla === tecla)
  const fazer = qual && comandosAgora.ler()[qual]
  if (!fazer) return false
  evento.preventDefault()
  fazer()
  return true
}
