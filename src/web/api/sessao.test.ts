import { beforeEach, describe, expect, test, vi } from 'vitest'

/** A browser's storage: its keys are its own properties. */
class Guarda {
  [chave: string]: unknown
}
const guarda = () =>
  Object.setPrototypeOf(new Guarda(), {
    getItem(this: Guarda, chave: string) {
      return Object.hasOwn(this, chave) ? this[chave] : null
    },
    setItem(this: Guarda, chave: string, valor: string) {
      this[chave] = valor
    },
    removeItem(this: Guarda, chave: string) {
      delete this[chave]
    },
  }) as Storage
vi.stubGlobal('window', { addEventListener: () => undefined })
vi.stubGlobal('localStorage', guarda())
vi.stubGlobal('sessionStorage', guarda())
const { avisoDaEntrada, encerrarSessao, iniciarSessao, lembrarOnde, ondeEstava, recusarSessao, tokenAtual } =
  await import('./sessao.ts')

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

describe('the address where a session ended', () => {
  const AQUI = '/operador/clientes?busca=Marlene'
  const entrar = (id: number) =>
    iniciarSessao({ token: `de ${id}`, user: { id, name: 'Ana', email: 'ana@exemplo.com.br', role: 'operador' } })

  test('is given back, once, to the same person', () => {
    recusarSessao('novo')
    lembrarOnde(AQUI)
    entrar(1)
    expect([ondeEstava(), ondeEstava()]).toEqual([AQUI, null])
  })

  test('is forgotten when somebody else signs in', () => {
    recusarSessao('novo')
    lembrarOnde(AQUI)
    entrar(2)
    expect([ondeEstava(), sessionStorage.getItem('voltar')]).toEqual([null, null])
  })

  test.each([
    [AQUI, AQUI],
    ['//outro.exemplo', null],
  ])('of a link opened before signing in (%s) is anybody’s, within this site', (endereco, esperado) => {
    sessionStorage.setItem('voltar', endereco)
    expect(ondeEstava()).toBe(esperado)
  })
})

describe('what was typed and not sent', () => {
  const escrever = () => {
    sessionStorage.setItem('rascunho:1:40', 'meia frase')
    localStorage.setItem('envios:1', '[]')
    sessionStorage.setItem('chave:1:[7,{"valor":100}]', '{}')
    localStorage.setItem('trilho:1', '1')
  }
  const ficou = () =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((um) => /rascunho|envios|chave/.test(um))

  test('goes when the person leaves, and nothing else does', () => {
    escrever()
    encerrarSessao()
    expect(ficou()).toEqual([])
    expect(localStorage.getItem('trilho:1')).toBe('1')
  })

  test('goes when the session ends by itself, and the person is told', () => {
    escrever()
    recusarSessao('novo')
    expect(ficou()).toEqual([])
    expect(avisoDaEntrada()).toMatch(/foi apagado deste navegador/)
  })

  test('stays when the same person’s token changes, and goes when somebody else signs in', () => {
    escrever()
    const ana = { id: 1, name: 'Ana', email: 'ana@exemplo.com.br', role: 'operador' as const }
    iniciarSessao({ token: 'outro', user: ana })
    expect(ficou()).toHaveLength(3)
    iniciarSessao({ token: 'dela', user: { ...ana, id: 2 } })
    expect(ficou()).toEqual([])
  })
})
