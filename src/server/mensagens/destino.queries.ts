import type { Trx } from '#server/db/schema.ts'

/**
 * Whose conversation a message on this phone belongs to: the customer of the quoted message, else the one last
 * messaged, else the first of them; nobody when the phone is of no customer.
 */
export async function quemResponde(
  trx: Trx,
  contatoId: number,
  clientes: readonly number[],
  wamidCitado: string | null,
): Promise<{ clienteId: number | null; respondeA: number | null }> {
  const citada = wamidCitado
    ? await trx.selectFrom('mensagem').select(['id', 'cliente_id']).where('wamid', '=', wamidCitado).executeTakeFirst()
    : undefined
  const respondeA = citada?.id ?? null
  if (citada?.cliente_id && clientes.includes(citada.cliente_id)) return { clienteId: citada.cliente_id, respondeA }
  if (clientes.length < 2) return { clienteId: clientes[0] ?? null, respondeA }
  const ultima = await trx
    .selectFrom('mensagem')
    .select('cliente_id')
    .where('contato_id', '=', contatoId)
    .where('cliente_id', 'in', clientes)
    .where((eb) => eb.or([eb('aceita_em', 'is not', null), eb('envio', 'in', ['enviando', 'desconhecida'])]))
    .orderBy((eb) => eb.fn.coalesce('aceita_em', 'enviando_em'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { clienteId: ultima?.cliente_id ?? clientes[0] ?? null, respondeA }
}
