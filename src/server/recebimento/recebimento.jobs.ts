import { trabalhoDaEntrada } from '#server/entrada/entrada.jobs.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { enderecarWebhook } from './enderecar.actions.ts'
import { doPsp } from './inbox.ts'
import { CANAL_PSP } from './recebimento.actions.ts'
import { CADA_MS, varrer } from './varredura.actions.ts'

/** Processes the PSP's webhooks and polls it, on one node at a time. */
export function trabalhosDoRecebimento(servicos: Servicos): Trabalho[] {
  let primeira = true
  return [
    trabalhoDaEntrada(servicos, doPsp(servicos)),
    {
      nome: 'varredura do Pix',
      cadaMs: CADA_MS,
      canal: CANAL_PSP,
      async executar(sinal) {
        const agoraMesmo = primeira
        primeira = false
        servicos.pix.esquecer()
        await comTravaGlobal(servicos.db, 'varredura do Pix', async (trava) => {
          await varrer(servicos, trava, sinal, agoraMesmo)
          if (!sinal.aborted) await enderecarWebhook(servicos, agoraMesmo)
        })
      },
    },
  ]
}
