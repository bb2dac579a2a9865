import { DIA_MS } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { moverParaFila } from '#server/clientes/automaticas.actions.ts'
import { marcarInvalido } from '#server/clientes/contato-invalido.actions.ts'
import { CODIGOS_DO_NUMERO } from '#server/cloud-api/erros-meta.ts'
import type { Linha, Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** Sends everyone with this number to a person, unless they wrote from it later, or a later message reached it. */
export async function numeroNaoFunciona(
  trx: Trx,
  contatoId: number | null,
  clientes: number[],
  em: string,
  agora: Date,
) {
  if (contatoId === null) return
  const { janela_ate } = await trx
    .selectFrom('contato')
    .select('janela_ate')
    .where('id', '=', contatoId)
    .executeTakeFirstOrThrow()
  if (janela_ate && Date.parse(janela_ate) - DIA_MS > Date.parse(em)) return
  const chegou = await trx
    .selectFrom('mensagem')
    .select('id')
    .where('contato_id', '=', contatoId)
    .where(({ or, eb }) => or([eb('entregue_em', '>', em), eb('lida_em', '>', em)]))
    .executeTakeFirst()
  if (chegou) return
  await marcarInvalido(trx, contatoId, new Date(em))
  await moverParaFila(trx, clientes, 'contato_invalido', agora)
}

/**
 * A message was delivered there after it was given up, and none failed later for the number's sake: it no longer is. One sent before
 * its person left the number proves nothing: WhatsApp takes it along to the new one.
 */
export async function numeroFunciona(
  trx: Trx,
  mensagem: Linha<'mensagem'>,
  clientes: number[],
  em: string,
  agora: Date,
) {
  const { contato_id: contatoId, aceita_em, created_at } = mensagem
  if (contatoId === null) return
  const { numUpdatedRows } = await trx
    .updateTable('contato')
    .set({ invalido_em: null })
    .where('id', '=', contatoId)
    .where('invalido_em', '<=', em)
    .where((eb) => eb.or([eb('deixado_em', 'is', null), eb('deixado_em', '<', aceita_em ?? created_at)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mensagem')
            .select('id')
            .where('contato_id', '=', contatoId)
            .where('status', '=', 'falha')
            .where('erro_codigo', 'in', CODIGOS_DO_NUMERO)
            .where('falhou_em', '>', em),
        ),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await registrar(
    trx,
    ...clientes.map((id) => ({
      agora,
      acao: 'mensagem.chegar' as const,
      descricao: frase`Uma mensagem chegou a ${oCliente(id)}: o número funciona. Devolva o cliente à cobrança, se for o caso.`,
      entidade: 'cliente',
      entidadeId: id,
    })),
  )
}
