import { beforeEach, expect, test, vi } from 'vitest'
import { acertarRelogio } from './agora.ts'
import { ErroDaApi } from './erro.ts'

const guarda = new Map<string, string>()
const comoGuarda = {
  getItem: (nome: string) => guarda.get(nome) ?? null,
  setItem: (nome: string, valor: string) => guarda.set(nome, valor),
  removeItem: (nome: string) => guarda.delete(nome),
}
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('sessionStorage', comoGuarda)
vi.stubGlobal('window', { addEventListener: () => undefined })
const { umaVezSo } = await import('./umaVezSo.ts')

const CEM = [7, { valor: 100 }]
const conferir = async (feito: string) => feito as string | null
/** Gives the key by which it was done. */
const fazer = (corpo: unknown = CEM, como = conferir) =>
  umaVezSo(corpo, { fazer: async (chave) => chave, conferir: como })
const falhar = async (status: number) => {
  let usada = ''
  const erro = new ErroDaApi('não', status)
  const responder = (chave: string) => {
    usada = chave
    return Promise.reject<string>(erro)
  }
  await expect(umaVezSo(CEM, { fazer: responder, conferir })).rejects.toBe(erro)
  return usada
}

beforeEach(() => {
  guarda.clear()
  acertarRelogio(new Date('2026-11-24T13:00:00Z').toISOString())
})

test('what was typed again after a lost answer has the same key, and says that it was tried', async () => {
  const perdida = await falhar(0)
  expect(await falhar(503)).toBe(perdida)
  expect(await fazer()).toEqual({ feito: perdida, deNovo: true })
})

test.each([401, 429, 500, 503])('after the answer %i it has the same key, and no answer was lost', async (status) => {
  const chave = await falhar(status)
  expect(await fazer()).toEqual({ feito: chave, deNovo: false })
})

test('what was reloaded before its answer came has the same key', async () => {
  let usada = ''
  const nunca = (chave: string) => {
    usada = chave
    return new Promise<string>(() => undefined)
  }
  void umaVezSo(CEM, { fazer: nunca, conferir })
  expect(await fazer()).toEqual({ feito: usada, deNovo: true })
})

test('what an attempt did and somebody undid since is done with another key', async () => {
  const perdida = await falhar(0)
  const { feito, deNovo } = await fazer(CEM, async (chave) => (chave === perdida ? null : chave))
  expect([feito === perdida, deNovo]).toEqual([false, false])
  expect(guarda.size).toBe(0)
})

test('a key is not used for longer than the server remembers it', async () => {
  const perdida = await falhar(0)
  acertarRelogio(new Date('2026-11-25T12:59:00Z').toISOString())
  const { feito, deNovo } = await fazer()
  expect([feito === perdida, deNovo]).toEqual([false, false])
})

test('a session that ended with the answer leaves nothing behind', async () => {
  const acabou = async () => {
    guarda.clear()
    throw new ErroDaApi('não', 401)
  }
  await expect(umaVezSo(CEM, { fazer: acabou, conferir })).rejects.toThrow()
  expect(guarda.size).toBe(0)
})

test('once it was done or refused, the same again is something new', async () => {
  const { feito } = await fazer()
  const outra = await fazer()
  expect(outra).toEqual({ feito: expect.not.stringMatching(feito), deNovo: false })
  const recusada = await falhar(422)
  expect(await fazer()).toEqual({ feito: expect.not.stringMatching(recusada), deNovo: false })
  expect(guarda.size).toBe(0)
})

test('something else has a key of its own', async () => {
  const perdida = await falhar(0)
  expect((await fazer([7, { valor: 200 }])).feito).not.toBe(perdida)
})
