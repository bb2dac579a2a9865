import { type RawBuilder, sql } from 'kysely'
import { type Dia, fimDoMes, inicioDoMes, somarMeses } from '#domain/data.ts'
import { DE_CONTATO, TOQUE } from '#domain/mensagem.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { lista } from '#server/db/lista.ts'

/** The month a dashboard speaks of: days for money, instants for messages. */
export interface Mes {
  de: Dia
  ate: Dia
}

export const mesDe = (dia: Dia): Mes => ({ de: inicioDoMes(dia), ate: fimDoMes(dia) })

/** The twelve months that end with this one. */
export const dozeMeses = (dia: Dia): Mes => ({ de: somarMeses(inicioDoMes(dia), -11), ate: fimDoMes(dia) })

/** Is this instant within the period, by the company's calendar? */
export const dentroDe = (coluna: string, { de, ate }: Mes): RawBuilder<boolean> =>
  sql`(${sql.ref(coluna)} >= ${inicioDoDia(de)} and ${sql.ref(coluna)} < ${inicioDoDia(ate, 1)})`

/**
 * A customer's own message. Acts on their page, and a tap that says whose the phone is, appear in the conversation and
 * are counted in no figure.
 */
export const ehEscrita = (mensagem: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${mensagem}.direcao`)} = 'recebida' and ${sql.ref(`${mensagem}.tipo`)} <> 'pagina'
    and ${sql.ref(`${mensagem}.finalidade`)} <> ${sql.lit(TOQUE)})`

/**
 * A contact: a template that WhatsApp accepted, from the engine or a person. Answers (an agreement's text, thanks, outside hours,
 * the confirmation of an opt-out) and the question whose the phone is count as contacts in no figure.
 */
export const EH_CONTATO: RawBuilder<boolean> = sql`(m.tipo = 'template' and m.finalidade in ${lista(DE_CONTATO)})`
