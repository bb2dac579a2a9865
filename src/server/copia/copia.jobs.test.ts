import { expect } from 'vitest'
import { test, type World } from '#test/world.ts'
import { anotarComeco, anotarFim } from './anotar.actions.ts'
import { copiaNoturna } from './copia.jobs.ts'
import { lerSituacaoDasCopias } from './registro.queries.ts'

/** A node's job, with a fake copy that has these outcomes; returns how many copies were begun. */
function no(world: World, ...desfechos: ('feita' | 'falha')[]) {
  return as(world, '02:30', ...desfechos)
}

function as(world: World, hora: string, ...desfechos: ('feita' | 'falha')[]) {
  let vezes = 0
  const trabalho = copiaNoturna(world.servicos, hora, async (id) => {
    const desfecho = desfechos[vezes++]
    if (desfecho === 'feita') await anotarFim(world.db, id, { arquivo: '/copias/c.tar', bytes: 9 })
    else throw new Error('Disco cheio.')
  })
  return { executar: () => trabalho.executar(new AbortController().signal), vezes: () => vezes }
}

test('is made once a night by one of the nodes, and later by a machine that was off', async ({ world }) => {
  const antes = no(world, 'feita')
  world.relogio.mover('2026-11-23T05:30:00Z')
  await antes.executar()
  // One by hand is not the night's.
  const aMao = await anotarComeco(world.db, new Date('2026-11-24T05:30:00Z'), false)
  await anotarFim(world.db, aMao, { arquivo: '/copias/d.tar', bytes: 9 })
  expect((await lerSituacaoDasCopias(world.db)).noturna_em).toBe('2026-11-23T05:30:00.000Z')
  const [um, outro] = [no(world, 'feita', 'feita'), no(world, 'feita', 'feita')]
  world.relogio.mover('2026-11-24T05:29:00Z')
  await um.executar()
  expect(um.vezes()).toBe(0)
  world.relogio.passar({ minutos: 1 })
  await Promise.all([um.executar(), outro.executar()])
  await Promise.all([um.executar(), outro.executar()])
  expect(um.vezes() + outro.vezes()).toBe(1)
  world.relogio.mover('2026-11-25T17:00:00Z')
  await um.executar()
  expect(um.vezes() + outro.vezes()).toBe(2)
})

test('of late at night is made up for after midnight too, once', async ({ world }) => {
  const { executar, vezes } = as(world, '23:30', 'feita', 'feita', 'feita')
  const passam: [string, number][] = [
    ['2026-11-24T02:30:00Z', 1], // 23:30 of the 23rd
    ['2026-11-25T03:10:00Z', 2], // back ten minutes after midnight, off since before 23:30 of the 24th
    ['2026-11-25T20:00:00Z', 2],
    ['2026-11-26T02:30:00Z', 3],
  ]
  for (const [em, feitas] of passam) {
    world.relogio.mover(em)
    await executar()
    expect([em, vezes()]).toEqual([em, feitas])
  }
})

test('is made each night after a clock that was a year ahead has been set back', async ({ world }) => {
  const { executar, vezes } = no(world, 'feita', 'feita', 'feita')
  for (const em of ['2027-11-24T05:30:00Z', '2026-11-24T05:30:00Z', '2026-11-25T05:30:00Z']) {
    world.relogio.mover(em)
    await executar()
  }
  expect(vezes()).toBe(3)
  const { ultima, noturna_em } = await lerSituacaoDasCopias(world.db)
  expect([ultima?.em, noturna_em]).toEqual(['2026-11-25T05:30:00.000Z', '2026-11-25T05:30:00.000Z'])
})

test('is tried three times, half an hour apart, and failures are shown to administrators until one is complete', async ({
  world,
}) => {
  const { executar, vezes } = no(world, 'falha', 'falha', 'falha', 'feita')
  const alertas = async () =>
    (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard'))
      .json()
      .alertas.filter(({ codigo }: { codigo: string }) => codigo === 'copia_com_erro')
  world.relogio.mover('2026-11-24T05:30:00Z')
  await executar()
  await executar()
  expect(vezes()).toBe(1)
  await anotarComeco(world.db, world.relogio.agora(), false) // under way: it is not known yet how it ends
  expect(await alertas()).toMatchObject([{ mensagem: expect.stringContaining('Disco cheio.') }])
  for (let vez = 0; vez < 4; vez += 1) {
    world.relogio.passar({ minutos: 31 })
    await executar()
  }
  expect(vezes()).toBe(3)
  world.relogio.passar({ dias: 1 })
  await executar()
  expect(vezes()).toBe(4)
  expect(await alertas()).toEqual([])
  expect(await lerSituacaoDasCopias(world.db)).toEqual({
    ultima: { em: world.relogio.agora().toISOString(), bytes: 9, arquivo: '/copias/c.tar' },
    erro: null,
    noturna_em: world.relogio.agora().toISOString(),
    ensaio: null,
  })
  world.relogio.passar({ dias: 3 })
  expect(await alertas()).toMatchObject([{ mensagem: expect.stringContaining('A última') }])
})
