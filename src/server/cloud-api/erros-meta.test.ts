import { describe, expect, test } from 'vitest'
import { ERROS } from '#emulator/erros.ts'
import { CODIGOS_CONHECIDOS, pausaAntesDeRepetir, regraDoErro, type TipoErroMeta } from './erros-meta.ts'

const tipo = (codigo: number, outros = {}) => regraDoErro({ codigo, ...outros }).tipo

describe('what to do about an error', () => {
  test.each<[TipoErroMeta, number[]]>([
    [
      'parar_conta',
      [0, 3, 10, 33, 104, 190, 200, 250, 299, 368, 131005, 131031, 131037, 131042, 131045, 133010, 141006],
    ],
    ['parar_cliente', [131021, 131026]],
    ['parar_modelo', [132000, 132001, 132007, 132012, 132015, 132016, 131063, 131064]],
    ['repetir', [2, 4, 17, 80007, 130429, 131016, 131048, 131056, 131057, 133004, 2494100]],
    ['repetir_uma_vez', [1, 131000, 135000]],
    ['nao_repetir', [130403, 130472, 130497, 131047, 131049, 131050]],
    ['nosso_erro', [100, 131008, 131009, 131051, 132005, 132018]],
  ])('%s: %j', (esperado, codigos) => {
    for (const codigo of codigos) expect([codigo, tipo(codigo)]).toEqual([codigo, esperado])
  })

  test('an object that is not ours (100 with subcode 33) is a matter of configuration', () => {
    expect(tipo(100, { subcodigo: 33 })).toBe('parar_conta')
  })

  test('a code nobody knows is judged by what the answer hints', () => {
    expect(tipo(999001, { http: 503 })).toBe('repetir')
    expect(tipo(999001, { http: 429 })).toBe('repetir')
    expect(tipo(999001, { http: 400, transitorio: true })).toBe('repetir')
    expect(tipo(999001, { http: 401 })).toBe('parar_conta')
    expect(tipo(999001, { http: 400 })).toBe('nosso_erro')
    expect(tipo(999001)).toBe('nosso_erro')
  })

  test('every error the emulator can give to a message is one of the list', () => {
    const deConfiguracao = [2200, 2500, 136024, 136025, 139100]
    const dados = Object.keys(ERROS)
      .map(Number)
      .filter((codigo) => codigo !== 200 && !deConfiguracao.includes(codigo))
    expect(dados.filter((codigo) => !CODIGOS_CONHECIDOS.includes(codigo))).toEqual([])
  })

  test('every rule says what happened and what to do, in whole sentences', () => {
    for (const codigo of CODIGOS_CONHECIDOS) {
      const { frase, providencia } = regraDoErro({ codigo })
      expect(frase).toMatch(/^[A-ZÀ-Ú].+\.$/)
      expect(providencia).toMatch(/^[A-ZÀ-Ú].+\.$/)
    }
  })
})

describe('the pause before trying again', () => {
  test("grows by Meta's rule of 4^n for one customer", () => {
    const par = regraDoErro({ codigo: 131056 })
    expect([1, 2, 3, 4].map((tentativa) => pausaAntesDeRepetir(par, tentativa))).toEqual([1, 4, 16, 64])
    expect(par.pausa?.alcance).toBe('cliente')
  })
  test('holds the whole number when the number is what is limited', () => {
    expect(regraDoErro({ codigo: 130429 }).pausa?.alcance).toBe('numero')
  })
  test.each([
    ['an outage', 2, 300],
    ['a limit of the number', 130429, 300],
    ['a limit of the account', 80007, 300],
    ['maintenance of the number', 131057, 300],
    ['blocks and reports of many people', 131048, 6 * 3600],
    ['too many messages to one customer', 131056, 6 * 3600],
  ])('after %s (%i) never passes %i seconds, however often it was refused', (_, codigo, segundos) => {
    expect(pausaAntesDeRepetir(regraDoErro({ codigo }), 60)).toBe(segundos)
  })
  test('131000 is tried once more and no further', () => {
    const regra = regraDoErro({ codigo: 131000 })
    expect(pausaAntesDeRepetir(regra, 1)).toBeGreaterThan(0)
    expect(pausaAntesDeRepetir(regra, 2)).toBeNull()
  })
  test('what is not worth repeating has none', () => {
    expect(pausaAntesDeRepetir(regraDoErro({ codigo: 131026 }), 1)).toBeNull()
  })
})
