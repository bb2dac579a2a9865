import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { escrever, nomeAberto, thread } from './mesa.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  ate,
  fechar,
  garantirPessoas,
  importarClientes,
  MESA,
  type Mundo,
  OPERADORA,
  passo,
  sessaoDe,
} from './mundo.ts'

/** A name that nothing can break. */
const NILO = { nome: `Nilo ${'Peixoto'.repeat(10)}`, telefone: '5521987671101', busca: '987671101' }
const OLGA = { nome: 'Olga Reis', telefone: '5521987671102', busca: '987671102' }

/*
 * The policy for agreements: it is saved, an operator is offered what it allows, an agreement beyond it waits, and the operator
 * sees at once what the administrator, in another browser, decided. The policy is turned off again at the end.
 */
export async function aprovacao(mundo: Mundo) {
  await garantirPessoas(mundo)
  const operadora = await sessaoDe(mundo, OPERADORA)
  await importarClientes(mundo, operadora, [
    `${NILO.nome};111.444.777-35;${NILO.telefone};N-1;1000,00;02/11/2026`,
    `${OLGA.nome};714.287.938-60;${OLGA.telefone};O-1;800,00;02/11/2026`,
  ])
  const admin = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  const mesa = await abrirPagina(mundo, operadora)
  await passo('a política é escrita, com o que ofereceria a clientes de verdade', () => politica(admin))
  await passo('a mensagem do acordo não pôde ser lida: é dito, e ela continua a ir', () => naoLida(mesa))
  await passo('um acordo a caminho não se larga, e a recusa dele é dita ao lado de outro cliente', () => recusado(mesa))
  await passo('um colega assumiu o cliente no mesmo instante: é dito que o acordo não foi fechado', () => deOutro(mesa))
  await passo('uma oferta preenche o acordo, que fecha na hora', () => oferta(mesa))
  await passo('além da política ele espera, e o administrador o vê sem recarregar', () => alem(mesa, admin))
  await passo('o acordo que se lê fica na tela quando não pôde ser lido outra vez', () => relido(mundo, mesa))
  await passo('o que espera numa segunda página se vê, e uma página que se esvaziou leva à última', () =>
    paginas(admin),
  )
  await passo('aprovado em outro navegador, a operadora vê na hora', () => aprovar(mesa, admin))
  await passo('a política é desligada', () => desligar(admin))
  await fechar(mundo, admin, mesa)
}

const POLITICA = '**/api/admin/configuracoes/negociacao'
const salvar = (pagina: Page) => pagina.getByRole('button', { name: 'Salvar' }).click()
const painel = (pagina: Page) => pagina.getByRole('region', { name: 'Contas do cliente' })

async function politica(admin: Page) {
  await admin.goto('/admin/negociacao?aba=politica')
  await abasNoTopo(admin)
  await admin.getByRole('button', { name: 'Nova faixa' }).click()
  const faixa = admin.getByRole('group', { name: 'Faixa 1' })
  await faixa.getByLabel('Até', { exact: true }).fill('x')
  await faixa.getByText('Dias, ou nada.').waitFor()
  assert(await admin.getByRole('button', { name: 'Salvar' }).isDisabled())
  await faixa.getByLabel('Até', { exact: true }).fill('')
  await faixa.getByLabel('Desc. do principal').fill('10')
  await faixa.getByLabel('Entrada mínima').fill('0')
  await admin.getByLabel('Usar a política').check()
  await admin
    .getByRole('region', { name: 'Exemplo' })
    .getByText(/À vista R\$/)
    .first()
    .waitFor()
  const frase = 'São no máximo 30 faixas.'
  await admin.route(POLITICA, (rota) =>
    rota.request().method() === 'PUT'
      ? rota.fulfill({ status: 422, json: { message: frase, errors: { faixas: [frase] } } })
      : rota.continue(),
  )
  await salvar(admin)
  await admin.getByRole('alert').getByText(frase).waitFor()
  await admin.unroute(POLITICA)
  await salvar(admin)
  await admin.getByText('Política salva').waitFor()
  await admin.getByText('Versão 1').waitFor()
}

