import { createReadStream } from 'node:fs'
import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { criarQueixa, tratarErros } from './erros.ts'

function ouvir() {
  const linhas: { msg: string; caladas?: number }[] = []
  const log = pino({ base: null }, { write: (linha: string) => void linhas.push(JSON.parse(linha)) })
  return { log, ditas: () => linhas.splice(0).map(({ msg, caladas = 0 }) => [msg, caladas]) }
}

const AGORA_NAO = 'um pedido não pôde ser atendido agora'

test('while the database is away the log is told once a minute of each kind of failure, not of each request, and of its end', () => {
  const { log, ditas } = ouvir()
  const aoFimDoMinuto: (() => void)[] = []
  const queixarSe = criarQueixa((ms, fazer) => {
    expect(ms).toBe(60_000)
    aoFimDoMinuto.push(fazer)
  })
  const passarUmMinuto = () => {
    for (const fazer of aoFimDoMinuto.splice(0)) fazer()
  }
  const falhar = (frase: string) => queixarSe(log, new Error(frase), 503, frase)
  const falharMilVezes = () => {
    for (let vez = 0; vez < 1_000; vez += 1) ['ocupado', 'só leitura'].forEach(falhar)
  }
  falharMilVezes()
  expect(ditas()).toEqual(Array(2).fill([AGORA_NAO, 0]))
  passarUmMinuto()
  expect(ditas()).toEqual(Array(2).fill([AGORA_NAO, 999]))
  falhar('ocupado')
  expect(ditas()).toEqual([])
  // The last of it is told though nothing fails any more.
  passarUmMinuto()
  expect(ditas()).toEqual([[AGORA_NAO, 1]])
  passarUmMinuto()
  expect([ditas(), aoFimDoMinuto]).toEqual([[], []])
  falhar('ocupado')
  expect(ditas()).toEqual([[AGORA_NAO, 0]])
})

test('what is unforeseen is told each time', () => {
  const { log, ditas } = ouvir()
  const queixarSe = criarQueixa()
  for (let vez = 0; vez < 3; vez += 1) queixarSe(log, new Error('um defeito'), 500)
  expect(ditas()).toEqual(Array(3).fill(['falha inesperada', 0]))
})

test('a file that cannot be read is answered with the error alone', async () => {
  const app = Fastify()
  tratarErros(app)
  const deUmaPasta = () => createReadStream(import.meta.dirname)
  app.get('/', (_, reply) => reply.headers({ 'content-type': 'image/png', 'content-length': 9 }).send(deUmaPasta()))
  const { statusCode, headers, body } = await app.inject('/')
  expect([statusCode, headers['content-type']]).toEqual([500, 'application/json; charset=utf-8'])
  expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
})
