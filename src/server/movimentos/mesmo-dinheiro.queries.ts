import { sql } from 'kysely'
import { COM_DONO, type Movimento, temDono } from '#domain/movimento.ts'
import { mesmoDinheiro } from '#domain/repeticao.ts'
import { lista } from '#server/db/lista.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

/**
 * Finds which of these movements another source reported before (by index): a statement's line of a Pix, or the other
 * way round (`mesmoDinheiro`). Those found are locked.
 */
export async function acharMesmoDinheiro(trx: Trx, movimentos: readonly Movimento[]): Promise<Map<number, number>> {
  const achados = new Map<number, number>()
  for (const lado of ['pix', 'ofx'] as const) {
    const lugares = movimentos.flatMap((um, i) => (um.origem === lado && temDono(um) && !um.lote ? [i] : []))
    if (lugares.length === 0) continue
    const daqui = lugares.map((i) => movimentos[i]!)
    const guardados = await semPar(trx, lado === 'pix' ? 'ofx' : 'pix', daqui)
    const la = guardados.map(emMovimento)
    const pares =
      lado === 'ofx'
        ? mesmoDinheiro(daqui, la)
        : mesmoDinheiro(la, daqui).map(({ extrato, pix }) => ({ extrato: pix, pix: extrato }))
    for (const { extrato: aqui, pix: outro } of pares) achados.set(lugares[aqui]!, guardados[outro]!.id)
  }
  return achados
}

/** Movements of the other source that nobody told twice yet, of these days and amounts or of these ids. */
async function semPar(
  trx: Trx,
  origem: 'pix' | 'ofx',
  movimentos: readonly Movimento[],
): Promise<Linha<'movimento'>[]> {
  const ids = movimentos.flatMap(({ endToEndId }) => endToEndId ?? [])
  const { rows } = await sql<Linha<'movimento'>>`
    select m.* from movimento m
    where m.origem = ${origem} and m.tipo in ${lista(COM_DONO)} and not m.duas_fontes and not m.lote and m.id in (
      select n.id from (select distinct * from unnest(${movimentos.map(({ valorCentavos }) => valorCentavos)}::bigint[],
          ${movimentos.map(({ dia }) => dia)}::date[]) as p(valor, dia)) as p
        join movimento n on n.valor_centavos = p.valor and n.dia = p.dia
      where n.origem = ${origem} and not n.duas_fontes
      union
      select n.id from movimento n where n.tipo = 'credito' and n.end_to_end_id = any(${ids}::text[]))
    order by m.id for update`.execute(trx)
  return rows
}

/** A stored movement as the domain knows it. */
export const emMovimento = (linha: Linha<'movimento'>): Movimento => ({
  origem: linha.origem,
  tipo: linha.tipo,
  banco: linha.banco,
  contaBancaria: linha.conta_bancaria,
  dia: linha.dia,
  diaCredito: linha.dia_credito,
  valorCentavos: linha.valor_centavos,
  saiu: linha.saiu,
  tarifaCentavos: linha.tarifa_centavos,
  descricao: linha.descricao,
  pagador:
    linha.pagador_nome === null && linha.pagador_documento === null
      ? null
      : { nome: linha.pagador_nome, documento: linha.pagador_documento },
  txid: linha.txid,
  endToEndId: linha.end_to_end_id,
  nossoNumero: linha.nosso_numero,
  ocorrencia: linha.ocorrencia,
  lote: linha.lote,
  sinais:
    linha.pagador_sinal_nome === null && linha.pagador_sinal_documento === null
      ? null
      : { nome: linha.pagador_sinal_nome, documento: linha.pagador_sinal_documento },
})
