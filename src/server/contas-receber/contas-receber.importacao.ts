import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import type { Situacao } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import type { Centavos } from '#domain/dinheiro.ts'
import { deOutroOperador } from '#server/clientes/clientes.importacao.ts'
import type { Database, Trx } from '#server/db/schema.ts'

export interface ContasGravadas {
  criadas: { id: number; clienteId: number }[]
  atualizadas: { id: number; clienteId: number; antes: object }[]
}

/** Without punctuation and the zeros before it; null of nothing. */
const soNumero = (texto: RawBuilder<unknown>) =>
  sql`nullif(ltrim(regexp_replace(upper(${texto}), '[^0-9A-Z]', '', 'g'), '0'), '')`

/**
 * Of the staged rows whose customer is known (`linha_conhecida`), those whose account is known too: whether the file
 * says something else, and whether it may still change (open, and nothing paid).
 */
export async function reconhecerContas(conexao: Kysely<Database>): Promise<void> {
  await acharDitas(conexao)
  await sql`
    create temp table conta_conhecida as
    with par as (
      select l.linha, k.id from linha_ordenada l join linha_conhecida c on c.linha = l.linha
        join conta k on k.cliente_id = c.cliente_id and k.numero = l.conta_numero and k.origem = 'csv'
      where l.linha = l.primeira_conta
      union all select linha, k.id from linha_numerada join conta_dita k using (cliente_id, valor_centavos, vencimento, numero))
    select distinct on (l.linha) l.linha, k.id as conta_id,
      k.valor_centavos <> l.valor_centavos or k.vencimento <> l.vencimento
        or (l.linha_digitavel is not null and k.linha_digitavel is distinct from l.linha_digitavel)
        or (l.nosso_numero is not null and k.nosso_numero is distinct from l.nosso_numero) as muda,
      k.situacao = 'aberta' and (k.pago_centavos = 0 or (k.valor_centavos = l.valor_centavos and k.vencimento = l.vencimento)) as livre
    from par join linha_ordenada l using (linha) join conta k on k.id = par.id
    order by l.linha, k.origem <> 'csv', k.situacao <> 'aberta', k.id`.execute(conexao)
}

/**
 * The debts that a note, a person or a program told of, to be known by amount, day and number (before any instalment). One typed in and
 * cancelled was a mistake; one of a note is not to be collected. In tables that are analysed: a customer may have thousands.
 */
async function acharDitas(conexao: Kysely<Database>): Promise<void> {
  await sql`
    create temp table linha_numerada as
    select l.linha, c.cliente_id, l.valor_centavos, l.vencimento, n.numero
    from linha_ordenada l join linha_conhecida c on c.linha = l.linha,
      unnest(array[${soNumero(sql`l.conta_numero`)}, ${soNumero(sql`substring(l.conta_numero from '^[0-9A-Za-z]+')`)}]) as n(numero)
    where l.linha = l.primeira_conta`.execute(conexao)
  await sql`
    create temp table conta_dita as
    select id, cliente_id, valor_centavos, vencimento, ${soNumero(sql`numero`)} as numero from conta
    where cliente_id in (select cliente_id from linha_numerada) and (origem = 'nfe' or origem = 'manual' and situacao <> 'cancelada')`.execute(
    conexao,
  )
  await sql`analyze linha_numerada, conta_dita`.execute(conexao)
}

/**
 * Writes the accounts of one batch of staged rows, whose customers are written and locked: of an account of another operator's customer only
 * the boleto, where it has none.
 */
