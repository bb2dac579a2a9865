import { sql } from 'kysely'
import { expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { comBoleto, JOSE, julgar, MOVIMENTOS, receber, registrar, ver } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import { comPagamento } from '#test/pagamentos.ts'
import type { World } from '#test/world.ts'
import { aplicarDevolucoes } from './devolucoes.actions.ts'

/** A code of R$ 100,00 for the account. */
async function comCodigo(world: World, cliente: number, conta: number, txid = 'abc123', tipo = 'pix_estatico') {
  await sql`with k as (
      insert into codigo (cliente_id, tipo, txid, copia_e_cola, valor_centavos, situacao, vale_ate, created_at)
      values (${cliente}, ${tipo}, ${txid}, 'x', 10000, 'emitido', ${world.hoje()}, now()) returning id)
    insert into codigo_conta (codigo_id, conta_id, situacao, valor_centavos, encargos_centavos)
    select id, ${conta}, 'emitido', 10000, 0 from k`.execute(world.db)
}

test('a Pix with one of our codes pays what it asks, and the code is paid', async ({ world }) => {
  const { cliente, conta } = await comBoleto(world)
  await comCodigo(world, cliente, conta)
  const [id, outra] = await receber(
    world,
    umPix(world, { txid: 'abc123', valorCentavos: 10_000 }),
    umPix(world, { txid: 'abc123', valorCentavos: 10_000 }),
  )
  expect(await ver(world, id!)).toMatchObject({ situacao: 'aplicado', aplicado: 100 })
  // Paid twice: the second is to be given back.
  expect(await ver(world, outra!)).toMatchObject({ situacao: 'credito', credito: 100, cliente_id: cliente })
  const depois = await sql<{ situacao: string }>`select situacao from codigo`.execute(world.db)
  expect(depois.rows).toEqual([{ situacao: 'pago' }])
})

test('nobody is thanked for a Pix that is told of together with what went back of it', async ({ world }) => {
  await aprovarModelos(world)
  const { cliente, conta } = await comBoleto(world)
  const agradecidos = () => world.db.selectFrom('mensagem').select('id').where('finalidade', '=', 'pagamento').execute()
  const pago = async (txid: string) => {
    await comCodigo(world, cliente, conta, txid)
    return umPix(world, { txid, valorCentavos: 10_000 })
  }
  const pix = await pago('abc123')
  const [id] = await receber(world, pix, { ...pix, tipo: 'devolucao', saiu: true, devolucaoId: 'D1' })
  expect(await agradecidos()).toEqual([])
  await aplicarDevolucoes(world.db, world.relogio.agora())
  expect(await ver(world, id!)).toMatchObject({ situacao: 'devolvido' })
  await receber(world, await pago('abc124'))
  expect(await agradecidos()).toHaveLength(1)
})

test('what is left of a Pix of which a part went back is for a person, though it is what its code asks', async ({
  world,
}) => {
  const { cliente, conta } = await comBoleto(world)
  await comCodigo(world, cliente, conta)
  const pix = umPix(world, { txid: 'abc123', valorCentavos: 14_000 })
  const [id] = await receber(world, pix)
  await registrar(world, { ...pix, tipo: 'devolucao', saiu: true, valorCentavos: 4_000, devolucaoId: 'D1' })
  await aplicarDevolucoes(world.db, world.relogio.agora())
  await julgar(world)
  expect(await ver(world, id!)).toMatchObject({
    situacao: 'sugerido',
    devolvido: 40,
    sugestoes: [{ contas: [{ id: conta, valor: 100 }] }],
  })
})

test.for([
  ['applied to its account', 'aplicar', 'pago'],
  ['made a credit of its customer', 'credito', 'pago'],
  ['made a credit of somebody else', 'alheio', 'emitido'],
  ['ignored', 'ignorar', 'emitido'],
] as const)(
  'the code of a Pix whose line of a statement a person had %s before the Pix was told',
  async ([, como, situacao], { world }) => {
    const { cliente, conta } = await comBoleto(world)
    await comCodigo(world, cliente, conta)
    const admin = await world.criarAdmin()
    const comum = { valorCentavos: 10_000, pagador: { nome: 'Maria de Souza', documento: '39053344705' } }
    const [id] = await receber(world, umCredito(world, comum))
    const corpo = {
      aplicar: { contas: [{ id: conta, valor: 100 }] },
      credito: { cliente_id: cliente },
      alheio: { cliente_id: (await world.criarCliente()).id },
      ignorar: { motivo: 'Não é nosso' },
    }[como]
    const acao = como === 'alheio' ? 'credito' : como
    expect((await world.chamar(admin, 'POST', `${MOVIMENTOS}/${id}/${acao}`, corpo)).statusCode).toBe(200)
    expect(await receber(world, umPix(world, { ...comum, txid: 'abc123' }))).toEqual([id])
    const { rows } = await sql<{ situacao: string }>`select situacao from codigo`.execute(world.db)
    expect(rows).toEqual([{ situacao }])
  },
)

test.for(['aplicar', 'vincular', 'credito'] as const)(
  'a code paid with another amount, or typed in before, is paid once a person says so by %s',
  async (como, { world }) => {
    const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
    const { cliente, conta } = await comBoleto(world)
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', {
      pix: { chave: 'pix@exemplo.com.br', nome: 'Empresa', cidade: 'Campinas' },
    })
    const codigos = `/api/operador/clientes/${cliente}/codigos`
    const emitido = await world.chamar(operador, 'POST', codigos, { contas: [conta] })
    expect(emitido.statusCode, emitido.body).toBe(201)
    const { txid } = emitido.json()
    const pagamento = como === 'vincular' ? (await comPagamento(world, operador, conta, 60)).id : null
    const [id] = await receber(world, umPix(world, { txid, valorCentavos: 6_000 }))
    expect(await ver(world, id!)).toMatchObject({ situacao: 'sugerido' })
    const corpo = {
      aplicar: { contas: [{ id: conta, valor: 60 }] },
      vincular: { pagamento_id: pagamento },
      credito: { cliente_id: cliente },
    }[como]
    const feito = await world.chamar(admin, 'POST', `${MOVIMENTOS}/${id}/${como}`, corpo)
    expect(feito.statusCode, feito.body).toBe(200)
    expect((await world.chamar(operador, 'GET', codigos)).json().data).toMatchObject([{ txid, situacao: 'pago' }])
  },
)

