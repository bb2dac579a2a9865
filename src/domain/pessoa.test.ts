import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { somarDias } from './data.ts'
import { MODELOS_PADRAO } from './modelos-padrao.ts'
import { BOTOES_DA_PERGUNTA, problemasDaPergunta, problemasDosBotoesDaPergunta } from './pergunta.ts'
import { antesDeCobrar, estaConfirmada, PESSOA_DESCONHECIDA, perguntaSeDe, respostaDoToque } from './pessoa.ts'

const HOJE = '2026-11-24'
const ha = (dias: number) => somarDias(HOJE, -dias)

test.each([
  ['nunca', '52998224725', false],
  ['cpf', '52998224725', true],
  ['cpf', '11222333000181', false],
  ['cpf', null, false],
  ['sempre', '11222333000181', true],
  ['sempre', null, true],
] as const)('with %s, of %s it is asked: %s', (confirmar, documento, esperado) => {
  expect(perguntaSeDe(confirmar, documento)).toBe(esperado)
})

describe('before a step goes', () => {
  test.each([
    ['nobody ever said whose it is', {}, 'perguntar'],
    ['said so today', { ouvidaEm: HOJE }, 'nada'],
    ['heard from 179 days ago', { ouvidaEm: ha(179) }, 'nada'],
    ['silent for 180 days', { ouvidaEm: ha(180) }, 'perguntar'],
    ['asked today', { perguntas: 1, perguntadaEm: HOJE }, 'esperar'],
    ['asked 6 days ago', { perguntas: 1, perguntadaEm: ha(6) }, 'esperar'],
    ['asked a week ago', { perguntas: 1, perguntadaEm: ha(7) }, 'perguntar'],
    ['asked twice, the last 6 days ago', { perguntas: 2, perguntadaEm: ha(6) }, 'esperar'],
    ['asked twice, the last a week ago', { perguntas: 2, perguntadaEm: ha(7) }, 'chamar'],
    ['asked, and said so since', { ouvidaEm: ha(1), perguntas: 2, perguntadaEm: ha(8) }, 'nada'],
    ['silent, and asked since', { ouvidaEm: ha(200), perguntas: 1, perguntadaEm: ha(2) }, 'esperar'],
  ] as const)('%s', (_, sabido, esperado) => {
    expect(antesDeCobrar({ ...PESSOA_DESCONHECIDA, ...sabido }, HOJE)).toBe(esperado)
  })

  test('whoever never answers is asked twice, a week apart, and then a person is called, on whatever days a step is due', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 }), (pausas) => {
        let pessoa = PESSOA_DESCONHECIDA
        let dia = HOJE
        const perguntadas: string[] = []
        for (const pausa of pausas) {
          dia = somarDias(dia, pausa)
          const antes = antesDeCobrar(pessoa, dia)
          expect(antes).not.toBe('nada')
          if (antes === 'chamar') {
            expect(perguntadas).toHaveLength(2)
            expect(dia >= somarDias(perguntadas[1]!, 7)).toBe(true)
          }
          if (antes !== 'perguntar') continue
          perguntadas.push(dia)
          pessoa = { ...pessoa, perguntas: pessoa.perguntas + 1, perguntadaEm: dia }
        }
        expect(perguntadas.length).toBeLessThanOrEqual(2)
        if (perguntadas.length === 2) expect(perguntadas[1]! >= somarDias(perguntadas[0]!, 7)).toBe(true)
      }),
    )
  })

  test('what is known wears out, and comes back by itself on no later day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }), (dias, mais) => {
        const pessoa = { ...PESSOA_DESCONHECIDA, ouvidaEm: HOJE }
        const [antes, depois] = [dias, dias + mais].map((um) => estaConfirmada(pessoa, somarDias(HOJE, um)))
        expect(depois && !antes).toBe(false)
      }),
    )
  })
})

test('a tap says yes or no by the words of its button, and nothing else does', () => {
  expect(['Sim', ' sim ', 'Não sou eu', 'NAO SOU EU'].map(respostaDoToque)).toEqual(['sim', 'sim', 'nao', 'nao'])
  expect(['Sim, sou eu', 'Não', 'PARAR', ''].map(respostaDoToque)).toEqual([null, null, null, null])
})

describe('the question as it is written', () => {
  test('names the company and who is meant, and nothing that is owed', () => {
    expect(problemasDaPergunta(MODELOS_PADRAO.confirmar_pessoa.texto)).toEqual([])
    for (const texto of ['{{primeiro_nome}} deve {{valor}}.', 'Veja {{link}} já', 'Conta {{numero}} aberta'])
      expect(problemasDaPergunta(texto)).toHaveLength(1)
  })

  test('has both its buttons, in their order', () => {
    const com = (botoes: typeof BOTOES_DA_PERGUNTA) => problemasDosBotoesDaPergunta({ cabecalho: null, botoes })
    expect(com(BOTOES_DA_PERGUNTA)).toEqual([])
    for (const errados of [[], BOTOES_DA_PERGUNTA.slice(1), [...BOTOES_DA_PERGUNTA].reverse()])
      expect(com(errados)).toHaveLength(1)
    expect(com([...BOTOES_DA_PERGUNTA, { tipo: 'parar', texto: 'Parar' }])).toHaveLength(1)
  })
})
