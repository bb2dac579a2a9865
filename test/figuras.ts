// Rows from which the dashboards compute figures, written as the application would.
import { expect } from 'vitest'
import type { NovaLinha } from '#server/db/schema.ts'
import type { Pessoa, World } from './world.ts'

/** The call's answer to this user, who is allowed to make it. */
export async function ler(world: World, pessoa: Pessoa, url: string) {
  const resposta = await world.chamar(pessoa, 'GET', url)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}

/** A row of `mensagem`; by default a template accepted now. */
export const mensagem = (world: World, clienteId: number, campos: Partial<NovaLinha<'mensagem'>>) =>
  world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      status: 'enviada',
      finalidade: 'reengajar',
      envio: 'aceita',
      created_at: campos.aceita_em ?? world.relogio.agora(),
      ...campos,
    })
    .execute()

/** A customer's reply at this instant. */
export const resposta = (world: World, clienteId: number, em: string) =>
  mensagem(world, clienteId, {
    direcao: 'recebida',
    tipo: 'texto',
    status: 'recebida',
    finalidade: 'recebida',
    envio: null,
    created_at: em,
  })

/** An act on the customer's page: a line of theirs, which no figure counts as a reply. */
export const naPagina = (world: World, clienteId: number, em: string) =>
  mensagem(world, clienteId, {
    direcao: 'recebida',
    tipo: 'pagina',
    status: 'recebida',
    finalidade: 'recebida',
    envio: null,
    created_at: em,
  })

/** Pays an amount of an account on a day, with the rows that the application would write. */
export async function pagar(
  world: World,
  cliente: number,
  conta: number,
  valor: number,
  dia: string,
  campos: Partial<NovaLinha<'pagamento'>> = {},
) {
  await world.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('pagamento')
      .values({
        cliente_id: cliente,
        valor_centavos: valor,
        pago_em: dia,
        forma: 'pix',
        criado_em: world.relogio.agora(),
        ...campos,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pagamento_alocacao')
      .values({ pagamento_id: id, conta_id: conta, principal_centavos: valor, encargos_centavos: 0 })
      .execute()
    if (!campos.estornado_em) {
      await trx
        .updateTable('conta')
        .set((eb) => ({ pago_centavos: eb('pago_centavos', '+', valor) }))
        .where('id', '=', conta)
        .execute()
    }
  })
}

/** An account of this many cents, due on this day. */
export const conta = (valor_centavos: number, vencimento: string, campos: Partial<NovaLinha<'conta'>> = {}) => ({
  valor_centavos,
  vencimento,
  ...campos,
})
