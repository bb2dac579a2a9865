import { DIA_MS, HORA_MS } from '#domain/data.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import type { Servicos } from '#server/servicos.ts'
import { CANAL_MODELOS, haOQueEnviar, sincronizar } from './sincronizacao.ts'
import { apagarSuperadas } from './superadas.actions.ts'

const CADA_MS = 15_000
/** A webhook reports a review at once; polling the list is for when it does not come. */
const EM_ANALISE_MS = 60_000
const SEMPRE_MS = HORA_MS
/** What does not go is tried ever less often: Meta takes a hundred new templates of an account in an hour, refused ones included. */
const QUANDO_MUITO_MS = HORA_MS / 4

/**
 * Submits new templates soon, reads their state from Meta regularly and whenever a webhook reports a change, and deletes
 * superseded ones at Meta.
 */
export function trabalhosDeModelos(servicos: Servicos, agoraMs = () => performance.now()): Trabalho[] {
  let ultima = Number.NEGATIVE_INFINITY
  let impedidoMs = 0
  async function ler() {
    const impedimento = await sincronizar(servicos)
    if (impedimento) servicos.log.warn({ impedimento }, 'os modelos não puderam ser sincronizados')
    impedidoMs = impedimento ? Math.min(Math.max(2 * impedidoMs, CADA_MS), QUANDO_MUITO_MS) : 0
    ultima = agoraMs()
  }
  return [
    { nome: 'modelos', cadaMs: SEMPRE_MS, canal: CANAL_MODELOS, executar: ler },
    {
      nome: 'modelos em análise',
      cadaMs: CADA_MS,
      async executar() {
        const parado = agoraMs() - ultima
        if (parado < impedidoMs) return
        const vez = (await haOQueEnviar(servicos)) || ((await emAnalise(servicos)) && parado >= EM_ANALISE_MS)
        if (vez) await ler()
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
