import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import {
  ADMINISTRADOR,
  abrirPagina,
  chamar,
  esperar,
  fechar,
  garantirPessoas,
  importarClientes,
  MESA,
  type Mundo,
  noEmulador,
  OPERADOR,
  passo,
  sessaoDe,
} from './mundo.ts'
import { fechadoAntes, pagaNoMeio } from './semDono.ts'
import { deUmaVez } from './teclado.ts'

/*
 * Money in, with both sides open: a code is sent, the customer pays it at the bank, and the operator sees the account paid,
 * thanked and completed; a statement explains the rest. Uses its own customers, so that no other journey interferes.
 */
const HUGO = { nome: 'Hugo Siqueira', telefone: '5511987665001' }
const IVONE = { nome: 'Ivone Teixeira', telefone: '5511987665002' }
const CSV = [
  `${HUGO.nome};853.513.468-93;${HUGO.telefone};H-9;350,00;04/12/2026`,
  `${IVONE.nome};153.509.460-56;${IVONE.telefone};I-9;481,37;03/12/2026`,
]
const CHAVE = '11222333000181'
const RECEBIMENTO = '/api/admin/configuracoes/recebimento'

export async function dinheiro(mundo: Mundo) {
  await garantirPessoas(mundo)
  const [sessao, daAdmin] = [await sessaoDe(mundo, OPERADOR), await sessaoDe(mundo, ADMINISTRADOR)]
  await importarClientes(mundo, sessao, CSV)
  await ligarBanco(mundo, daAdmin.token)
  const [mesa, admin, banco] = [
    await abrirPagina(mundo, sessao),
    await abrirPagina(mundo, daAdmin),
    await abrirPagina(mundo, daAdmin),
  ]
  await passo('o código vai na conversa', () => mandarCodigo(mundo, mesa))
  await passo('o cliente paga no banco, e a operadora vê a conta paga, agradecida e concluída sem recarregar', () =>
    pagarNoBanco(mundo, mesa, banco),
  )
  await passo('um extrato explica o resto: um lançamento, um toque, a conta paga', () => extrato(mundo, admin, mesa))
  await chamar(mundo, 'PUT', RECEBIMENTO, { psp: null }, daAdmin.token)
  await fechar(mundo, mesa, admin, banco)
}

