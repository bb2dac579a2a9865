import { strict as assert } from 'node:assert'
import { ADMINISTRADOR, abrirPagina, ate, fechar, type Mundo, sessaoDe } from './mundo.ts'
import { segurar } from './tela.ts'

const DIALOGO = '**/build/assets/PessoaDialogs-*.js'

/** The frame stays: a dialog says that it did not open, a screen shows the error in its own place, and neither needs a reload, then or later. */
export async function codigoSemRede(mundo: Mundo) {
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  // Its code is prefetched while the page is idle: blocked here, as if the network failed before that. Its dependencies do load:
  // browsers before Chromium 156 remember a failed one until a reload.
  const pedido = pagina.waitForRequest(DIALOGO)
  await pagina.route(DIALOGO, (rota) => rota.abort())
  await pagina.goto('/admin/operadores')
  const novo = pagina.getByRole('button', { name: 'Novo operador' })
  await novo.waitFor()
  const endereco = (await pedido).url()
  await ate(
    pagina,
    `[...document.querySelectorAll('link[rel=modulepreload]')].every(({ href }) =>
      href === ${JSON.stringify(endereco)} || performance.getEntriesByName(href).length > 0)`,
  )
  await pagina.context().setOffline(true)
  await novo.click()
  await pagina.getByText('Não foi possível abrir: a conexão caiu.').waitFor()
  await novo.waitFor()
  await pagina.evaluate(() => void Object.assign(globalThis, { aMesma: true }))
  await pagina.getByRole('link', { name: 'Logs do Sistema' }).click()
  await pagina.getByRole('heading', { name: 'Não foi possível abrir esta tela' }).waitFor()
  await pagina.getByRole('link', { name: 'Gestão de Clientes' }).waitFor()
  await pagina.unrouteAll()
  await pagina.context().setOffline(false)
  await pagina.locator('.log-botao').first().waitFor()
  // Its style sheet also failed the first time.
  assert.equal(await pagina.evaluate('getComputedStyle(document.querySelector(".log-botao")).borderTopStyle'), 'none')
  await pagina.goBack()
  await novo.click()
  await pagina.getByRole('dialog', { name: 'Novo operador' }).waitFor()
  await pagina.keyboard.press('Escape')
  // A style sheet on its way is none that failed: what is asked for meanwhile leaves it alone, and its screen comes.
  const soltar = await segurar(pagina, '**/AdminMensagensPage-*.css')
  const estilo = pagina.waitForRequest('**/AdminMensagensPage-*.css')
  await pagina.getByRole('link', { name: 'Config. Mensagens' }).click()
  await estilo
  const outra = pagina.waitForRequest('**/AdminConciliacaoPage-*.js')
  await pagina.getByRole('link', { name: 'Conciliação' }).hover()
  await outra
  soltar()
  await ate(pagina, 'document.title.startsWith("Configuração de mensagens")')
  assert(await pagina.evaluate(() => 'aMesma' in globalThis), 'the page was loaded anew')
  await fechar(mundo, pagina)
}