test('a code pays its account however many older ones its customer owes', async ({ world }) => {
  const antigas = Array.from({ length: 30 }, () => ({
    valor_centavos: 7_700,
    vencimento: somarDias(world.hoje(), -40),
  }))
  const nova = { valor_centavos: 10_000, vencimento: somarDias(world.hoje(), 20) }
  const { id: cliente, contas } = await world.criarCliente(JOSE, [...antigas, nova])
  await comCodigo(world, cliente, contas.at(-1)!, 'daNova', 'pix_cobv')
  const [id] = await receber(world, umPix(world, { txid: 'daNova', valorCentavos: 10_000 }))
  expect(await ver(world, id!)).toMatchObject({
    situacao: 'aplicado',
    credito: 0,
    pagamentos: [{ conta: { id: contas.at(-1) }, valor: 100 }],
  })
})

test('the charges that a PSP reckoned for a charge with due date stand, though ours be less', async ({ world }) => {
  const vencimento = somarDias(world.hoje(), -5)
  const { id: cliente, contas } = await world.criarCliente(JOSE, [{ valor_centavos: 10_000, vencimento }])
  await comCodigo(world, cliente, contas[0]!, 'comMulta', 'pix_cobv')
  const componentes = {
    originalCentavos: 10_000,
    multaCentavos: 900,
    jurosCentavos: 0,
    abatimentoCentavos: 0,
    descontoCentavos: 0,
  }
  const [id] = await receber(world, umPix(world, { txid: 'comMulta', valorCentavos: 10_900, componentes }))
  expect(await ver(world, id!)).toMatchObject({ situacao: 'aplicado', pagamentos: [{ valor: 109, encargos: 9 }] })
  // Paid a second time it is to be given back: by itself, or by a press where the PSP does not say what it reckoned.
  const pix = { txid: 'comMulta', valorCentavos: 10_900 }
  const [outro, semPartes] = await receber(world, umPix(world, { ...pix, componentes }), umPix(world, pix))
  expect(await ver(world, outro!)).toMatchObject({ situacao: 'credito', credito: 109, cliente_id: cliente })
  expect(await ver(world, semPartes!)).toMatchObject({
    situacao: 'sugerido',
    sugestoes: [
      {
        certeza: 'alta',
        contas: [],
        porque: expect.stringMatching(/já não deve nada: os R\$\s109,00 ficam a devolver/),
      },
    ],
  })
})
