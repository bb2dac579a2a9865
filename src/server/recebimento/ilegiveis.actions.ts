import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { formatarDia, localDe } from '#domain/data.ts'
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
    const dito = createHash('sha256').update(JSON.stringify(um)).digest('base64url').slice(0, 16)
    await separar(trx, { endToEndId, chave: `${dito}:ilegivel`, erro: ILEGIVEL }, agora)
  }
}

/** A period of which the PSP does not tell, though it tells of others. */
export interface Perdida {
  inicio: Date
  fim: Date
  /** The PSP's answer. */
  mensagem: string
}

/** Sets a period that cannot be read aside for a person, who finds it elsewhere. */
export const porPeriodoDeLado = (trx: Trx, perdida: Perdida, agora: Date): Promise<void> =>
  separar(
    trx,
    {
      endToEndId: '',
      chave: `periodo:${perdida.inicio.toISOString()}`,
      erro: `O PSP não diz o que entrou de ${quando(perdida.inicio)} a ${quando(perdida.fim)}: ${perdida.mensagem} Importe o extrato ou o procure no painel do PSP.`,
    },
    agora,
  )

/** The same for refunds. The same days are asked for again tomorrow, so each reason is told once. */
export const porDevolucoesDeLado = (trx: Trx, { inicio, fim, mensagem }: Perdida, agora: Date): Promise<void> =>
  separar(
    trx,
    {
      endToEndId: '',
      chave: `devolucoes:${createHash('sha256').update(mensagem.replaceAll(/\d+/g, '')).digest('base64url').slice(0, 16)}`,
      erro: `O PSP não diz as devoluções dos Pix de ${quando(inicio)} a ${quando(fim)}: ${mensagem} As desse tempo precisam ser registradas à mão.`,
    },
    agora,
  )

function quando(instante: Date): string {
  const { dia, hora } = localDe(instante)
  return `${formatarDia(dia)} ${hora}`
}

async function separar(
  trx: Trx,
  { endToEndId, chave, erro }: { endToEndId: string; chave: string; erro: string },
  agora: Date,
): Promise<void> {
  const ordem = ordemDoPix(endToEndId)
  const { rows } = await sql<{ id: number }>`
    insert into evento_recebido (origem, chave, tipo, ordem, payload, recebido_em, posto_de_lado_em, tentativas, erro)
    values ('pix', ${`${ordem}:${chave}`}, 'outro', ${ordem}, ${JSON.stringify({ endToEndId, motivo: erro })}::jsonb, ${agora}, ${agora}, 1, ${erro})
    on conflict (chave) do nothing returning id`.execute(trx)
  if (!rows[0]) return
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'recebimento.separar_evento',
    descricao: erro === ILEGIVEL ? `${ILEGIVEL} Ele foi guardado sem ser processado.` : erro,
    entidade: 'evento_recebido',
    entidadeId: rows[0].id,
  })
}
