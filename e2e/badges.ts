import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { abrirPagina, assentar, esperar, fechar, type Mundo, type Sessao } from './mundo.ts'

const TRINTA_SEGUNDOS = 30_000
const linha = (id: number, numero_chamadas: number) => ({ id, numero_chamadas })
const varias = (quantas: number) => Array.from({ length: quantas }, (_, i) => linha(i + 1, 0))

export async function badges(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const ditos: string[] = []
  pagina.on('console', (um) => um.type() === 'error' && ditos.push(um.text()))
  let pedidos = 0
  let listas: { aguardando: unknown; ativos: unknown } | null = {
    aguardando: { data: [linha(1, 0)], current_page: 1, last_page: 7, per_page: 1, total: 7 },
    ativos: [linha(1, 3), linha(2, 2), linha(3, 4)],
  }
  // Without live events, only the badges' own requests are counted.
  await pagina.route('**/api/eventos', (rota) => rota.abort())
  await pagina.route(/\/api\/operador\/clientes\/(aguardando-atendimento|ativos)\?.*per_page=1(&|$)/, (rota) => {
    if (rota.request().url().includes('aguardando')) pedidos += 1
    if (!listas) return rota.fulfill({ status: 500, json: { message: 'De propósito.' } })
    return rota.fulfill({ json: rota.request().url().includes('aguardando') ? listas.aguardando : listas.ativos })
  })
  await pagina.clock.install({ time: new Date() })
  await pagina.goto('/operador/importar-clientes')
  const aviso = pagina.locator('[data-badge=warning] [aria-hidden]')
  const erro = pagina.locator('[data-badge=error] [aria-hidden]')
  await aviso.getByText('7', { exact: true }).waitFor()
  await erro.getByText('2', { exact: true }).waitFor()

  const aoEntrar = pedidos
  assert(aoEntrar >= 1, 'loaded on entering')
  await pagina.getByRole('link', { name: 'Contas a Receber' }).click()
  await pagina.waitForURL('**/contas-receber')
  await esperar(
    () => 'loaded on a route change',
    () => pedidos > aoEntrar,
  )

  listas.aguardando = [linha(1, 0), linha(2, 0)]
  await assentar(pagina)
  await pagina.clock.pauseAt(new Date(Date.now() + 120_000))
  await aviso.getByText('2', { exact: true }).waitFor()
  // Requests deferred until after the paint start at the next moment, and must not count as the interval's.
  await pagina.clock.runFor(1_000)
  /** The number of requests, including all that the page has started: they are observed in order. */
  const contar = async () => {
    await pagina.evaluate(`fetch('/api/operador/clientes/ativos?page=1&per_page=1')`)
    return pedidos
  }
  const parado = await contar()
  for (const vez of [1, 2, 3]) {
    await pagina.clock.runFor(TRINTA_SEGUNDOS)
    await esperar(
      () => `asked every 30,000 ms: ${pedidos - parado} in ${vez}`,
      () => pedidos >= parado + vez,
    )
    assert.equal(await contar(), parado + vez, 'asked once every 30 s')
  }
  await anunciada(pagina, (quantos) => (listas!.aguardando = varias(quantos)))
  listas = null
  await pagina.clock.runFor(TRINTA_SEGUNDOS)
  await aviso.waitFor({ state: 'detached' })
  await erro.waitFor({ state: 'detached' })
  assert(
    ditos.some((dito) => dito.includes('contadores')),
    'told to the console',
  )
  assert.equal(await pagina.getByText('De propósito.').count(), 0, 'and to nobody else')
  await fechar(mundo, pagina)
}

/** Read aloud again when, after it got shorter, the queue is as long as it was last told to be. */
async function anunciada(pagina: Page, mudar: (quantos: number) => unknown) {
  const frase = pagina.getByText('3 clientes esperando', { exact: true })
  for (const [quantos, state] of [
    [3, 'attached'],
    [2, 'detached'],
    [3, 'attached'],
  ] as const) {
    mudar(quantos)
    await pagina.clock.runFor(TRINTA_SEGUNDOS)
    await pagina.locator('[data-badge=warning] [aria-hidden]').getByText(String(quantos), { exact: true }).waitFor()
    await pagina.clock.runFor(TRINTA_SEGUNDOS)
    await frase.waitFor({ state })
  }
}
