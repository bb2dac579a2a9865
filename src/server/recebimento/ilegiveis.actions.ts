import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { cortar, limparTexto } from '#domain/texto.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { ILEGIVEL, ordemDoPix } from './inbox.ts'

const ComId = z.object({ endToEndId: z.string().transform((id) => cortar(limparTexto(id), 60)) })

/**
 * Sets unreadable Pix of a sweep aside for a person, once per distinct content, as unreadable webhook events are; the
 * sweep goes on. Only the id is stored.
 */
export async function porDeLado(trx: Trx, ilegiveis: readonly unknown[], agora: Date): Promise<void> {
  for (const um of ilegiveis) {
    const endToEndId = ComId.safeParse(um).data?.endToEndId ?? ''
    const ordem = ordemDoPix(endToEndId)
    const dito = createHash('sha256').update(JSON.stringify(um)).digest('base64url').slice(0, 16)
    const { rows } = await sql<{ id: number }>`
      insert into evento_recebido (origem, chave, tipo, ordem, payload, recebido_em, posto_de_lado_em, tentativas, erro)
      values ('pix', ${`${ordem}:${dito}:ilegivel`}, 'outro', ${ordem}, ${JSON.stringify({ endToEndId })}::jsonb, ${agora}, ${agora}, 1, ${ILEGIVEL})
      on conflict (chave) do nothing returning id`.execute(trx)
    if (!rows[0]) continue
    await registrar(trx, {
      agora,
      nivel: 'aviso',
      acao: 'recebimento.separar_evento',
      descricao: `${ILEGIVEL} Ele foi guardado sem ser processado.`,
      entidade: 'evento_recebido',
      entidadeId: rows[0].id,
    })
  }
}
