import { sql } from 'kysely'
import { instanteDe } from '#domain/calendario.ts'
import { type Autor, type Causa, peloSistema } from '#domain/causa.ts'
import { diaDe, somarDias } from '#domain/data.ts'
import { RegraViolada } from '#domain/erros.ts'
import { type Frase, frase, oCliente } from '#domain/frase-do-log.ts'
import { DIAS_DE_SILENCIO, type MeioDaConfirmacao } from '#domain/pessoa.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { travarParaPessoa } from './clientes.actions.ts'

/**
 * An operator confirms that the phone is the customer's: an earlier denial no longer counts, and messages go there again. Ended
 * links stay ended. Without a phone: 409 `sem_telefone`.
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
  await saberQuemE(trx, { clienteId: id, contatoId: contato_id }, 'operador', autor.agora)
  await contar(trx, id, operador_id, { ...autor, motivo }, frase`Telefone de ${oCliente(id)} confirmado.`)
}

/** Whoever holds the phone tapped “Sim” on our question. The customer is locked by the caller. */
export async function confirmarPeloToque(
  trx: Trx,
  quem: { clienteId: number; contatoId: number },
  agora: Date,
): Promise<void> {
  const { clienteId } = quem
  if (!(await saberQuemE(trx, quem, 'sim', agora))) return
  const { operador_id } = await trx
    .selectFrom('cliente')
    .select('operador_id')
    .where('id', '=', clienteId)
    .executeTakeFirstOrThrow()
  const descricao = frase`Quem tem o telefone de ${oCliente(clienteId)} tocou em Sim: é essa pessoa.`
  await contar(trx, clienteId, operador_id, peloSistema(agora), descricao)
}

/**
 * Marks the phone as the customer's until it is denied, changed, or silent for too long. Once denied, only an operator
 * can mark it again. Returns whether it is marked now.
 */
export async function saberQuemE(
  trx: Trx,
  { clienteId, contatoId }: { clienteId: number; contatoId: number },
  meio: MeioDaConfirmacao,
  agora: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into pessoa_do_telefone (cliente_id, contato_id, confirmada_em, confirmada_por, ouvida_em)
    values (${clienteId}, ${contatoId}, ${agora}, ${meio}, ${agora})
    on conflict (cliente_id, contato_id) do update set negada_em = null, confirmada_em = excluded.confirmada_em,
      confirmada_por = excluded.confirmada_por, ouvida_em = excluded.ouvida_em
      where pessoa_do_telefone.negada_em is null or ${meio === 'operador'}
    returning cliente_id`.execute(trx)
  return rows.length > 0
}

/** These phones were heard from: whose they are known to be stays known, unless they had been silent for too long. */
export async function ouvirTelefones(trx: Trx, contatos: readonly number[], agora: Date): Promise<void> {
  const aindaSabida = instanteDe(somarDias(diaDe(agora), 1 - DIAS_DE_SILENCIO))
  await sql`
    update pessoa_do_telefone set ouvida_em = ${agora}
    where contato_id = any(${[...contatos]}::bigint[]) and ouvida_em >= ${aindaSabida}::timestamptz and ouvida_em < ${agora}`.execute(
    trx,
  )
}

async function contar(
  trx: Trx,
  clienteId: number,
  operadorId: number | null,
  causa: Causa & { motivo?: string },
  descricao: Frase,
) {
  await registrar(trx, {
    ...causa,
    acao: 'cliente.confirmar_pessoa',
    descricao,
    entidade: 'cliente',
    entidadeId: clienteId,
  })
  await notificar(trx, { tipo: 'cliente', cliente_id: clienteId, operador_id: operadorId })
}
