import { sql } from 'kysely'
import type { z } from 'zod'
import type { resumoConciliacao } from '#contract/fechamento.ts'
import { type Dia, diasEntre } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import { FAIXAS_DE_IDADE, PARTES_DO_RECEBIDO, type ParteDoRecebido, SITUACOES_INDECISAS } from '#domain/movimento.ts'
import { lista } from '#server/db/lista.ts'
import type { Db } from '#server/db/schema.ts'
import { contadosDaParte } from './contagem.queries.ts'
import { diasDaIdade } from './filtros.queries.ts'

type Resumo = z.output<(typeof resumoConciliacao.schema.response)[200]>
type Periodo = z.output<typeof resumoConciliacao.schema.querystring>

interface Totais extends Record<ParteDoRecebido, number> {
  automaticas: number
  valor_automatico: number
  decididas: number
  valor_decidido: number
  a_espera: number
  valor_a_espera: number
}

/** A period's closing out of what is kept of each day (`contagem_movimento`), by the day on which payers paid. Its parts add up because each movement's do. */
export async function resumirConciliacao(db: Db, { de, ate }: Periodo, hoje: Dia): Promise<Resumo> {
  const noPeriodo = sql`${de ? sql`dia >= ${de}::date` : sql`true`} and ${ate ? sql`dia <= ${ate}::date` : sql`true`}`
  const partes = PARTES_DO_RECEBIDO.map(
    (parte) => sql`coalesce(sum(${contadosDaParte(parte)}), 0)::bigint as ${sql.ref(parte)}`,
  )
  const { rows } = await sql<Totais>`
    select ${sql.join(partes)},
      coalesce(sum(automaticas), 0)::int as automaticas,
      coalesce(sum(automatico_centavos), 0)::bigint as valor_automatico,
      coalesce(sum(creditos) filter (where situacao <> 'ignorado'), 0)::int as decididas,
      coalesce(sum(recebido_centavos) filter (where situacao <> 'ignorado'), 0)::bigint as valor_decidido,
      -- Only credits and refunds are ever undecided.
      coalesce(sum(movimentos - creditos) filter (where situacao = 'novo'), 0)::int as a_espera,
      coalesce(sum(valor_centavos - recebido_centavos) filter (where situacao = 'novo'), 0)::bigint as valor_a_espera
    from contagem_movimento where ${noPeriodo}`.execute(db)
  const totais = rows[0]!
  return {
    recebido: emReais(totais.recebido),
    aplicado: emReais(totais.aplicado),
    credito: emReais(totais.credito),
    sem_dono: emReais(totais.sem_dono),
    ignorado: emReais(totais.ignorado),
    devolvido: emReais(totais.devolvido),
    tarifas: emReais(totais.tarifas),
    taxa_automatica_linhas: razao(totais.automaticas, totais.decididas),
    taxa_automatica_valor: razao(totais.valor_automatico, totais.valor_decidido),
    por_idade: await porIdade(db, noPeriodo, hoje),
    devolucoes_a_espera: { movimentos: totais.a_espera, valor: emReais(totais.valor_a_espera) },
  }
}

const razao = (parte: number, todo: number): number => (todo === 0 ? 0 : parte / todo)

async function porIdade(db: Db, noPeriodo: ReturnType<typeof sql>, hoje: Dia): Promise<Resumo['por_idade']> {
  const { rows } = await sql<{ dia: Dia; movimentos: number; centavos: number }>`
    select dia, sum(creditos)::int as movimentos, sum(sem_dono_centavos)::bigint as centavos
    from contagem_movimento where situacao in ${lista(SITUACOES_INDECISAS)} and ${noPeriodo} group by 1`.execute(db)
  return FAIXAS_DE_IDADE.map((faixa) => {
    const { de, ate } = diasDaIdade(faixa)
    const dela = rows.filter(({ dia }) => {
      const dias = diasEntre(dia, hoje)
      return dias >= de && (ate === null || dias <= ate)
    })
    return {
      faixa,
      movimentos: dela.reduce((soma, { movimentos }) => soma + movimentos, 0),
      valor: emReais(dela.reduce((soma, { centavos }) => soma + centavos, 0)),
    }
  })
}