export async function salvarContasDaPlanilha(
  trx: Trx,
  lote: RawBuilder<unknown>,
  { agora, hoje, importacaoId, usuarioId }: { agora: Date; hoje: Dia; importacaoId: number; usuarioId: number },
): Promise<ContasGravadas> {
  const alheio = deOutroOperador(usuarioId)
  const boleto = (campo: 'linha_digitavel' | 'nosso_numero') =>
    sql`case when ${alheio} then coalesce(k.${sql.ref(campo)}, i.${sql.ref(campo)})
      else coalesce(i.${sql.ref(campo)}, k.${sql.ref(campo)}) end as ${sql.ref(campo)}`
  const criadas = await sql<{ id: number; clienteId: number }>`
    insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, linha_digitavel, nosso_numero, origem,
      importacao_id, created_at, updated_at)
    select cliente_id, conta_numero, valor_centavos, least(vencimento, ${hoje}::date), vencimento, vencimento_util, linha_digitavel, nosso_numero, 'csv',
      ${importacaoId}::bigint, ${agora}::timestamptz, ${agora}::timestamptz
    from ${lote} i
    where cria_conta
    order by linha
    on conflict (cliente_id, numero) where origem = 'csv' do nothing
    returning id, cliente_id as "clienteId"`.execute(trx)
  const atualizadas = await sql<{ id: number; clienteId: number; antes: object }>`
    with novo as (
      select k.id, i.valor_centavos, i.vencimento, i.vencimento_util, ${boleto('linha_digitavel')}, ${boleto('nosso_numero')},
        jsonb_build_object('valor_centavos', k.valor_centavos, 'emissao', k.emissao, 'vencimento', k.vencimento,
          'linha_digitavel', k.linha_digitavel, 'nosso_numero', k.nosso_numero) as antes
      from ${lote} i join conta k on k.id = i.conta_id join cliente c on c.id = k.cliente_id
      where i.muda_conta and k.situacao = 'aberta' and case
        when k.valor_centavos = i.valor_centavos and k.vencimento = i.vencimento then not ${alheio}
          or k.linha_digitavel is null and i.linha_digitavel is not null or k.nosso_numero is null and i.nosso_numero is not null
        else k.pago_centavos = 0 and not ${alheio} end
      order by k.id for no key update of k)
    update conta k set valor_centavos = n.valor_centavos, vencimento = n.vencimento,
      emissao = case when k.vencimento = n.vencimento then k.emissao else least(k.emissao, n.vencimento) end, vencimento_util = n.vencimento_util,
      linha_digitavel = n.linha_digitavel, nosso_numero = n.nosso_numero, updated_at = ${agora}
    from novo n where k.id = n.id returning k.id, k.cliente_id as "clienteId", n.antes`.execute(trx)
  return { criadas: criadas.rows, atualizadas: atualizadas.rows }
}

export interface ContaNova {
  clienteId: number
  numero: string
  parcela: string
  valorCentavos: Centavos
  emissao: Dia
  vencimento: Dia
  vencimentoUtil: Dia
  chave: string
  ordem: number
}

/** Makes the accounts of notes; one that exists already (same key and order) is left as it is. */
export async function criarContasDasNotas(
  trx: Trx,
  contas: readonly ContaNova[],
  { agora, importacaoId }: { agora: Date; importacaoId: number },
): Promise<{ id: number; clienteId: number }[]> {
  if (contas.length === 0) return []
  const { rows } = await sql<{ id: number; clienteId: number }>`
    insert into conta (cliente_id, numero, parcela, valor_centavos, emissao, vencimento, vencimento_util, origem, chave_nfe, ordem,
      importacao_id, created_at, updated_at)
    select "clienteId", numero, parcela, "valorCentavos", emissao, vencimento, "vencimentoUtil", 'nfe', chave, ordem,
      ${importacaoId}::bigint, ${agora}::timestamptz, ${agora}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(contas)}::jsonb) as n("clienteId" bigint, numero text, parcela text, "valorCentavos" bigint,
      emissao date, vencimento date, "vencimentoUtil" date, chave text, ordem int)
    on conflict (chave_nfe, ordem) do nothing
    returning id, cliente_id as "clienteId"`.execute(trx)
  return rows
}

