import { sql } from 'kysely'
import { COM_DONO, type Movimento, temDono } from '#domain/movimento.ts'
import { diasNaOutraFonte, mesmoDinheiro } from '#domain/repeticao.ts'
import { normalizar } from '#domain/texto.ts'
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
    const sabidos = la.some(({ sinais }) => sinais) ? await comClientes(trx, daqui) : daqui
    const pares =
      lado === 'ofx'
        ? mesmoDinheiro(sabidos, la)
        : mesmoDinheiro(la, sabidos).map(({ extrato, pix }) => ({ extrato: pix, pix: extrato }))
    for (const { extrato: aqui, pix: outro } of pares) achados.set(lugares[aqui]!, guardados[outro]!.id)
  }
  return achados
}

/** Movements of the other source not yet reported twice, with these days and amounts or these ids. */
async function semPar(
  trx: Trx,
  origem: 'pix' | 'ofx',
  movimentos: readonly Movimento[],
): Promise<Linha<'movimento'>[]> {
  const ids = movimentos.flatMap(({ endToEndId }) => endToEndId ?? [])
  const procurados = movimentos.flatMap((um) => diasNaOutraFonte(um).map((dia) => [um.valorCentavos, dia] as const))
  const { rows } = await sql<Linha<'movimento'>>`
    select m.* from movimento m
    where m.origem = ${origem} and m.tipo in ${lista(COM_DONO)} and not m.duas_fontes and not m.lote and m.id in (
      select n.id from (select distinct * from unnest(${procurados.map(([valor]) => valor)}::bigint[],
          ${procurados.map(([, dia]) => dia)}::date[]) as p(valor, dia)) as p
        join movimento n on n.valor_centavos = p.valor and n.dia = p.dia
      where n.origem = ${origem} and not n.duas_fontes
      union
      select n.id from movimento n where n.tipo = 'credito' and n.end_to_end_id = any(${ids}::text[]))
    order by m.id for update`.execute(trx)
  return rows
}

/**
 * Adds whether a customer of ours paid, in case an erased person may have: by the document, or by a masked document and the name,
 * or by the name.
 */
export async function comClientes(trx: Trx, movimentos: readonly Movimento[]): Promise<Movimento[]> {
  const pagadores = movimentos.map(({ pagador }, lugar) => {
    const documento = pagador?.documento ?? null
    const mascarado = documento?.includes('*') ?? false
    const nome = normalizar(pagador?.nome ?? '').trim()
    return {
      lugar,
      documento: mascarado ? null : documento,
      miolo: mascarado ? documento!.slice(3, 9) : null,
      nome: nome === '' || (documento !== null && !mascarado) ? null : nome,
    }
  })
  const { rows } = await sql<{ lugar: number }>`
    select p.lugar from jsonb_to_recordset(${JSON.stringify(pagadores)}::jsonb) as p(lugar int, documento text, miolo text, nome text)
    where exists (select from cliente where documento = p.documento)
      or p.nome is not null and exists (select from cliente where normalizar(nome) >= p.nome
        and normalizar(nome) < p.nome || chr(1114111) and starts_with(normalizar(nome), p.nome)
        and (p.miolo is null or length(documento) = 11 and substr(documento, 4, 6) = p.miolo))`.execute(trx)
  const deClientes = new Set(rows.map(({ lugar }) => lugar))
  return movimentos.map((um, lugar) => (deClientes.has(lugar) ? { ...um, deCliente: true } : um))
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
  titulo:
    linha.titulo_centavos === null
      ? null
      : {
          seuNumero: linha.seu_numero ?? '',
          vencimento: linha.titulo_vencimento,
          nominalCentavos: linha.titulo_centavos,
          creditadoCentavos: linha.creditado_centavos,
          reducaoCentavos: linha.reducao_centavos,
        },
  naoFecha: linha.nao_fecha,
  peloPix: linha.pelo_pix,
  sinais:
    linha.pagador_sinal_nome === null && linha.pagador_sinal_documento === null
      ? null
      : { nome: linha.pagador_sinal_nome, documento: linha.pagador_sinal_documento },
})
