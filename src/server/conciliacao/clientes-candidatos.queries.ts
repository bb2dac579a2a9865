import { sql } from 'kysely'
import { type ClienteCandidato, numerosDaConta } from '#domain/candidatos.ts'
import { nomeDaConta, retratar } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import type { Taxas } from '#domain/encargos.ts'
import { vetor } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { PARCELAS } from '#server/saldo/parcelas.queries.ts'

/** At most this many accounts per customer: the oldest, and those that a number or the amount names. */
const CONTAS_DE_CADA_UM = 500

/** Either side may carry the check digit and the other not (`mesmoTitulo` of the domain judges). */
export const contasDoTitulo = sql`
  select id, cliente_id from conta where nosso_numero is not null and numero_canonico(nosso_numero) = m.titulo
  union select id, cliente_id from conta where nosso_numero is not null and numero_canonico(nosso_numero) = left(m.titulo, -1)
  union select id, cliente_id from conta where nosso_numero is not null and left(numero_canonico(nosso_numero), -1) = m.titulo`

interface ContaLida {
  id: number
  cliente_id: number
  numero: string
  parcela: string | null
  parcelas: number | null
  origem: string
  chave_nfe: string | null
  negociacao_id: number | null
  nosso_numero: string | null
  banco: string | null
  vencimento: Dia
  vencimento_util: Dia
  situacao: Linha<'conta'>['situacao']
  valor_centavos: number
  pago_centavos: number
}

export interface ClienteLido {
  id: number
  nome: string
  documento: string | null
  contas: ContaLida[]
}

/** Customers with what they owe, the oldest first, and with the accounts that are named, whatever became of them. */
export async function lerClientes(
  db: Db | Trx,
  ids: readonly number[],
  nomeadas: readonly number[],
): Promise<Map<number, ClienteLido>> {
  if (ids.length === 0) return new Map()
  const { rows: abertas } = await sql<ContaLida>`
    select ${COLUNAS} from unnest(${vetor(ids)}::bigint[]) as c(id), lateral (select * from conta
      where cliente_id = c.id and situacao = 'aberta' order by vencimento_util, id limit ${sql.lit(CONTAS_DE_CADA_UM)}) as conta`.execute(
    db,
  )
  const lidas = new Set(abertas.map(({ id }) => id))
  const contas = [
    ...abertas,
    ...(await lerNomeadas(
      db,
      [...new Set(nomeadas)].filter((id) => !lidas.has(id)),
    )),
  ]
  const porCliente = Map.groupBy(contas, ({ cliente_id }) => cliente_id)
  const clientes = await db
    .selectFrom('cliente')
    .select(['id', 'nome', 'documento'])
    .where('id', '=', sql<number>`any(${vetor(ids)}::bigint[])`)
    .execute()
  return new Map(clientes.map((cliente) => [cliente.id, { ...cliente, contas: porCliente.get(cliente.id) ?? [] }]))
}

const COLUNAS = sql`conta.id, conta.cliente_id, conta.numero, conta.parcela, ${PARCELAS}, conta.origem, conta.chave_nfe,
  conta.acordo_id as negociacao_id, conta.nosso_numero, left(conta.linha_digitavel, 3) as banco, conta.vencimento, conta.vencimento_util, conta.situacao,
  conta.valor_centavos, conta.pago_centavos`

async function lerNomeadas(db: Db | Trx, ids: readonly number[]): Promise<ContaLida[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ContaLida>`select ${COLUNAS} from conta where id = any(${vetor(ids)}::bigint[])`.execute(
    db,
  )
  return rows
}

/** A customer as it stood on the payer's day. */
export const noDia = ({ id, nome, documento, contas }: ClienteLido, dia: Dia, taxas: Taxas): ClienteCandidato => ({
  id,
  nome,
  documento,
  contas: contas.map((conta) => {
    const { abertoCentavos, atualizadoCentavos } = retratar(contaNoDia(conta), dia, taxas)
    return {
      id: conta.id,
      clienteId: id,
      nome: nomeDaConta(conta),
      nossoNumero: conta.nosso_numero,
      banco: conta.banco,
      numeros: numerosDaConta(conta),
      valorCentavos: conta.valor_centavos,
      vencimento: conta.vencimento,
      aberta: conta.situacao === 'aberta',
      emAcordo: conta.situacao === 'negociada',
      abertoCentavos,
      devidoCentavos: atualizadoCentavos,
    }
  }),
})
