import { type Kysely, type RawBuilder, sql } from 'kysely'
import { CAMPOS_DO_CADASTRO } from '#domain/alteracao.ts'
import type { Uf } from '#domain/uf.ts'
import type { Database, Trx } from '#server/db/schema.ts'
import { contatosDe } from './contatos.actions.ts'

/** Where the number came from, in words: it is shown beside the customer's consent. */
const ORIGEM = 'importação de clientes'

/** What is said of each column that a spreadsheet brings of a customer. */
export const cadaCampo = (dizer: (campo: RawBuilder<unknown>) => RawBuilder<unknown>, entre = sql`, `) =>
  sql.join(
    CAMPOS_DO_CADASTRO.map((campo) => dizer(sql.ref(campo))),
    entre,
  )

/** The customer `c` before a change, as `restaurarClientes` gives it back. */
const ANTES = sql`jsonb_build_object(${sql.join(
  CAMPOS_DO_CADASTRO.map((campo) => sql`${sql.lit(campo)}, c.${sql.ref(campo)}`),
)}, 'contato_id', c.contato_id) as antes`

export interface Importacao {
  importacaoId: number
  /** Who imports: at a customer of another operator only what is empty is filled. */
  usuarioId: number
  agora: Date
  chaveSecreta: Buffer
  /** The owner of the customers created; null: nobody. */
  operadorId: number | null
}

export interface ClientesGravados {
  criados: number[]
  atualizados: { id: number; antes: object }[]
}

/**
 * Sorts the staged rows (`linha_ordenada`) into those whose document is known, with whether the first row of that
 * document differs from what is stored (empty cells change nothing), and new ones (`cliente_novo`), which get their ids
 * now if `grava`, so that later steps need not look them up.
 */
export async function reconhecerClientes(conexao: Kysely<Database>, grava: boolean, usuarioId: number): Promise<void> {
  await sql`
    create temp table linha_conhecida as
    select l.linha, c.id as cliente_id, ${deOutroOperador(usuarioId)} as alheio,
      l.linha = l.primeira and (${cadaCampo((campo) => sql`(l.${campo} is not null and c.${campo} is distinct from l.${campo})`, sql` or `)}) as muda
    from linha_ordenada l join cliente c on c.documento = l.documento`.execute(conexao)
  const id = grava ? sql`nextval('cliente_id_seq')` : sql`null::bigint`
  await sql`
    create temp table cliente_novo as
    select documento, ${id} as id from (
      select documento from linha_ordenada l
      where linha = primeira and not exists (select from linha_conhecida c where c.linha = l.linha)
      order by linha) novos`.execute(conexao)
}

/** Whether the customer `c` is of an operator, and not of this one. */
export const deOutroOperador = (usuarioId: number): RawBuilder<boolean> =>
  sql<boolean>`(c.operador_id is not null and c.operador_id <> ${usuarioId}::bigint)`

/** Writes the customers of one batch of staged rows, but for who was made anonymous since they were staged. */
export async function salvarDaPlanilha(
  trx: Trx,
  lote: RawBuilder<unknown>,
  importacao: Importacao,
): Promise<ClientesGravados> {
  await travar(trx, lote)
  const contatos = await contatosDoLote(trx, lote, importacao)
  const atualizados = await atualizar(trx, lote, contatos, importacao)
  const criados = await criar(trx, lote, contatos, importacao)
  return { criados, atualizados }
}

const travar = (trx: Trx, lote: RawBuilder<unknown>) =>
  sql`select id from cliente where id in (select cliente_id from ${lote} i where not cliente_novo) order by id
    for no key update`.execute(trx)

async function contatosDoLote(trx: Trx, lote: RawBuilder<unknown>, { chaveSecreta, agora, usuarioId }: Importacao) {
  const { rows } = await sql<{ telefone: string }>`
    select distinct i.telefone from ${lote} i left join cliente c on c.id = i.cliente_id
    where (i.cria_cliente or i.muda_cliente) and c.anonimizado_em is null
      and i.telefone is not null and c.telefone is distinct from i.telefone
      and (c.telefone is null or not ${deOutroOperador(usuarioId)})`.execute(trx)
  return contatosDe(
    trx,
    chaveSecreta,
    rows.map((linha) => linha.telefone),
    ORIGEM,
    agora,
  )
}

const mapa = (contatos: ReadonlyMap<string, number>) =>
  sql`unnest(${[...contatos.keys()]}::text[], ${[...contatos.values()]}::bigint[]) as t(telefone, contato_id)`

