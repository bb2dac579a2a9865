import { sql } from 'kysely'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Trx } from '#server/db/schema.ts'
import { encerrarLinks } from '#server/links/links.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { agirNaPagina } from './automaticas.actions.ts'
import { travarClientes } from './status.actions.ts'

/**
 * The holder of the phone says it is not the customer's: until an operator confirms it, nothing is sent there for this customer,
 * every link to it ends, and a person is called. Later messages from it are somebody else's. Locks the customer. The caller
 * cancels messages waiting to go there.
 */
export async function negarPessoa(
  trx: Trx,
  { clienteId, contatoId, agora, ip = null }: { clienteId: number; contatoId: number; agora: Date; ip?: string | null },
): Promise<void> {
  await travarClientes(trx, [clienteId])
  await sql`
    insert into pessoa_do_telefone (cliente_id, contato_id, negada_em) values (${clienteId}, ${contatoId}, ${agora})
    on conflict (cliente_id, contato_id) do update set negada_em = excluded.negada_em, ouvida_em = null`.execute(trx)
  await encerrarLinks(trx, clienteId, contatoId, agora)
  await registrar(trx, {
    agora,
    ip,
    nivel: 'aviso',
    acao: 'pagina.negar',
    descricao: frase`Quem tem o telefone de ${oCliente(clienteId)} disse que não é essa pessoa.`,
    entidade: 'cliente',
    entidadeId: clienteId,
  })
  await agirNaPagina(trx, clienteId, 'nao_sou_eu', agora)
}
