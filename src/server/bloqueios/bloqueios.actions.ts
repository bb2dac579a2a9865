import type { z } from 'zod'
import type { autorizarContato } from '#contract/bloqueios.ts'
import type { Autor } from '#domain/causa.ts'
import { diaDe } from '#domain/data.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/** Takes a phone off a list, with why; the next import of that list may bring it again. */
export const apagarBloqueio = (db: Db, id: number, motivo: string, autor: Autor): Promise<void> =>
  emTransacao(db, async (trx) => {
    const apagado = await trx.deleteFrom('bloqueio').where('id', '=', id).returning('origem').executeTakeFirst()
    if (!apagado) throw new NaoEncontrado('Este telefone não está em nenhuma lista.')
    await registrar(trx, {
      ...autor,
      nivel: 'aviso',
      acao: 'bloqueio.apagar',
      descricao: 'Um telefone foi retirado de uma lista de não perturbe.',
      motivo,
      dados: { bloqueio: id, origem: apagado.origem },
    })
  })

/** Records the customer's consent for the phone they have now; it overrides any list. */
export const autorizar = (
  db: Db,
  clienteId: number,
  pedido: z.output<typeof autorizarContato.schema.body>,
  autor: Autor,
) =>
  emTransacao(db, async (trx) => {
    if (pedido.em > diaDe(autor.agora)) throw new CamposInvalidos({ em: ['O dia da autorização ainda não chegou.'] })
    const [travado] = await travarClientes(trx, [clienteId])
    if (!travado) throw new NaoEncontrado('Este cliente não existe.')
    const { contato_id, anonimizado_em } = await trx
      .selectFrom('cliente')
      .select(['contato_id', 'anonimizado_em'])
      .where('id', '=', clienteId)
      .executeTakeFirstOrThrow()
    if (anonimizado_em) throw new RegraViolada('anonimizado', 'Os dados pessoais deste cliente foram apagados.')
    if (contato_id === null)
      throw new RegraViolada('sem_telefone', 'Este cliente não tem telefone. Preencha-o no cadastro antes.')
    const { id } = await trx
      .insertInto('autorizacao')
      .values({ ...pedido, cliente_id: clienteId, contato_id, usuario_id: autor.usuarioId, criada_em: autor.agora })
      .returning('id')
      .executeTakeFirstOrThrow()
    await registrar(trx, {
      ...autor,
      acao: 'bloqueio.autorizar',
      descricao: frase`${oCliente(clienteId)} autorizou o contato, apesar das listas de não perturbe.`,
      entidade: 'cliente',
      entidadeId: clienteId,
      dados: { autorizacao: id },
    })
    await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id: travado.operador_id })
    const autora = await trx
      .selectFrom('usuario')
      .select(['id', 'name'])
      .where('id', '=', autor.usuarioId)
      .executeTakeFirstOrThrow()
    return { id, ...pedido, autor: autora, created_at: autor.agora.toISOString() }
  })
