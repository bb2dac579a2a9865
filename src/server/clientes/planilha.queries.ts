import type { Cliente } from '#contract/clientes.ts'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { formatarTelefone } from '#domain/telefone.ts'
import { percorrerTodos } from './clientes.queries.ts'

const COLUNAS: Record<string, (cliente: Cliente) => string | number | null> = {
  nome: (cliente) => cliente.nome,
  documento: (cliente) => cliente.documento,
  telefone: (cliente) => cliente.telefone && formatarTelefone(cliente.telefone),
  email: (cliente) => cliente.email,
  codigo_externo: (cliente) => cliente.codigo_externo,
  situacao: (cliente) => cliente.status,
  operador: (cliente) => cliente.operador?.name ?? null,
  em_aberto: (cliente) => reais(cliente.valor_em_aberto),
  contas_em_aberto: (cliente) => cliente.contas_em_aberto,
  contas_vencidas: (cliente) => cliente.contas_vencidas,
  dias_atraso: (cliente) => cliente.dias_atraso,
  chamadas: (cliente) => cliente.numero_chamadas,
}

const reais = (valor: number) => valor.toFixed(2).replace('.', ',')

/** The customers found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export async function* clientesEmCsv(...busca: Parameters<typeof percorrerTodos>): AsyncGenerator<string> {
  yield BOM + linhaCsv(Object.keys(COLUNAS))
  for await (const clientes of percorrerTodos(...busca)) {
    yield clientes.map((cliente) => linhaCsv(Object.values(COLUNAS).map((ler) => String(ler(cliente) ?? '')))).join('')
  }
}
