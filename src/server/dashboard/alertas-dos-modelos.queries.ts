import { sql } from 'kysely'
import type { Alerta } from '#contract/dashboard.ts'
import { nomeDoPasso } from '#domain/explicacao.ts'
import type { TipoModelo } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { enumerar } from '#domain/plural.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db } from '#server/db/schema.ts'

/** Steps of the régua of which nothing goes out, because Meta paused or refused their template: nobody is billed on those days. */
export async function alertasDosModelos(db: Db): Promise<Alerta[]> {
  const { rows } = await sql<{ tipo: TipoModelo; dias: number[] }>`
    select p.tipo, array_agg(p.dias order by p.dias) as dias from passo_regua p
    where p.ativo and exists (select from modelo_versao v
      where v.tipo = p.tipo and v.apagada_em is null and v.situacao in ('pausado', 'rejeitado'))
    group by p.tipo order by min(p.dias)`.execute(db)
  const emUso = rows.length > 0 ? await modelosAprovados(db) : new Map()
  const parados = rows.filter(({ tipo }) => !emUso.has(tipo))
  if (parados.length === 0) return []
  const quais = enumerar(parados.map(({ tipo }) => `“${MODELOS_PADRAO[tipo].titulo}”`))
  const passos = parados.flatMap(({ dias }) => dias.map((um) => nomeDoPasso(um).replace(/,.*/, '')))
  const quaisPassos = passos.length === 1 ? `o passo ${passos[0]} não sai` : `os passos ${enumerar(passos)} não saem`
  const mensagem = `A Meta pausou ou recusou ${quais}: ${quaisPassos} até que ela aprove um texto ou a pausa termine.`
  return [{ codigo: 'modelo_parado', titulo: 'A régua está parada em parte', desde: null, mensagem, erro: null }]
}