/** By key, an account that a spreadsheet, a person or a program made of what a note asks: the same customer, amount, day and number. */
export async function ditasSemNota(
  trx: Trx,
  contas: readonly { chave: string; documento: string; numero: string; valorCentavos: Centavos; vencimento: Dia }[],
): Promise<Map<string, string>> {
  if (contas.length === 0) return new Map()
  const { rows } = await sql<{ chave: string; numero: string }>`
    select n.chave, k.numero
    from jsonb_to_recordset(${JSON.stringify(contas)}::jsonb) as n(chave text, documento text, numero text, "valorCentavos" bigint, vencimento date)
      join cliente c on c.documento = n.documento
      join conta k on k.cliente_id = c.id and k.valor_centavos = n."valorCentavos" and k.vencimento = n.vencimento
    where k.origem in ('csv', 'manual') and k.situacao <> 'cancelada'
      and n.numero in (${soNumero(sql`k.numero`)}, ${soNumero(sql`substring(k.numero from '^[0-9A-Za-z]+')`)})
    order by k.id desc`.execute(trx)
  return new Map(rows.map(({ chave, numero }) => [chave, numero]))
}

/** How many accounts each of these notes has. */
export async function contasPorChave(trx: Trx, chaves: readonly string[]): Promise<Map<string, number>> {
  const linhas = await trx
    .selectFrom('conta')
    .select(['chave_nfe', (eb) => eb.fn.countAll<number>().as('contas')])
    .where('chave_nfe', '=', sql<string>`any(${chaves}::text[])`)
    .groupBy('chave_nfe')
    .execute()
  return new Map(linhas.map((linha) => [linha.chave_nfe!, linha.contas]))
}

export interface ContaCancelada {
  id: number
  clienteId: number
  chave: string
  numero: string
  parcela: string | null
  /** What it was. */
  situacao: Situacao
  /** An agreement took its place, and was paid whole. */
  acordoCumprido: boolean
  pagoCentavos: Centavos
  antes: object
}

/** Whose accounts these notes have: their customers are locked before the accounts are. */
export async function clientesDasNotas(trx: Trx, chaves: readonly string[]): Promise<number[]> {
  const linhas = await trx
    .selectFrom('conta')
    .select('cliente_id')
    .distinct()
    .where('chave_nfe', '=', sql<string>`any(${chaves}::text[])`)
    .orderBy('cliente_id')
    .execute()
  return linhas.map((linha) => linha.cliente_id)
}

/** The number of accounts of each of these notes; notes without accounts are absent. */
export async function contarContasDasNotas(
  db: Kysely<Database>,
  chaves: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ chave: string; contas: number }>`
    select chave_nfe as chave, count(*)::int as contas from conta where chave_nfe = any(${chaves}::text[])
    group by chave_nfe`.execute(db)
  return new Map(rows.map(({ chave, contas }) => [chave, contas]))
}

/** The notes whose accounts belong to another operator's customer, with that customer. */
export async function notasAlheias(
  trx: Trx,
  chaves: readonly string[],
  usuarioId: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ chave: string; cliente_id: number }>`
    select distinct k.chave_nfe as chave, k.cliente_id from conta k join cliente c on c.id = k.cliente_id
    where k.chave_nfe = any(${chaves}::text[]) and ${deOutroOperador(usuarioId)}`.execute(trx)
  return new Map(rows.map(({ chave, cliente_id }) => [chave, cliente_id]))
}

/** The accounts that a cancellation of these notes would touch. */
export async function contasACancelar(trx: Trx, chaves: readonly string[]): Promise<ContaCancelada[]> {
  const { rows } = await sql<ContaCancelada>`
    select id, cliente_id as "clienteId", chave_nfe as chave, numero, parcela, situacao, pago_centavos as "pagoCentavos",
      exists (select from negociacao n where n.id = substituida_por and n.status = 'cumprida') as "acordoCumprido",
      jsonb_build_object('situacao', situacao, 'motivo_cancelamento', motivo_cancelamento) as antes
    from conta where chave_nfe = any(${chaves}::text[]) and not nota_cancelada order by id`.execute(trx)
  return rows
}

/**
 * Cancels the open accounts of cancelled notes, partly paid or not, and marks the others, so that none of them is ever open
 * again, even after a reversal. Paid ones stay paid. The customers are already locked.
 */
export async function cancelarContasDasNotas(
  trx: Trx,
  chaves: readonly string[],
  agora: Date,
): Promise<ContaCancelada[]> {
  const contas = await contasACancelar(trx, chaves)
  await sql`
    update conta set nota_cancelada = true, updated_at = ${agora},
      motivo_cancelamento = case when situacao = 'aberta' then 'A nota fiscal foi cancelada.' else motivo_cancelamento end,
      situacao = case when situacao = 'aberta' then 'cancelada' else situacao end
    where id = any(${contas.map((conta) => conta.id)}::bigint[])`.execute(trx)
  return contas
}

