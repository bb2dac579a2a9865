import { expect } from 'vitest'
import type { MovimentoARegistrar } from '#server/movimentos/registrar.actions.ts'
import { julgar, registrar } from '#test/julgamento.ts'
import { umCredito } from '#test/movimento.ts'
import { ouvirAtos } from '#test/ouvir.ts'
import { pagar } from '#test/pagamentos.ts'
import { test, type World } from '#test/world.ts'

const veio = async (world: World, campos: Partial<MovimentoARegistrar>) => {
  const [id] = await registrar(world, umCredito(world, campos))
  await julgar(world)
  return id!
}

test('a customer’s money shows the origin of each payment, what is on its way and what is to be refunded', async ({
  world,
}) => {
  const [admin, ana, outra] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
  const documento = '52998224725'
  const { id, contas } = await world.criarCliente({ operador_id: ana.id, documento }, [
    { valor_centavos: 10_000 },
    { valor_centavos: 20_000 },
  ])
  await pagar(world, ana, contas[0]!, 10, { forma: 'dinheiro' })
  const pago = await veio(world, { valorCentavos: 15_000, pagador: { nome: 'MARIA', documento: null } })
  const aplicar = { contas: [{ id: contas[0], valor: 90 }] }
  await world.chamar(admin, 'POST', `/api/admin/conciliacao/movimentos/${pago}/aplicar`, aplicar)
  const sugerido = await veio(world, { valorCentavos: 20_000, pagador: { nome: null, documento } })

  const ver = async (quem = ana, papel = 'operador') =>
    world.chamar(quem, 'GET', `/api/${papel}/clientes/${id}/dinheiro`)
  const dinheiro = (await ver()).json()
  expect(dinheiro).toMatchObject({
    credito: 60,
    creditos: [{ id: pago, origem: 'ofx', pagador: 'MARIA', valor: 150, credito: 60 }],
    a_caminho: [{ id: sugerido, certeza: 'alta', valor: 200, contas: [{ id: contas[1] }] }],
    codigos: [],
  })
  expect(
    dinheiro.pagamentos.map((um: { valor: number; origem: string; movimento: { id: number } | null }) => [
      um.valor,
      um.origem,
      um.movimento?.id ?? null,
    ]),
  ).toEqual([
    [90, 'conciliacao', pago],
    [10, 'manual', null],
  ])
  expect((await ver(admin, 'admin')).json()).toEqual(dinheiro)
  expect((await ver(outra)).statusCode).toBe(404)
  expect((await world.chamar(admin, 'GET', '/api/admin/clientes/999999/dinheiro')).statusCode).toBe(404)

  // The account tells the same of itself, and the customer that money is on its way.
  const conta = (await world.chamar(admin, 'GET', `/api/admin/contas-receber/${contas[1]}`)).json()
  expect(conta).toMatchObject({ a_caminho: true, codigos: [], dinheiro_a_caminho: [{ id: sugerido }] })
  const paga = (await world.chamar(ana, 'GET', `/api/operador/contas-receber/${contas[0]}`)).json()
  expect(paga.pagamentos.map((um: { movimento: { id: number } | null }) => um.movimento?.id ?? null)).toEqual([
    null,
    pago,
  ])
  expect(paga.dinheiro_que_sobrou).toMatchObject([{ id: pago, valor: 150, credito: 60, devolvido: 0 }])
  expect(conta.dinheiro_que_sobrou).toEqual([])

  // A boleto paid twice, and given back: the account names what came for it, though none of it pays it.
  const nossoNumero = '000778899'
  await world.db.updateTable('conta').set({ nosso_numero: '77889-9' }).where('id', '=', contas[0]!).execute()
  const outraVez = await veio(world, { origem: 'cnab400', nossoNumero, valorCentavos: 10_000 })
  await world.chamar(admin, 'POST', `/api/admin/conciliacao/movimentos/${outraVez}/credito`, { cliente_id: id })
  const sobrou = async () =>
    (await world.chamar(admin, 'GET', `/api/admin/contas-receber/${contas[0]}`)).json().dinheiro_que_sobrou
  expect(await sobrou()).toMatchObject([{ id: outraVez, credito: 100, devolvido: 0 }, { id: pago }])
  await world.chamar(admin, 'POST', `/api/admin/conciliacao/movimentos/${outraVez}/devolvido`, {
    motivo: 'Pago duas vezes',
  })
  expect(await sobrou()).toMatchObject([{ id: outraVez, credito: 0, devolvido: 100 }, { id: pago }])
  const { data } = (await world.chamar(ana, 'GET', '/api/operador/clientes/ativos')).json()
  expect(data).toMatchObject([{ id, a_caminho: true }])
})

test('matches and decisions are shown live to administrators and to whoever sees the customer', async ({
  world,
  onTestFinished,
}) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const documento = '52998224725'
  const { id, contas } = await world.criarCliente({ operador_id: ana.id, documento }, [{ valor_centavos: 20_000 }])
  const ouvir = await ouvirAtos(world, onTestFinished)
  const ditos = async (fazer: () => Promise<unknown>) =>
    (await ouvir(fazer)).map(({ tipo, cliente_id }) => `${tipo} ${cliente_id}`)
  const aosDois = expect.arrayContaining(['movimento null', `cliente ${id}`])
  let movimento = 0
  const vir = async () => {
    movimento = await veio(world, { valorCentavos: 20_000, pagador: { nome: null, documento } })
  }
  expect(await ditos(vir)).toEqual(aosDois)
  const corpo = { contas: [{ id: contas[0], valor: 200 }] }
  const aplicar = () => world.chamar(admin, 'POST', `/api/admin/conciliacao/movimentos/${movimento}/aplicar`, corpo)
  expect(await ditos(aplicar)).toEqual(aosDois)
})
