import { sql } from 'kysely'
import type { RecusaDeWebhook } from '#domain/entrada.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import type { Db } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'

/** What happened at the webhook, for whoever is setting the account up. */
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

/** The User-Agent of our own check of the address, so that it is not taken for Meta. */
export const AGENTE_DA_CONFERENCIA = 'SistemaDeCobranca/conferencia'

/** Anybody may call: one line a minute of each kind is all that is kept. */
const ANOTAR_MS = 60_000

export function criarPorteiro(db: Db, agora: () => Date) {
  const anotados = new Map<FatoDaPorta, number>()
  return async (fato: FatoDaPorta): Promise<void> => {
    if (performance.now() - (anotados.get(fato) ?? Number.NEGATIVE_INFINITY) < ANOTAR_MS) return
    anotados.set(fato, performance.now())
    // After a refusal the confirmation is always logged, even within the minute: only Meta can cause it.
    if (fato === 'whatsapp.recusar_webhook') anotados.delete('whatsapp.confirmar_webhook')
    await registrar(db, { agora: agora(), acao: fato, ...FATOS[fato] })
  }
}

const GRAVAR_MS = 1_000

/** Counts what was refused, for people to see: one write a second, however many knock. */
export function criarContadorDeRecusas(db: Db, agora: () => Date, aoFalhar: (erro: unknown) => void) {
  let contadas = new Map<RecusaDeWebhook, number>()
  let espera: NodeJS.Timeout | undefined
  async function gravar(): Promise<void> {
    clearTimeout(espera)
    espera = undefined
    const linhas = [...contadas].map(([motivo, total]) => ({ motivo, total }))
    contadas = new Map()
    if (linhas.length === 0) return
    await sql`
      insert into webhook_recusado (hora, motivo, total)
      select date_trunc('hour', ${agora()}::timestamptz), motivo, total
      from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(motivo text, total int)
      on conflict (hora, motivo) do update set total = webhook_recusado.total + excluded.total`.execute(db)
  }
  return {
    contar(motivo: RecusaDeWebhook, quantas = 1): void {
      contadas.set(motivo, (contadas.get(motivo) ?? 0) + quantas)
      espera ??= setTimeout(() => void gravar().catch(aoFalhar), GRAVAR_MS).unref()
    },
    gravar,
  }
}