/** Hashes of accounts, over everything that may change in them, to detect changes. `ids` is a query of them. */
export const retratosDeContas = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select id, md5(row(cliente_id, numero, parcela, valor_centavos, pago_centavos, emissao, vencimento, situacao, nota_cancelada,
      substituida_por, motivo_cancelamento)::text || coalesce('|l' || linha_digitavel, '') || coalesce('|n' || nosso_numero, '')) as retrato
    from conta where id in (${ids})`

/** What prevents undoing these accounts: how many have payments, agreements, promises or disputes. */
export async function impedimentosDasContas(
  trx: Trx,
  ids: RawBuilder<unknown>,
): Promise<{ pagas: number; negociadas: number; prometidas: number; contestadas: number }> {
  const { rows } = await sql<{ pagas: number; negociadas: number; prometidas: number; contestadas: number }>`
    select (select count(distinct conta_id) from pagamento_alocacao where conta_id in (${ids})) as pagas,
      (select count(distinct conta_id) from negociacao_conta where conta_id in (${ids})) as negociadas,
      (select count(distinct conta_id) from promessa_conta where conta_id in (${ids})) as prometidas,
      (select count(distinct conta_id) from contestacao_conta where conta_id in (${ids})) as contestadas`.execute(trx)
  return rows[0]!
}

/** How many of these customers have accounts that did not come with that import. */
export async function comOutrasContas(trx: Trx, clientes: RawBuilder<unknown>, importacaoId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct cliente_id) as total from conta
    where cliente_id in (${clientes}) and importacao_id is distinct from ${importacaoId}`.execute(trx)
  return rows[0]!.total
}

/**
 * Gives back to accounts what an import had changed in them: their amount and days (which the calendar may have moved
 * since), or their being open. `itens` is a query of `id` and `antes`.
 */
export async function restaurarContas(
  trx: Trx,
  itens: RawBuilder<unknown>,
  calendario: Calendario,
  agora: Date,
): Promise<void> {
  const { rows } = await sql<{ dia: Dia }>`
    select distinct (antes->>'vencimento')::date as dia from (${itens}) i where antes->>'vencimento' is not null`.execute(
    trx,
  )
  const dias = rows.map(({ dia }) => dia)
  const uteis = dias.map((dia) => proximoDiaUtil(dia, calendario))
  await sql`
    update conta k set
      valor_centavos = coalesce(a.valor_centavos, k.valor_centavos),
      emissao = coalesce(a.emissao, k.emissao),
      vencimento = coalesce(a.vencimento, k.vencimento),
      vencimento_util = coalesce(u.util, k.vencimento_util),
      linha_digitavel = case when i.antes ? 'linha_digitavel' then a.linha_digitavel else k.linha_digitavel end,
      nosso_numero = case when i.antes ? 'nosso_numero' then a.nosso_numero else k.nosso_numero end,
      situacao = coalesce(a.situacao, k.situacao),
      nota_cancelada = k.nota_cancelada and a.situacao is null,
      motivo_cancelamento = case when a.situacao is null then k.motivo_cancelamento else a.motivo_cancelamento end,
      updated_at = ${agora}
    from (${itens}) i, jsonb_to_record(i.antes)
      as a(valor_centavos bigint, emissao date, vencimento date, situacao text, motivo_cancelamento text, linha_digitavel text, nosso_numero text)
      left join unnest(${dias}::date[], ${uteis}::date[]) as u(dia, util) on u.dia = a.vencimento
    where k.id = i.id`.execute(trx)
}

/** Whose accounts these are, as a query. */
export const donosDasContas = (ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select cliente_id from conta where id in (${ids})`

/** Takes back accounts that an undone import had made. Tells how many. */
export async function apagarContas(trx: Trx, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from conta where id in (${ids})`.execute(trx)
  return Number(numAffectedRows)
}