/** Connects the bank as an administrator does, and registers the webhook by hand, as some PSPs require. */
export async function ligarBanco(mundo: Mundo, token: string) {
  const api = `${mundo.url}/emulador/pix/v2`
  const psp = {
    base_url: api,
    token_url: `${api}/oauth/token`,
    client_id: 'empresa',
    client_secret: 'segredo-do-emulador',
  }
  const pix = { chave: CHAVE, nome: 'Serra Azul', cidade: 'Campinas' }
  const { webhook_url } = await chamar<{ webhook_url: string }>(mundo, 'PUT', RECEBIMENTO, { pix, psp }, token)
  const { access_token } = await chamar<{ access_token: string }>(mundo, 'POST', '/emulador/pix/v2/oauth/token', {
    grant_type: 'client_credentials',
    client_id: psp.client_id,
    client_secret: psp.client_secret,
  })
  const resposta = await fetch(`${api}/webhook/${CHAVE}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ webhookUrl: webhook_url }),
  })
  assert(resposta.ok, `the bank took no address: ${resposta.status}`)
}

async function mandarCodigo(mundo: Mundo, mesa: Page) {
  const dizer = (texto: string) =>
    noEmulador(mundo, 'POST', `/telefones/${HUGO.telefone}/mensagens`, { tipo: 'texto', texto })
  await dizer('bom dia')
  await mesa.goto(`/operador/aguardando-atendimento?busca=${encodeURIComponent(HUGO.nome)}`)
  await mesa.getByRole('region', { name: 'Lista de clientes' }).getByRole('button', { name: HUGO.nome }).click()
  await mesa.getByRole('textbox', { name: /^Mensagem para/ }).waitFor()
  await mesa.keyboard.press('t')
  await mesa.getByRole('dialog').getByRole('textbox').fill('Prefere Pix')
  let notas = 0
  mesa.on('request', (pedido) => {
    if (pedido.method() === 'POST' && pedido.url().endsWith('/anotacoes')) notas += 1
  })
  await deUmaVez(mesa, 'Control+Enter', 'Control+Enter')
  await mesa.getByRole('dialog').waitFor({ state: 'detached' })
  await mesa.getByRole('log').getByText('Prefere Pix').first().waitFor()
  assert.equal(notas, 1, 'two presses are one note')
  await dizer('me manda o pix por favor')
  await mesa
    .getByRole('group', { name: 'O que fazer com esta mensagem' })
    .getByRole('button', { name: 'Enviar Pix' })
    .click()
  await mesa
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar Pix de R/ })
    .click()
  await mesa.getByRole('dialog').waitFor({ state: 'detached' })
  await mesa.getByRole('log').getByText('br.gov.bcb.pix').first().waitFor()
}

async function pagarNoBanco(mundo: Mundo, mesa: Page, banco: Page) {
  const codigo = await esperar(
    () => 'a code on the phone',
    async () => {
      const tela = await noEmulador<object>(mundo, 'GET', `/telefones/${HUGO.telefone}`)
      return JSON.stringify(tela).match(/000201[^"\\]*6304[0-9A-F]{4}/)?.[0]
    },
  )
  await banco.goto('/emulador/pix')
  await banco.getByLabel('Pix copia e cola').fill(codigo)
  await banco.getByRole('button', { name: 'Pagar R$ 357,35' }).click()
  await banco.getByRole('region', { name: 'Pix que a empresa recebeu' }).getByText('R$ 357,35').first().waitFor()
  const conversa = mesa.getByRole('region', { name: 'Conversa' })
  await conversa.getByText('Concluído', { exact: true }).first().waitFor()
  await mesa
    .getByRole('log')
    .getByText(/Recebemos seu pagamento/)
    .first()
    .waitFor()
  // "Enviar Pix", which had the focus, is gone: the focus moves to the thread, not to the note far above.
  await mesa.locator('[role=log]:focus').waitFor()
}

const OFX = [
  'OFXHEADER:100\nDATA:OFXSGML\nENCODING:UTF-8\n',
  '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>341<BRANCHID>1500<ACCTID>12345-6</BANKACCTFROM><BANKTRANLIST>',
  '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261203<TRNAMT>481.37<FITID>1<MEMO>PIX TRANSF IVONE TEIXEIRA ***.444.777-**</STMTTRN>',
  '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261203<TRNAMT>19.37<FITID>2<MEMO>DEPOSITO SEM NOME</STMTTRN>',
  '</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
].join('\n')

async function extrato(mundo: Mundo, admin: Page, mesa: Page) {
  await filtrosInteiros(admin)
  await admin.goto('/admin/conciliacao?aba=importar')
  await admin
    .locator('input[type=file]')
    .setInputFiles({ name: 'dezembro.ofx', mimeType: 'application/x-ofx', buffer: Buffer.from(OFX) })
  await admin.getByRole('button', { name: 'Gravar 2 movimentos' }).click()
  await admin.getByRole('link', { name: /^Decidir 2 movimentos/ }).click()
  await recusadoLonge(admin)
  for (const largura of [1440, 1024]) await soComTeclas(admin, largura)
  await admin.getByText('IVONE TEIXEIRA').first().click()
  await pagaNoMeio(admin, () =>
    noEmulador(mundo, 'POST', `/telefones/${IVONE.telefone}/mensagens`, { tipo: 'texto', texto: 'Já paguei' }),
  )
  const idas: string[] = []
  admin.on('request', (um) => um.url().endsWith('/aplicar') && idas.push(um.method()))
  await admin
    .getByRole('button', { name: /^Aplicar: .*Ivone/ })
    .first()
    .dblclick()
  await admin.getByText('R$ 481,37 aplicado.').waitFor()
  assert.deepEqual(idas, ['POST'], 'two presses apply once')
  await voltarLogo(admin)
  await mesa.goto('/operador/concluidos')
  await mesa.getByText(IVONE.nome).first().waitFor()
  await desfazerComTeclas(admin)
}

/** Movements refused after their screen was left are told in the toast: their dialog opens over no other screen. */
async function recusadoLonge(admin: Page) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  const endereco = '**/api/admin/conciliacao/aplicar-sugestoes'
  await admin.route(endereco, async (rota) => {
    const { ids } = rota.request().postDataJSON() as { ids: number[] }
    await solto
    await rota.fulfill({ json: { data: ids.map((id) => ({ id, erro: 'A conta mudou.', encargos_dispensados: 0 })) } })
  })
  // As where the whole document was known.
  const lista = '**/api/admin/conciliacao/movimentos?*'
  await admin.route(lista, async (rota) => {
    const lido = await (await rota.fetch()).text()
    await rota.fulfill({
      contentType: 'application/json',
      body: lido.replaceAll(/"certeza":"[a-z]+"/g, '"certeza":"alta"'),
    })
  })
  const aqui = admin.url()
  await admin.reload()
  await admin
    .getByRole('row', { name: /IVONE TEIXEIRA/ })
    .getByRole('checkbox')
    .check()
  await admin.getByRole('button', { name: /^Aplicar 1 sugestão/ }).click()
  await admin.getByRole('link', { name: 'Logs do Sistema', exact: true }).click()
  await admin.getByRole('heading', { level: 1, name: 'Logs do Sistema' }).waitFor()
  soltar()
  await admin.getByText('0 movimentos aplicados: R$ 0,00. 1 movimento não foi aplicado.').waitFor()
  assert.equal(await admin.getByRole('dialog').count(), 0)
  await admin.unroute(endereco)
  await admin.unroute(lista)
  await admin.goto(aqui)
}

/** The toast offers "Desfazer", by a click and by Ctrl+Z, also above the panel, which is modal at this width. */
async function voltarLogo(admin: Page) {
  const toast = admin.locator('.toast')
  const abrir = async () => {
    await admin.keyboard.press('Escape')
    await admin.getByText('IVONE TEIXEIRA').first().click()
    await admin
      .getByRole('button', { name: /^Aplicar: .*Ivone/ })
      .first()
      .waitFor()
  }
  const aplicar = async () => {
    await abrir()
    await admin.keyboard.press('a')
    await toast.getByText('R$ 481,37 aplicado.').waitFor()
  }
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await toast.getByText('O movimento voltou a não ter dono.').waitFor()
  await abrir()
  await fechadoAntes(admin)
  await toast.getByRole('button', { name: 'Desfazer' }).click()
  await toast.getByText('O movimento voltou a não ter dono.').waitFor()
  await aplicar()
  await admin.keyboard.press('Control+z')
  await toast.getByText('O movimento voltou a não ter dono.').waitFor()
  await aplicar()
}

/** Undoing removes the focused button: the focus stays in the panel, and Escape closes it. */
async function desfazerComTeclas(admin: Page) {
  await admin.setViewportSize({ width: 1440, height: 900 })
  await admin.goto('/admin/conciliacao?aba=movimentos')
  await admin.getByText('IVONE TEIXEIRA').first().click()
  const painel = admin.locator('.painel-ao-lado')
  await painel.getByRole('button', { name: 'Desfazer' }).press('Enter')
  await admin.getByRole('dialog').getByLabel('Motivo').fill('Era de outra pessoa')
  await admin.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).press('Enter')
  await painel.getByText('O que pode ser').waitFor()
  await painel.locator('.painel-corpo:focus').waitFor()
  await admin.keyboard.press('Escape')
  await painel.waitFor({ state: 'detached' })
}

/** At 1,280 beside the open menu, the last filter of the closing ends before what is done with the list begins. */
async function filtrosInteiros(admin: Page) {
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.goto('/admin/conciliacao?aba=movimentos')
  const [dias, exportar] = await Promise.all(
    ['Dias', 'Exportar'].map((nome) => admin.getByRole('button', { name: nome, exact: true }).boundingBox()),
  )
  assert(dias && exportar && dias.x + dias.width <= exportar.x)
  await admin.setViewportSize(MESA)
}

/** The panel beside the list or, where there is no room, over it: the same keys, and the focus returns to where it was. */
async function soComTeclas(admin: Page, width: number) {
  await admin.setViewportSize({ width, height: 900 })
  await admin.reload()
  const linha = (n: number) => admin.getByRole('table', { name: 'Movimentos sem dono' }).locator('tbody a').nth(n)
  await linha(1).waitFor()
  const painel = admin.locator('.painel-ao-lado')
  // Whoever does not see the panel hears whose payment is in it now.
  const mostra = async (n: number) => {
    const quem = (await linha(n).textContent()) ?? ''
    await painel.getByRole('heading', { name: quem }).waitFor()
    await painel
      .getByRole('status')
      .filter({ hasText: `${quem}, R$` })
      .waitFor({ state: 'attached' })
  }
  await admin.keyboard.press('j')
  await mostra(0)
  await admin.keyboard.press('Escape')
  await painel.waitFor({ state: 'detached' })
  await linha(0).and(admin.locator(':focus')).waitFor()
  await admin.keyboard.press('j')
  await mostra(1)
  await admin.keyboard.press('e')
  await admin
    .getByRole('dialog')
    .getByRole('heading', { name: /^De quem são/ })
    .waitFor()
  await admin.keyboard.press('Escape')
  await admin.keyboard.press('k')
  await mostra(0)
  await admin.keyboard.press('Escape')
  await painel.waitFor({ state: 'detached' })
}
