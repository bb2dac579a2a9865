import { expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umCredito, umPix } from '#test/movimento.ts'
import type { World } from '#test/world.ts'
import { type MovimentoARegistrar, registrarMovimentos } from './registrar.actions.ts'

const registrar = (world: World, ...movimentos: MovimentoARegistrar[]) =>
  emTransacao(world.db, (trx) => registrarMovimentos(trx, movimentos, { agora: world.relogio.agora() }))
const todos = ({ db }: World) => db.selectFrom('movimento').selectAll().orderBy('id').execute()
const MARIA = { nome: 'MARIA APARECIDA EXEMPLO', documento: null }

test('a Pix reported twice is one movement, even if both reports come at once', async ({ world }) => {
  const pix = umPix(world)
  const respostas = await Promise.allSettled([registrar(world, pix), registrar(world, pix), registrar(world, pix)])
  for (const uma of respostas) if (uma.status === 'rejected') expect(uma.reason).toMatchObject({ code: '23505' })
  expect(await registrar(world, pix)).toEqual([{ id: (await todos(world))[0]!.id, novo: false }])
  expect(await todos(world)).toHaveLength(1)
})

test('of two lines of a statement that are alike, each is one; the same again is none', async ({ world }) => {
  const linha = umCredito(world)
  const duas = [linha, { ...linha, vez: 2 }]
  expect((await registrar(world, ...duas)).map(({ novo }) => novo)).toEqual([true, true])
  expect((await registrar(world, ...duas, { ...linha, vez: 3 })).map(({ novo }) => novo)).toEqual([false, false, true])
})

test.for([true, false])(
  'a Pix and its line in the statement are one, the Pix first: %s',
  async (pixPrimeiro, { world }) => {
    const pix = umPix(world, { pagador: { nome: 'Maria Aparecida Exemplo', documento: '11144477735' }, txid: 'abc' })
    const linha = umCredito(world, { pagador: MARIA })
    const ordem = pixPrimeiro ? [pix, linha] : [linha, pix]
    expect((await registrar(world, ordem[0]!))[0]!.novo).toBe(true)
    expect((await registrar(world, ordem[1]!))[0]!.novo).toBe(false)
    // Another of the same day, amount and payer is another: the first has its pair.
    expect((await registrar(world, { ...linha, vez: 2 }))[0]!.novo).toBe(true)
    expect((await registrar(world, ...ordem)).map(({ novo }) => novo)).toEqual([false, false])
    const [um, ...resto] = await todos(world)
    expect(resto).toHaveLength(1)
    expect(um).toMatchObject({
      end_to_end_id: pix.endToEndId,
      txid: 'abc',
      pagador_documento: '11144477735',
      conta_bancaria: '1500/12345-6',
      a_julgar: true,
    })
  },
)

test.for([true, false])(
  'a Pix of Saturday and its line of Monday are one, the Pix first: %s; Monday’s own are others',
  async (pixPrimeiro, { world }) => {
    const pagador = { nome: 'Maria Aparecida Exemplo', documento: '11144477735' }
    const pix = umPix(world, { dia: '2026-11-14', diaCredito: '2026-11-14', pagador })
    const linha = umCredito(world, { dia: '2026-11-16', diaCredito: '2026-11-16', pagador: MARIA })
    const ordem = pixPrimeiro ? [pix, linha] : [linha, pix]
    expect((await registrar(world, ordem[0]!))[0]!.novo).toBe(true)
    expect((await registrar(world, ordem[1]!))[0]!.novo).toBe(false)
    expect((await registrar(world, { ...linha, vez: 2 }))[0]!.novo).toBe(true)
    expect(await todos(world)).toHaveLength(2)
  },
)

