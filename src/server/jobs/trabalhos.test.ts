import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { esperarAte } from '#test/espera.ts'
import type { Escuta } from './escuta.ts'
import { iniciarTrabalhos } from './trabalhos.ts'

test('a failure that goes on is told once, with how often when it ends, and another at once', async () => {
  const ditas: unknown[] = []
  const dizer = (dados: object, frase: string) => void ditas.push([frase, ('caladas' in dados && dados.caladas) || 0])
  const log = { child: () => log, error: dizer, info: dizer } as unknown as FastifyBaseLogger
  const falhas = [...Array<string>(20).fill('the database is away'), 'a value is wrong']
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
  await esperarAte('it works again', async () => vezes > 25)
  await parar()
  expect(ditas).toEqual([
    ['o trabalho falhou e será tentado de novo', 0],
    ['o trabalho falhou e será tentado de novo', 19],
  ])
})
