import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  fechar,
  garantirPessoas,
  importarClientes,
  type Mundo,
  noEmulador,
  OPERADOR,
  passo,
  sessaoDe,
} from './mundo.ts'
import { FOTO } from './pagina.ts'

/*
 * Promises and disputes with both sides open: customers write, an operator records it in two clicks, an administrator sees it
 * without reloading, and it is answered from the list. Uses its own customers, so that no other journey interferes.
 */
const EVA = { nome: 'Eva Lopes', telefone: '5511987660001' }
const FABIO = { nome: 'Fábio Nunes', telefone: '5511987660002' }
const GILDA = { nome: 'Gilda Moraes', telefone: '5511987660003' }
const CSV = [
  `${EVA.nome};823.456.701-26;${EVA.telefone};E-1;900,00;01/12/2026`,
  `${FABIO.nome};745.123.980-23;${FABIO.telefone};F-1;400,00;02/12/2026`,
  `${GILDA.nome};745.123.981-04;${GILDA.telefone};G-1;250,00;03/12/2026`,
]
export async function tratativas(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADOR)
  await importarClientes(mundo, sessao, CSV)
  const escrever = ({ telefone }: { telefone: string }, texto: string) =>
    noEmulador(mundo, 'POST', `/telefones/${telefone}/mensagens`, { tipo: 'texto', texto })
  await escrever(EVA, 'Bom dia! Pago na sexta sem falta')
  await escrever(FABIO, 'já paguei isso ontem no pix')
  await escrever(GILDA, 'me manda o pix por favor')
  const [mesa, admin] = [
    await abrirPagina(mundo, sessao),
    await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR)),
  ]
  await passo('“pago na sexta” vira promessa em dois toques, e o administrador a vê sem recarregar', () =>
    promessa(mesa, admin),
  )
  await passo('quem diz que pagou contesta com uma foto, em dois toques e um arquivo', () => contestacao(mesa, admin))
  await passo('a contestação é respondida na lista, com a foto à vista', () =>
    resposta(mesa, admin, () => escrever(FABIO, 'E então?')),
  )
  await passo('quem pede o Pix o recebe com um toque a um passo', () => pix(mesa))
  await passo('uma promessa é cancelada na lista', () => cancelamento(mesa))
  await fechar(mundo, mesa, admin)
}

async function abrir(pagina: Page, nome: string) {
  await pagina.goto(`/operador/aguardando-atendimento?busca=${encodeURIComponent(nome)}`)
  await pagina.getByRole('region', { name: 'Lista de clientes' }).getByRole('button', { name: nome }).click()
  await pagina.getByRole('region', { name: 'Conversa' }).getByRole('heading', { name: nome }).waitFor()
}

const linha = (pagina: Page, nome: string) => pagina.getByRole('row').filter({ hasText: nome })

