import { normalizar } from './texto.ts'

/**
 * What a file says of an account in its own words. `parcial`: open, with a part paid. `desconhecida`: a word that says
 * neither, so that nobody is billed on a guess.
 */
export type SituacaoDita = 'aberta' | 'parcial' | 'encerrada' | 'desconhecida'

const FINS =
  'pag[ao]s?|recebid[ao]s?|quitad[ao]s?|liquidad[ao]s?|baixad[ao]s?|cancelad[ao]s?|estornad[ao]s?|reembolsad[ao]s?|devolvid[ao]s?|conciliad[ao]s?|confirmad[ao]s?|compensad[ao]s?|concluid[ao]s?|encerrad[ao]s?|finalizad[ao]s?|excluid[ao]s?|anulad[ao]s?|inutilizad[ao]s?|perdid[ao]s?|renegociad[ao]s?|negociad[ao]s?|isent[ao]s?|baixa|quitacao|pg|lq|paid|received|settled|confirmed|refunded|cancell?ed'
const ENCERRADA = new RegExp(`\\b(${FINS})\\b`)
/** An ending that is denied says nothing by itself: "pago, não conciliado" is paid, "não conciliado" may be either. */
const NEGADAS = new RegExp(`\\b(nao|nem|sem) (esta |foi )?(${FINS})\\b`, 'g')
const NAO_PAGA =
  /\b(nao|sem) (esta |foi )?(pag[ao]|recebid[ao]|quitad[ao]|liquidad[ao]|baixad[ao]|pagamento|baixa)\b|\bunpaid\b/
const PARCIAL = /\bparcial|\bem parte\b|\bpartial/
const ABERTA =
  /\b(abert[ao]s?|vencer|vencid[ao]s?|vence|atraso|atrasad[ao]s?|pendentes?|receber|pagar|inadimplentes?|ativ[ao]s?|normal|previst[ao]s?|agendad[ao]s?|emitid[ao]s?|enviad[ao]s?|registrad[ao]s?|gerad[ao]s?|aguardando|protestad[ao]s?|negativad[ao]s?|open|pending|overdue|due|ab)\b/

/** Reads the cell of a status column; null when it is empty. */
export function lerSituacao(escrito: string): SituacaoDita | null {
  const dito = normalizar(escrito)
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (dito === '') return /\d/.test(escrito) ? 'desconhecida' : null
  const afirmado = dito.replace(NEGADAS, ' ')
  if (PARCIAL.test(afirmado)) return 'parcial'
  if (ENCERRADA.test(afirmado)) return 'encerrada'
  if (NAO_PAGA.test(dito)) return 'aberta'
  return ABERTA.test(dito) ? 'aberta' : 'desconhecida'
}
