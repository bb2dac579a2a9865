import { sql } from 'kysely'
import { type Frase, frase, oCliente, type Referencia } from '#domain/frase-do-log.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import type { Trx } from '#server/db/schema.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'

/**
 * WhatsApp's form of a number has a ninth digit where the record has none: an import took a mobile for a landline. The opposite
 * proves nothing, since WhatsApp omits the digit in most of the country. Nor is a landline corrected whose digits are those of
 * another customer's mobile: that one it is.
 */
export async function corrigirTelefones(trx: Trx, contatoIds: readonly number[], agora: Date): Promise<void> {
  if (contatoIds.length === 0) return
  const { rows } = await sql<Mudado>`
    update cliente c set telefone = '+' || t.wa_id, updated_at = ${agora}
    from contato t
    where t.id = any(${contatoIds}::bigint[]) and c.contato_id = t.id and c.anonimizado_em is null
      and t.wa_id ~ '^55[1-9][0-9]9[0-9]{8}$' and c.telefone = '+' || t.canonico
      and not exists (select from cliente o where o.contato_id = t.id and o.telefone = '+' || t.wa_id)
    returning c.id, c.operador_id`.execute(trx)
  await contar(trx, rows, agora, {
    acao: 'cliente.corrigir_telefone',
    nivel: 'info',
    dizer: (quem) =>
      frase`O WhatsApp mostrou que faltava o nono dígito no telefone de ${quem}, e o cadastro foi corrigido.`,
  })
}

/** These customers have another number now, as WhatsApp says. They and both phones are locked by the caller. */
export async function trocarTelefones(
  trx: Trx,
  clienteIds: readonly number[],
  novo: { telefone: string; contatoId: number },
  agora: Date,
): Promise<void> {
  const { rows } = await sql<Mudado>`
    update cliente set telefone = ${novo.telefone}, contato_id = ${novo.contatoId}, updated_at = ${agora}
    where id = any(${clienteIds}::bigint[]) returning id, operador_id`.execute(trx)
  await contar(trx, rows, agora, {
    acao: 'cliente.trocar_numero',
    nivel: 'aviso',
    dizer: (quem) => frase`O WhatsApp avisou que ${quem} trocou de número, e o cadastro passou para o número novo.`,
  })
}

interface Mudado {
  id: number
  operador_id: number | null
}

async function contar(
  trx: Trx,
  mudados: readonly Mudado[],
  agora: Date,
  fato: { acao: AcaoDoLog; nivel: 'info' | 'aviso'; dizer: (quem: Referencia) => Frase },
) {
  const { acao, nivel, dizer } = fato
  const linha = (id: number) => {
    return { agora, nivel, acao, descricao: dizer(oCliente(id)), entidade: 'cliente', entidadeId: id }
  }
  await registrar(trx, ...mudados.map(({ id }) => linha(id)))
  await notificar(
    trx,
    ...mudados.map(({ id, operador_id }) => ({ tipo: 'cliente' as const, cliente_id: id, operador_id })),
  )
}
