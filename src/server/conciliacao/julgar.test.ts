import { sql } from 'kysely'
import { expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { comFigurante } from '#test/figurantes.ts'
import { comBoleto, JOSE, julgar, MOVIMENTOS, receber, registrar, ver } from '#test/julgamento.ts'
import { linha } from '#test/linha.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito } from '#test/movimento.ts'
import { comPagamento, pagar } from '#test/pagamentos.ts'
import { jaEnviada } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { julgarPendentes, remarcarVelhas } from './julgar.actions.ts'

/** Some time later. */
async function julgarDeNovo(world: World) {
  await remarcarVelhas(world.db, world.relogio.agora())
  await julgar(world)
}

test.for(['12345', '123456', '000123456', '109/12345-6'])(
  'a boleto paid in full, named as %s, is applied by itself',
  async (nossoNumero, { world }) => {
    const { cliente, conta } = await comBoleto(world)
    const [id] = await receber(
      world,
      umCredito(world, { origem: 'cnab400', nossoNumero, valorCentavos: 10_000, tarifaCentavos: 150 }),
    )
    expect(await ver(world, id!)).toMatchObject({
      situacao: 'aplicado',
      aplicado: 100,
      cliente_id: cliente,
      sugestoes: [],
    })
    const paga = (await world.chamar(await world.criarAdmin(), 'GET', `${MOVIMENTOS}/${id}`)).json().pagamentos
    expect(paga).toMatchObject([{ conta: { id: conta }, valor: 100, encargos: 0, forma: 'boleto', estornado_em: null }])
  },
)

test('what is applied or suggested is of its movement alone, and holds the accounts that it names', async ({
  world,
}) => {
  const intocado = await comFigurante(world)
  const { cliente } = await comBoleto(world)
  const { contas } = await world.criarCliente({ documento: '11144477735' }, [{ valor_centavos: 33_300 }, {}])
  const pagador = { nome: 'Outra', documento: '11144477735' }
  const [certo, sugerido] = await receber(
    world,
    umCredito(world, { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 }),
    umCredito(world, { valorCentavos: 33_300, pagador }),
  )
  expect(await ver(world, certo!)).toMatchObject({ situacao: 'aplicado', cliente_id: cliente })
  expect(await ver(world, sugerido!)).toMatchObject({
    situacao: 'sugerido',
    sugestoes: [{ contas: [{ id: contas[0] }] }],
  })
  const seguras = await world.db
    .selectFrom('conta_a_caminho')
    .select('conta_id')
    .where('conta_id', '>=', contas[0]!)
    .execute()
  expect(seguras).toEqual([{ conta_id: contas[0] }])
  await intocado()
})

test('a boleto’s number is its bank’s: another bank’s title of the same number and amount pays nothing by itself', async ({
  world,
}) => {
  const { cliente, conta } = await comBoleto(world)
  const linha = '34191091233456786123140123450005610000000010000'
  await world.db.updateTable('conta').set({ linha_digitavel: linha }).where('id', '=', conta).execute()
  const titulo = { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 } as const
  const [deOutro, dele] = await receber(
    world,
    umCredito(world, { ...titulo, banco: '237' }),
    umCredito(world, { ...titulo, banco: '341' }),
  )
  expect(await ver(world, deOutro!)).toMatchObject({ situacao: 'sugerido' })
  expect(await ver(world, dele!)).toMatchObject({ situacao: 'aplicado', cliente_id: cliente })
})

test('who owes on many accounts is suggested the newer ones, alone or together, and what is owed in all', async ({
  world,
}) => {
  const { id: cliente, contas } = await world.criarCliente(
    JOSE,
    Array.from({ length: 35 }, (_, n) => ({
      valor_centavos: 10_001 + n * n * 100,
      vencimento: somarDias(world.hoje(), n + 1),
    })),
  )
  const valorDa = (n: number) => 10_001 + n * n * 100
  const pagador = { nome: 'JOSE DA SILVA TESTE', documento: '52998224725' }
  const total = contas.reduce((soma, _, n) => soma + valorDa(n), 0)
  const casos: [number, number[], string][] = [
    [valorDa(33), [33], 'alta'],
    [valorDa(30) + valorDa(34), [30, 34], 'alta'],
    [total, [...contas.keys()], 'alta'],
    [valorDa(31) - 1, [31], 'media'],
  ]
  const ids = await receber(
    world,
    ...casos.map(([valorCentavos]) => umCredito(world, { origem: 'ofx', valorCentavos, pagador })),
  )
  for (const [i, [, quais, certeza]] of casos.entries()) {
    const { sugestoes } = await ver(world, ids[i]!)
    expect(sugestoes[0]).toMatchObject({ cliente: { id: cliente }, certeza })
    expect(sugestoes[0].contas.map(({ id }: { id: number }) => id)).toEqual(quais.map((n) => contas[n]))
    if (certeza === 'media') expect(sugestoes[0].porque).toContain(formatarReais(total))
  }
})

test('of whoever owes on more accounts than anybody reads, the one that the amount names is found', async ({
  world,
}) => {
  const muitas = Array.from({ length: 510 }, () => ({ valor_centavos: 7_700, vencimento: somarDias(world.hoje(), 1) }))
  const { contas } = await world.criarCliente({ nome: 'Consumidor' }, [
    ...muitas,
    { valor_centavos: 12_345, vencimento: somarDias(world.hoje(), 5) },
    { valor_centavos: 10_000, vencimento: somarDias(world.hoje(), 6) },
  ])
  await world.db.updateTable('conta').set({ nosso_numero: '778899' }).where('id', '=', contas.at(-1)!).execute()
  const [id, titulo] = await receber(
    world,
    umCredito(world, { origem: 'ofx', valorCentavos: 12_345 }),
    umCredito(world, { origem: 'cnab400', nossoNumero: '778899', valorCentavos: 10_000 }),
  )
  expect(await ver(world, id!)).toMatchObject({ sugestoes: [{ contas: [{ id: contas.at(-2) }] }] })
  expect(await ver(world, titulo!)).toMatchObject({ situacao: 'aplicado', aplicado: 100 })
})

test('a certain match that cannot be recorded yet waits, and later ones do not', async ({ world }) => {
  const { conta } = await comBoleto(world)
  const { contas } = await world.criarCliente({}, [{ valor_centavos: 20_000 }])
  await world.db.updateTable('conta').set({ nosso_numero: '777888' }).where('id', '=', contas[0]!).execute()
  const boleto = { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 } as const
  const [deAmanha, depois] = await receber(
    world,
    umCredito(world, { ...boleto, dia: somarDias(world.hoje(), 1) }),
    umCredito(world, { ...boleto, nossoNumero: '777888', valorCentavos: 20_000 }),
  )
  expect(await ver(world, depois!)).toMatchObject({ situacao: 'aplicado', aplicado: 200 })
  expect(await ver(world, deAmanha!)).toMatchObject({ situacao: 'sugerido', sugestoes: [{ contas: [{ id: conta }] }] })
  world.relogio.passar({ dias: 1 })
  await julgarDeNovo(world)
  expect(await ver(world, deAmanha!)).toMatchObject({ situacao: 'aplicado', aplicado: 100 })
})

test('what is alike is suggested, best first, and never applied', async ({ world }) => {
  const { cliente, conta } = await comBoleto(world)
  const [porDocumento, porNome, porValor, ninguem] = await receber(
    world,
    umCredito(world, { valorCentavos: 10_000, pagador: { nome: 'JOSE', documento: '***982247**' } }),
    umCredito(world, { valorCentavos: 4_000, pagador: { nome: 'JOSE DA SILVA TESTE', documento: null } }),
    umCredito(world, { valorCentavos: 10_000, pagador: { nome: 'FULANO DE TAL', documento: '11144477735' } }),
    umCredito(world, { valorCentavos: 777, pagador: { nome: 'FULANO DE TAL', documento: '11144477735' } }),
  )
  const primeira = async (id: number) => (await ver(world, id)).sugestoes[0]
  const contas = [expect.objectContaining({ id: conta, valor: 100 })]
  expect(await primeira(porDocumento!)).toMatchObject({
    acao: 'aplicar',
    certeza: 'alta',
    cliente: { id: cliente },
    contas,
  })
  expect(await primeira(porNome!)).toMatchObject({ acao: 'aplicar', certeza: 'baixa', cliente: { id: cliente } })
  expect(await primeira(porValor!)).toMatchObject({ acao: 'aplicar', certeza: 'baixa', contas })
  expect(await ver(world, ninguem!)).toMatchObject({ situacao: 'novo', sugestoes: [] })
  expect(await world.db.selectFrom('pagamento').select('id').execute()).toEqual([])
})

test('a late payment by somebody else is found by the account’s amount on that day: fine, interest, and earlier payments', async ({
  world,
}) => {
  const vencida = (dias: number, campos: object) => {
    const dia = somarDias(world.hoje(), -dias)
    return { vencimento: dia, vencimento_util: dia, ...campos }
  }
  const { id: cliente, contas } = await world.criarCliente(JOSE, [
    vencida(32, { valor_centavos: 10_000 }),
    vencida(5, { valor_centavos: 50_000 }),
    vencida(200, { valor_centavos: 77_700 }),
  ])
  await pagar(world, await world.criarOperador(), contas[1]!, 100, { forma: 'dinheiro' })
  // If many customers pay the same price, the amount identifies nobody.
  for (let n = 0; n < 6; n++) await world.criarCliente({}, [{ valor_centavos: 80_001 }])
  await world.criarCliente({}, [vencida(5, { valor_centavos: 78_304 })])
  const estranho = { pagador: { nome: 'FULANO DE TAL', documento: '11144477735' } }
  const [inteira, parte, umCentavo, antiga, deMuitos] = await receber(
    world,
    umCredito(world, { valorCentavos: 10_000 + 200 + 107, ...estranho }),
    umCredito(world, { valorCentavos: 40_000 + 800 + 67, ...estranho }),
    umCredito(world, { valorCentavos: 10_308, ...estranho }),
    umCredito(world, { valorCentavos: 77_700 + 1_554 + 5_180, ...estranho }),
    umCredito(world, { valorCentavos: 80_001, ...estranho }),
  )
  for (const [id, conta, valor] of [
    [inteira!, contas[0]!, 103.07],
    [parte!, contas[1]!, 408.67],
  ]) {
    const { situacao, sugestoes } = await ver(world, id!)
    expect([situacao, sugestoes.length]).toEqual(['sugerido', 1])
    expect(sugestoes[0]).toMatchObject({ acao: 'aplicar', certeza: 'baixa', cliente: { id: cliente } })
    expect(sugestoes[0].contas).toMatchObject([{ id: conta, valor }])
    expect(sugestoes[0].porque).toContain('com multa e juros do dia')
  }
  for (const id of [umCentavo!, antiga!, deMuitos!])
    expect(await ver(world, id)).toMatchObject({ situacao: 'novo', sugestoes: [] })
})

test('a payment by hand is found again, and the lump of a day is no customer’s', async ({ world }) => {
  const { conta } = await comBoleto(world)
  const pago = await comPagamento(world, await world.criarOperador(), conta, 100)
  const boleto = { origem: 'cnab400' as const, valorCentavos: 5_000, tarifaCentavos: 100 }
  const [id, , , lote] = await receber(
    world,
    umCredito(world, { valorCentavos: 10_000, pagador: JOSE }),
    umCredito(world, { ...boleto, nossoNumero: '991' }),
    umCredito(world, { ...boleto, nossoNumero: '992' }),
    umCredito(world, { valorCentavos: 9_800, lote: true }),
  )
  expect((await ver(world, id!)).sugestoes[0]).toMatchObject({
    acao: 'vincular',
    certeza: 'alta',
    pagamento_id: pago.id,
  })
  expect((await ver(world, lote!)).sugestoes[0]).toMatchObject({ acao: 'ignorar', certeza: 'alta', cliente: null })
})

test('once a person undid it, it is suggested and never again applied by itself', async ({ world }) => {
  const { conta } = await comBoleto(world)
  const admin = await world.criarAdmin()
  const [id] = await receber(
    world,
    umCredito(world, { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 }),
  )
  const desfeito = await world.chamar(admin, 'POST', `${MOVIMENTOS}/${id}/desfazer`, { motivo: 'Era de outro' })
  expect([desfeito.statusCode, desfeito.json().situacao]).toEqual([200, 'novo'])
  await julgarDeNovo(world)
  expect(await ver(world, id!)).toMatchObject({ situacao: 'sugerido', aplicado: 0 })
  const aberta = await world.db
    .selectFrom('conta')
    .select(['situacao', 'pago_centavos'])
    .where('id', '=', conta)
    .execute()
  expect(aberta).toEqual([{ situacao: 'aberta', pago_centavos: 0 }])
})

test('a suggestion of what was paid otherwise is thought over, and what is imported later is found the next day', async ({
  world,
}) => {
  const [semDono] = await receber(
    world,
    umCredito(world, { origem: 'cnab400', nossoNumero: '12345', valorCentavos: 10_000 }),
  )
  expect(await ver(world, semDono!)).toMatchObject({ situacao: 'novo' })
  await comBoleto(world)
  world.relogio.passar({ dias: 1 })
  await julgarDeNovo(world)
  expect(await ver(world, semDono!)).toMatchObject({ situacao: 'aplicado' })
})

test('two nodes that judge at once apply each thing once', async ({ world }) => {
  const boletos = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const { id, contas } = await world.criarCliente({}, [{ valor_centavos: 10_000 + i }])
      await world.db
        .updateTable('conta')
        .set({ nosso_numero: `77${i}000` })
        .where('id', '=', contas[0]!)
        .execute()
      return { id, i }
    }),
  )
  const agora = world.relogio.agora()
  const creditos = boletos.map(({ i }) =>
    umCredito(world, { origem: 'cnab400', nossoNumero: `77${i}000`, valorCentavos: 10_000 + i }),
  )
  await registrar(world, ...creditos)
  await Promise.all([1, 2, 3].map(() => julgarPendentes(world.db, agora)))
  await julgarDeNovo(world)
  expect(await world.db.selectFrom('pagamento').select('id').execute()).toHaveLength(6)
  expect(await world.db.selectFrom('movimento').select('situacao').distinct().execute()).toEqual([
    { situacao: 'aplicado' },
  ])
})

