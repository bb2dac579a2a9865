import { sql } from 'kysely'
import type { z } from 'zod'
import type { salvarContaPorNumero } from '#contract/integracao.ts'
import type { Causa } from '#domain/causa.ts'
import { CamposInvalidos, NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { contaDoNumero } from '#domain/integracao.ts'
import { travarParaCausa } from '#server/clientes/clientes.actions.ts'
import { fixarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { criarConta, mudarContaEm } from '#server/contas-receber/contas.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'

type Pedido = z.output<typeof salvarContaPorNumero.schema.body>

/** The account of a customer that a number names; undefined when none does. One that several bear: 409 `numero_repetido`. */
async function acharConta(db: Db | Trx, clienteId: number, numero: string): Promise<number | undefined> {
  const contas = await db
    .selectFrom('conta')
    .select(['id', 'numero', 'parcela', 'origem', 'situacao'])
    .where('cliente_id', '=', clienteId)
    .where(sql<boolean>`(numero = ${numero} or starts_with(${numero}, numero || '/'))`)
    .orderBy('id')
    .execute()
  const achada = contaDoNumero(numero, contas)
  if (achada !== 'varias') return achada?.id
  const daNota = contas.find((uma) => uma.numero === numero && uma.parcela !== null && uma.origem !== 'negociacao')
  // An instalment that none of them has would be another account, and the debt would be billed twice.
  const remedio = daNota
    ? `Diga a parcela, por exemplo ${numero}/${daNota.parcela}.`
    : 'Se uma é repetida, cancele-a na tela Contas a Receber.'
  throw new RegraViolada('numero_repetido', `O cliente tem mais de uma conta ${numero}. ${remedio}`)
}

/** The same of one that must be there. */
export async function contaDeNumero(db: Db | Trx, clienteId: number, numero: string): Promise<number> {
  const id = await acharConta(db, clienteId, numero)
  if (id === undefined) throw new NaoEncontrado(`O cliente não tem a conta ${numero}.`)
  return id
}

/** Creates the account of a number, or changes its given fields, with the same refusals as by hand. Returns its id, and whether it is new. */
export async function salvarConta(
  trx: Trx,
  clienteId: number,
  numero: string,
  { emissao, ...pedido }: Pedido,
  causa: Causa,
): Promise<{ id: number; nova: boolean }> {
  await fixarCalendario(trx)
  // Two calls at once for one number make one account.
  await travarParaCausa(trx, clienteId, causa)
  const id = await acharConta(trx, clienteId, numero)
  if (id !== undefined) {
    await mudarContaEm(trx, id, await soOQueMuda(trx, id, pedido), causa)
    return { id, nova: false }
  }
  const { valor, vencimento, ...boleto } = pedido
  if (valor === undefined || vencimento === undefined) {
    throw new CamposInvalidos({
      ...(valor === undefined && { valor: ['O valor é obrigatório para uma conta nova.'] }),
      ...(vencimento === undefined && { vencimento: ['O vencimento é obrigatório para uma conta nova.'] }),
    })
  }
  const nova = { cliente_id: clienteId, numero, valor, vencimento, emissao }
  const criada = await criarConta(trx, nova, causa)
  await mudarContaEm(trx, criada, boleto, causa)
  return { id: criada, nova: true }
}

/** Leaves only the fields that change, so that repeating an account's data is never refused, even once it is paid. */
async function soOQueMuda(trx: Trx, id: number, pedido: Omit<Pedido, 'emissao'>): Promise<Omit<Pedido, 'emissao'>> {
  const { valor_centavos, ...conta } = await trx
    .selectFrom('conta')
    .select(['valor_centavos', 'vencimento', 'linha_digitavel', 'nosso_numero'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const agora = { ...conta, valor: valor_centavos }
  return Object.fromEntries(
    Object.entries(pedido).filter(([campo, valor]) => valor !== agora[campo as keyof typeof agora]),
  )
}
