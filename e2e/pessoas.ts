import { strict as assert } from 'node:assert'
import type { Page, Route } from 'playwright-core'
import {
  abrirPagina,
  assentar,
  ate,
  CELULAR,
  fechar,
  MESA,
  type Mundo,
  OPERADOR,
  OPERADORA,
  sessaoDe,
} from './mundo.ts'
import { dialogo, dito } from './tela.ts'

/* Who works here and whose customers are whose, as an administrator changes it. */

export const EDNA = { nome: 'Edna Luz', telefone: '5521987650011' }
export const GIL = { nome: 'Gil Moraes', telefone: '5521987660021' }
export const HILDA = { nome: 'Hilda Reis', telefone: '5521987660022' }
export const FABIO = { nome: 'Fábio Nunes', telefone: '5521987650012' }

/** An answer held until `soltar`, which is then a 500. */
function queTropeca() {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  const responder = (rota: Route) => solto.then(() => rota.fulfill({ status: 500, json: { message: 'O banco caiu.' } }))
  return { responder, soltar }
}

export async function emailRepetido(pagina: Page) {
  await pagina.goto('/admin/operadores')
  await pagina.getByRole('button', { name: 'Novo operador' }).first().click()
  const senha = 'Ipe-amarelo-3391'
  await dialogo(pagina).getByLabel('Nome').fill('Outra Camila')
  await dialogo(pagina).getByLabel('E-mail').fill(OPERADORA.email)
  await dialogo(pagina).getByLabel('Senha', { exact: true }).fill(senha)
  await dialogo(pagina).getByLabel('Repita a senha').fill(senha)
  await dialogo(pagina).getByRole('button', { name: 'Criar operador' }).click()
  await dialogo(pagina)
    .getByText(/e-mail/i)
    .nth(1)
    .waitFor()
  assert.equal(await dialogo(pagina).getByLabel('Nome').inputValue(), 'Outra Camila')
  assert.equal(await dialogo(pagina).getByLabel('Senha', { exact: true }).inputValue(), senha)
  await dialogo(pagina).getByRole('button', { name: 'Cancelar' }).click()
}

export async function transferir(pagina: Page) {
  await pagina.goto('/admin/clientes?busca=98765001')
  for (const { nome } of [EDNA, FABIO]) await pagina.getByRole('checkbox', { name: `Selecionar ${nome}` }).check()
  await pagina.getByRole('button', { name: 'Transferir para…' }).click()
  await paraQuem(pagina, OPERADOR.nome)
  await dialogo(pagina).getByRole('button', { name: 'Transferir 2 clientes' }).click()
  await dito(pagina, `2 clientes agora são de ${OPERADOR.nome}.`)
  await pagina.getByRole('cell', { name: OPERADOR.nome }).nth(1).waitFor()
}

export async function donoNoCelular(pagina: Page) {
  await pagina.setViewportSize(CELULAR)
  const donos = pagina.locator('.item-admin').getByText(OPERADOR.nome)
  await donos.nth(1).waitFor()
  const cortados = await donos.evaluateAll((todos) => todos.filter((um) => um.scrollWidth > um.clientWidth).length)
  assert.equal(cortados, 0)
  const inteiro = await pagina
    .locator('.item-admin .nome')
    .first()
    .evaluate((um) => {
      um.append(' e Filhos, Panificadora e Confeitaria')
      const cabe = um.scrollWidth <= um.clientWidth
      um.lastChild?.remove()
      return cabe
    })
  assert(inteiro, 'a long name is cut')
  await pagina.setViewportSize(MESA)
  await pagina.getByRole('cell', { name: OPERADOR.nome }).first().waitFor()
}

/** The list shows each operator's number of customers. */
async function paraQuem(pagina: Page, nome: string) {
  const lista = dialogo(pagina).getByRole('combobox', { name: 'Para quem' })
  const opcao = lista.getByRole('option', { name: new RegExp(`^${nome}`) })
  await lista.selectOption(await opcao.getAttribute('value'))
}

export async function distribuir(pagina: Page) {
  await pagina.goto('/admin/clientes?busca=98766002')
  for (const { nome } of [GIL, HILDA]) await pagina.getByRole('checkbox', { name: `Selecionar ${nome}` }).check()
  await pagina.getByRole('button', { name: 'Distribuir entre operadores' }).click()
  for (const { nome } of [OPERADORA, OPERADOR]) {
    await dialogo(pagina)
      .getByRole('checkbox', { name: new RegExp(`^${nome}`) })
      .check()
  }
  await dialogo(pagina).getByText('1 para cada um.').waitFor()
  await dialogo(pagina).getByRole('button', { name: 'Distribuir 2 clientes' }).click()
  await dito(pagina, '2 clientes distribuídos.')
  for (const { nome } of [OPERADORA, OPERADOR]) await pagina.getByRole('cell', { name: nome }).waitFor()
}

export async function bloquear(mundo: Mundo, pagina: Page) {
  const outro = await abrirPagina(mundo, await sessaoDe(mundo, OPERADOR))
  await outro.goto('/operador/clientes')
  await assentar(outro)
  await pagina.goto('/admin/operadores')
  await pagina.getByRole('button', { name: `Mais ações de ${OPERADOR.nome}` }).click()
  await pagina.getByRole('menuitem', { name: 'Bloquear' }).click()
  await dialogo(pagina)
    .getByRole('checkbox', { name: /^Transferir os? / })
    .check()
  await paraQuem(pagina, OPERADORA.nome)
  const enviado = queTropeca()
  await pagina.route('**/bloquear', enviado.responder)
  const enviar = dialogo(pagina).getByRole('button', { name: 'Bloquear operador' })
  await enviar.click()
  await ate(pagina, `document.querySelector('dialog input[type=checkbox]').closest('[inert]') !== null`)
  enviado.soltar()
  await dialogo(pagina).getByRole('alert').getByText('O banco caiu.').waitFor()
  await pagina.unroute('**/bloquear')
  await enviar.click()
  await dito(pagina, `${OPERADOR.nome} não entra mais.`)
  // An event may already have told the page, which may be navigating to /login.
  await outro.goto('/operador/contas-receber').catch(() => undefined)
  await outro.waitForURL('**/login')
  await assert.rejects(sessaoDe(mundo, OPERADOR), /POST \/api\/login: 4/)
  await fechar(mundo, outro)

  await pagina.goto('/admin/clientes?busca=98765001')
  await pagina.getByRole('cell', { name: OPERADORA.nome }).nth(1).waitFor()
  await pagina.goto('/admin/operadores')
  const reativar = async () => {
    await pagina.getByRole('button', { name: `Mais ações de ${OPERADOR.nome}` }).click()
    await pagina.getByRole('menuitem', { name: 'Reativar' }).click()
  }
  const linha = pagina.getByRole('row', { name: new RegExp(OPERADOR.nome) })
  await linha.getByText('Bloqueado').waitFor()
  const tropecar = queTropeca()
  await pagina.route('**/reativar', tropecar.responder)
  await reativar()
  // Shown optimistically, and rolled back with the refusal's message.
  await linha.getByText('Ativo', { exact: true }).waitFor()
  tropecar.soltar()
  await dito(pagina, 'O banco caiu.')
  await linha.getByText('Bloqueado').waitFor()
  await pagina.unroute('**/reativar')
  await reativar()
  await dito(pagina, `${OPERADOR.nome} pode entrar de novo.`)
  assert.equal((await sessaoDe(mundo, OPERADOR)).user.role, 'operador')
}
