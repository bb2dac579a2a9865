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
let naTela = false
const ouvintes: (() => void)[] = []
vi.stubGlobal('window', {
  addEventListener: (_: string, ouvinte: () => void) => ouvintes.push(ouvinte),
  dispatchEvent: () => !naTela,
})
vi.stubGlobal('localStorage', guarda())
vi.stubGlobal('sessionStorage', guarda())
const {
  aoMudarSessao,
  avisoDaEntrada,
  encerrarSessao,
  iniciarSessao,
  lembrarOnde,
  ondeEstava,
  recusarSessao,
  sessaoAtual,
  tokenAtual,
} = await import('./sessao.ts')

const ANA = { id: 1, name: 'Ana', email: 'ana@exemplo.com.br', role: 'operador' as const }
beforeEach(() => {
  naTela = false
  iniciarSessao({ token: 'novo', user: ANA })
})

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
  const entrar = (id: number) => iniciarSessao({ token: `de ${id}`, user: { ...ANA, id } })

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

  test('waits for the person whose session ended by itself, and for nobody else', () => {
    escrever()
    recusarSessao('novo')
    iniciarSessao({ token: 'outro', user: ANA })
    expect(ficou()).toHaveLength(3)
    recusarSessao('outro')
    iniciarSessao({ token: 'dela', user: { ...ANA, id: 2 } })
    expect(ficou()).toEqual([])
  })

  test('stays when the same person’s token changes, and goes when somebody else signs in', () => {
    escrever()
    iniciarSessao({ token: 'outro', user: ANA })
    expect(ficou()).toHaveLength(3)
    iniciarSessao({ token: 'dela', user: { ...ANA, id: 2 } })
    expect(ficou()).toEqual([])
  })
})

test('who leaves when their session had ended already leaves nothing, and is told nothing', () => {
  sessionStorage.setItem('rascunho:1:40', 'meia frase')
  recusarSessao('novo')
  encerrarSessao()
  expect([avisoDaEntrada(), localStorage.getItem('terminou'), sessionStorage.getItem('rascunho:1:40')]).toEqual([
    '',
    null,
    null,
  ])
})

test.each([false, true])('a browser that keeps no more lets a session end too (something typed: %s)', (typed) => {
  naTela = typed
  const cheia = vi.spyOn(localStorage, 'setItem').mockImplementation((chave, valor) => {
    if (localStorage.getItem('token')) throw new DOMException('full', 'QuotaExceededError')
    Object.assign(localStorage, { [chave]: valor })
  })
  recusarSessao('novo')
  cheia.mockRestore()
  expect([localStorage.getItem('token'), localStorage.getItem('terminou'), tokenAtual()]).toEqual([
    null,
    '1',
    typed ? '' : null,
  ])
})

describe('a session that ends over something typed on the screen', () => {
  const outraAba = (mudar: () => void) => {
    mudar()
    for (const ouvinte of ouvintes) ouvinte()
  }
  const entrarNoutra = (id: number) =>
    outraAba(() => {
      localStorage.setItem('token', `de ${id}`)
      localStorage.setItem('user', JSON.stringify({ ...ANA, id }))
      localStorage.removeItem('terminou')
    })
  beforeEach(() => {
    naTela = true
  })

  test('keeps its person without a token, in every tab, until they are signed in again', () => {
    recusarSessao('novo')
    expect([sessaoAtual()?.user.id, tokenAtual(), localStorage.getItem('token')]).toEqual([1, '', null])
    entrarNoutra(1)
    expect(tokenAtual()).toBe('de 1')
    outraAba(() => {
      localStorage.setItem('terminou', '1')
      localStorage.removeItem('token')
    })
    expect(tokenAtual()).toBe('')
  })

  test('is told in the other tabs, where they had nothing typed', () => {
    naTela = false
    outraAba(() => {
      localStorage.setItem('terminou', '1')
      localStorage.removeItem('token')
    })
    expect([sessaoAtual(), avisoDaEntrada()]).toEqual([null, expect.stringMatching(/^Sua sessão terminou/)])
  })

  test('is told no more once its person came back, and left by choice in another tab', () => {
    recusarSessao('novo')
    entrarNoutra(1)
    outraAba(() => localStorage.removeItem('token'))
    expect([sessaoAtual(), avisoDaEntrada()]).toEqual([null, ''])
  })

  test('is told once, however often this tab is looked at', () => {
    recusarSessao('novo')
    const dito = vi.fn()
    const calar = aoMudarSessao(dito)
    outraAba(() => undefined)
    calar()
    expect(dito).not.toHaveBeenCalled()
  })

  test('gives the screen to whoever else signs in', () => {
    recusarSessao('novo')
    entrarNoutra(2)
    expect(sessaoAtual()?.user.id).toBe(2)
  })

  test.each([
    ['here', () => encerrarSessao()],
    [
      'in another tab',
      () =>
        outraAba(() => {
          for (const chave of ['token', 'user', 'terminou']) localStorage.removeItem(chave)
        }),
    ],
  ])('keeps nothing of who leaves by choice %s', (_, sair) => {
    sessionStorage.setItem('rascunho:1:40', 'meia frase')
    recusarSessao('novo')
    sair()
    expect([sessaoAtual(), sessionStorage.getItem('rascunho:1:40')]).toEqual([null, null])
  })
})

test('a refusal that overtakes the news of a newer session of another tab ends nothing', () => {
  localStorage.setItem('token', 'mais novo')
  recusarSessao('novo')
  expect([tokenAtual(), localStorage.getItem('token')]).toEqual(['mais novo', 'mais novo'])
})
