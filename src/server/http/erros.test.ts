import { pino } from 'pino'
import { expect, test } from 'vitest'
import { criarQueixa } from './erros.ts'

function ouvir() {
  const linhas: { msg: string; caladas?: number }[] = []
  const log = pino({ base: null }, { write: (linha: string) => void linhas.push(JSON.parse(linha)) })
  return { log, ditas: () => linhas.splice(0).map(({ msg, caladas = 0 }) => [msg, caladas]) }
}

const AGORA_NAO = 'um pedido não pôde ser atendido agora'

test('while the database is away the log is told once a minute of each kind of failure, not of each request', () => {
  const { log, ditas } = ouvir()
  let agora = 0
  const queixarSe = criarQueixa(() => agora)
  const falhar = (frase: string) => queixarSe(log, new Error(frase), 503, frase)
  for (let vez = 0; vez < 1_000; vez += 1) {
    falhar('ocupado')
    falhar('só leitura')
    agora += 59
  }
  expect(ditas()).toEqual([
    [AGORA_NAO, 0],
    [AGORA_NAO, 0],
  ])
  agora += 60_000
  falhar('ocupado')
  expect(ditas()).toEqual([[AGORA_NAO, 999]])
})

test('what is unforeseen is told each time', () => {
  const { log, ditas } = ouvir()
  const queixarSe = criarQueixa()
  for (let vez = 0; vez < 3; vez += 1) queixarSe(log, new Error('um defeito'), 500)
  expect(ditas()).toEqual(Array(3).fill(['falha inesperada', 0]))
})
