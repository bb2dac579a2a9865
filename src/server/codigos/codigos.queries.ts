import { type RawBuilder, sql } from 'kysely'
import type { Codigo } from '#contract/codigos.ts'
import type { SituacaoDoCodigo, TipoDeCodigo } from '#domain/codigo.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** As many as a screen shows. */
const NA_TELA = 200

/** Codes with a text, the latest first: one that the PSP has not answered cannot be paid. `quantos` null: all. */
export const codigosDoCliente = (
  db: Db | Trx,
  clienteId: number,
  quantos: number | null = NA_TELA,
): Promise<Codigo[]> => ler(db, sql`c.cliente_id = ${clienteId} and c.copia_e_cola is not null`, quantos)

/** Those that ever asked for this account. */
export const codigosDaConta = (db: Db | Trx, contaId: number): Promise<Codigo[]> =>
  ler(db, sql`c.copia_e_cola is not null and c.id in (select codigo_id from codigo_conta where conta_id = ${contaId})`)

export async function lerCodigo(db: Db | Trx, id: number): Promise<Codigo | undefined> {
  const [codigo] = await ler(db, sql`c.id = ${id} and c.copia_e_cola is not null`)
  return codigo
}

/** Is it live, and still unanswered by the PSP? */
export async function esperaPeloPsp(db: Db | Trx, id: number): Promise<boolean> {
  const consulta = db.selectFrom('codigo').select('id').where('id', '=', id)
  return !!(await consulta.where('situacao', '=', 'emitido').where('copia_e_cola', 'is', null).executeTakeFirst())
}

/** The code that replaced one the PSP never answered: same amounts, accounts and agreement. */
export async function lerNoLugarDe(db: Db | Trx, id: number): Promise<Codigo | undefined> {
  const contas = (de: RawBuilder<unknown>) =>
    sql`(select array_agg(conta_id order by conta_id) from codigo_conta where codigo_id = ${de})`
  const [codigo] = await ler(
    db,
    sql`c.copia_e_cola is not null and c.id > ${id} and (c.cliente_id, c.valor_centavos, coalesce(c.negociacao_id, 0), ${contas(sql`c.id`)})
      = (select v.cliente_id, v.valor_centavos, coalesce(v.negociacao_id, 0), ${contas(sql`v.id`)} from codigo v where v.id = ${id})`,
  )
  return codigo
}

interface LinhaDoCodigo {
  id: number
  tipo: TipoDeCodigo
  txid: string
  copia_e_cola: string
  valor_centavos: number
  situacao: SituacaoDoCodigo
  vale_ate: string
  negociacao_id: number | null
  mensagem_id: number | null
  created_at: string
  contas: { id: number; numero: string; parcela: string | null; valor: number; encargos: number }[]
}

async function ler(db: Db | Trx, quais: RawBuilder<unknown>, quantos: number | null = NA_TELA): Promise<Codigo[]> {
  const { rows } = await sql<LinhaDoCodigo>`
    select c.id, c.tipo, c.txid, c.copia_e_cola, c.valor_centavos, c.situacao, c.vale_ate, c.negociacao_id, c.mensagem_id, c.created_at,
      (select json_agg(json_build_object('id', a.id, 'numero', a.numero, 'parcela', a.parcela, 'valor', p.valor_centavos,
        'encargos', p.encargos_centavos) order by a.vencimento, a.id)
        from codigo_conta p join conta a on a.id = p.conta_id where p.codigo_id = c.id) as contas
    from codigo c where ${quais} order by c.id desc limit ${quantos}::bigint`.execute(db)
  return rows.map(({ valor_centavos, contas, ...codigo }) => ({
    ...codigo,
    valor: emReais(valor_centavos),
    contas: contas.map((conta) => ({ ...conta, valor: emReais(conta.valor), encargos: emReais(conta.encargos) })),
  }))
}

/** How many of these accounts (a query of their ids) a code ever asked for. */
export async function contasComCodigo(trx: Trx, contas: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(distinct conta_id) as total from codigo_conta where conta_id in (${contas})`.execute(trx)
  return rows[0]!.total
}
