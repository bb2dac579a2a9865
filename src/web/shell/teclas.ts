import { criarEstado } from '#web/api/estado.ts'
import { algoPorCima, escreveSe } from '#web/ui/teclas.ts'

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
/** A key that another command has, or that walks the queue (J, K), would do nothing: this does not compile then. */
type Tomada = { [C in Comando]: Tecla<C> extends Tecla<Exclude<Comando, C>> | 'J' | 'K' ? C : never }[Comando]
void ({} satisfies Record<Tomada, never>)

/** What of them can be done now on the screen, and how. */
export type Feitos = Partial<Record<Comando, (() => void) | undefined>>

const DESLIGADAS = 'teclas-desligadas'
/** Keys of one letter or sign act, or are off: for who dictates, or whose hand falls on them (WCAG 2.1.4). Kept in this browser. */
export const teclasLigadas = criarEstado(localStorage.getItem(DESLIGADAS) === null)
export function ligarTeclas(ligadas: boolean) {
  if (ligadas) localStorage.removeItem(DESLIGADAS)
  else localStorage.setItem(DESLIGADAS, '1')
  teclasLigadas.trocar(ligadas)
}

/** What the screen on view can do of `COMANDOS`: its parts say each its own (`useComandos`). */
export const comandosAgora = criarEstado<Feitos>({})
const ditos = new Set<Feitos>()
export function dizerComandos(feitos: Feitos): () => void {
  ditos.add(feitos)
  comandosAgora.trocar(Object.assign({}, ...ditos))
  return () => {
    ditos.delete(feitos)
    comandosAgora.trocar(Object.assign({}, ...ditos))
  }
}

/** Whether the screen is going from one thing to another: nothing more is done to what it leaves. */
export const deSaida = criarEstado(false)

/** The single-character key pressed, unless somebody is typing or something is open over the screen (but what keys are of). */
export function teclaSolta(evento: KeyboardEvent, foraDe?: string): string | undefined {
  if (evento.ctrlKey || evento.metaKey || evento.altKey || evento.defaultPrevented || evento.repeat) return
  if (evento.key.length !== 1 || !teclasLigadas.ler()) return
  if (escreveSe(evento.target as HTMLElement) || algoPorCima(foraDe)) return
  return evento.key.toUpperCase()
}

/** Does what the key stands for; gives whether it did. */
export function aoTeclarComando(evento: KeyboardEvent): boolean {
  const tecla = teclaSolta(evento)
  if (!tecla || deSaida.ler()) return false
  const qual = (Object.keys(COMANDOS) as Comando[]).find((comando) => COMANDOS[comando].tecla === tecla)
  const fazer = qual && comandosAgora.ler()[qual]
  if (!fazer) return false
  evento.preventDefault()
  fazer()
  return true
}