test.for([
  ['the document', { nome: 'JOAO PEREIRA LIMA', documento: '52998224725' }],
  ['a masked document', { nome: 'JOAO PEREIRA L', documento: '***982247**' }],
  ['the name', { nome: 'JOAO PEREIRA LIMA', documento: null }],
  ['a name that the bank writes longer', { nome: 'JOAO PEREIRA LIMA DA SILVA', documento: null }],
  ['the name of a customer who begins alike', { nome: 'MARIA APARECIDA OUTRA', documento: null }],
  ['the name of nobody we know', { nome: 'BRUNA TERCEIRA', documento: null }],
] as const)(
  'somebody else’s money on the day and with the amount of an anonymised person’s Pix is a movement of its own: by %s',
  async ([, pagador], { world }) => {
    const admin = await world.criarAdmin()
    const maria = { nome: 'Maria Aparecida Exemplo', documento: '11144477735' }
    const { id } = await world.criarCliente(maria)
    await world.criarCliente({ nome: 'João Pereira Lima', documento: '52998224725' })
    await world.criarCliente({ nome: 'Maria Aparecida Outra' })
    await registrar(world, umPix(world, { pagador: maria }))
    await world.db.updateTable('movimento').set({ cliente_id: id }).execute()
    const url = `/api/admin/clientes/${id}/anonimizar`
    expect((await world.chamar(admin, 'POST', url, { motivo: 'Pedido do titular' })).statusCode).toBe(200)
    // In the statement of the company's other bank, which the PSP knows nothing of.
    expect((await registrar(world, umCredito(world, { banco: '001', pagador })))[0]!.novo).toBe(true)
  },
)

test('a Pix and its line reported while their payer is anonymised are one movement, without a name', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const casos = await Promise.all(
    // Each of another name: of a customer's it tells nothing.
    ['Ana', 'Bia', 'Carla', 'Dora', 'Eva', 'Flora'].map(async (primeiroNome, i) => {
      const pagador = { nome: `${primeiroNome} Aparecida`, documento: `1114447${i}735` }
      const { id } = await world.criarCliente(pagador)
      const comum = { valorCentavos: 5_000 + i, pagador }
      const semDocumento = { ...pagador, documento: null }
      const [pix, linha] = [umPix(world, comum), umCredito(world, { ...comum, pagador: semDocumento })]
      return { id, primeiro: i % 2 === 0 ? pix : linha, segundo: i % 2 === 0 ? linha : pix }
    }),
  )
  await registrar(world, ...casos.map(({ primeiro }) => primeiro))
  for (const [i, { id }] of casos.entries())
    await world.db
      .updateTable('movimento')
      .set({ cliente_id: id })
      .where('valor_centavos', '=', 5_000 + i)
      .execute()
  await Promise.all(
    casos.flatMap(({ id, segundo }) => [
      world.chamar(admin, 'POST', `/api/admin/clientes/${id}/anonimizar`, { motivo: 'Pedido do titular' }),
      registrar(world, segundo),
    ]),
  )
  const linhas = await todos(world)
  expect(linhas.map(({ pagador_nome, duas_fontes }) => [pagador_nome, duas_fontes])).toEqual(
    casos.map(() => [null, true]),
  )
})

test('a Pix and a statement that come at the same moment are one', async ({ world }) => {
  const pares = Array.from({ length: 8 }, (_, i) => {
    const comum = { valorCentavos: 5_000 + i, pagador: MARIA }
    return [umPix(world, comum), umCredito(world, comum)] as const
  })
  await Promise.all(pares.flat().map((um) => registrar(world, um)))
  expect(await todos(world)).toHaveLength(pares.length)
})

test('a simulation does not block reports that come meanwhile', async ({ world }) => {
  const agora = world.relogio.agora()
  const tentativa = emTransacao(world.db, async (trx) => {
    await registrarMovimentos(trx, [umCredito(world)], { agora, simulada: true })
    await registrar(world, umPix(world))
    await registrar(world, umCredito(world))
    throw new Error('taken back')
  })
  await expect(tentativa).rejects.toThrow('taken back')
  expect((await todos(world)).map(({ origem }) => origem)).toEqual(['pix', 'ofx'])
})

