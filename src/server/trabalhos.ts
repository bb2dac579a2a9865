import type { Config } from '#server/config.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { trabalhosDeModelos } from '#server/modelos/modelos.jobs.ts'
import type { Servicos } from '#server/servicos.ts'
import { esquecerAcessosAntigos } from '#server/sessao/sessao.jobs.ts'
import { trabalhosDoWhatsapp } from '#server/whatsapp/whatsapp.jobs.ts'

const HORA_MS = 3_600_000

/** Everything that runs by itself, on every node. */
export function trabalhosDe(servicos: Servicos, _config: Config): Trabalho[] {
  return [
    ...trabalhosDeModelos(servicos),
    ...trabalhosDoWhatsapp(servicos),
    {
      nome: 'limpeza',
      cadaMs: HORA_MS,
      async executar() {
        await esquecerAcessosAntigos(servicos)
        return undefined
      },
    },
  ]
}
