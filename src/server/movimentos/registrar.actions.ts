import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Componentes } from '#domain/candidatos.ts'
import { diaDe } from '#domain/data.ts'
import { type Movimento, SITUACOES_INDECISAS, type SituacaoIndecisa, temDono } from '#domain/movimento.ts'
import { chaveDoMovimento } from '#domain/repeticao.ts'
import { APAGADO } from '#domain/titular.ts'
import { lista, vetor } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { acharMesmoDinheiro } from './mesmo-dinheiro.queries.ts'

/** The channel that wakes the matching of movements. */
export const CANAL_MOVIMENTOS = 'movimentos'

export interface MovimentoARegistrar extends Movimento {
  /** The decision, if it was judged before being written; otherwise it waits to be judged. Ignored for known movements. */
  veredito?: Veredito | undefined
  /** For a charge with due date: the PSP's amounts. */
  componentes?: Componentes | null
  /** Which of the equal movements of its file it is, from 1; always 1 for a Pix. */
  vez?: number
  /** Its `hashDoMovimento`, if already computed. */
  hash?: Buffer
}

export interface Veredito {
  situacao: SituacaoIndecisa
  /** The accounts that it may pay are held from now on. */
  aCaminho: boolean
}

export interface Registrado {
  id: number
  /** False: it was known already, by this source or by another. */
  novo: boolean
}

/**
 * Files and providers take turns, so that money reported by both at once is recorded once; providers need no turns
 * among themselves.
 */
const TRAVA = sql`hashtextextended('movimentos', 0)`

/**
 * Stores what a bank or a PSP reports, each movement once, in the given order; known ones are recognised. New ones wait to be
 * judged (`server/conciliacao`), which the commit wakes: nothing is matched or applied here.
 */
export async function registrarMovimentos(
  trx: Trx,
  movimentos: readonly MovimentoARegistrar[],
  { agora, importacaoId = null, simulada = false }: Onde,
): Promise<Registrado[]> {
  if (movimentos.length === 0) return []
  if (!simulada) await esperarAVez(trx, movimentos)
  const chaves = movimentos.map(chaveDe)
  const { conhecidos, desfeitos } = await acharChaves(trx, chaves)
  const faltam = movimentos.flatMap((_, i) => (conhecidos.has(i) ? [] : [i]))
  const mesmos = await acharMesmoDinheiro(
    trx,
    faltam.map((i) => movimentos[i]!),
  )
  const repetidos = new Map([...mesmos].map(([lugar, id]) => [faltam[lugar]!, id]))
  const novos = faltam.filter((i) => !repetidos.has(i))
  const ids = await inserir(
    trx,
    novos.map((i) => ({ ...movimentos[i]!, desfeito: desfeitos.has(i) })),
    agora,
    importacaoId,
  )
  const porLugar = new Map([...conhecidos, ...repetidos, ...novos.map((i, n) => [i, ids[n]!] as const)])
  await juntar(
    trx,
    [...repetidos].map(([i, id]) => ({ id, movimento: movimentos[i]! })),
  )
  await anotarChaves(
    trx,
    faltam.map((i) => ({ ...chaves[i]!, id: porLugar.get(i)! })),
    simulada,
  )
  if (importacaoId !== null) await anotarVistos(trx, importacaoId, [...conhecidos.values(), ...repetidos.values()])
  if (novos.some((i) => movimentos[i]!.veredito === undefined)) await acordarConciliacao(trx)
  return movimentos.map((_, i) => ({ id: porLugar.get(i)!, novo: !conhecidos.has(i) && !repetidos.has(i) }))
}

interface Onde {
  agora: Date
  importacaoId?: number | null
  /** It will be rolled back: it reads the current state, and takes no lock that others would wait for until then. */
  simulada?: boolean
}

async function esperarAVez(trx: Trx, movimentos: readonly Movimento[]): Promise<void> {
  const deArquivo = movimentos.some(({ origem }) => origem !== 'pix')
  await sql`select ${deArquivo ? sql`pg_advisory_xact_lock` : sql`pg_advisory_xact_lock_shared`}(${TRAVA})`.execute(trx)
}

export const acordarConciliacao = (trx: Trx) => sql`select pg_notify(${CANAL_MOVIMENTOS}, '')`.execute(trx)

/** Hash of what identifies a movement, so that no payer's name is stored in it. */
export const hashDoMovimento = (movimento: Movimento): Buffer =>
  createHash('sha256').update(chaveDoMovimento(movimento)).digest().subarray(0, 16)

