import type { Page } from 'playwright-core'
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
