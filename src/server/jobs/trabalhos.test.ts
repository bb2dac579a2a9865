import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import type { Escuta } from './escuta.ts'
import { iniciarTrabalhos } from './trabalhos.ts'

const FALHOU = 'o trabalho falhou e será tentado de novo'

/** The log of consecutive runs that fail like this and then succeed. */
async function ditasDe(falhas: string[]) {
  const ditas: unknown[] = []
  const dizer = (dados: object, frase: string) => void ditas.push([frase, ('caladas' in dados && dados.caladas) || 0])
  const log = { child: () => log, error: dizer, info: dizer } as unknown as FastifyBaseLogger
  let vezes = 0
  const parar = iniciarTrabalhos(
    [
      {
        nome: 'um',
        cadaMs: 1,
        async executar() {
          const falha = falhas[vezes++]
          if (falha) throw new Error(falha)
          return undefined
        },
      },
    ],
    {} as Escuta,
    log,
  )
  await esperarAte('it works again', () => vezes > falhas.length + 5)
  await parar()
  return ditas
}

test('a failure that goes on is told once, with how often when it ends', async () => {
  expect(await ditasDe(Array<string>(20).fill('the database is away'))).toEqual([
    [FALHOU, 0],
    ['o trabalho voltou a dar certo', 19],
  ])
})

test('another is told at once, after how often the first was not', async () => {
  const falhas = [...Array<string>(20).fill('the database is away'), 'a value is wrong']
  expect(await ditasDe(falhas)).toEqual([
    [FALHOU, 0],
    ['o trabalho tinha falhado assim outras vezes', 19],
    [FALHOU, 0],
  ])
})
