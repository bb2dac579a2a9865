import { trabalhoDaEntrada } from '#server/entrada/entrada.jobs.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { daMeta } from './inbox.ts'
import { vigiarStatus } from './silencio.actions.ts'
import { continuarAEsquecer } from './troca-de-conta.actions.ts'
import { CANAL_CONTA, faltaVerificarDeNovo, verificarConta } from './verificacao.actions.ts'

const CONTA_MS = 10 * 60_000
const CONTA_DE_NOVO_MS = 60_000
const SILENCIO_MS = 60_000

/** Processes the inbox as soon as something is stored; checks whether Meta still sends statuses; checks the account regularly or when needed; forgets what belonged to another. */
export function trabalhosDoWhatsapp(servicos: Servicos): Trabalho[] {
  const ouveDesde = servicos.relogio.agora()
  return [
    trabalhoDaEntrada(servicos, daMeta(servicos)),
    {
      nome: 'conta do WhatsApp',
      cadaMs: CONTA_MS,
      canal: CANAL_CONTA,
      async executar() {
        servicos.whatsapp.esquecer()
        await comTravaGlobal(servicos.db, 'conta-whatsapp', () => verificarConta(servicos))
      },
    },
    {
      nome: 'conta do WhatsApp, de novo',
      cadaMs: CONTA_DE_NOVO_MS,
      async executar() {
        // Asked without the lock: who holds it makes the other check be passed over.
        if (await faltaVerificarDeNovo(servicos.db))
          await comTravaGlobal(servicos.db, 'conta-whatsapp', () => verificarConta(servicos))
      },
    },
    {
      nome: 'identificações da outra conta',
      cadaMs: CONTA_MS,
      canal: CANAL_CONTA,
      executar: () => continuarAEsquecer(servicos.db),
    },
    {
      nome: 'notícia das mensagens',
      cadaMs: SILENCIO_MS,
      executar: () => vigiarStatus(servicos, ouveDesde),
    },
  ]
}
