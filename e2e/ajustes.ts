import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { ADMINISTRADOR, chamar, type Mundo, sessaoDe } from './mundo.ts'
import { dialogo } from './tela.ts'

/* What an administrator sets. */

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
