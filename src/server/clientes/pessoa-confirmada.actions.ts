import { sql } from 'kysely'
import type { Autor } from '#domain/causa.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { travarParaPessoa } from './clientes.actions.ts'

/**
 * An operator made sure that the phone is the customer's: what was said against it holds no more, and messages go there again.
 * Links that ended stay ended. Without a phone: 409 `sem_telefone`.
 */
export async function confirmarPessoa(trx: Trx, id: number, motivo: string, autor: Autor): Promise<void> {
  const { operador_id } = await travarParaPessoa(trx, id, autor)
  const { contato_id } = await trx
    .selectFrom('cliente')
    .select('contato_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (contato_id === null) {
    throw new RegraViolada('sem_telefone', 'Este cliente não tem telefone. Informe um em "Editar contato".')
  }
  await sql`update pessoa_do_telefone set negada_em = null where cliente_id = ${id} and contato_id = ${contato_id}`.execute(
    trx,
  )
  await registrar(trx, {
    ...autor,
    acao: 'cliente.confirmar_pessoa',
    descricao: frase`Telefone de ${oCliente(id)} confirmado.`,
    motivo,
    entidade: 'cliente',
    entidadeId: id,
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: id, operador_id })
}
