import type { z } from 'zod'
import type { Administrador, exportarAdministradores } from '#contract/administradores.ts'
import type { exportarOperadores, Operador } from '#contract/operadores.ts'
import type { Dia } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'
import { type Colunas, diaNaCelula, emCsv, reaisNaCelula } from '#server/http/planilha.ts'
import { buscarAdministradores } from './administradores.queries.ts'
import { buscarOperadores } from './operadores.queries.ts'

const COLUNAS: Colunas<Operador> = {
  nome: (um) => um.name,
  email: (um) => um.email,
  situacao: (um) => um.status,
  clientes_vinculados: (um) => String(um.clientes_vinculados),
  em_atendimento: (um) => String(um.clientes_em_atendimento),
  acordos_ativos: (um) => String(um.acordos_ativos),
  contatos_mes: (um) => String(um.contatos_mes),
  recebido_mes: (um) => reaisNaCelula(um.valor_recebido_mes),
  ultima_entrada: (um) => diaNaCelula(um.ultima_entrada_em),
  desde: (um) => diaNaCelula(um.created_at),
}
const POR_VEZ = 100

const DE_ADMINISTRADOR: Colunas<Administrador> = {
  nome: (um) => um.name,
  email: (um) => um.email,
  situacao: (um) => um.status,
  segundo_fator: (um) => (um.segundo_fator ? 'sim' : 'não'),
  ultima_entrada: (um) => diaNaCelula(um.ultima_entrada_em),
  desde: (um) => diaNaCelula(um.created_at),
}

/** The operators found, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const operadoresEmCsv = (db: Db, filtro: z.output<typeof exportarOperadores.schema.querystring>, hoje: Dia) =>
  emCsv(
    COLUNAS,
    percorrer((pagina) => buscarOperadores(db, { ...filtro, ...pagina }, hoje)),
  )

/** The same of administrators. */
export const administradoresEmCsv = (db: Db, filtro: z.output<typeof exportarAdministradores.schema.querystring>) =>
  emCsv(
    DE_ADMINISTRADOR,
    percorrer((pagina) => buscarAdministradores(db, { ...filtro, ...pagina })),
  )

async function* percorrer<T>(
  ler: (pagina: { page: number; per_page: number }) => Promise<{ data: T[]; last_page: number }>,
): AsyncGenerator<T[]> {
  for (let page = 1, ultima = 1; page <= ultima; page += 1) {
    const { data, last_page } = await ler({ page, per_page: POR_VEZ })
    ultima = last_page
    yield data
  }
}
