import { sql } from 'kysely'
import type { Finalidade } from '#domain/mensagem.ts'
import { COBRAM } from '#domain/modelo.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Cancelamento } from '#server/saida/saida.actions.ts'
import type { Mensagem } from './julgamento.ts'

const deixouDeValer = (mensagem: string): Cancelamento => ({ codigo: 'deixou_de_valer', mensagem })

const PORQUES: Partial<Record<Finalidade, Cancelamento>> = {
  negociacao: deixouDeValer('O acordo terminou antes do envio.'),
  pagamento: deixouDeValer('Antes do envio o pagamento foi estornado, ou o cliente passou a dever outra conta.'),
  contestacao: deixouDeValer('As contas do cliente deixaram de estar em aberto antes do envio.'),
}
const CONTA_MUDOU = deixouDeValer(
  'Uma conta do cliente foi paga, negociada ou cancelada antes do envio. Confira o que ele deve e, se for o caso, envie de novo.',
)

/**
 * Those of these messages of people, and answers, that are not true any more: an account of WhatsApp that stopped may have kept them
 * for hours. Nobody is billed of what was paid or told of what was undone meanwhile. By id, with why; their customers are locked.
 */
export async function desmentidas(
  trx: Trx,
  mensagens: readonly Pick<Mensagem, 'id' | 'finalidade'>[],
): Promise<Map<number, Cancelamento>> {
  const { rows } = await sql<{ id: number; finalidade: Finalidade }>`
    select m.id, m.finalidade from mensagem m join cliente c on c.id = m.cliente_id
    where m.id = any(${mensagens.map(({ id }) => id)}::bigint[]) and case m.finalidade
      when 'negociacao' then coalesce((select n.status from negociacao n where n.cliente_id = c.id and n.criada_em <= m.created_at
        order by n.id desc limit 1), '') not in ('ativa', 'cumprida')
      when 'pagamento' then c.contas_abertas > 0
      when 'contestacao' then c.contas_abertas = 0
      when 'atendimento' then m.tipo = 'template' and m.modelo_tipo in ${lista(COBRAM)} and exists (select from conta k
        where k.cliente_id = c.id and k.updated_at > m.created_at and (k.situacao <> 'aberta' or exists (
          select from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id
          where a.conta_id = k.id and p.criado_em > m.created_at and p.estornado_em is null)))
      else false end`.execute(trx)
  return new Map(rows.map(({ id, finalidade }) => [id, PORQUES[finalidade] ?? CONTA_MUDOU]))
}
