import { sql } from 'kysely'
import type { StatusCliente } from '#domain/cliente.ts'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { diasAtraso } from '#domain/encargos.ts'
import { formatarTelefone } from '#domain/telefone.ts'
import type { Contexto } from './cliente.queries.ts'

/** Of a customer only what the spreadsheet says: whom the engine writes to next, and what was last said, cost far more. */
interface NaPlanilha {
  nome: string
  documento: string | null
  telefone: string | null
  email: string | null
  codigo_externo: string | null
  status: StatusCliente
  operador: string | null
  aberto_centavos: number
  contas_abertas: number
  vencidas: number
  vencimento_mais_antigo: Dia | null
  numero_chamadas: number
}

const COLUNAS: Record<string, (cliente: NaPlanilha, hoje: Dia) => string | number | null> = {
  nome: (cliente) => cliente.nome,
  documento: (cliente) => cliente.documento,
  telefone: (cliente) => cliente.telefone && formatarTelefone(cliente.telefone),
  email: (cliente) => cliente.email,
  codigo_externo: (cliente) => cliente.codigo_externo,
  situacao: (cliente) => cliente.status,
  operador: (cliente) => cliente.operador,
  em_aberto: (cliente) => reais(emReais(cliente.aberto_centavos)),
  contas_em_aberto: (cliente) => cliente.contas_abertas,
  contas_vencidas: (cliente) => cliente.vencidas,
  dias_atraso: ({ vencimento_mais_antigo: dia }, hoje) => (dia === null ? 0 : diasAtraso(dia, hoje)),
  chamadas: (cliente) => cliente.numero_chamadas,
}

const reais = (valor: number) => valor.toFixed(2).replace('.', ',')

const LINHAS_POR_VEZ = 1_000

/**
 * These customers, as a spreadsheet that a Brazilian Excel opens, safe against formulas. Their ids were read at once: who
 * is moved while the file is written is neither lost nor told twice.
 */
export async function* clientesEmCsv(contexto: Contexto, ids: number[]): AsyncGenerator<string> {
  const hoje = diaDe(contexto.agora)
  const ler = Object.values(COLUNAS)
  yield BOM + linhaCsv(Object.keys(COLUNAS))
  for (let de = 0; de < ids.length; de += LINHAS_POR_VEZ) {
    const clientes = await lerParaPlanilha(contexto, ids.slice(de, de + LINHAS_POR_VEZ), hoje)
    yield clientes.map((cliente) => linhaCsv(ler.map((um) => String(um(cliente, hoje) ?? '')))).join('')
  }
}

async function lerParaPlanilha({ db }: Contexto, ids: number[], hoje: Dia): Promise<NaPlanilha[]> {
  const { rows } = await sql<NaPlanilha>`
    select c.nome, c.documento, c.telefone, c.email, c.codigo_externo, c.status, u.name as operador, c.aberto_centavos,
      c.contas_abertas, c.vencimento_mais_antigo, c.numero_chamadas, (select count(*)::int from conta
        where cliente_id = c.id and situacao = 'aberta' and vencimento_util < ${hoje}::date) as vencidas
    from unnest(${ids}::bigint[]) with ordinality as pedidos(id, ordem)
      join cliente c on c.id = pedidos.id left join usuario u on u.id = c.operador_id
    order by pedidos.ordem`.execute(db)
  return rows
}
