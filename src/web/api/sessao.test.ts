import { beforeEach, expect, test, vi } from 'vitest'

const guarda = () => {
  const itens = new Map<string, string>()
  return {
    getItem: (chave: string) => itens.get(chave) ?? null,
    setItem: (chave: string, valor: string) => void itens.set(chave, valor),
    removeItem: (chave: string) => void itens.delete(chave),
  }
}
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('localStorage', guarda())
vi.stubGlobal('sessionStorage', guarda())
const { avisoDaEntrada, iniciarSessao, recusarSessao, tokenAtual } = await import('./sessao.ts')

beforeEach(() =>
  iniciarSessao({ token: 'novo', user: { id: 1, name: 'Ana', email: 'ana@exemplo.com.br', role: 'operador' } }),
)

test('a refusal of the token in use ends the session, and says why', () => {
  recusarSessao('novo')
  expect(tokenAtual()).toBe(null)
  expect(avisoDaEntrada()).toMatch(/^Sua sessão terminou/)
})

test.each(['velho', null])('an answer to a request made with another token (%s) ends nothing', (token) => {
  recusarSessao(token)
  expect(tokenAtual()).toBe('novo')
})