/** Its tabs stay in sight, also when no other screen was seen before it. */
async function abasNoTopo(admin: Page) {
  await admin.setViewportSize({ ...MESA, height: 500 })
  await admin.getByRole('button', { name: 'Nova faixa' }).waitFor()
  await admin.evaluate(`document.querySelector('main').scrollTo(0, 9999)`)
  await ate(admin, `document.querySelector('main').scrollTop > 50`)
  await ate(admin, `document.querySelector('[role=tablist]').getBoundingClientRect().top >= 0`)
  await admin.setViewportSize(MESA)
}

/** The list has many customers, so this one is searched for. */
async function abrirCliente(mesa: Page, { nome, busca }: typeof NILO) {
  await mesa.goto(`/operador/clientes?busca=${busca}`)
  await mesa.getByText(nome).first().click()
  await painel(mesa).getByRole('button', { name: 'Negociar' }).click()
}

async function naoLida(mesa: Page) {
  const modelos = '**/api/operador/clientes/*/modelos'
  await mesa.route(modelos, (rota) => rota.fulfill({ status: 500, json: { message: 'O banco caiu.' } }))
  await abrirCliente(mesa, OLGA)
  await mesa.getByText('Não foi possível ler a mensagem que vai ao cliente. O banco caiu.').waitFor()
  assert(await mesa.getByRole('switch', { name: 'Enviar no WhatsApp' }).isChecked())
  await mesa.unroute(modelos)
}

async function recusado(mesa: Page) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await mesa.route('**/negociacoes', async (rota) => {
    if (rota.request().method() !== 'POST') return rota.fallback()
    await solto
    await rota.fulfill({ status: 409, json: { message: 'As contas mudaram.', codigo: 'conta_de_acordo' } })
  })
  await mesa.goto('/operador/clientes?busca=98767110')
  await mesa.getByText(OLGA.nome).first().click()
  await painel(mesa).getByRole('button', { name: 'Negociar' }).click()
  await mesa.getByRole('button', { name: 'Fechar acordo' }).click()
  await mesa.locator('[aria-busy=true]', { hasText: 'Fechar acordo' }).waitFor()
  await mesa.keyboard.press('Escape')
  await mesa.getByRole('heading', { name: 'Negociar' }).waitFor()
  await mesa.getByText(NILO.nome).first().click()
  await nomeAberto(mesa, NILO.nome)
  soltar()
  await mesa.getByText(`${OLGA.nome}: As contas mudaram.`).waitFor()
  await mesa.unrouteAll()
}

/** What was typed stays on the screen that says so, where the panel was. */
async function deOutro(mesa: Page) {
  await abrirCliente(mesa, NILO)
  await mesa.getByLabel('Observação').fill('Combinado por telefone.')
  const dele = /\/api\/operador\/clientes\/\d+(\/negociacoes)?$/
  await mesa.route(dele, (rota) => rota.fulfill({ status: 404, json: { message: 'É de outro operador.' } }))
  await mesa.getByRole('button', { name: 'Fechar acordo' }).click()
  await mesa.getByText(`O acordo com ${NILO.nome} não foi fechado.`).waitFor()
  await mesa.reload()
  await mesa.locator('blockquote').getByText('Combinado por telefone.').waitFor()
  // Before the customer is let through again: any refetch would bring the conversation back over this screen.
  await mesa.getByRole('button', { name: 'Descartar' }).click()
  await mesa.unroute(dele)
}

async function oferta(mesa: Page) {
  await abrirCliente(mesa, OLGA)
  const ofertas = mesa.getByRole('region', { name: 'Ofertas da política' })
  await ofertas.getByRole('button').last().click()
  assert.equal(await mesa.getByLabel('Parcelas', { exact: true }).inputValue(), '3')
  assert.notEqual(await mesa.getByLabel('Desconto (opcional)').inputValue(), '')
  await mesa.getByRole('button', { name: 'Fechar acordo' }).click()
  await mesa.getByText(/^Acordo de R\$.* fechado com/).waitFor()
  // The panel closes through history.back, which would abort the next navigation.
  await mesa.waitForURL((url) => url.searchParams.get('painel') !== 'negociar')
}

