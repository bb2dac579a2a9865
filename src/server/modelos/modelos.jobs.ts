import { DIA_MS, HORA_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { CANAL_MODELOS, haOQueEnviar, sincronizar } from './sincronizacao.ts'
import { apagarSuperadas } from './superadas.actions.ts'

const CADA_MS = 15_000
/** A webhook reports a review at once; polling the list is for when it does not come. */
const EM_ANALISE_MS = 60_000
const SEMPRE_MS = HORA_MS

/**
 * Submits new templates soon, reads their state from Meta regularly and whenever a webhook reports a change, and deletes
 * superseded ones at Meta.
 */
export function trabalhosDeModelos(servicos: Servicos): Trabalho[] {
  let ultima = Number.NEGATIVE_INFINITY
  async function ler() {
    const impedimento = await sincronizar(servicos)
    if (impedimento) servicos.log.warn({ impedimento }, 'os modelos não puderam ser sincronizados')
    ultima = performance.now()
  }
  return [
    { nome: 'modelos', cadaMs: SEMPRE_MS, canal: CANAL_MODELOS, executar: ler },
    {
      nome: 'modelos em análise',
      cadaMs: CADA_MS,
      async executar() {
        const parado = performance.now() - ultima
        const vez = (await haOQueEnviar(servicos)) || ((await emAnalise(servicos)) && parado >= EM_ANALISE_MS)
        return vez ? ler() : undefined
      },
    },
    {
      nome: 'modelos superados',
      cadaMs: DIA_MS,
      async executar() {
        const impedimento = await apagarSuperadas(servicos)
        if (impedimento) servicos.log.warn({ impedimento }, 'os modelos superados não puderam ser apagados na Meta')
      },
    },
  ]
}

const emAnalise = async ({ db }: Servicos) =>
  Boolean(
    await db
      .selectFrom('modelo_versao')
      .leftJoin('modelo_botao', 'versao_id', 'id')
      .select('id')
      .where((eb) =>
        eb.or([eb('modelo_versao.situacao', '=', 'pendente'), eb('modelo_botao.situacao', '=', 'pendente')]),
      )
      .limit(1)
      .executeTakeFirst(),
  )
