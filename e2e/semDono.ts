import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { segurar } from './tela.ts'

/** The movement was applied after its panel was closed: nothing else opens. The open one is applied, and stays so. */
export async function fechadoAntes(admin: Page) {
  const aplicar = '**/api/admin/conciliacao/movimentos/*/aplicar'
  const painel = admin.locator('.painel-ao-lado')
  const responder = await segurar(admin, aplicar)
  const ida = admin.waitForRequest(aplicar)
  await admin.keyboard.press('a')
  await ida
  await admin.keyboard.press('Escape')
  await painel.waitFor({ state: 'detached' })
  responder()
  await admin.locator('.toast').getByText('R$ 481,37 aplicado.').waitFor()
  await admin.getByRole('row', { name: /IVONE TEIXEIRA/ }).waitFor({ state: 'detached' })
  assert.equal(await painel.count(), 0)
  await admin.unroute(aplicar)
}

/** An account paid while its part was being written can still be taken out of the sum. */
export async function pagaNoMeio(admin: Page, mexer: () => Promise<unknown>) {
  const cliente = /\/api\/admin\/clientes\/\d+$/
  let status: string | undefined
  await admin.route(cliente, async (rota) => {
    const lido = await rota.fetch()
    const { contas, ...resto } = (await lido.json()) as { contas: object[] }
    await rota.fulfill({
      response: lido,
      json: { ...resto, contas: contas.map((conta) => ({ ...conta, ...(status && { status }) })) },
    })
  })
  await admin.keyboard.press('e')
  const dialogo = admin.getByRole('dialog').filter({ hasText: /^De quem são/ })
  const conta = dialogo.getByRole('checkbox', { name: 'I-9' })
  await conta.check()
  await dialogo.getByText('Nada sobra.').waitFor()
  status = 'paga'
  await mexer()
  await dialogo.getByText('Esta conta não está mais em aberto.').waitFor()
  await conta.click()
  await conta.waitFor({ state: 'detached' })
  await dialogo.getByText('Escolha ao menos uma conta.').waitFor()
  await admin.keyboard.press('Escape')
  await dialogo.waitFor({ state: 'detached' })
  await admin.unroute(cliente)
}