/** What identifies a movement among all others. */
export const chaveDe = (um: MovimentoARegistrar): Chave => ({ chave: um.hash ?? hashDoMovimento(um), vez: um.vez ?? 1 })

export interface Chave {
  chave: Buffer
  vez: number
}

/**
 * By index: the ids of movements that this source reported before, and those from a file whose import was undone after
 * a person undid them (`movimento_desfeito`), which must not be applied automatically again.
 */
export async function acharChaves(
  db: Db | Trx,
  chaves: readonly Chave[],
): Promise<{ conhecidos: Map<number, number>; desfeitos: Set<number> }> {
  const { rows } = await sql<{ lugar: number; movimento_id: number | null }>`
    with p as materialized (select chave, vez, lugar::int - 1 as lugar
      from unnest(${dasChaves(chaves)}::bytea[], ${vetor(chaves.map(({ vez }) => vez))}::int[]) with ordinality as p(chave, vez, lugar))
    select p.lugar, k.movimento_id from p join movimento_chave k on k.chave = p.chave and k.vez = p.vez
    union all select p.lugar, null from p join movimento_desfeito d on d.chave = p.chave and d.vez = p.vez`.execute(db)
  return {
    conhecidos: new Map(
      rows.flatMap(({ lugar, movimento_id }) => (movimento_id === null ? [] : [[lugar, movimento_id] as const])),
    ),
    desfeitos: new Set(rows.flatMap(({ lugar, movimento_id }) => (movimento_id === null ? [lugar] : []))),
  }
}

const dasChaves = (chaves: readonly Chave[]) => vetor(chaves.map(({ chave }) => `\\\\x${chave.toString('hex')}`))

type ANovo = MovimentoARegistrar & { desfeito: boolean }

