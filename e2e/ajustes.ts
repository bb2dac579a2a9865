import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { ADMINISTRADOR, abrirPagina, CELULAR, chamar, esperar, fechar, MESA, type Mundo, sessaoDe } from './mundo.ts'
import { dialogo, segurar } from './tela.ts'

/* What an administrator sets, and the record of who did what. */

/** Hours that are half written are no day without contact. */
export async function umaHoraSo(pagina: Page) {
  await pagina.goto('/admin/mensagens?aba=legal')
  await pagina.getByRole('button', { name: 'Incluir estado' }).click()
  await dialogo(pagina).getByLabel('Estado', { exact: true }).selectOption('AC')
  await dialogo(pagina).getByLabel('Segunda a sexta, de').fill('08:00')
  await dialogo(pagina).getByLabel('Fonte').fill('Lei de teste')
  await dialogo(pagina).getByRole('button', { name: 'Salvar' }).click()
  await dialogo(pagina).getByText('Falta esta hora').waitFor()
  await dialogo(pagina).getByLabel('até').first().fill('18:00')
  await dialogo(pagina).getByRole('button', { name: 'Salvar' }).click()
  await pagina.getByRole('row', { name: /^Acre 08:00 às 18:00 não permite/ }).waitFor()
}

/** An empty limit of the received events is thirty days: less than three hundred, and asked about. */
export async function eventosSemPrazo(mundo: Mundo, pagina: Page) {
  const { token } = await sessaoDe(mundo, ADMINISTRADOR)
  const url = '/api/admin/configuracoes/guarda'
  await chamar(mundo, 'PUT', url, { eventos_dias: 300 }, token)
  await pagina.goto('/admin/mensagens?aba=guarda')
  await pagina.getByLabel('Avisos recebidos da Meta e do banco').fill('')
  await pagina.getByRole('row', { name: /^Avisos recebidos 07\/11\/2026/ }).waitFor()
  await pagina.getByRole('button', { name: 'Salvar prazos' }).click()
  await dialogo(pagina).getByRole('button', { name: 'Cancelar' }).click()
  const { eventos_dias } = await chamar<{ eventos_dias: number }>(mundo, 'GET', url, undefined, token)
  assert.equal(eventos_dias, 300)
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  await chamar(mundo, 'PUT', url, { eventos_dias: null }, token)
}

/** What another administrator did is found by who did it; the rows of other filters make nothing new. */
export async function quemFez(mundo: Mundo) {
  const { token } = await sessaoDe(mundo, ADMINISTRADOR)
  const outra = { email: 'bruna@exemplo.com.br', senha: 'Umbuzeiro-6633-azul' }
  const corpo = { name: 'Bruna Tavares', email: outra.email, password: outra.senha, password_confirmation: outra.senha }
  await chamar(mundo, 'POST', '/api/admin/administradores', corpo, token)
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await sessaoDe(mundo, outra)
  await pagina.goto('/admin/logs')
  await pagina.getByRole('button', { name: 'Quem', exact: true }).click()
  await pagina.getByRole('menuitemradio', { name: corpo.name, exact: true }).click()
  await pagina.waitForURL('**/admin/logs?usuario_id=*')
  // Without the whole list, which this page has by now: it would be there to compare with.
  await pagina.reload()
  const linhas = pagina.getByRole('button', { name: /ver o registro inteiro/ })
  // Until the answer comes the rows of before stay.
  await esperar(
    () => 'only hers',
    async () => (await linhas.count()) === 1,
  )
  await pagina.getByRole('button', { name: 'sessao.entrar' }).waitFor()
  const soltar = await segurar(pagina, '**/api/admin/logs?page=1')
  const pedidos: string[] = []
  pagina.on('request', (pedido) => pedido.url().endsWith('/api/admin/logs?page=1') && pedidos.push(pedido.url()))
  await pagina.getByRole('button', { name: 'Tirar o filtro Quem' }).click()
  await esperar(
    () => 'asked for',
    () => pedidos.length > 0,
  )
  await pagina.evaluate('new Promise((fim) => requestAnimationFrame(() => requestAnimationFrame(fim)))')
  assert.equal(pedidos.length, 1, 'what is new is asked for before there is anything to compare with')
  soltar()
  await linhas.nth(1).waitFor()
  await fechar(mundo, pagina)
}

const CONTA = '/api/admin/configuracoes/whatsapp'
const LIGAR = /^(Ligar o WhatsApp da empresa|Trocar de conta)$/
/** Saved after the screen was left: what was typed for it is forgotten, and the list on view by then keeps its page. */
export async function contaJaFora(pagina: Page) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await pagina.route(`**${CONTA}`, async (rota) => {
    await solto
    const url = `${new URL(pagina.url()).origin}${CONTA}/status`
    await rota.fulfill({ response: await rota.fetch({ method: 'GET', postData: '', url }) })
  })
  const token = pagina.getByLabel('Token de acesso')
  const abrirPassos = async () => {
    await pagina.getByRole('link', { name: 'Config. WhatsApp' }).click()
    await pagina.getByRole('button', { name: LIGAR }).click()
    await token.waitFor()
  }
  await pagina.goto('/admin/logs?page=2')
  await abrirPassos()
  await pagina.getByLabel('ID do número de telefone').fill('1234567890')
  await pagina.getByLabel('ID da conta do WhatsApp Business').fill('2345678901')
  await token.fill('EAAG-tardio')
  await pagina.getByRole('button', { name: 'Conferir e gravar' }).click()
  await pagina.evaluate('history.go(-2)')
  await pagina.waitForURL('**/admin/logs?page=2')
  soltar()
  await pagina.getByText('Gravado.', { exact: true }).waitFor()
  await abrirPassos()
  assert.equal(await token.inputValue(), '')
  await pagina.evaluate('history.go(-2)')
  await pagina.waitForURL('**/admin/logs?page=2')
  await pagina.unrouteAll()
}

/** On a phone too the menu leaves no form half written behind without a question, which stays until it is answered. */
export async function sairPeloMenu(pagina: Page) {
  await pagina.setViewportSize(CELULAR)
  await pagina.goto('/admin/acesso')
  await pagina.getByLabel('Sessão sem uso termina em').fill('7')
  await pagina.getByRole('button', { name: 'Abrir menu' }).click()
  await pagina.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Saúde' }).click()
  await pagina.getByRole('button', { name: 'Sair sem salvar' }).click()
  await pagina.waitForURL('**/admin/saude')
  await pagina.setViewportSize(MESA)
}
