import { expect, test, vi } from 'vitest'

const enviarCsv = vi.hoisted(() => vi.fn())
vi.mock('./importacoes.api.ts', () => ({ enviarCsv }))
vi.mock('#web/api/sessao.ts', () => ({ sessaoAtual: () => ({ user: { id: 1 } }), aoMudarSessao: vi.fn() }))
vi.stubGlobal('window', new EventTarget())

const { assistenteCsv, conferirCsv, escolherCsv, gravarCsv } = await import('./assistenteCsv.ts')
const { ErroDaApi } = await import('#web/api/erro.ts')

const planilha = () => new File(['nome;documento\nAna;52998224725\n'], 'clientes.csv')
const tentada = () => assistenteCsv.ler().tentada

test('a write that was tried is remembered through what is simulated after it, until another file is chosen', async () => {
  await escolherCsv(planilha())
  enviarCsv.mockResolvedValueOnce({})
  await conferirCsv()
  expect(tentada()).toBe(false)
  enviarCsv.mockRejectedValue(new ErroDaApi('O servidor não respondeu.', 504))
  await gravarCsv()
  await conferirCsv()
  enviarCsv.mockResolvedValueOnce({})
  await conferirCsv()
  expect(tentada()).toBe(true)
  await escolherCsv(planilha())
  expect(tentada()).toBe(false)
})
