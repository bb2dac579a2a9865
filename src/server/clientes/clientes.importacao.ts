import { type Kysely, type RawBuilder, sql } from 'kysely'
import { CAMPOS_DO_CADASTRO } from '#domain/alteracao.ts'
import type { Database, Trx } from '#server/db/schema.ts'
import { contatosDe } from './contatos.actions.ts'

/** Where the number came from, in words: it is shown beside the customer's consent. */
export const ORIGEM = 'importação de clientes'

/** What is said of each column that a spreadsheet brings of a customer. */
export const cadaCampo = (dizer: (campo: RawBuilder<unknown>) => RawBuilder<unknown>, entre = sql`, `) =>
  sql.join(
    CAMPOS_DO_CADASTRO.map((campo) => dizer(sql.ref(campo))),
    entre,
  )

/** The customer `c` before a change, as `restaurarClientes` gives it back. */
export const ANTES = sql`jsonb_build_object(${sql.join(
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
