import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { abrirPagina, ate, CELULAR, entrar, fechar, MESA, type Mundo, OPERADORA, type Sessao } from './mundo.ts'

/* The frame around every screen: there before any code, and open, narrow or over the screen as the window is wide. */

/** The frame is painted before any script runs; if the application's code does not load, a message replaces it. */
export async function semCodigo(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao, { viewport: CELULAR })
  const parar = () => undefined // never answered
  await pagina.route('**/build/assets/*.js', parar)
  await pagina.goto('/', { waitUntil: 'commit' })
  await pagina.locator('.sketch .shell-barra').waitFor()
  await pagina.unroute('**/build/assets/*.js', parar)
  await pagina.route('**/build/assets/main-*.js', (rota) => rota.abort())
  await pagina.goto('/operador/dashboard')
  await pagina.getByRole('heading', { name: 'O sistema não abriu' }).waitFor()
  await pagina.unrouteAll()
  await pagina.getByRole('button', { name: 'Recarregar' }).click()
  await pagina
    .getByRole('button', { name: 'Atender o próximo' })
    .or(pagina.getByText('Ninguém esperando'))
    .first()
    .waitFor()
  await fechar(mundo, pagina)
}

/** The screen's own code is requested while the libraries are still loading. */
export async function codigoJunto(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  for (const [rota, codigo] of [
    ['/operador/dashboard', 'OperadorDashboardPage'],
    ['/operador/clientes?cliente=1', 'paineis'],
  ] as const) {
    const pedido = pagina.waitForRequest(`**/build/assets/${codigo}-*.js`)
    await pagina.route('**/build/assets/lib-*.js', async (biblioteca) => {
      await pedido
      await biblioteca.continue()
    })
    await pagina.goto(rota)
    await pagina.locator('h1').first().waitFor({ state: 'attached' })
    await pagina.unrouteAll()
  }
  await fechar(mundo, pagina)
  const html = await (await fetch(mundo.url)).text()
  assert(!/rel="?stylesheet/.test(html), 'a style sheet that comes apart holds back the first paint')
}

const ABERTA = 264
const RAIL = 72

export async function drawer(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo)
  await entrar(pagina, OPERADORA, '/operador/dashboard')
  const aside = pagina.locator('aside')
  await largura(pagina, ABERTA)
  await pagina.getByRole('button', { name: 'Recolher menu' }).click()
  await largura(pagina, RAIL)
  await pagina.reload()
  await largura(pagina, RAIL)
  await pagina.getByRole('button', { name: 'Abrir menu' }).click()
  await largura(pagina, ABERTA)
  await ate(
    pagina,
    `((titulo) => Math.abs(titulo.x + titulo.width / 2 - ${MESA.width / 2}) < 2)(document.querySelector('h1').getBoundingClientRect())`,
  )

  await pagina.setViewportSize(CELULAR)
  await aside.waitFor({ state: 'detached' })
  const menu = pagina.getByRole('navigation', { name: 'Menu principal' })
  assert.equal(await menu.count(), 0, 'closed on a phone')
  const abrir = pagina.getByRole('button', { name: 'Abrir menu' })
  for (const fecharComo of [
    () => pagina.getByRole('button', { name: 'Fechar menu' }).click(),
    () => pagina.keyboard.press('Escape'),
    () => pagina.mouse.click(CELULAR.width - 20, 400),
    () => menu.getByRole('link', { name: 'Contas a Receber' }).click(),
  ]) {
    await abrir.click()
    await menu.waitFor()
    await fecharComo()
    await menu.waitFor({ state: 'detached' })
  }
  await pagina.waitForURL('**/contas-receber')
  await abrir.click()
  await pagina.getByRole('button', { name: /sua conta/ }).click()
  await pagina.getByRole('menuitem', { name: 'Preferências' }).click()
  await pagina.waitForURL('**/preferencias')
  await menu.waitFor({ state: 'detached' })
  await abrir.click()
  await menu.waitFor()
  await pagina.setViewportSize(MESA)
  await largura(pagina, ABERTA)
  await pagina.setViewportSize(CELULAR)
  await aside.waitFor({ state: 'detached' })
  assert.equal(await menu.count(), 0, 'back on a phone it is closed')
  await fechar(mundo, pagina)

  const telefone = await abrirPagina(mundo, sessao, { viewport: CELULAR })
  await telefone.goto('/')
  await telefone.getByRole('button', { name: 'Abrir menu' }).waitFor()
  const doTelefone = telefone.getByRole('navigation', { name: 'Menu principal' })
  assert.equal(await doTelefone.count(), 0, 'closed by default')
  const aqui = telefone.url()
  await telefone.getByRole('button', { name: 'Abrir menu' }).click()
  await doTelefone.waitFor()
  await telefone.evaluate('history.back()')
  await doTelefone.waitFor({ state: 'detached' })
  assert.equal(telefone.url(), aqui, '"back" closes the menu and stays, on the first screen too')
  await fechar(mundo, telefone)
}

const largura = (pagina: Page, pontos: number) =>
  ate(pagina, `Math.round(document.querySelector('aside')?.getBoundingClientRect().width ?? 0) === ${pontos}`)
