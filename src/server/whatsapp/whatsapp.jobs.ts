import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { CANAL_ENTRADA, esquecerEventos } from './entrada.actions.ts'
import { processarEntrada } from './inbox.ts'
import { vigiarStatus } from './silencio.actions.ts'
import { CANAL_CONTA, verificarConta } from './verificacao.actions.ts'

const ENTRADA_MS = 1_000
const CONTA_MS = 10 * 60_000
const SILENCIO_MS = 60_000
const LIMPEZA_MS = 3_600_000

/** The inbox, as soon as something is stored; whether Meta still tells of what was sent; and the account, now and then and when something says to look. */
export function trabalhosDoWhatsapp(servicos: Servicos): Trabalho[] {
  return [
    {
      nome: 'entrada',
      cadaMs: ENTRADA_MS,
      canal: CANAL_ENTRADA,
      executar: (sinal) => processarEntrada(servicos, sinal),
    },
    {
      nome: 'conta do WhatsApp',
      cadaMs: CONTA_MS,
      canal: CANAL_CONTA,
      async executar() {
        servicos.whatsapp.esquecer()
        await comTravaGlobal(servicos.db, 'conta-whatsapp', () => verificarConta(servicos))
        return undefined
      },
    },
    {
      nome: 'notícia das mensagens',
      cadaMs: SILENCIO_MS,
      async executar() {
        await vigiarStatus(servicos)
        return undefined
      },
    },
    {
      nome: 'limpeza da entrada',
      cadaMs: LIMPEZA_MS,
      async executar() {
        await esquecerEventos(servicos.db, servicos.relogio.agora())
        return undefined
      },
    },
  ]
}
