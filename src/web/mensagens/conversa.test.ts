import { describe, expect, test } from 'vitest'
import type { Mensagem } from '#contract/mensagens.ts'
import { comAnteriores, comEnviada, comUltimas, legendaDe } from './conversa.ts'

const mensagem = (id: number, resto: Partial<Mensagem> = {}) => ({ id, direcao: 'recebida', ...resto }) as Mensagem
const de = (primeira: number, ultima: number) =>
  Array.from({ length: ultima - primeira + 1 }, (_, n) => mensagem(primeira + n))
const ids = ({ mensagens }: { mensagens: Mensagem[] }) => mensagens.map(({ id }) => id)

describe('a conversation as it grows', () => {
  test('keeps earlier pages when the latest come again, and the very objects that did not change', () => {
    const antes = comAnteriores(comUltimas(undefined, de(51, 100), 0), de(1, 50))
    const mudou = mensagem(99, { status: 'lida' })
    const depois = comUltimas(antes, [...de(53, 98), mudou, mensagem(100), mensagem(101), mensagem(102)], 0)
    expect(ids(depois)).toEqual(ids({ mensagens: de(1, 102) }))
    expect(depois.mensagens[99]).toBe(antes.mensagens[99])
    expect(depois.mensagens[98]).toBe(mudou)
  })

  test('starts over when what came does not connect with what was known', () => {
    const antes = comUltimas(undefined, de(1, 50), 0)
    expect(ids(comUltimas(antes, de(200, 249), 0))[0]).toBe(200)
    expect(ids(comUltimas(antes, de(50, 99), 0))[0], 'by one message it does').toBe(1)
  })

  test('knows whether there is more before', () => {
    expect(comUltimas(undefined, de(1, 10), 0).temAntes).toBe(false)
    const cheia = comUltimas(undefined, de(51, 100), 0)
    expect([cheia.temAntes, comAnteriores(cheia, de(1, 50)).temAntes]).toEqual([true, true])
    expect(comAnteriores(cheia, de(41, 50)).temAntes).toBe(false)
  })

  test('points at the first of those that were unread, and no longer once answered', () => {
    const conversa = comUltimas(
      undefined,
      [mensagem(1), mensagem(2), mensagem(3, { direcao: 'enviada' }), mensagem(4)],
      2,
    )
    expect([conversa.primeiraNova, comUltimas(undefined, de(1, 3), 0).primeiraNova]).toEqual([2, null])
    expect(comEnviada(conversa, mensagem(5)).primeiraNova).toBe(null)
  })

  test('takes a message once, whoever brings it first', () => {
    const conversa = comEnviada(comUltimas(undefined, de(1, 3), 0), mensagem(4))
    expect(ids(comEnviada(conversa, mensagem(4)))).toEqual([1, 2, 3, 4])
    expect(ids(comEnviada(comEnviada(conversa, mensagem(6)), mensagem(5)))).toEqual([1, 2, 3, 4, 5, 6])
  })
})

test.each([
  ['what is written under a picture', 'imagem', 'o recibo', 'o recibo'],
  ['nothing under a picture that only says what it is', 'imagem', 'Imagem', ''],
  ['nothing under a document that only says its name', 'documento', 'acordo.pdf', ''],
  ['nothing under a document that only says what it is', 'documento', 'Documento', ''],
] as const)('shows %s', (_, tipo, conteudo, legenda) => {
  expect(legendaDe({ tipo, conteudo, arquivo: { nome: 'acordo.pdf', mime: 'x', tamanho: 1 } })).toBe(legenda)
})