async function promessa(mesa: Page, admin: Page) {
  await admin.goto('/admin/promessas')
  await assentar(admin)
  assert.equal(await linha(admin, EVA.nome).count(), 0)
  await abrir(mesa, EVA.nome)
  await mesa.getByRole('button', { name: /^Registrar promessa · até/ }).click()
  const dialogo = mesa.getByRole('dialog')
  await dialogo.getByText('De que contas').waitFor()
  // An amount that cannot be read is not a promise of everything.
  await dialogo.getByLabel(/^Quanto/).fill('1oo,00')
  await dialogo.getByRole('button', { name: 'Registrar promessa' }).click()
  await dialogo.getByText(/^Informe um valor em reais/).waitFor()
  await dialogo.getByLabel(/^Quanto/).fill('')
  await dialogo.getByRole('button', { name: 'Registrar promessa' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await linha(admin, EVA.nome).getByText('Pendente').waitFor()
  await mesa.getByRole('tab', { name: 'Tratativas' }).click()
  await mesa
    .getByRole('article', { name: /^Promessa até/ })
    .getByText('Pendente')
    .waitFor()
  await mesa.getByRole('tab', { name: 'Contas' }).click()
}

async function contestacao(mesa: Page, admin: Page) {
  await admin.goto('/admin/contestacoes')
  await assentar(admin)
  await abrir(mesa, FABIO.nome)
  // The key does the same as the hint's button.
  await mesa.getByRole('button', { name: 'Abrir contestação' }).waitFor()
  await mesa.keyboard.press('c')
  const dialogo = mesa.getByRole('dialog')
  assert.equal(await dialogo.getByLabel('Com que palavras (opcional)').inputValue(), 'já paguei isso ontem no pix')
  await dialogo
    .getByLabel(/^Comprovante ou foto/)
    .setInputFiles({ name: 'comprovante.png', mimeType: 'image/png', buffer: FOTO })
  // Wait until the page shows it, because pressed keys do not wait.
  const outro = mesa.waitForEvent('filechooser')
  // The wording is the program's, in any browser language; after removing and choosing again, the focus stays in the field.
  await dialogo.getByRole('button', { name: 'Tirar comprovante.png' }).click()
  await dialogo.getByText('Nenhum arquivo').waitFor()
  await dialogo.locator('button:focus', { hasText: 'Escolher arquivo' }).waitFor()
  await mesa.keyboard.press('Enter')
  await (await outro).setFiles({ name: 'comprovante.png', mimeType: 'image/png', buffer: FOTO })
  await dialogo.getByRole('button', { name: 'Trocar arquivo' }).waitFor()
  await dialogo.getByRole('button', { name: 'Abrir contestação' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await linha(admin, FABIO.nome).getByText('Aberta').waitFor()
}

async function resposta(mesa: Page, admin: Page, mexer: () => Promise<unknown>) {
  // First without its accounts, then with one that somebody paid meanwhile.
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  let status: string | undefined
  await mesa.route(/\/api\/operador\/clientes\/\d+$/, async (rota) => {
    await solto
    const lido = await rota.fetch()
    const cliente = (await lido.json()) as { contas: object[] }
    const contas = cliente.contas.map((conta) => ({ ...conta, ...(status && { status }) }))
    await rota.fulfill({ response: lido, json: { ...cliente, contas } })
  })
  const fotos: string[] = []
  mesa.on('request', (pedido) => pedido.url().endsWith('/arquivo') && fotos.push(pedido.url()))
  await mesa.goto('/operador/contestacoes')
  await mesa.getByRole('link', { name: FABIO.nome }).click()
  const painel = mesa.getByLabel('Contestação', { exact: true })
  await painel.getByRole('img', { name: /^Foto enviada com a contestação/ }).waitFor()
  await painel.getByRole('button', { name: 'Responder' }).click()
  const dialogo = mesa.getByRole('dialog').filter({ hasText: 'Responder a contestação' })
  // An amount is never dropped silently: neither by closing, nor because it cannot be parsed.
  const valor = dialogo.getByLabel(/passa a valer/)
  const responder = dialogo.getByRole('button', { name: 'Responder' })
  await dialogo.getByLabel('Resposta').fill('Ainda sem as contas.')
  await responder.click()
  await dialogo.getByText('As contas ainda não apareceram').waitFor()
  soltar()
  await valor.fill('1oo,00')
  await mesa.keyboard.press('Escape')
  await mesa.getByRole('button', { name: 'Continuar editando' }).click()
  await dialogo.getByLabel('Resposta').fill('O pagamento apareceu no extrato.')
  await responder.click()
  await dialogo.getByText('Escreva um valor, como 1.234,56').waitFor()
  await valor.fill('100,00')
  status = 'paga'
  await mexer()
  await dialogo.getByText('Esta conta não está mais em aberto').waitFor()
  await responder.click()
  assert.equal(await valor.getAttribute('aria-invalid'), 'true')
  await mesa.unrouteAll()
  await valor.fill('')
  await responder.click()
  await dialogo.waitFor({ state: 'detached' })
  await painel.getByText('Procedente').first().waitFor()
  await painel.getByText(/ · terminou em 07\/12\/2026 /).waitFor()
  assert.equal(fotos.length, 1, 'what refetches the dispute does not download its photo again')
  await linha(admin, FABIO.nome).getByText('Procedente').waitFor()
}

async function pix(mesa: Page) {
  await abrir(mesa, GILDA.nome)
  await mesa
    .getByRole('group', { name: 'O que fazer com esta mensagem' })
    .getByRole('button', { name: 'Enviar Pix' })
    .click()
  const dialogo = mesa.getByRole('dialog')
  await dialogo.getByText('G-1').first().waitFor()
  await dialogo.getByRole('button', { name: 'Cancelar' }).click()
  await dialogo.waitFor({ state: 'detached' })
}

async function cancelamento(mesa: Page) {
  await mesa.goto('/operador/promessas?status=pendente')
  await mesa.getByRole('link', { name: EVA.nome }).click()
  const painel = mesa.getByLabel('Promessa', { exact: true })
  await painel.getByRole('button', { name: 'Cancelar promessa' }).click()
  const dialogo = mesa.getByRole('dialog').filter({ hasText: 'Cancelar a promessa' })
  await dialogo.getByLabel(/^Motivo/).fill('Pediu outro dia')
  await dialogo.getByRole('button', { name: 'Cancelar promessa' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await linha(mesa, EVA.nome).waitFor({ state: 'detached' }) // it is no longer pending
}
