import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { ADMINISTRADOR, abrirPagina, chamar, esperar, fechar, type Mundo, sessaoDe } from './mundo.ts'
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
  await pagina.getByRole('button', { name: 'sessao.entrar' }).waitFor()
  assert.equal(await linhas.count(), 1)
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
