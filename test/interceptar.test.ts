import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aoMenos, interceptar } from '../e2e/interceptar.ts'

/** As Chromium reads a pattern without "?". */
const aceita = (padrao: string, url: string) => new RegExp(`^${padrao.replaceAll('*', '.*')}$`).test(url)

test.for([
  [/\/api\/(operador|admin)\//, '/api/admin/clientes'],
  [/\/clientes\/\d+$/, '/api/clientes/12'],
  [/\/(a|b)[^?]*(csv|xml)/, '/b/12/xml'],
  [/contas?$/, '/api/conta'],
  [/\/x\/*y/, '/xy'],
  [/contas|boletos/, '/boletos'],
  [/conta[sb]/, '/contab'],
  [/\/\d{2}$/, '/42'],
  [/\/Contas/i, '/contas'],
] as const)('%s takes %s, and so does what Chromium is told', ([qual, url]) => {
  expect(qual.test(url)).toBe(true)
  expect(aceita(aoMenos(qual), `http://localhost${url}`)).toBe(true)
})

test('an expression that a pattern can say stops no more than it must', () => {
  expect(aoMenos(/\/api\/operador\/clientes\/\d+$/)).toBe('*/api/operador/clientes/**')
})

test('a request that outlives its page, and fails with the server, ends nothing', async () => {
  const { promise: atendido, resolve: atender } = Promise.withResolvers<void>()
  const cdp = Object.assign(new EventEmitter(), { send: async () => undefined })
  const pagina = { context: () => ({ newCDPSession: async () => cdp }), isClosed: () => true }
  const responder = await interceptar(pagina as unknown as Page)
  const falhar = async () => {
    atender()
    throw new Error('fetch failed')
  }
  await responder([[/\/api\//, falhar]])
  const soltas: unknown[] = []
  const ouvir = (erro: unknown) => void soltas.push(erro)
  process.on('unhandledRejection', ouvir)
  cdp.emit('Fetch.requestPaused', {
    requestId: '1',
    request: { url: 'http://localhost/api/x', method: 'GET', headers: {} },
  })
  await atendido
  // An unhandled rejection is reported before the next turn of the event loop.
  await new Promise((segue) => setImmediate(segue))
  process.off('unhandledRejection', ouvir)
  expect(soltas).toEqual([])
})
