import { DIA_MS, type Instante } from './data.ts'

/** End of the 24-hour window that a customer's message opens, by Meta's own timestamp of it. */
export const fimDaJanela = (recebidaEm: Date | Instante): Instante =>
  new Date(new Date(recebidaEm).getTime() + DIA_MS).toISOString()

/**
 * When Meta says that something happened, in Unix seconds. More than a day in the future becomes now: up to a day may
 * be clock skew, anything beyond is not a date worth keeping.
 */
export function instanteDito(segundos: number, agora: Date): Date {
  const ms = segundos * 1000
  return ms > agora.getTime() + DIA_MS ? agora : new Date(ms)
}

/** May free text be sent now? Outside the window only approved templates may. */
export const janelaAberta = (janelaAte: Instante | null, agora: Date): boolean =>
  janelaAte !== null && agora.getTime() < Date.parse(janelaAte)

// Anybody may write 65,536 characters: tried from the beginning alone, or a long row of marks would stop the node for a minute.
const PARAR = /^(?:parar|sair|cancelar)[.!]*$/i
const VOLTAR = /^voltar[.!]*$/i
const VERIFICAR = /^verificar\s*[.!?]*$/i

/** A message that is only one of the words by which a customer opts out or in again, in any case. */
export function palavraDe(texto: string): 'parar' | 'voltar' | null {
  const escrita = texto.trim()
  if (PARAR.test(escrita)) return 'parar'
  return VOLTAR.test(escrita) ? 'voltar' : null
}

/** Asks, in one word, who it is that writes. */
export const pedeVerificacao = (texto: string): boolean => VERIFICAR.test(texto.trim())

/** The latest word by Meta's timestamp wins; on a tie, the opt-out. */
export function palavraVence(
  nova: { palavra: 'parar' | 'voltar'; em: Instante },
  anteriorEm: Instante | null,
): boolean {
  if (anteriorEm === null || nova.em > anteriorEm) return true
  return nova.em === anteriorEm && nova.palavra === 'parar'
}

const STATUS_EM_ORDEM = ['pendente', 'enviada', 'falha', 'entregue', 'lida'] as const
export type StatusOuvido = (typeof STATUS_EM_ORDEM)[number]
export type StatusEnvio = StatusOuvido | 'cancelada'

/** The status of a sent message once another is heard: it only rises, whatever the order of arrival; `cancelada` is final. */
export function subirStatus(atual: StatusEnvio, novo: StatusOuvido): StatusEnvio {
  if (atual === 'cancelada') return atual
  return STATUS_EM_ORDEM.indexOf(novo) > STATUS_EM_ORDEM.indexOf(atual) ? novo : atual
}