test('an account that may have been paid is not billed until the wait is over, and then once', async ({ world }) => {
  const { cliente: cliente_id, conta } = await comBoleto(world, '1', {
    vencimento: somarDias(world.hoje(), -2),
    vencimento_util: somarDias(world.hoje(), -2),
  })
  const suspeita = () =>
    umCredito(world, { valorCentavos: 10_000, pagador: { nome: 'JOSE DA SILVA TESTE', documento: null } })
  await receber(world, suspeita())
  const desde = async () =>
    (await world.db.selectFrom('conta_a_caminho').selectAll().where('conta_id', '=', conta).execute())[0]?.desde
  const primeira = await desde()
  expect(primeira).toBeDefined()
  const ficha = (await world.chamar(await world.criarAdmin(), 'GET', `/api/admin/clientes/${cliente_id}`)).json()
  expect(ficha.decisao).toMatchObject({
    motivo: 'pagamento_a_caminho',
    detalhe: expect.stringContaining('movimento 1 da conciliação'),
    // The screens show the reasons, and not the sentence.
    razoes: expect.arrayContaining([
      { sinal: 'contra', texto: expect.stringMatching(/^Vieram R\$.100,00 em .* \(movimento 1 da conciliação\)\.$/) },
    ]),
  })
  world.relogio.passar({ dias: 3 })
  await receber(world, suspeita())
  expect(await desde()).toBe(primeira) // not again before it was billed
  const { contato_id } = await linha(world, 'cliente', cliente_id)
  await jaEnviada(world, cliente_id, contato_id!, 'wamid.PASSO', 0)
  await sql`insert into cobranca_passo (conta_id, dias, vencimento, mensagem_id, cliente_id)
    select id, 1, vencimento, (select max(id) from mensagem), cliente_id from conta where id = ${conta}`.execute(
    world.db,
  )
  world.relogio.passar({ minutos: 1 })
  await receber(world, suspeita())
  expect(await desde()).toBe(world.relogio.agora().toISOString())
})
