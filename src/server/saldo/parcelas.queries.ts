import { sql } from 'kysely'

/** How many instalments its note or agreement has, without the down payment: "2/3"; null when it has neither. */
export const QUANTAS_PARCELAS = sql<number | null>`case
  when conta.acordo_id is not null then (select count(*) from conta irma where irma.acordo_id = conta.acordo_id and irma.parcela_numero > 0)
  when conta.chave_nfe is not null then (select count(*) from conta irma where irma.chave_nfe = conta.chave_nfe) end`
export const PARCELAS = QUANTAS_PARCELAS.as('parcelas')
