import { type RawBuilder, sql } from 'kysely'
import { COM_DONO, type Movimento, temDono } from '#domain/movimento.ts'
import { boletosPeloPix, diasNaOutraFonte, mesmoDinheiro } from '#domain/repeticao.ts'
import { normalizar } from '#domain/texto.ts'
import { lista } from '#server/db/lista.ts'
import type { Linha, Trx } from '#server/db/schema.ts'

type Fonte = 'pix' | 'ofx' | 'retorno'

/** What is looked for among what was told before. */
const COMPARACOES: readonly (readonly [aqui: Fonte, la: Fonte])[] = [
  ['pix', 'ofx'],
  ['ofx', 'pix'],
  ['pix', 'retorno'],
  ['retorno', 'pix'],
]

const daFonte = (um: Movimento, fonte: Fonte): boolean =>
  fonte === 'retorno' ? um.peloPix === true : um.origem === fonte && temDono(um) && !um.lote

/**
 * Finds which of these movements another source reported before (by index): a statement's line of a Pix (`mesmoDinheiro`), a
 * return's boleto that was paid by Pix (`boletosPeloPix`), or the other way round. Those found are locked.
 */
export async function acharMesmoDinheiro(trx: Trx, movimentos: readonly Movimento[]): Promise<Map<number, number>> {
  const achados = new Map<number, number>()
  for (const [fonte, outra] of COMPARACOES) {
    const lugares = movimentos.flatMap((um, i) => (daFonte(um, fonte) && !achados.has(i) ? [i] : []))
    if (lugares.length === 0) continue
    const daqui = lugares.map((i) => movimentos[i]!)
    const guardados = await semPar(trx, fonte, outra, daqui)
    if (guardados.length === 0) continue
    for (const [aqui, la] of await parear(trx, [fonte, daqui], [outra, guardados.map(emMovimento)]))
      achados.set(lugares[aqui]!, guardados[la]!.id)
  }
  return achados
}

/** By their places in both lists. */
async function parear(
  trx: Trx,
  [fonte, daqui]: [Fonte, readonly Movimento[]],
  [outra, la]: [Fonte, readonly Movimento[]],
): Promise<[aqui: number, la: number][]> {
  const doRetorno = fonte === 'retorno' || outra === 'retorno'
  // Somebody who was erased paid: what comes now must not be another customer's.
  const sabidos = !doRetorno && la.some(({ sinais }) => sinais) ? await comClientes(trx, daqui) : daqui
  const [outros, pix] = fonte === 'pix' ? [la, sabidos] : [sabidos, la]
  const pares = doRetorno
    ? boletosPeloPix(outros, await comTitulos(trx, pix))
    : mesmoDinheiro(outros, pix.map(semConta))
  return pares.map((par) => (fonte === 'pix' ? [par.pix, par.extrato] : [par.extrato, par.pix]))
}

/** A return writes the account in a way of its own. */
const semConta = (um: Movimento): Movimento => (um.peloPix ? { ...um, contaBancaria: null } : um)

/** Adds to the Pix of a code of ours the titles of its accounts. */
async function comTitulos(trx: Trx, pix: readonly Movimento[]): Promise<Movimento[]> {
  const { rows } = await sql<{ txid: string; titulos: string[] }>`
    select k.txid, array_remove(array_agg(c.nosso_numero), null) as titulos
    from codigo k join codigo_conta p on p.codigo_id = k.id join conta c on c.id = p.conta_id
    where k.txid = any(${pix.flatMap(({ txid }) => txid ?? [])}::text[]) group by k.txid`.execute(trx)
  const porTxid = new Map(rows.map(({ txid, titulos }) => [txid, titulos]))
  return pix.map((um) => {
    const titulosDoCodigo = porTxid.get(um.txid ?? '')
    return titulosDoCodigo ? { ...um, titulosDoCodigo } : um
  })
}

/** Has no pair yet of this kind: a Pix may be told of by a statement and by a return. */
function semParDe(fonte: Fonte, outra: Fonte): RawBuilder<unknown> {
  if (outra === 'ofx') return sql`m.origem = 'ofx' and not m.duas_fontes`
  if (outra === 'retorno') return sql`m.pelo_pix and m.end_to_end_id is null`
  if (fonte === 'ofx') return sql`m.origem <> 'ofx' and m.end_to_end_id is not null and not m.duas_fontes`
  return sql`m.tipo = 'credito' and (m.origem = 'pix' or m.duas_fontes) and not m.pelo_pix`
}

/** Movements of the other source without a pair, with these days and amounts or these ids. */
async function semPar(
  trx: Trx,
  fonte: Fonte,
  outra: Fonte,
  movimentos: readonly Movimento[],
): Promise<Linha<'movimento'>[]> {
  const livre = semParDe(fonte, outra)
  const ids = movimentos.flatMap(({ endToEndId }) => endToEndId ?? [])
  const procurados = movimentos.flatMap((um) =>
    diasNaOutraFonte(um, outra).map((dia) => [um.valorCentavos, dia] as const),
  )
  const { rows } = await sql<Linha<'movimento'>>`
    select m.* from movimento m
    where ${livre} and m.tipo in ${lista(COM_DONO)} and not m.lote and m.id in (
      select m.id from (select distinct * from unnest(${procurados.map(([valor]) => valor)}::bigint[],
          ${procurados.map(([, dia]) => dia)}::date[]) as p(valor, dia)) as p
        join movimento m on m.valor_centavos = p.valor and m.dia = p.dia
      where ${livre}
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
