import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { LinhaDaPlanilha } from '#domain/planilha.ts'
import { cadaCampo, reconhecerClientes } from '#server/clientes/clientes.importacao.ts'
import { reconhecerContas } from '#server/contas-receber/contas-receber.importacao.ts'
import { DE_IMPORTACAO } from '#server/db/papeis.ts'
import type { Database, Db } from '#server/db/schema.ts'

type Conexao = Kysely<Database>

/** Customers a batch: small enough to lock for a moment, large enough to be set-based. */
const CLIENTES_POR_LOTE = 1000

/**
 * Stages a whole spreadsheet before anything is written: memory stays flat, and each row is decided against the whole
 * file (the first row of a document wins, in whatever batch). Rows are read into temporary tables of the import's
 * session; decisions go to an unlogged table, which every writing session can read.
 */
export async function abrirPreparo(conexao: Conexao, importacaoId: number): Promise<void> {
  await fecharPreparo(conexao, importacaoId)
  await sql`create temp table linha_lida (linha int, documento text, nome text, telefone text, email text,
    codigo_externo text, uf text, municipio text, conta_numero text, valor_centavos bigint, vencimento date, vencimento_util date,
    linha_digitavel text, nosso_numero text)`.execute(conexao)
}

const importada = (importacaoId: number) => sql.id(`importada_${importacaoId}`)

/** The rows of one batch: what `salvarDaPlanilha` and `salvarContasDaPlanilha` write. */
export const linhasDoLote = (importacaoId: number, lote: number): RawBuilder<unknown> =>
  sql`(select * from ${importada(importacaoId)} where lote = ${lote})`

export async function fecharPreparo(conexao: Conexao, importacaoId: number): Promise<void> {
  await esquecerDecisoes(conexao, importacaoId)
  await sql`drop table if exists linha_lida`.execute(conexao)
}

const esquecerDecisoes = (conexao: Conexao, importacaoId: number) =>
  sql`drop table if exists linha_ordenada, codigo_de_outro, linha_conhecida, cliente_novo, conta_conhecida, linha_numerada, conta_dita,
    ${importada(importacaoId)}`.execute(conexao)

/** Drops what an import staged that ended without being able to: killed, or its session lost. */
export async function apagarPreparosEsquecidos(db: Db): Promise<void> {
  const { rows } = await sql<{ tabela: string }>`
    select relname as tabela from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname ~ ${DE_IMPORTACAO}
      and not exists (select from importacao where id = substr(relname, 11)::bigint and situacao = 'processando')`.execute(
    db,
  )
  for (const { tabela } of rows) await sql`drop table if exists ${sql.id(tabela)}`.execute(db)
}

export interface LinhaPreparada extends LinhaDaPlanilha {
  linha: number
  vencimentoUtil: string | null
}

export async function prepararLinhas(conexao: Conexao, linhas: readonly LinhaPreparada[]): Promise<void> {
  const coluna = <T>(de: (linha: LinhaPreparada) => T) => linhas.map(de)
  await sql`
    insert into linha_lida select * from unnest(
      ${coluna((l) => l.linha)}::int[], ${coluna((l) => l.documento)}::text[], ${coluna((l) => l.nome)}::text[],
      ${coluna((l) => l.telefone)}::text[], ${coluna((l) => l.email)}::text[], ${coluna((l) => l.codigoExterno)}::text[],
      ${coluna((l) => l.uf)}::text[], ${coluna((l) => l.municipio)}::text[],
      ${coluna((l) => l.conta?.numero ?? null)}::text[], ${coluna((l) => l.conta?.valorCentavos ?? null)}::bigint[],
      ${coluna((l) => l.conta?.vencimento ?? null)}::date[], ${coluna((l) => l.vencimentoUtil)}::date[],
      ${coluna((l) => l.conta?.linhaDigitavel ?? null)}::text[], ${coluna((l) => l.conta?.nossoNumero ?? null)}::text[])`.execute(
    conexao,
  )
}

/**
 * Decides what each staged row does, anew each time; returns the number of batches. Ids for new customers are taken only with `grava`. The
 * counts reveal nothing about other operators' customers: such a row counts as a change only when it created an account.
 */
export async function decidirLinhas(
  conexao: Conexao,
  importacaoId: number,
  { grava, usuarioId }: { grava: boolean; usuarioId: number },
): Promise<number> {
  const tabela = importada(importacaoId)
  await esquecerDecisoes(conexao, importacaoId)
  await ordenar(conexao)
  await tirarCodigosDeOutros(conexao)
  await reconhecerClientes(conexao, grava, usuarioId)
  await reconhecerContas(conexao)
  // Computed once into columns: the planner then has their counts, which it cannot guess from a condition.
  await sql`
    create unlogged table ${tabela} as
    select r.*,
      cliente_novo and linha = primeira as cria_cliente,
      bom and cliente_muda as muda_cliente,
      bom and linha is not distinct from primeira_conta and conta_id is null as cria_conta,
      bom and conta_muda as muda_conta,
      case when not bom then 'erro'
        when cliente_novo and linha = primeira then 'importado'
        when ((cliente_muda or conta_muda) and not alheio) or (linha = primeira_conta and conta_id is null) then 'atualizado'
        else 'ignorado' end as resultado
    from (
      select l.*, c.linha is null as cliente_novo, coalesce(c.cliente_id, n.id) as cliente_id,
        coalesce(c.alheio, false) as alheio, coalesce(c.muda, false) as cliente_muda, k.conta_id, coalesce(k.muda, false) as conta_muda,
        not coalesce((l.linha <> l.primeira and l.conta_numero is null and not l.igual)
          or (l.linha <> l.primeira_conta and not l.conta_igual)
          or (k.muda and not k.livre and not c.alheio), false) as bom
      from linha_ordenada l left join linha_conhecida c on c.linha = l.linha left join conta_conhecida k on k.linha = l.linha
        left join cliente_novo n on n.documento = l.documento) r`.execute(conexao)
  await sql`create index on ${tabela} (lote)`.execute(conexao)
  await sql`create index on ${tabela} (linha) where resultado = 'erro'`.execute(conexao)
  await sql`analyze ${tabela} (lote, cliente_id, cria_cliente, muda_cliente, cria_conta, muda_conta)`.execute(conexao)
  const { rows } = await sql<{ lotes: number }>`select coalesce(max(lote) + 1, 0) as lotes from ${tabela}`.execute(
    conexao,
  )
  return rows[0]!.lotes
}