async function atualizar(
  trx: Trx,
  lote: RawBuilder<unknown>,
  contatos: ReadonlyMap<string, number>,
  { agora, usuarioId }: Importacao,
) {
  const alheio = deOutroOperador(usuarioId)
  const novos = cadaCampo(
    (campo) =>
      sql`case when ${alheio} then coalesce(c.${campo}, i.${campo}) else coalesce(i.${campo}, c.${campo}) end as ${campo}`,
  )
  const { rows } = await sql<{ id: number; antes: object }>`
    with novo as (
      select c.id, ${novos}, coalesce(t.contato_id, c.contato_id) as contato_id, ${ANTES}
      from ${lote} i join cliente c on c.id = i.cliente_id
        left join ${mapa(contatos)} on t.telefone = i.telefone and c.telefone is distinct from i.telefone
          and (c.telefone is null or not ${alheio})
      where i.muda_cliente and c.anonimizado_em is null
        and (not ${alheio} or ${cadaCampo((campo) => sql`(c.${campo} is null and i.${campo} is not null)`, sql` or `)}))
    update cliente c set ${cadaCampo((campo) => sql`${campo} = n.${campo}`)}, contato_id = n.contato_id, updated_at = ${agora}
    from novo n where c.id = n.id returning c.id, n.antes`.execute(trx)
  return rows
}

/**
 * They are born with what they owe, `ativo` when that is something and else `concluido`, as `statusPelasContas` says:
 * the accounts are written next, in the same transaction. Moving them afterwards would write every row twice.
 */
async function criar(
  trx: Trx,
  lote: RawBuilder<unknown>,
  contatos: ReadonlyMap<string, number>,
  { agora, importacaoId, operadorId }: Importacao,
) {
  const { rows } = await sql<{ id: number }>`
    with deve as (
      select documento, sum(valor_centavos)::bigint as aberto, count(*) as contas, min(vencimento_util) as mais_antigo
      from ${lote} i where cliente_novo and cria_conta
      group by documento)
    insert into cliente (id, documento, ${cadaCampo((campo) => campo)}, contato_id, status, operador_id,
      aberto_centavos, contas_abertas, vencimento_mais_antigo, importacao_id, created_at, updated_at) overriding system value
    select i.cliente_id, i.documento, ${cadaCampo((campo) => sql`i.${campo}`)}, t.contato_id,
      case when d.contas > 0 then 'ativo' else 'concluido' end, ${operadorId}::bigint,
      coalesce(d.aberto, 0), coalesce(d.contas, 0), d.mais_antigo, ${importacaoId}::bigint, ${agora}::timestamptz, ${agora}::timestamptz
    from ${lote} i left join deve d on d.documento = i.documento left join ${mapa(contatos)} on t.telefone = i.telefone
    where i.cria_cliente
    order by i.linha
    returning id`.execute(trx)
  return rows.map((linha) => linha.id)
}

export interface ClienteConhecido extends CompletadoPelaNota {
  id: number
  documento: string
  operador_id: number | null
}

/** The customers of these documents; locked, when they are about to be written. */
export async function clientesPorDocumento(
  trx: Trx,
  documentos: readonly string[],
  travados: boolean,
): Promise<ClienteConhecido[]> {
  const consulta = trx
    .selectFrom('cliente')
    .select(['id', 'documento', 'telefone', 'email', 'uf', 'municipio', 'operador_id'])
    .where('documento', '=', sql<string>`any(${documentos}::text[])`)
    .orderBy('id')
  const achados = await (travados ? consulta.forNoKeyUpdate() : consulta).execute()
  return achados.map((cliente) => ({ ...cliente, documento: cliente.documento! }))
}

/** What a note may fill in, where it is empty. */
export interface CompletadoPelaNota {
  telefone: string | null
  email: string | null
  uf: Uf | null
  municipio: string | null
}

export interface ClienteNovo extends CompletadoPelaNota {
  documento: string
  nome: string
}

/** Writes the customers that notes name: makes those that are new (`novos`: the id of each document), fills in the others. */
export async function salvarDasNotas(
  trx: Trx,
  clientes: { novos: readonly ClienteNovo[]; faltas: readonly (CompletadoPelaNota & { id: number })[] },
  importacao: Importacao,
): Promise<{ novos: Map<string, number>; atualizados: { id: number; antes: object }[] }> {
  // All at once: phones are locked in one order.
  const telefones = [...clientes.faltas, ...clientes.novos].flatMap(({ telefone }) => telefone ?? [])
  const contatos = await contatosDe(trx, importacao.chaveSecreta, telefones, ORIGEM, importacao.agora)
  const atualizados = await completar(trx, clientes.faltas, contatos, importacao)
  return { novos: await criarDasNotas(trx, clientes.novos, contatos, importacao), atualizados }
}

