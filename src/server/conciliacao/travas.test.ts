import { expect } from 'vitest'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { estornar } from '#server/contas-receber/estornos.actions.ts'
import type { Trx } from '#server/db/schema.ts'
import { enquantoEspera } from '#test/espera.ts'
import { violada } from '#test/invariantes.ts'
import { comBoleto, MOVIMENTOS, receber, registrar } from '#test/julgamento.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { World } from '#test/world.ts'
import { aplicarMovimento } from './aplicar.actions.ts'
import { aplicarDevolucoes } from './devolucoes.actions.ts'
import { aplicarCertos } from './julgar.actions.ts'
import { travarMovimento } from './travas.queries.ts'

const causaDe = (world: World) => ({ origem: 'conciliacao' as const, agora: world.relogio.agora() })

/** R$ 100,00 that came and, of them, R$ 40,00 that the bank says went back, of which nothing was taken yet. */
async function comVolta(world: World) {
  const pix = umPix(world, { valorCentavos: 10_000 })
  const [credito] = await receber(world, pix)
  const volta = { ...pix, tipo: 'devolucao' as const, saiu: true, valorCentavos: 4_000, devolucaoId: 'D1' }
  const [devolucao] = await registrar(world, volta)
  return { credito: credito!, devolucao: devolucao! }
}

test('what goes back of a credit waits for who decides about it, and takes of what was decided', async ({ world }) => {
  const { contas } = await world.criarCliente({}, [{ valor_centavos: 10_000 }])
  const { credito } = await comVolta(world)
  await enquantoEspera(world.db, {
    segurar: (trx) => aplicarMovimento(trx, credito, [{ id: contas[0]!, valorCentavos: 10_000 }], causaDe(world)),
    pedir: () => aplicarDevolucoes(world.db, world.relogio.agora()),
  })
  expect(await linha(world, 'movimento', credito)).toMatchObject({
    aplicado_centavos: 6_000,
    credito_centavos: 0,
    devolvido_centavos: 4_000,
  })
  expect(await violada(world.db)).toBeNull()
})

test('what goes back is taken once, by whichever of two nodes', async ({ world }) => {
  const { credito, devolucao } = await comVolta(world)
  const tomar = () => aplicarDevolucoes(world.db, world.relogio.agora())
  await enquantoEspera(world.db, {
    segurar: (trx) => travarMovimento(trx, credito),
    pedir: () => Promise.all([tomar(), tomar()]),
    quantas: 2,
  })
  // The rest is to be explained anew.
  expect(await linha(world, 'movimento', credito)).toMatchObject({ devolvido_centavos: 4_000, a_julgar: true })
  expect(await linha(world, 'movimento', devolucao)).toMatchObject({ situacao: 'aplicado', credito_id: credito })
})

test('what is certain is applied once, by whichever of two nodes', async ({ world }) => {
  const { cliente, conta } = await comBoleto(world)
  const boleto = umCredito(world, { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 })
  const [id] = await registrar(world, boleto)
  const aplicar = () => aplicarCertos(world.db, [id!], world.relogio.agora())
  await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [cliente]),
    pedir: () => Promise.all([aplicar(), aplicar()]),
    quantas: 2,
  })
  expect(await linha(world, 'movimento', id!)).toMatchObject({ situacao: 'aplicado', aplicado_centavos: 10_000 })
  expect(await linha(world, 'conta', conta)).toMatchObject({ situacao: 'paga' })
  expect(await violada(world.db)).toBeNull()
})

test('a payment by hand is not linked while it is reversed', async ({ world }) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const { id, contas } = await world.criarCliente()
  const pago = await comPagamento(world, ana, contas[0]!, 100)
  const [movimento] = await registrar(world, umPix(world, { valorCentavos: 10_000 }))
  const recusado = await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [id]),
    pedir: () => world.chamar(admin, 'POST', `${MOVIMENTOS}/${movimento}/vincular`, { pagamento_id: pago.id }),
    depois: (trx) => estornar(trx, contas[0]!, pago.id, 'Engano', { ...causaDe(world), origem: 'sistema' }),
  })
  expect(recusado.json().errors).toEqual({ pagamento_id: ['Este pagamento foi estornado.'] })
})

test('money for accounts of several customers locks those in everybody’s order, whatever the accounts’', async ({
  world,
}) => {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  const [antes, depois] = [await world.criarCliente(), await world.criarCliente()]
  const nova = { cliente_id: antes.id, numero: 'N1', valor: 60, vencimento: world.hoje() }
  const ultima = (await world.chamar(ana, 'POST', '/api/operador/contas-receber', nova)).json()
  const [movimento] = await registrar(world, umPix(world, { valorCentavos: 10_000 }))
  const partes = [
    { id: depois.contas[0], valor: 40 },
    { id: ultima.id, valor: 60 },
  ]
  const feito = await enquantoEspera(world.db, {
    segurar: (trx) => travarClientes(trx, [antes.id]),
    pedir: () => world.chamar(admin, 'POST', `${MOVIMENTOS}/${movimento}/aplicar`, { contas: partes }),
    depois: (trx) => semEspera(trx, depois.id),
  })
  expect(feito.json()).toMatchObject({ situacao: 'aplicado', aplicado: 100 })
})

const semEspera = (trx: Trx, id: number) =>
  trx.selectFrom('cliente').select('id').where('id', '=', id).forNoKeyUpdate().noWait().execute()