test('the parts of a Pix that go back are each its own, and the statement’s of them no other', async ({ world }) => {
  const pix = umPix(world, { pagador: MARIA })
  const volta = (devolucaoId: string, valorCentavos: number) => ({
    ...pix,
    tipo: 'devolucao' as const,
    saiu: true,
    devolucaoId,
    valorCentavos,
  })
  const linha = { ...umCredito(world, { pagador: MARIA }), tipo: 'devolucao' as const, saiu: true, valorCentavos: 300 }
  await registrar(world, pix, volta('D1', 300), volta('D2', 200))
  expect((await registrar(world, volta('D1', 300), linha)).map(({ novo }) => novo)).toEqual([false, false])
  expect(await todos(world)).toHaveLength(3)
})

test.for([true, false])(
  'the Pix of whoever was made anonymous is its line in a later statement, and stays nobody’s name; by its id: %s',
  async (peloId, { world }) => {
    const admin = await world.criarAdmin()
    const pix = umPix(world, { pagador: { nome: 'Maria Aparecida Exemplo', documento: '11144477735' } })
    const { id } = await world.criarCliente({ nome: 'Maria Aparecida Exemplo', documento: '11144477735' })
    await registrar(world, pix, { ...pix, tipo: 'devolucao', saiu: true, devolucaoId: 'D1', valorCentavos: 300 })
    await world.db.updateTable('movimento').set({ cliente_id: id }).execute()
    const url = `/api/admin/clientes/${id}/anonimizar`
    expect((await world.chamar(admin, 'POST', url, { motivo: 'Pedido do titular' })).statusCode).toBe(200)
    const linha = umCredito(world, { pagador: MARIA, ...(peloId && { endToEndId: pix.endToEndId }) })
    const volta = { tipo: 'devolucao', saiu: true, valorCentavos: 300, descricao: 'DEVOLUCAO PIX MARIA' } as const
    const doExtrato = [linha, { ...umCredito(world, { pagador: MARIA }), ...volta }]
    expect((await registrar(world, ...doExtrato)).map(({ novo }) => novo)).toEqual([false, false])
    const nomes = (await todos(world)).map(({ pagador_nome, pagador_documento }) => [pagador_nome, pagador_documento])
    expect(nomes).toEqual([
      [null, null],
      [null, null],
    ])
    // The next equal one is somebody else's.
    expect((await registrar(world, { ...doExtrato[0]!, endToEndId: null, vez: 2 }))[0]!.novo).toBe(true)
  },
)

test('a movement that is no credit waits for nothing; a credit waits to be judged, without owner', async ({
  world,
}) => {
  await registrar(
    world,
    umPix(world),
    umCredito(world, { tipo: 'tarifa', saiu: true }),
    umCredito(world, { tipo: 'outro' }),
  )
  expect(
    (await todos(world)).map(({ situacao, a_julgar, sem_dono_centavos }) => ({
      situacao,
      a_julgar,
      sem_dono_centavos,
    })),
  ).toEqual([
    { situacao: 'novo', a_julgar: true, sem_dono_centavos: 1_000 },
    { situacao: 'ignorado', a_julgar: false, sem_dono_centavos: 0 },
    { situacao: 'ignorado', a_julgar: false, sem_dono_centavos: 0 },
  ])
})

test('the parts of a credit add up to it, whatever is written', async ({ world }) => {
  const { id } = (await registrar(world, umPix(world)))[0]!
  const mudar = (campos: object) => world.db.updateTable('movimento').set(campos).where('id', '=', id).execute()
  await expect(mudar({ ignorado_centavos: 2_000 })).rejects.toMatchObject({ code: '23514' })
  await expect(mudar({ situacao: 'ignorado' })).rejects.toMatchObject({ code: '23514' })
  await expect(mudar({ situacao: 'credito', credito_centavos: 1_000 })).rejects.toMatchObject({ code: '23514' })
  // `aplicado` without a payment is refused.
  await expect(mudar({ situacao: 'aplicado', aplicado_centavos: 1_000 })).rejects.toMatchObject({ code: '23514' })
  await mudar({ situacao: 'ignorado', ignorado_centavos: 1_000 })
})