async function criarDasNotas(
  trx: Trx,
  novos: readonly ClienteNovo[],
  contatos: ReadonlyMap<string, number>,
  { agora, importacaoId, operadorId }: Importacao,
): Promise<Map<string, number>> {
  if (novos.length === 0) return new Map()
  const criados = await trx
    .insertInto('cliente')
    .values(
      novos.map((novo) => ({
        ...novo,
        contato_id: novo.telefone ? contatos.get(novo.telefone)! : null,
        status: 'concluido' as const,
        operador_id: operadorId,
        importacao_id: importacaoId,
        created_at: agora,
        updated_at: agora,
      })),
    )
    .returning(['id', 'documento'])
    .execute()
  return new Map(criados.map(({ id, documento }) => [documento!, id]))
}

/** Fills in what is empty in known customers, and overwrites nothing. They are locked already. */
async function completar(
  trx: Trx,
  faltas: readonly (CompletadoPelaNota & { id: number })[],
  contatos: ReadonlyMap<string, number>,
  { agora }: Importacao,
): Promise<{ id: number; antes: object }[]> {
  if (faltas.length === 0) return []
  const linhas = faltas.map((falta) => ({ ...falta, contato_id: falta.telefone ? contatos.get(falta.telefone) : null }))
  const { rows } = await sql<{ id: number; antes: object }>`
    with novo as (
      select c.id, n.telefone, n.email, n.uf, n.municipio, n.contato_id, ${ANTES}
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb)
          as n(id bigint, telefone text, email text, uf text, municipio text, contato_id bigint)
        join cliente c on c.id = n.id and c.anonimizado_em is null)
    update cliente c set
      telefone = coalesce(c.telefone, n.telefone),
      contato_id = case when c.telefone is null then coalesce(n.contato_id, c.contato_id) else c.contato_id end,
      email = coalesce(c.email, n.email), uf = coalesce(c.uf, n.uf), municipio = coalesce(c.municipio, n.municipio), updated_at = ${agora}
    from novo n where c.id = n.id returning c.id, n.antes`.execute(trx)
  return rows
}

/**
 * Hashes of customers' current state, to detect changes: of everything that a person or the engine may change, for
 * those that an import created; of the contact alone, for those it only changed. `ids` is a query of them. Hashes are
 * kept: in another order of columns no import of before could be undone.
 */
export const retratosDeClientes = (ids: RawBuilder<unknown>, inteiro: boolean): RawBuilder<unknown> => {
  const resto = inteiro
    ? sql`, status, operador_id, numero_chamadas, motivo_pausa, pausado_ate, nao_lidas, aberto_centavos, contas_abertas, anonimizado_em`
    : sql``
  return sql`select id, md5(row(nome, documento, telefone, email, codigo_externo, uf, municipio${resto})::text) as retrato
    from cliente where id in (${ids})`
}

/** Locks the customers that an import is taken back from, in the order of all locks. `ids` is a query of them. */
export async function travarDesfeitos(trx: Trx, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select count(*) from (select from cliente where id in (${ids}) order by id for no key update) c`.execute(
    trx,
  )
}

/** Gives back to customers what an import had changed in them. `itens` is a query of `id` and `antes`. */
export async function restaurarClientes(trx: Trx, itens: RawBuilder<unknown>, agora: Date): Promise<void> {
  await sql`
    update cliente c set ${cadaCampo((campo) => sql`${campo} = a.${campo}`)}, contato_id = a.contato_id, updated_at = ${agora}
    from (${itens}) i, jsonb_to_record(i.antes) as a(${cadaCampo((campo) => sql`${campo} text`)}, contato_id bigint)
    where c.id = i.id and i.antes is not null`.execute(trx)
}

/** Undoing an import completes no customer: one who owes nothing again did not pay. */
export async function esquecerConclusao(trx: Trx, ids: readonly number[]): Promise<void> {
  await trx
    .updateTable('cliente')
    .set({ concluido_em: null })
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('status', '=', 'concluido')
    .execute()
}

/** Takes back customers that an undone import had made: they have neither accounts nor messages left. Tells how many. */
export async function apagarImportados(trx: Trx, ids: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`delete from cliente where id in (${ids})`.execute(trx)
  return Number(numAffectedRows)
}
