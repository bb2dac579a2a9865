import { expect, test } from 'vitest'
import { idDaChave } from '#server/chaves/derivadas.ts'
import { pastaDoTeste } from '#test/pasta.ts'
import { chaveDaRestauracao } from './chave.ts'
import type { CopiaConferida } from './restaurar.actions.ts'

const [DELA, OUTRA] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const copia = (chaveSecreta: Buffer | null) =>
  ({ manifesto: { chave: idDaChave(DELA).toString('hex') }, chaveSecreta }) as CopiaConferida

test.each([
  ['the same', { chaveSecreta: DELA, chaveAnterior: null }, null, { atual: DELA, anterior: null }],
  ['the same, which it brings too', { chaveSecreta: DELA, chaveAnterior: null }, DELA, { atual: DELA, anterior: null }],
  ['another, and it brings its own', { chaveSecreta: OUTRA, chaveAnterior: null }, DELA, { anterior: DELA }],
  ['none, and it brings its own', { chaveSecreta: null, chaveAnterior: null }, DELA, { atual: null, anterior: DELA }],
  ['another, and says its own', { chaveSecreta: OUTRA, chaveAnterior: DELA }, null, { anterior: DELA }],
  [
    'another, and says that its own is lost',
    { chaveSecreta: OUTRA, chaveAnterior: 'perdida' },
    null,
    { anterior: 'perdida' },
  ],
  ['the same, and says that it is lost', { chaveSecreta: DELA, chaveAnterior: 'perdida' }, null, { anterior: null }],
] as const)('a copy opens where the key is %s', async (_, config, daCopia, chaves) => {
  expect(await chaveDaRestauracao(copia(daCopia), config, pastaDoTeste())).toMatchObject(chaves)
})

test('of a copy that no key at hand opens a person is told which to give', async () => {
  const config = { chaveSecreta: OUTRA, chaveAnterior: OUTRA }
  await expect(chaveDaRestauracao(copia(null), config, pastaDoTeste())).rejects.toThrow(/SECRET_KEY_ANTERIOR=perdida/)
})
