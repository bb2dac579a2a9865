import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { campo, chegou, lista, nomeAberto, thread } from './mesa.ts'
import { abrirPagina, esperar, fechar, type Mundo, OPERADOR, sessaoDe } from './mundo.ts'
import { FOTO } from './pagina.ts'

interface Quem {
  nome: string
  telefone: string
}

const escolher = (pagina: Page) =>
  pagina
    .getByLabel('Anexar arquivos à mensagem')
    .setInputFiles({ name: 'pix.png', mimeType: 'image/png', buffer: FOTO })
const aEnviar = (pagina: Page) => pagina.getByRole('list', { name: 'Arquivos a enviar' }).getByText('pix.png')

/** Of a file chosen twice each is taken away by itself. */
async function duasVezes(pagina: Page) {
  const [um, outro] = ['docs/imagens/mesa.jpg', 'docs/imagens/regua.jpg']
  await pagina.getByLabel('Anexar arquivos à mensagem').setInputFiles([um, outro, um])
  const tirar = pagina.getByRole('button', { name: /^Tirar / })
  for (const ficam of [['Tirar regua.jpg', 'Tirar mesa.jpg'], ['Tirar mesa.jpg'], []]) {
    await tirar.first().click()
    await esperar(
      () => `only ${ficam}`,
      async () => `${await tirar.evaluateAll((todos) => todos.map((um) => um.ariaLabel))}` === `${ficam}`,
    )
  }
}

/** A file, like a text, stays with its customer while another one is open, and is sent afterwards. */
export async function arquivo(mundo: Mundo, pagina: Page, para: Quem, outro: Quem) {
  await duasVezes(pagina)
  await escolher(pagina)
  await campo(pagina).fill('O QR do Pix')
  await lista(pagina).getByRole('button', { name: outro.nome }).click()
  await nomeAberto(pagina, outro.nome)
  await aEnviar(pagina).waitFor({ state: 'detached' })
  await lista(pagina).getByRole('button', { name: para.nome }).click()
  await nomeAberto(pagina, para.nome)
  await aEnviar(pagina).waitFor()
  await campo(pagina).press('Enter')
  await thread(pagina).getByText('O QR do Pix').waitFor()
  const { tipo } = await chegou(mundo, para.telefone, (uma) => uma.texto === 'O QR do Pix')
  assert.equal(tipo, 'image')
}

/** Only this page has the file, so leaving asks first, unless the session is over. */
export async function sairComArquivo(mundo: Mundo, cliente: string) {
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, OPERADOR))
  let perguntas = 0
  pagina.on('dialog', (pergunta) => {
    perguntas += 1
    void pergunta.accept()
  })
  await pagina.goto(cliente)
  for (const sair of [
    () => pagina.reload(),
    () =>
      pagina
        .getByRole('button', { name: 'Sair', exact: true })
        .click()
        .then(() => pagina.waitForURL('**/login')),
  ]) {
    await campo(pagina).click() // a browser asks only on a page that the user has touched
    await escolher(pagina)
    await aEnviar(pagina).waitFor()
    await sair()
  }
  assert.equal(perguntas, 1)
  await fechar(mundo, pagina)
}

/** Refused because another operator has the customer by now: what was written can be copied; a file, which cannot, stays until discarded. */
export async function deOutroAgora(pagina: Page, nome: string) {
  const dele = /\/api\/operador\/clientes\/\d+(\/mensagens)?$/
  for (const qual of [/\/arquivos$/, dele]) {
    let enviou = false // until then what arrives meanwhile reads the customer as theirs
    const { promise: escolhido, resolve: recusar } = Promise.withResolvers<void>()
    await pagina.route(qual, async (rota) => {
      enviou ||= rota.request().method() === 'POST'
      if (!enviou) return rota.continue()
      await escolhido
      await rota.fulfill({ status: 404, json: { message: 'É de outro operador.' } })
    })
    if (qual !== dele) await escolher(pagina)
    else await campo(pagina).fill('E a entrada?')
    await campo(pagina).press('Enter')
    if (qual === dele) await escolher(pagina) // for the next message, which there will not be
    recusar()
    await pagina.getByText(qual === dele ? 'Você escreveu, e não foi enviado:' : 'É de outro operador.').waitFor()
  }
  assert.equal(await pagina.locator('.texto-guardado blockquote').textContent(), 'pix.png\n\nE a entrada?')
  await pagina.context().grantPermissions(['clipboard-write'])
  await pagina.getByRole('button', { name: 'Copiar o texto' }).click()
  await pagina.getByRole('blockquote').getByText('pix.png', { exact: true }).waitFor()
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  await pagina.locator('.texto-guardado').waitFor({ state: 'detached' })
  await pagina.getByRole('button', { name: 'Tirar pix.png' }).click()
  await aEnviar(pagina).waitFor({ state: 'detached' })
  await pagina.unroute(dele)
  await pagina.getByRole('button', { name: 'Voltar à lista' }).click()
  await lista(pagina).getByRole('button', { name: nome }).click()
  await pagina.unroute(/\/arquivos$/)
}
