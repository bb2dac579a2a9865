import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { nomeDoPasso } from '#domain/explicacao.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { enumerar } from '#domain/plural.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db } from '#server/db/schema.ts'

/**
 * Steps of the régua, and reminders of instalments while an agreement runs, of which nothing goes out, because Meta paused or refused their
 * template: nobody is billed on those days.
 */
export async function alertasDosModelos(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ tipo: TipoModelo; dias: number[] }>`
    select u.tipo, u.dias from (
      select tipo, array_agg(dias order by dias) as dias from passo_regua where ativo group by tipo
      union all select ${PARCELA}, '{}' where exists (select from negociacao where status = 'ativa')) u
    where exists (select from modelo_versao v
      where v.tipo = u.tipo and v.apagada_em is null and v.situacao in ('pausado', 'rejeitado'))
    order by u.dias[1] nulls last`.execute(db)
  const emUso = rows.length > 0 ? await modelosAprovados(db) : new Map()
  const parados = rows.filter(({ tipo }) => !emUso.has(tipo))
  if (parados.length === 0) return []
  const quais = enumerar(parados.map(({ tipo }) => `“${MODELOS_PADRAO[tipo].titulo}”`))
  const passos = parados.flatMap(({ dias }) => dias.map((um) => nomeDoPasso(um).replace(/,.*/, '')))
  const oQue = [
    ...(passos.length > 0 ? [`${passos.length === 1 ? 'o passo' : 'os passos'} ${enumerar(passos)}`] : []),
    ...(parados.some(({ tipo }) => tipo === PARCELA) ? ['os lembretes de parcela'] : []),
  ]
  const saem = oQue.length === 1 && passos.length === 1 ? 'não sai' : 'não saem'
  const mensagem = `A Meta pausou ou recusou ${quais}: ${enumerar(oQue)} ${saem} até que ela aprove um texto ou a pausa termine.`
  return [{ codigo: 'modelo_parado', titulo: 'A régua está parada em parte', desde: null, mensagem, erro: null }]
}

const PARCELA = 'parcela' satisfies TipoModelo
