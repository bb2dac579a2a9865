import { normalizar } from './texto.ts'

/**
 * What a file says of an account in its own words. `parcial`: open, with a part paid. `desconhecida`: a word that says
 * neither, so that nobody is billed on a guess.
 */
export type SituacaoDita = 'aberta' | 'parcial' | 'encerrada' | 'desconhecida'

const NEGADA =
  /\b(nao|sem) (esta |foi )?(pag[ao]|recebid[ao]|quitad[ao]|liquidad[ao]|baixad[ao]|pagamento|baixa)\b|\bunpaid\b/
const PARCIAL = /\bparcial|\bem parte\b|\bpartial/
const ENCERRADA =
  /\b(pag[ao]s?|recebid[ao]s?|quitad[ao]s?|liquidad[ao]s?|baixad[ao]s?|cancelad[ao]s?|estornad[ao]s?|reembolsad[ao]s?|devolvid[ao]s?|conciliad[ao]s?|confirmad[ao]s?|compensad[ao]s?|concluid[ao]s?|encerrad[ao]s?|finalizad[ao]s?|excluid[ao]s?|anulad[ao]s?|inutilizad[ao]s?|perdid[ao]s?|renegociad[ao]s?|negociad[ao]s?|isent[ao]s?|baixa|quitacao|pg|lq|paid|received|settled|confirmed|refunded|cancell?ed)\b/
/** "Não conciliado" says neither that it ended nor that it did not. */
const FIM_NEGADO = new RegExp(`\\bnao (esta |foi )?${ENCERRADA.source}`)
const ABERTA =
  /\b(abert[ao]s?|vencer|vencid[ao]s?|vence|atraso|atrasad[ao]s?|pendentes?|receber|pagar|inadimplentes?|ativ[ao]s?|normal|previst[ao]s?|agendad[ao]s?|emitid[ao]s?|enviad[ao]s?|registrad[ao]s?|gerad[ao]s?|aguardando|protestad[ao]s?|negativad[ao]s?|open|pending|overdue|due|ab)\b/

/** Reads the cell of a status column; null when it is empty. */
export function lerSituacao(escrito: string): SituacaoDita | null {
  const dito = normalizar(escrito)
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (dito === '') return /\d/.test(escrito) ? 'desconhecida' : null
  if (NEGADA.test(dito)) return 'aberta'
  if (PARCIAL.test(dito)) return 'parcial'
  if (ENCERRADA.test(dito) && !FIM_NEGADO.test(dito)) return 'encerrada'
  return ABERTA.test(dito) ? 'aberta' : 'desconhecida'
}
