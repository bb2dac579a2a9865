import { sql } from 'kysely'
import type { PoliticaDeNegociacao } from '#contract/politica.ts'
import { emReais } from '#domain/dinheiro.ts'
import { type FaixaDaPolitica, type Politica, SEM_POLITICA } from '#domain/politica.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The policy in force; `versao` 0 before any was written. */
export type PoliticaEmVigor = Politica & { versao: number }

interface Linha {
  versao: number
  ativa: boolean
  faixas: FaixaDaPolitica[]
  segundo_acordo_entrada_centesimos: number
  usuario_id: number | null
  autor: string | null
  desde: string
}

async function lerVersoes(db: Db | Trx, quantas: number): Promise<Linha[]> {
  const { rows } = await sql<Linha>`
    select p.*, (select name from usuario where id = p.usuario_id) as autor
    from politica_negociacao p order by versao desc limit ${quantas}`.execute(db)
  return rows
}

export async function lerPolitica(db: Db | Trx): Promise<PoliticaEmVigor> {
  const [linha] = await lerVersoes(db, 1)
  if (!linha) return { ...SEM_POLITICA, versao: 0 }
  const { versao, ativa, faixas, segundo_acordo_entrada_centesimos: segundoAcordoEntradaCentesimos } = linha
  return { versao, ativa, faixas, segundoAcordoEntradaCentesimos }
}

/** The policy in force, as its screen shows it. */
export async function verPolitica(db: Db | Trx): Promise<PoliticaDeNegociacao> {
  const [linha] = await lerVersoes(db, 1)
  return linha
    ? naApi(linha)
    : { ativa: false, faixas: [], segundo_acordo_entrada: 0, versao: 0, desde: null, autor: null }
}

const VERSOES = 200

export const versoesDaPolitica = async (db: Db): Promise<PoliticaDeNegociacao[]> =>
  (await lerVersoes(db, VERSOES)).map(naApi)

const naApi = (linha: Linha): PoliticaDeNegociacao => ({
  ativa: linha.ativa,
  faixas: linha.faixas.map((faixa) => ({
    de_dias: faixa.deDias,
    ate_dias: faixa.ateDias,
    desconto_encargos: faixa.descontoEncargosCentesimos / 100,
    desconto_principal: faixa.descontoPrincipalCentesimos / 100,
    entrada_minima: faixa.entradaMinimaCentesimos / 100,
    parcelas_max: faixa.parcelasMax,
    parcela_minima: emReais(faixa.parcelaMinimaCentavos),
  })),
  segundo_acordo_entrada: linha.segundo_acordo_entrada_centesimos / 100,
  versao: linha.versao,
  desde: linha.desde,
  autor: linha.usuario_id === null ? null : { id: linha.usuario_id, name: linha.autor ?? '' },
})