/** A code is one customer's: of several in the file the first one's, and of whoever has it already. */
async function tirarCodigosDeOutros(conexao: Conexao): Promise<void> {
  await sql`
    create temp table codigo_de_outro as
    select ${COMO_VEIO} from (
      select *, first_value(documento) over (partition by codigo_externo order by linha) as dono
      from linha_ordenada where codigo_externo is not null) l
    where dono <> documento or exists (
      select from cliente c where c.codigo_externo = l.codigo_externo and not c.codigo_repetido
        and c.documento is distinct from l.documento)`.execute(conexao)
  await sql`update linha_ordenada l set codigo_externo = null from codigo_de_outro d where d.linha = l.linha`.execute(
    conexao,
  )
}

/** The row as read: shown beside its error, to be corrected and uploaded again. */
export interface LinhaComoVeio {
  linha: number
  nome: string
  documento: string
  telefone: string | null
  email: string | null
  codigo_externo: string | null
  uf: string | null
  municipio: string | null
  conta_numero: string | null
  valor_centavos: number | null
  vencimento: string | null
  linha_digitavel: string | null
  nosso_numero: string | null
}
const COMO_VEIO = sql`linha, nome, documento, telefone, email, codigo_externo, uf, municipio, conta_numero, valor_centavos,
  vencimento, linha_digitavel, nosso_numero`

/** The rows whose code was taken from them, a thousand at a time. */
export async function* codigosDeOutros(conexao: Conexao): AsyncGenerator<LinhaComoVeio> {
  for (let depoisDe = 0; ; ) {
    const { rows } = await sql<LinhaComoVeio>`
      select * from codigo_de_outro where linha > ${depoisDe} order by linha limit ${RECUSADAS_POR_VEZ}`.execute(
      conexao,
    )
    yield* rows
    if (rows.length < RECUSADAS_POR_VEZ) return
    depoisDe = rows.at(-1)!.linha
  }
}

/** The first row of each document and of each account, and whether this one is identical. */
async function ordenar(conexao: Conexao): Promise<void> {
  await sql`
    create temp table linha_ordenada as
    select l.*,
      first_value(linha) over d as primeira,
      (${cadaCampo((campo) => sql`first_value(${campo}) over d`)}) is not distinct from (${cadaCampo((campo) => campo)}) as igual,
      case when conta_numero is not null then first_value(linha) over k end as primeira_conta,
      first_value(valor_centavos) over k = valor_centavos and first_value(vencimento) over k = vencimento as conta_igual,
      (dense_rank() over (order by documento) - 1)::int / ${CLIENTES_POR_LOTE}::int as lote
    from linha_lida l
    window d as (partition by documento order by linha), k as (partition by documento, conta_numero order by linha)`.execute(
    conexao,
  )
  await sql`create index on linha_ordenada (documento)`.execute(conexao)
  await sql`analyze linha_ordenada (documento)`.execute(conexao)
}

export interface Contagem {
  importados: number
  atualizados: number
  ignorados: number
  contasCriadas: number
  /** Rows about other operators' customers. */
  alheias: number
}

export async function contarLinhas(conexao: Conexao, importacaoId: number): Promise<Contagem> {
  const { rows } = await sql<Contagem>`
    select count(*) filter (where resultado = 'importado') as importados,
      count(*) filter (where resultado = 'atualizado') as atualizados,
      count(*) filter (where resultado = 'ignorado') as ignorados,
      count(*) filter (where cria_conta) as "contasCriadas", count(*) filter (where alheio) as alheias
    from ${importada(importacaoId)}`.execute(conexao)
  return rows[0]!
}

export interface LinhaRecusada extends LinhaComoVeio {
  primeira: number
  primeira_conta: number | null
  fechada: boolean
}

const RECUSADAS_POR_VEZ = 1000

/** Rows well written that cannot be taken, as they contradict an earlier one or an account that may no longer change. */
export async function* linhasRecusadas(conexao: Conexao, importacaoId: number): AsyncGenerator<LinhaRecusada> {
  for (let depoisDe = 0; ; ) {
    const { rows } = await sql<LinhaRecusada>`
      select ${COMO_VEIO}, primeira, primeira_conta,
        linha is not distinct from primeira_conta as fechada
      from ${importada(importacaoId)} where resultado = 'erro' and linha > ${depoisDe}
      order by linha limit ${RECUSADAS_POR_VEZ}`.execute(conexao)
    yield* rows
    if (rows.length < RECUSADAS_POR_VEZ) return
    depoisDe = rows.at(-1)!.linha
  }
}
