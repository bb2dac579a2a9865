import type { z } from 'zod'
import type { exportarExecucao } from '#contract/cobranca.ts'
import { BOM, linhaCsv } from '#domain/csv.ts'
import { formatarDia } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'
import { verExecucao } from './execucao.queries.ts'

type Relatorio = Awaited<ReturnType<typeof verExecucao>>
const COLUNAS: Record<string, (um: Relatorio['data'][number]) => string> = {
  dia: (um) => formatarDia(um.dia),
  cliente_id: (um) => String(um.cliente.id),
  cliente: (um) => um.cliente.nome,
  enviada: (um) => (um.enviada ? 'sim' : 'não'),
  motivo: (um) => um.motivo,
  passo: (um) => String(um.passo ?? ''),
  detalhe: (um) => um.detalhe,
}
const POR_VEZ = 1_000

/** Why each customer was or was not billed, as a spreadsheet that a Brazilian Excel opens, safe against formulas; 404 before its first row. */
export async function execucaoEmCsv(
  db: Db,
  id: number,
  filtro: z.output<typeof exportarExecucao.schema.querystring>,
): Promise<AsyncGenerator<string>> {
  const ler = (page: number) => verExecucao(db, id, { ...filtro, page, per_page: POR_VEZ })
  const primeira = await ler(1)
  return linhas(primeira, ler)
}

async function* linhas(primeira: Relatorio, ler: (page: number) => Promise<Relatorio>): AsyncGenerator<string> {
  yield BOM + linhaCsv(Object.keys(COLUNAS)) + escrever(primeira)
  for (let page = 2; page <= primeira.last_page; page += 1) yield escrever(await ler(page))
}

const escrever = ({ data }: Relatorio) =>
  data.map((um) => linhaCsv(Object.values(COLUNAS).map((celula) => celula(um)))).join('')
