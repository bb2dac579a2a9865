import { strict as assert } from 'node:assert'
import type { Locator, Page } from 'playwright-core'
import { aparelho, type NoAparelho } from './mesa.ts'
import { type Mundo, noEmulador } from './mundo.ts'
import { dialogo, dito } from './tela.ts'

const NOVO = 'Tudo bem por aí? '
const MEU_CELULAR = '5521987659999'

export async function texto(mundo: Mundo, pagina: Page) {
  await pagina.goto('/admin/mensagens?tipo=lembrete')
  const campo = pagina.getByRole('textbox', { name: /^Texto do modelo Lembrete/ })
  await campo.click()
  await campo.press('Control+Home')
  await pagina.keyboard.type(NOVO)
  await pagina.getByRole('region', { name: 'Prévia' }).getByText(NOVO).waitFor()
  await escreverDepoisDaVariavel(pagina, campo)
  await pagina.getByRole('button', { name: 'Salvar e enviar para análise' }).click()
  await pagina.getByRole('button', { name: 'Ver versões (2)' }).waitFor()
  await pagina.getByText('Aprovado').filter({ visible: true }).first().waitFor()
  const enviarTeste = pagina.getByRole('button', { name: 'Enviar teste para o meu celular' })
  await enviarTeste.click()
  await dialogo(pagina).getByLabel('Seu celular').fill(MEU_CELULAR.slice(2))
  await dialogo(pagina).getByRole('button', { name: 'Enviar teste' }).click()
  await dito(pagina, /^A Meta aceitou o teste para/)
  const { mensagens } = await noEmulador<{ mensagens: NoAparelho[] }>(mundo, 'GET', aparelho(MEU_CELULAR))
  assert(
    mensagens.some((uma) => uma.texto?.startsWith(NOVO)),
    JSON.stringify(mensagens),
  )
}

/** Clicking beyond a variable at the end of a line puts the caret after it, so that typed text is not lost. */
async function escreverDepoisDaVariavel(pagina: Page, campo: Locator) {
  const caixa = await campo.locator('[data-variavel=pix]').boundingBox()
  assert(caixa)
  await pagina.mouse.click(caixa.x + caixa.width + 60, caixa.y + caixa.height / 2)
  await pagina.keyboard.type(' até as 18h')
  assert.match((await campo.textContent()) ?? '', /Chave Pix: pix até as 18h/)
}
