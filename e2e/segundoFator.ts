import { strict as assert } from 'node:assert'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import {
  ADMINISTRADOR,
  abrirPagina,
  fechar,
  garantirPessoas,
  type Mundo,
  OPERADOR,
  passo,
  preencherEntrada,
  sessaoDe,
} from './mundo.ts'

/* A second factor to its end, by the keyboard: switched on, asked for, its recovery codes, and reset by an administrator. */
export async function segundoFator(mundo: Mundo) {
  await garantirPessoas(mundo)
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, OPERADOR))
  const fora = await abrirPagina(mundo)
  let segredo = ''
  let codigos: string[] = []
  await passo('o segundo fator liga com a chave digitada, e um código errado é recusado no campo', async () => {
    segredo = await ligar(pagina)
  })
  await passo('os códigos de recuperação não somem com uma tecla', async () => {
    codigos = await guardarCodigos(pagina)
  })
  await passo('entrar pede o código, diz por quê, e um de recuperação serve uma vez', async () => {
    await pedirCodigo(fora)
    await responder(fora, '000000')
    await fora.getByText('O código não confere, ou já foi usado.').waitFor()
    // The next time step: the one that enabled it is already used.
    await responder(fora, codigoDe(segredo, 1))
    await fora.waitForURL('**/operador/dashboard')
    await sair(fora)
    for (const vez of [1, 2]) {
      await pedirCodigo(fora)
      await responder(fora, codigos[0] ?? '')
      if (vez === 2) return fora.getByText('O código não confere, ou já foi usado.').waitFor()
      await fora.waitForURL('**/operador/dashboard')
      await sair(fora)
    }
  })
  await passo('o administrador zera o segundo fator, e a senha basta', () => zerar(mundo, pagina, fora))
  await fechar(mundo, pagina, fora)
}

const codigoDe = (segredo: string, passos = 0) =>
  new TOTP({ secret: Secret.fromBase32(segredo) }).generate({ timestamp: Date.now() + passos * 30_000 })

async function ligar(pagina: Page): Promise<string> {
  await pagina.goto('/operador/conta')
  await pagina.getByRole('button', { name: 'Ativar segundo fator' }).press('Enter')
  const dialogo = pagina.getByRole('dialog', { name: 'Ativar segundo fator' })
  await dialogo.getByRole('img', { name: 'QR do segundo fator' }).waitFor()
  const segredo = ((await dialogo.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const campo = dialogo.getByLabel('Código que o aplicativo mostra')
  await campo.and(pagina.locator(':focus')).waitFor()
  await pagina.keyboard.type('000000')
  await pagina.keyboard.press('Enter')
  await dialogo.getByText('O código não confere.').waitFor()
  await campo.fill(codigoDe(segredo))
  await pagina.keyboard.press('Enter')
  return segredo
}

async function guardarCodigos(pagina: Page): Promise<string[]> {
  const dialogo = pagina.getByRole('dialog', { name: 'Guarde os códigos de recuperação' })
  await dialogo.waitFor()
  const codigos = await dialogo.getByRole('listitem').allTextContents()
  for (let n = 0; n < 2; n += 1) await pagina.keyboard.press('Escape')
  // The palette would lead to another screen, without them.
  await pagina.keyboard.press('Control+k')
  assert.equal(await dialogo.isVisible(), true)
  assert.equal(codigos.length, 10)
  await dialogo.getByLabel('Guardei os códigos em lugar seguro').press('Space')
  assert.equal(await pagina.locator('dialog[open]').count(), 1)
  await dialogo.getByRole('button', { name: 'Concluir' }).press('Enter')
  await pagina.getByText('Restam 10 códigos de recuperação.').waitFor()
  return codigos
}

async function pedirCodigo(pagina: Page) {
  await pagina.goto('/login')
  await preencherEntrada(pagina, OPERADOR.email, OPERADOR.senha)
  await pagina.getByText('Sua conta pede um código, além da senha.').waitFor()
  await pagina.getByLabel('Código').and(pagina.locator(':focus')).waitFor()
}

async function responder(pagina: Page, codigo: string) {
  await pagina.getByLabel('Código').fill(codigo)
  await pagina.keyboard.press('Enter')
}

async function sair(pagina: Page) {
  await pagina.getByRole('button', { name: 'Sair', exact: true }).press('Enter')
  await pagina.waitForURL('**/login')
}

async function zerar(mundo: Mundo, aberta: Page, fora: Page) {
  const admin = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await admin.goto('/admin/operadores')
  await admin.getByRole('link', { name: OPERADOR.nome }).press('Enter')
  const ficha = admin.getByRole('complementary', { name: 'Operador' })
  await ficha.getByRole('button', { name: 'Zerar segundo fator' }).press('Enter')
  await admin.getByRole('dialog').getByRole('button', { name: 'Zerar segundo fator' }).press('Enter')
  await admin.getByText(`${OPERADOR.nome} entra só com a senha, até ativar outro segundo fator.`).first().waitFor()
  await ficha.getByRole('button', { name: 'Zerar segundo fator' }).waitFor({ state: 'detached' })
  await ficha.locator(':focus').waitFor()
  await aberta.waitForURL('**/login')
  await fora.goto('/login')
  await preencherEntrada(fora, OPERADOR.email, OPERADOR.senha)
  await fora.waitForURL('**/operador/dashboard')
  await fechar(mundo, admin)
}