async function inserir(trx: Trx, movimentos: readonly ANovo[], agora: Date, importacaoId: number | null) {
  if (movimentos.length === 0) return []
  const linhas = movimentos.map((um, lugar) => ({
    ...emColunas(um),
    ...comVeredito(um, agora),
    desfeito: um.desfeito,
    importacao_id: importacaoId,
    created_at: agora,
    lugar,
  }))
  const { rows } = await sql<{ id: number }>`
    insert into movimento (origem, tipo, banco, conta_bancaria, dia, dia_credito, valor_centavos, saiu, tarifa_centavos, descricao,
      pagador_nome, pagador_documento, txid, end_to_end_id, nosso_numero, ocorrencia, lote, seu_numero, titulo_vencimento, titulo_centavos,
      creditado_centavos, reducao_centavos, nao_fecha, pelo_pix, componentes, importacao_id, created_at,
      situacao, desfeito, a_julgar, julgado_dia, a_caminho_desde)
    select origem, tipo, banco, conta_bancaria, dia, dia_credito, valor_centavos, saiu, tarifa_centavos, descricao,
      pagador_nome, pagador_documento, txid, end_to_end_id, nosso_numero, ocorrencia, lote, seu_numero, titulo_vencimento, titulo_centavos,
      creditado_centavos, reducao_centavos, nao_fecha, pelo_pix, componentes, importacao_id, created_at,
      situacao, desfeito, a_julgar, julgado_dia, a_caminho_desde
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(origem text, tipo text, banco text,
      conta_bancaria text, dia date, dia_credito date, valor_centavos bigint, saiu boolean, tarifa_centavos bigint, descricao text,
      pagador_nome text, pagador_documento text, txid text, end_to_end_id text, nosso_numero text, ocorrencia text, lote boolean,
      seu_numero text, titulo_vencimento date, titulo_centavos bigint, creditado_centavos bigint, reducao_centavos bigint,
      nao_fecha boolean, pelo_pix boolean,
      componentes jsonb, importacao_id bigint, created_at timestamptz, situacao text, desfeito boolean, a_julgar boolean, julgado_dia date,
      a_caminho_desde timestamptz, lugar int)
    order by lugar
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

const comVeredito = ({ tipo, veredito }: MovimentoARegistrar, agora: Date) => {
  const deAlguem = temDono({ tipo })
  return {
    situacao: veredito?.situacao ?? (deAlguem ? 'novo' : 'ignorado'),
    a_julgar: deAlguem && veredito === undefined,
    julgado_dia: veredito ? diaDe(agora) : null,
    a_caminho_desde: veredito?.aCaminho ? agora : null,
  }
}

const emColunas = (um: MovimentoARegistrar) => ({
  origem: um.origem,
  tipo: um.tipo,
  banco: um.banco,
  conta_bancaria: um.contaBancaria,
  dia: um.dia,
  dia_credito: um.diaCredito,
  valor_centavos: um.valorCentavos,
  saiu: um.saiu,
  tarifa_centavos: um.tarifaCentavos,
  descricao: um.descricao,
  pagador_nome: um.pagador?.nome ?? null,
  pagador_documento: um.pagador?.documento ?? null,
  txid: um.txid,
  end_to_end_id: um.endToEndId,
  nosso_numero: um.nossoNumero,
  ocorrencia: um.ocorrencia,
  lote: um.lote,
  seu_numero: um.titulo?.seuNumero || null,
  titulo_vencimento: um.titulo?.vencimento ?? null,
  titulo_centavos: um.titulo?.nominalCentavos ?? null,
  creditado_centavos: um.titulo?.creditadoCentavos ?? null,
  reducao_centavos: um.titulo?.reducaoCentavos ?? 0,
  nao_fecha: um.naoFecha ?? false,
  pelo_pix: um.peloPix ?? false,
  componentes: um.componentes ?? null,
})

/**
 * Adds what the second source knows and the first did not: a Pix's ids, payer and the PSP's charges, which may make its match
 * certain. Amounts and days keep their first value, and an anonymised payer stays anonymous.
 */
async function juntar(trx: Trx, repetidos: readonly { id: number; movimento: MovimentoARegistrar }[]): Promise<void> {
  if (repetidos.length === 0) return
  const linhas = repetidos.map(({ id, movimento }) => ({ id, ...emColunas(movimento) }))
  await sql`
    update movimento m set
      banco = coalesce(m.banco, l.banco), conta_bancaria = coalesce(m.conta_bancaria, l.conta_bancaria),
      dia_credito = coalesce(m.dia_credito, l.dia_credito), txid = coalesce(m.txid, l.txid),
      end_to_end_id = coalesce(m.end_to_end_id, l.end_to_end_id), componentes = coalesce(m.componentes, l.componentes),
      pagador_nome = case when m.descricao = ${APAGADO} then null
        when l.origem = 'pix' then coalesce(l.pagador_nome, m.pagador_nome) else coalesce(m.pagador_nome, l.pagador_nome) end,
      pagador_documento = case when m.descricao = ${APAGADO} then null
        when l.origem = 'pix' then coalesce(l.pagador_documento, m.pagador_documento)
        else coalesce(m.pagador_documento, l.pagador_documento) end,
      duas_fontes = true,
      a_julgar = m.a_julgar or (l.origem = 'pix' and m.situacao in ${lista(SITUACOES_INDECISAS)})
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as l(id bigint, origem text, banco text, conta_bancaria text,
      dia_credito date, txid text, end_to_end_id text, componentes jsonb, pagador_nome text, pagador_documento text)
    where m.id = l.id`.execute(trx)
  await pagarCodigosDosDecididos(
    trx,
    repetidos.map(({ id }) => id),
  )
}

/** A person had assigned the money before the Pix reported its code: the code is paid, and no longer open. */
const pagarCodigosDosDecididos = (trx: Trx, ids: readonly number[]) =>
  sql`
    update codigo c set situacao = 'pago' from movimento m
    where m.id = any(${vetor(ids)}::bigint[]) and m.txid is not null and c.txid = m.txid and c.situacao <> 'pago'
      and (c.cliente_id = m.cliente_id or c.cliente_id in (
        select p.cliente_id from pagamento p where p.movimento_id = m.id and p.estornado_em is null))`.execute(trx)

/** A simulation takes no turn, and may meet rows that another import just wrote. */
const anotarChaves = (trx: Trx, chaves: readonly (Chave & { id: number })[], simulada: boolean) =>
  sql`
    insert into movimento_chave (chave, vez, movimento_id)
    select * from unnest(${dasChaves(chaves)}::bytea[], ${vetor(chaves.map(({ vez }) => vez))}::int[],
      ${vetor(chaves.map(({ id }) => id))}::bigint[])
    ${simulada ? sql`on conflict do nothing` : sql``}`.execute(trx)

/**
 * The first import that reported a movement is in the movement itself. If it is deleted meanwhile (its import undone),
 * this fails by the foreign key, and the lines are written again.
 */
async function anotarVistos(trx: Trx, importacaoId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into movimento_visto (importacao_id, movimento_id)
    select ${importacaoId}::bigint, id from unnest(${vetor([...new Set(ids)])}::bigint[]) as id
    on conflict do nothing`.execute(trx)
}