async function alem(mesa: Page, admin: Page) {
  await admin.goto('/admin/negociacao')
  await admin.getByText('Nada aguarda aprovação').waitFor()
  await abrirCliente(mesa, NILO)
  await mesa.getByLabel('Desconto (opcional)').fill('400,00')
  await mesa.getByText(/^Perdoa R\$ 400,00/).waitFor()
  await mesa.getByRole('status').getByText('3 parcelas, à espera de aprovação').waitFor()
  // While it is not known what the policy says of the last conditions, nothing that is said of others can be pressed.
  const conferencia = '**/negociacoes/conferencia'
  await mesa.route(conferencia, () => undefined)
  await mesa.getByLabel('Desconto (opcional)').fill('400,01')
  await mesa.locator('button:disabled', { hasText: 'Pedir aprovação' }).waitFor()
  await mesa.unroute(conferencia)
  await mesa.getByLabel('Desconto (opcional)').fill('400,00')
  await mesa.getByRole('button', { name: 'Pedir aprovação' }).click()
  await mesa.getByText(/passa do que a política permite/).waitFor()
  await painel(mesa).getByText('Aguarda aprovação', { exact: true }).waitFor()
  const acordo = painel(mesa).getByRole('article').filter({ hasText: 'Aguarda aprovação' })
  assert.equal(await acordo.getByText('Em aberto', { exact: true }).count(), 0, 'nothing is open before it is approved')
  await admin
    .getByRole('article', { name: NILO.nome })
    .getByText(/^Perdoa R\$ 400,00/)
    .waitFor()
  await admin.getByRole('link', { name: /Config. Negociação.*1/ }).waitFor()
}

async function relido(mundo: Mundo, mesa: Page) {
  const acordos = /\/clientes\/\d+\/negociacoes$/
  await mesa.route(acordos, (rota) => rota.fulfill({ status: 409, json: { message: 'O banco caiu.' } }))
  const lidos = mesa.waitForResponse(acordos)
  await escrever(mundo, NILO.telefone, 'Oi')
  await lidos
  await thread(mesa).getByText('Oi', { exact: true }).waitFor()
  await painel(mesa).getByText('Aguarda aprovação', { exact: true }).waitFor()
  assert.equal(await mesa.getByText('O banco caiu.').count(), 0)
  await mesa.unroute(acordos)
}

/** Of the twenty-one, all but one were decided meanwhile: the server's own second page is empty. */
async function paginas(admin: Page) {
  const primeira = /\/api\/admin\/negociacoes\?.*\bpage=1\b/
  await admin.route(primeira, async (rota) => {
    const lido = await rota.fetch()
    await rota.fulfill({ response: lido, json: { ...(await lido.json()), last_page: 2, total: 21 } })
  })
  await admin.reload()
  await admin.getByRole('button', { name: 'Próxima página' }).click()
  await admin.getByRole('button', { name: 'Ir para a última página' }).click()
  await admin.getByRole('article', { name: NILO.nome }).waitFor()
  await admin.unroute(primeira)
  await admin.reload()
}

async function aprovar(mesa: Page, admin: Page) {
  await admin.setViewportSize({ width: 320, height: 640 })
  await ate(
    admin,
    "[...document.querySelectorAll('article button')].every((um) => um.getBoundingClientRect().right < 320)",
  )
  await admin.setViewportSize(MESA)
  await admin.getByRole('article', { name: NILO.nome }).getByRole('button', { name: 'Aprovar' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await admin.getByText('Nada aguarda aprovação').waitFor()
  await painel(mesa).getByText('Em andamento', { exact: true }).waitFor()
  await ate(mesa, "document.querySelector('[aria-label=Conversa]').textContent.includes('Negociado')")
  await mesa.getByText(`Acordo aprovado: ${NILO.nome}`).waitFor()
}

async function desligar(admin: Page) {
  await admin.goto('/admin/negociacao?aba=politica')
  await admin.getByLabel('Usar a política').uncheck()
  await salvar(admin)
  await admin.getByText('Versão 2').waitFor()
}
