import { describe, expect, test } from 'vitest'
import type { Anotacao } from '#contract/anotacoes.ts'
import type { Log } from '#contract/logs.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import { linhaDoTempo } from './linhaDoTempo.ts'

const mensagem = (id: number, created_at: string, resto: Partial<Mensagem> = {}) =>
  ({ id, created_at, direcao: 'recebida', automatica: false, ...resto }) as Mensagem
const trecho = (mensagens: Mensagem[], resto = {}) => ({
  mensagens,
  doInicio: true,
  ateOFim: true,
  primeiraNova: null,
  ...resto,
})
const log = (id: number, created_at: string, acao: AcaoDoLog) => ({ id, created_at, acao }) as Log

describe('the thread', () => {
  test('puts messages and events in one order of time, by the day in São Paulo', () => {
    const itens = linhaDoTempo(
      trecho([mensagem(1, '2026-11-24T02:30:00.000Z'), mensagem(2, '2026-11-24T13:08:00.000Z')]),
      [
        log(9, '2026-11-24T13:07:00.000Z', 'cliente.responder'),
        log(8, '2026-11-24T13:06:00.000Z', 'mensagem.escrever'),
      ],
    )
    expect(itens.map((item) => item.chave)).toEqual([
      'dia-2026-11-23',
      'mensagem-1',
      'dia-2026-11-24',
      'log-9',
      'mensagem-2',
    ])
  })

  test('puts notes in their place, and the lines of the log about them nowhere', () => {
    const nota = { id: 5, created_at: '2026-11-24T13:07:30.000Z' } as Anotacao
    const itens = linhaDoTempo(
      trecho([mensagem(1, '2026-11-24T13:07:00.000Z'), mensagem(2, '2026-11-24T13:08:00.000Z')]),
      [log(9, nota.created_at, 'anotacao.escrever'), log(10, '2026-11-24T13:07:40.000Z', 'anotacao.mudar')],
      [nota],
    )
    expect(itens.map((item) => item.chave)).toEqual(['dia-2026-11-24', 'mensagem-1', 'anotacao-5', 'mensagem-2'])
    const depois = linhaDoTempo(trecho([mensagem(2, '2026-11-24T13:08:00.000Z')], { doInicio: false }), [], [nota])
    expect(depois.map((item) => item.chave)).toEqual(['dia-2026-11-24', 'mensagem-2'])
  })

  test('puts what came of a message after it, and what was answered after that, when all have one instant', () => {
    const quando = '2026-11-24T13:07:00.000Z'
    const itens = linhaDoTempo(trecho([mensagem(1, quando), mensagem(2, quando, { direcao: 'enviada' })]), [
      log(9, quando, 'cliente.assumir'),
      log(8, quando, 'cliente.responder'),
    ])
    expect(itens.map((item) => item.chave)).toEqual(['dia-2026-11-24', 'mensagem-1', 'log-8', 'log-9', 'mensagem-2'])
  })

  test('groups what one side said within five minutes', () => {
    const itens = linhaDoTempo(
      trecho([
        mensagem(1, '2026-11-24T13:00:00.000Z'),
        mensagem(2, '2026-11-24T13:04:00.000Z'),
        mensagem(3, '2026-11-24T13:20:00.000Z'),
        mensagem(4, '2026-11-24T13:21:00.000Z', { direcao: 'enviada' }),
      ]),
      [],
    )
    const bordas = itens.flatMap((item) => (item.tipo === 'mensagem' ? [[item.primeira, item.ultima]] : []))
    expect(bordas).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  test('leaves out what happened before the messages that came, until all came', () => {
    const antigo = log(1, '2026-11-01T13:00:00.000Z', 'cliente.pausar')
    const mensagens = [mensagem(5, '2026-11-24T13:00:00.000Z')]
    expect(linhaDoTempo(trecho(mensagens, { doInicio: false }), [antigo]).some((item) => item.tipo === 'evento')).toBe(
      false,
    )
    expect(linhaDoTempo(trecho(mensagens), [antigo]).some((item) => item.tipo === 'evento')).toBe(true)
  })

  test('says where what was unread begins', () => {
    const mensagens = [mensagem(1, '2026-11-24T13:00:00.000Z'), mensagem(2, '2026-11-24T13:01:00.000Z')]
    const itens = linhaDoTempo(trecho(mensagens, { primeiraNova: 2 }), [])
    expect(itens.map((item) => item.chave)).toEqual(['dia-2026-11-24', 'mensagem-1', 'novas', 'mensagem-2'])
  })
})
