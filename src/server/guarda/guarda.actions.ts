import type { z } from 'zod'
import type { mudarGuarda as contrato } from '#contract/guarda.ts'
import { diaDe } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'

/** Changes the retention limits; an absent one keeps its value. The first erasing with them is on the next day. */
export const mudarGuarda = (
  db: Db,
  novo: z.output<typeof contrato.schema.body>,
  agora: Date,
  quem: Quem,
): Promise<void> =>
  emTransacao(db, async (trx) => {
    const antes = await trx.selectFrom('guarda').selectAll().forUpdate().executeTakeFirstOrThrow()
    const prazos = Object.entries(novo).filter(([campo, prazo]) => prazo !== antes[campo as keyof typeof novo])
    if (prazos.length === 0) return
    await trx
      .updateTable('guarda')
      .set({ ...Object.fromEntries(prazos), feita_em: diaDe(agora), mensagem_id: 0, cliente_id: 0 })
      .execute()
    await registrar(trx, {
      agora,
      acao: 'guarda.mudar',
      descricao: 'Os prazos de guarda dos dados foram alterados.',
      ...quem,
      dados: {
        antes: Object.fromEntries(prazos.map(([campo]) => [campo, antes[campo as keyof typeof novo]])),
        depois: novo,
      },
    })
  })
