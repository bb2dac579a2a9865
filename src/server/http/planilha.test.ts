import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { tratarErros } from './erros.ts'
import { emCsv, enviarCsv } from './planilha.ts'

async function baixar(porcoes: AsyncIterable<{ n: string }[]>) {
  const app = Fastify()
  tratarErros(app)
  app.get('/', (_, reply) =>
    enviarCsv(reply, 'x.csv').send(Readable.from(emCsv({ n: (um: { n: string }) => um.n }, porcoes))),
  )
  const { statusCode, body, headers } = await app.inject('/')
  return [statusCode, body, headers['content-type']]
}

const CSV = 'text/csv; charset=utf-8'

test('a spreadsheet that cannot be begun is refused with a sentence; one of nothing has its header', async () => {
  expect(await baixar(Readable.from([]))).toEqual([200, '\uFEFF"n"\r\n', CSV])
  expect(await baixar(Readable.from([[{ n: '1' }], [{ n: '2' }]]))).toEqual([200, '\uFEFF"n"\r\n"1"\r\n"2"\r\n', CSV])
  const demorou = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const falha = new Readable({ objectMode: true, read: () => void falha.destroy(demorou) })
  expect(await baixar(falha)).toEqual([
    503,
    expect.stringContaining('O sistema está ocupado'),
    expect.stringContaining('json'),
  ])
})
