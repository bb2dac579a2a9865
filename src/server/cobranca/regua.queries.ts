import type { Regua } from '#contract/cobranca.ts'
import { feriadosNacionais } from '#domain/calendario.ts'
import type { Dia } from '#domain/data.ts'
import { versaoDe } from '#server/configuracao/versao.ts'
import type { Db, Trx } from '#server/db/schema.ts'

/** The company's own holidays, in order; `nome` null where they gave it none. */
export const listarFeriados = (db: Db | Trx): Promise<{ dia: Dia; nome: string | null }[]> =>
  db.selectFrom('feriado').select(['dia', 'nome']).orderBy('dia').execute()

/** Of what is stored; the national holidays change with the year. */
export const versaoDaRegua = ({ feriados_nacionais: _, ...regua }: Regua): string => versaoDe(regua)

/** The cadence and its settings, as the contract speaks them. */
export async function verRegua(db: Db | Trx, hoje: Dia): Promise<Regua> {
  const linha = await db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
  const passos = await db.selectFrom('passo_regua').select(['id', 'dias', 'tipo', 'ativo']).orderBy('dias').execute()
  const feriados = await listarFeriados(db)
  const ano = Number(hoje.slice(0, 4))
  return {
    passos,
    dias_uteis: linha.dias_uteis,
    horario: {
      inicio: linha.inicio,
      fim: linha.fim,
      sabado_inicio: linha.sabado_inicio,
      sabado_fim: linha.sabado_fim,
    },
    feriados: feriados.map(({ dia }) => dia),
    nomes_feriados: Object.fromEntries(feriados.flatMap(({ dia, nome }) => (nome === null ? [] : [[dia, nome]]))),
    feriados_nacionais: [...feriadosNacionais(ano), ...feriadosNacionais(ano + 1)],
    max_tentativas: linha.max_tentativas,
    intervalo_minimo_dias: linha.intervalo_minimo_dias,
    multa_percentual: linha.multa_centesimos / 100,
    juros_percentual_mes: linha.juros_mes_centesimos / 100,
  }
}
