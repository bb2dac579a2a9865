import { beforeEach, expect, test, vi } from 'vitest'
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
const feito = () => umaVezSo(CEM, async (chave, deNovo) => ({ chave, deNovo }))
const falhar = (status: number) => {
  let usada = ''
  const erro = new ErroDaApi('não', status)
  const tentada = umaVezSo(CEM, (chave) => {
    usada = chave
    return Promise.reject(erro)
  })
  return expect(tentada)
    .rejects.toBe(erro)
    .then(() => usada)
}

beforeEach(() => guarda.clear())

test('what was typed again after a lost answer has the same key, and says that it was tried', async () => {
  const perdida = await falhar(0)
  expect(await falhar(503)).toBe(perdida)
  expect(await feito()).toEqual({ chave: perdida, deNovo: true })
})

test('once it was done or refused, the same again is something new', async () => {
  const { chave } = await feito()
  const outra = await feito()
  expect(outra).toEqual({ chave: expect.not.stringMatching(chave), deNovo: false })
  const recusada = await falhar(422)
  expect(await feito()).toEqual({ chave: expect.not.stringMatching(recusada), deNovo: false })
  expect(guarda.size).toBe(0)
})

test('something else has a key of its own', async () => {
  const perdida = await falhar(0)
  expect(await umaVezSo([7, { valor: 200 }], async (chave) => chave)).not.toBe(perdida)
})
