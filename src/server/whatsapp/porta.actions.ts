import type { AcaoDoLog } from '#domain/log.ts'
import type { Db } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'

/** What happened at the webhook's door, for who is setting the account up. */
const FATOS = {
  'whatsapp.confirmar_webhook': { nivel: 'info', descricao: 'A Meta confirmou o endereço do webhook.' },
  'whatsapp.recusar_webhook': {
    nivel: 'aviso',
    descricao: 'Um pedido de confirmação do webhook chegou com outro token de verificação e foi recusado.',
  },
  'whatsapp.recusar_assinatura': {
    nivel: 'aviso',
    descricao: 'Um aviso do WhatsApp chegou sem a assinatura esperada e foi recusado.',
  },
} as const satisfies Partial<Record<AcaoDoLog, Pick<Registro, 'nivel' | 'descricao'>>>
export type FatoDaPorta = keyof typeof FATOS

/** Anybody may knock: one line a minute of each kind is all that is kept. */
const ANOTAR_MS = 60_000

export function criarPorteiro(db: Db, agora: () => Date) {
  const anotados = new Map<FatoDaPorta, number>()
  return async (fato: FatoDaPorta): Promise<void> => {
    if (performance.now() - (anotados.get(fato) ?? Number.NEGATIVE_INFINITY) < ANOTAR_MS) return
    anotados.set(fato, performance.now())
    await registrar(db, { agora: agora(), acao: fato, ...FATOS[fato] })
  }
}
