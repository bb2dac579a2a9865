import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { cifrar, decifrar } from '#server/chaves/cifra.ts'
import { gravado, gravar, no } from '#test/segredos.ts'
import { test, type World } from '#test/world.ts'
import { conferirSegredos, prepararChaves } from './preparar.actions.ts'
import {
  anunciarTroca,
  aprenderTroca,
  concluirTroca,
  desistirDaTroca,
  pararTroca,
  recifrarTudo,
  trocaEmCursoPara,
} from './troca.actions.ts'

/** A change whose new key nobody keeps, cut off after nodes began to use it: all is under it, or only a part. */
async function trocaCortada(world: World, recifrada: boolean) {
  const [antiga, perdida] = [randomBytes(32), randomBytes(32)]
  const [velho, trocado] = [no(antiga), no(perdida)]
  await prepararChaves(world.db, velho, null)
  await anunciarTroca(world.db, antiga, perdida, 0)
  for (const cada of [velho, trocado]) await aprenderTroca(world.db, cada)
  await gravar(world, cifrar(velho, 'EAAB', 'token'))
  if (recifrada) await recifrarTudo(world.db, antiga, perdida)
  return { antiga, perdida, velho, trocado }
}

test.for([
  ['a part', false],
  ['all', true],
] as const)(
  'with %s under a new key that was lost, the old one gives the change up while nodes run',
  async ([, recifrada], { world }) => {
    const { antiga, perdida, velho, trocado } = await trocaCortada(world, recifrada)
    await expect(anunciarTroca(world.db, antiga, randomBytes(32), 0)).rejects.toThrow(/desista dela/)

    // Killed after its first half, and repeated.
    for (const _ of ['killed', 'repeated']) expect(await pararTroca(world.db, antiga)).toEqual(perdida)
    for (const cada of [velho, trocado]) {
      expect(decifrar(cada, await gravado(world), 'token')).toBe('EAAB') // one that has not looked yet
      await aprenderTroca(world.db, cada)
      expect(decifrar(no(antiga), cifrar(cada, 'x', 'token'), 'token')).toBe('x')
    }
    await desistirDaTroca(world.db, antiga, perdida)
    await prepararChaves(world.db, no(antiga), null)
    for (const cada of [no(antiga), velho, trocado]) expect(decifrar(cada, await gravado(world), 'token')).toBe('EAAB')
    await expect(prepararChaves(world.db, no(perdida), null)).rejects.toThrow(/^SECRET_KEY não é a chave/)
    await anunciarTroca(world.db, antiga, randomBytes(32), 0)

    const log = await world.db.selectFrom('log').select('acao').orderBy('id', 'desc').limit(2).execute()
    expect(log.map(({ acao }) => acao)).toEqual(['chave.anunciar', 'chave.desistir'])
  },
)

test('a change half given up is not concluded, and goes on only from its beginning', async ({ world }) => {
  const { antiga, perdida, velho } = await trocaCortada(world, true)
  await pararTroca(world.db, antiga)
  await expect(concluirTroca(world.db, perdida)).rejects.toThrow(/começou a desistir/)
  await aprenderTroca(world.db, velho)
  await gravar(world, cifrar(velho, 'EAAC', 'token'))

  await anunciarTroca(world.db, antiga, perdida, 0)
  await aprenderTroca(world.db, velho)
  expect(decifrar(no(perdida), cifrar(velho, 'x', 'token'), 'token')).toBe('x')
  await recifrarTudo(world.db, antiga, perdida)
  expect(decifrar(no(perdida), await gravado(world), 'token')).toBe('EAAC')
})

test('a change is given up with its old key alone, and what is refused changes nothing', async ({ world }) => {
  await expect(pararTroca(world.db, randomBytes(32))).rejects.toThrow(/^Não há troca/)
  const { antiga, perdida } = await trocaCortada(world, true)
  await expect(pararTroca(world.db, perdida)).rejects.toThrow(/é a chave nova/)
  await expect(pararTroca(world.db, randomBytes(32))).rejects.toThrow(/a chave antiga/)
  const novato = no(antiga)
  await aprenderTroca(world.db, novato)
  expect(decifrar(no(perdida), cifrar(novato, 'x', 'token'), 'token')).toBe('x')
})

test('a change that a start with a third key left behind is given up with that key', async ({ world }) => {
  const { antiga } = await trocaCortada(world, false)
  const [terceira, parada] = [randomBytes(32), no(antiga)]
  await aprenderTroca(world.db, parada)
  await prepararChaves(world.db, terceira, parada)

  expect(await pararTroca(world.db, terceira)).toBeNull()
  await desistirDaTroca(world.db, terceira, null)
  expect(await trocaEmCursoPara(world.db, terceira)).toBe(false)
  expect(await conferirSegredos(world.db, no(terceira))).toMatchObject({ ilegiveis: 0 })
  await anunciarTroca(world.db, terceira, randomBytes(32), 0)
})
