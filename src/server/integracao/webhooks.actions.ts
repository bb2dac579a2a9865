import { sql } from 'kysely'
import type { z } from 'zod'
import type { criarWebhook as contratoCriar, Entrega, Webhook } from '#contract/integracoes.ts'
import type { Autor } from '#domain/causa.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { cifrar, decifrar, SEGREDO_DO_WEBHOOK } from '#server/chaves/cifra.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { novoSegredo } from './assinatura.ts'
import { type ComoFoi, criarEntregador } from './entregador.ts'
import { travarNumeracao } from './eventos.actions.ts'
import { entregaNaApi, exigirWebhook, lerWebhooks } from './webhooks.queries.ts'

type Meios = Pick<Servicos, 'db' | 'saida' | 'chaveSecreta' | 'relogio'>
type Novo = z.output<typeof contratoCriar.schema.body>

/** Tells an address from now on. Its secret is in this answer and nowhere else. */
export async function criarWebhook(
  { db, saida, chaveSecreta }: Meios,
  { url, eventos }: Novo,
  autor: Autor,
): Promise<Webhook & { segredo: string }> {
  const problema = await saida.problema(url)
  if (problema) throw new CamposInvalidos({ url: [problema] })
  const segredo = novoSegredo()
  return emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const { id } = await trx
      .insertInto('webhook')
      .values({
        url,
        eventos,
        segredo_cifrado: cifrar(chaveSecreta, segredo, SEGREDO_DO_WEBHOOK),
        desde: sql<number>`(select coalesce(max(id), 0) from evento_de_integracao)`,
        criado_por: autor.usuarioId,
        created_at: autor.agora,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await registrar(trx, {
      ...autor,
      acao: 'integracao.criar_webhook',
      descricao: `Webhook ${id} criado para ${servidorDe(url)}, com ${eventos.join(', ')}.`,
    })
    return { ...(await lerWebhooks(trx, id))[0]!, segredo }
  })
}

/** An address may hold a key of its receiver's: the log names the server only. */
const servidorDe = (url: string) => new URL(url).host

export const removerWebhook = ({ db }: Meios, id: number, autor: Autor): Promise<void> =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    // What is being queued for it would not be seen, and would wait for ever.
    await travarNumeracao(trx)
    const { url } = await exigirWebhook(trx, id)
    await trx.updateTable('webhook').set({ removido_em: autor.agora }).where('id', '=', id).execute()
    await trx.deleteFrom('entrega').where('webhook_id', '=', id).where('status', '=', 'pendente').execute()
    await registrar(trx, {
      ...autor,
      acao: 'integracao.remover_webhook',
      descricao: `Webhook ${id}, de ${servidorDe(url)}, removido.`,
    })
  })

/** Sends something that is nothing, now, and says how it went. */
export async function testarWebhook({ db, saida, chaveSecreta, relogio }: Meios, id: number) {
  const { url, segredo_cifrado } = await exigirWebhook(db, id)
  if (!segredo_cifrado) throw new RegraViolada('sem_segredo', (await lerWebhooks(db, id))[0]?.erro ?? '')
  const entregador = criarEntregador(saida, url, decifrar(chaveSecreta, segredo_cifrado, SEGREDO_DO_WEBHOOK))
  const comeco = performance.now()
  const agora = relogio.agora()
  const aviso = { id: `teste_${id}_${agora.getTime()}`, tipo: 'teste', ocorridoEm: agora.toISOString(), dados: {} }
  try {
    const como: ComoFoi = await entregador.entregar(aviso, agora)
    return { ...como, ms: Math.round(performance.now() - comeco) }
  } finally {
    await entregador.fechar()
  }
}

/** One more time, at once, whatever became of it; its three days, and its pauses, begin anew. */
export const repetirEntrega = ({ db }: Meios, webhookId: number, id: number, autor: Autor): Promise<Entrega> =>
  emTransacao(db, async (trx) => {
    await travarNumeracao(trx)
    const { url } = await exigirWebhook(trx, webhookId)
    const { agora } = autor
    const linha = await trx
      .updateTable('entrega')
      .set({ status: 'pendente', tentativas: 0, proxima_em: agora, desde: agora, entregue_em: null })
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .returningAll()
      .executeTakeFirst()
    if (!linha) throw new NaoEncontrado('Esta entrega não existe mais: elas são guardadas por 30 dias.')
    await registrar(trx, {
      ...autor,
      acao: 'integracao.repetir_entrega',
      descricao: `Aviso ${linha.tipo} (entrega ${id}) mandado de novo ao webhook ${webhookId}, de ${servidorDe(url)}.`,
    })
    await sql`select pg_notify('integracao', '')`.execute(trx)
    return entregaNaApi(linha)
  })
