// biome-ignore-all lint/style/noExcessiveLinesPerFile: journeys in the order in which they build on each other
import { strict as assert } from 'node:assert'
import { readFileSync } from 'node:fs'
import type { Locator, Page, Route } from 'playwright-core'
import { esperarAte } from '#test/espera.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  ate,
  CELULAR,
  chamar,
  esperar,
  fechar,
  garantirPessoas,
  importarClientes,
  MESA,
  type Mundo,
  noEmulador,
  OPERADOR,
  OPERADORA,
  passo,
  preencherEntrada,
  type Sessao,
  sessaoDe,
} from './mundo.ts'

/*
 * What an administrator does in a week, by the screens: people and their customers, lists taken along, a text that Meta has to
 * approve, the régua, and WhatsApp stopped by Meta and running again. Customers of its own, and the régua is put back.
 */
const EDNA = { nome: 'Edna Luz', telefone: '5521987650011' }
const GIL = { nome: 'Gil Moraes', telefone: '5521987660021' }
const HILDA = { nome: 'Hilda Reis', telefone: '5521987660022' }
const FABIO = { nome: 'Fábio Nunes', telefone: '5521987650012' }

export async function administracao(mundo: Mundo) {
  await garantirPessoas(mundo)
  const operadora = await sessaoDe(mundo, OPERADORA)
  await importarClientes(mundo, operadora, [
    `${EDNA.nome};935.411.347-80;${EDNA.telefone};E-1;700,00;01/12/2026`,
    `${FABIO.nome};746.824.890-70;${FABIO.telefone};F-1;300,00;02/12/2026`,
    `${GIL.nome};318.754.209-32;${GIL.telefone};G-1;200,00;02/12/2026`,
    `${HILDA.nome};604.912.857-01;${HILDA.telefone};H-1;250,00;02/12/2026`,
  ])
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await passo('e-mail repetido: a frase fica no campo, e o que se escreveu também', () => emailRepetido(pagina))
  await passo('clientes escolhidos mudam de dono', () => transferir(pagina))
  await passo('no celular a lista diz inteiro de quem é cada cliente', () => donoNoCelular(pagina))
  await passo('quem não tem dono é distribuído em partes iguais', () => distribuir(pagina))
  await passo('bloquear passa os clientes adiante e encerra a sessão; reativar devolve a entrada', () =>
    bloquear(mundo, pagina),
  )
  await passo('quem esqueceu a senha escolhe outra pelo link do e-mail, e entra com ela', () => senhaEsquecida(mundo))
  await passo('as listas vão embora em CSV, e os registros filtram, abrem e levam ao cliente', () => levar(pagina))
  await passo('o que se abre e fecha não deixa passo: voltar sai da tela', () => historico(pagina))
  await passo('sem rede, o que não foi aberto não passa por outra lista', () => semRede(pagina))
  await passo(
    'um token nasce e é revogado só com teclas: a senha pedida no meio devolve o foco, e a linha que sai também',
    () => tokenSoComTeclas(pagina),
  )
  await passo('um aviso que falhou vai de novo só com teclas, e a lista diz quando chegou', () => avisoDeNovo(pagina))
  await passo('um texto novo espera a Meta, é aprovado e testado', () => texto(mundo, pagina))
  await passo('a régua muda, fica, e se desfaz o que não foi salvo', () => regua(pagina))
  await passo('WhatsApp parado pela Meta: todos sabem; conferido, volta', () => parado(mundo, pagina, operadora))
  await fechar(mundo, pagina)
}

async function tokenSoComTeclas(pagina: Page) {
  const endereco = '**/api/admin/tokens'
  const pedirSenha = (rota: Route) =>
    rota.request().method() === 'POST'
      ? rota.fulfill({ status: 403, json: { message: 'Confirme a sua senha.', codigo: 'confirme_a_senha' } })
      : rota.continue()
  await pagina.goto('/admin/integracoes')
  await pagina.getByRole('button', { name: 'Novo token' }).press('Enter')
  const novo = pagina.getByRole('dialog', { name: 'Novo token' })
  await novo.getByLabel('Programa').fill('ERP')
  await novo.getByLabel('Ler clientes').press('Space')
  await pagina.route(endereco, pedirSenha)
  const criar = novo.getByRole('button', { name: 'Criar token' })
  await criar.press('Enter')
  await pagina.getByRole('dialog', { name: 'Confirme a sua senha' }).waitFor()
  await pagina.keyboard.press('Escape')
  await criar.and(pagina.locator(':focus')).waitFor()
  await pagina.unroute(endereco)
  await pagina.keyboard.press('Enter')
  // Never shown again: one key does not take it away.
  await pagina.getByRole('dialog', { name: 'Token de ERP' }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('dialog', { name: 'Fechar sem guardar?' }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Já guardei' }).press('Enter')
  await pagina.getByRole('button', { name: 'Revogar' }).press('Enter')
  await pagina.getByRole('dialog').getByRole('button', { name: 'Revogar token' }).press('Enter')
  await dito(pagina, 'Token revogado: o programa que o usava não entra mais.')
  await pagina.getByRole('region', { name: 'Tokens de acesso' }).locator(':focus').waitFor()
}

/** The receiver is played by the page's own routes: it answers 500, and 200 when asked again. */
async function avisoDeNovo(pagina: Page) {
  const quando = '2026-12-07T13:00:00.000Z'
  const webhook = { id: 7, url: 'https://erp.example/avisos', eventos: ['conta.paga'], autor: { id: 1, name: 'Ana' } }
  const entrega = { id: 9, evento_id: 4, tipo: 'conta.paga', cliente_id: 1, http: 500, created_at: quando }
  const datas = { tentada_em: quando, proxima_em: null, entregue_em: null }
  const separada = { ...entrega, ...datas, status: 'separada', tentativas: 14, erro: 'O endereço respondeu 500.' }
  const indo = { ...separada, status: 'pendente', tentativas: 0, proxima_em: quando }
  const chegou = { ...separada, status: 'entregue', tentativas: 1, http: 200, erro: null, entregue_em: quando }
  const respostas = [separada, indo, chegou]
  let pedida = 0
  await pagina.route('**/api/admin/webhooks', (rota) =>
    rota.fulfill({
      json: { data: [{ ...webhook, created_at: quando, pendentes: 0, separadas: 1, entregue_em: null, erro: null }] },
    }),
  )
  await pagina.route('**/api/admin/webhooks/7/entregas?**', (rota) => {
    const data = [respostas[pedida]]
    if (pedida === 1) pedida = 2
    return rota.fulfill({ json: { data, current_page: 1, last_page: 1, per_page: 20, total: 1 } })
  })
  await pagina.route('**/api/admin/webhooks/7/entregas/9/repetir', (rota) => {
    pedida = 1
    return rota.fulfill({ json: indo })
  })
  await pagina.goto('/admin/integracoes')
  await pagina.getByRole('button', { name: 'Entregas' }).press('Enter')
  await dialogo(pagina).getByText('O endereço respondeu 500.').waitFor()
  await dialogo(pagina)
    .getByRole('button', { name: /^Enviar de novo/ })
    .press('Enter')
  await dito(pagina, 'Enviando de novo: a resposta aparece na lista.')
  await dialogo(pagina).locator('.chip').getByText('Entregue', { exact: true }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Entregas' }).and(pagina.locator(':focus')).waitFor()
  await pagina.unrouteAll()
}

async function senhaEsquecida(mundo: Mundo) {
  const pagina = await abrirPagina(mundo)
  await pagina.goto('/login')
  await pagina.getByRole('link', { name: 'Esqueci a senha' }).click()
  await pagina.getByLabel('E-mail').fill(OPERADOR.email)
  await pagina.getByRole('button', { name: 'Mandar o link' }).click()
  await pagina.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
  await pagina.getByText('peça de novo, até 3 vezes por hora').waitFor()
  await esperarAte('the mail', () => mundo.emails().length > 0)
  const link = /\S+\/senha\/nova#\S+/.exec(mundo.emails()[0]?.texto ?? '')?.[0] ?? ''
  await pagina.goto(link)
  const nova = pagina.getByLabel('Senha nova', { exact: true })
  await nova.fill(OPERADOR.senha)
  assert.equal(pagina.url(), `${mundo.url}/senha/nova`, 'the link’s secret is gone from the address')
  await pagina.getByLabel('Repita a senha nova').fill('outra')
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  await dito(pagina, 'As duas senhas não são iguais.')
  await pagina.getByLabel('Repita a senha nova').fill(OPERADOR.senha)
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  // Refused, as the administrator chose it.
  await pagina.getByText('Esta senha foi escolhida por outra pessoa.').waitFor()
  const propria = { ...OPERADOR, senha: 'Peroba-6639-parda' }
  await nova.fill(propria.senha)
  await pagina.getByLabel('Repita a senha nova').fill(propria.senha)
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  await pagina.getByRole('heading', { name: 'Senha trocada' }).waitFor()
  await pagina.getByRole('link', { name: 'Entrar' }).click()
  await preencherEntrada(pagina, propria.email, propria.senha)
  await pagina.waitForURL('**/operador/dashboard')
  // The journeys that follow sign in with the one they know.
  const { token } = await sessaoDe(mundo, propria)
  const deVolta = { password_atual: propria.senha, password: OPERADOR.senha, password_confirmation: OPERADOR.senha }
  await chamar(mundo, 'PUT', '/api/me/senha', deVolta, token)
  await fechar(mundo, pagina)
}

/** A response that waits for `soltar`, and then is a 500. */
function queTropeca() {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  const responder = (rota: Route) => solto.then(() => rota.fulfill({ status: 500, json: { message: 'O banco caiu.' } }))
  return { responder, soltar }
}

const dialogo = (pagina: Page) => pagina.getByRole('dialog')
const dito = (pagina: Page, frase: string | RegExp) => pagina.getByText(frase).first().waitFor()

async function emailRepetido(pagina: Page) {
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

async function transferir(pagina: Page) {
  await pagina.goto('/admin/clientes?busca=98765001')
  for (const { nome } of [EDNA, FABIO]) await pagina.getByRole('checkbox', { name: `Selecionar ${nome}` }).check()
  await pagina.getByRole('button', { name: 'Transferir para…' }).click()
  await paraQuem(pagina, OPERADOR.nome)
  await dialogo(pagina).getByRole('button', { name: 'Transferir 2 clientes' }).click()
  await dito(pagina, `2 clientes agora são de ${OPERADOR.nome}.`)
  assert.equal(await pagina.getByRole('cell', { name: OPERADOR.nome }).count(), 2)
}

async function donoNoCelular(pagina: Page) {
  await pagina.setViewportSize(CELULAR)
  const donos = pagina.locator('.item-admin').getByText(OPERADOR.nome)
  await donos.nth(1).waitFor()
  const cortados = await donos.evaluateAll((todos) => todos.filter((um) => um.scrollWidth > um.clientWidth).length)
  assert.equal(cortados, 0)
  await pagina.setViewportSize(MESA)
  await pagina.getByRole('cell', { name: OPERADOR.nome }).first().waitFor()
}

/** The list says beside each name how many customers they have. */
async function paraQuem(pagina: Page, nome: string) {
  const lista = dialogo(pagina).getByRole('combobox', { name: 'Para quem' })
  const opcao = lista.getByRole('option', { name: new RegExp(`^${nome}`) })
  await lista.selectOption(await opcao.getAttribute('value'))
}

async function distribuir(pagina: Page) {
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

async function bloquear(mundo: Mundo, pagina: Page) {
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
  await dialogo(pagina).getByRole('button', { name: 'Bloquear operador' }).click()
  await dito(pagina, `${OPERADOR.nome} foi bloqueado e não entra mais.`)
  // An event may have told the page already, and it may be on its way to /login.
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
  // Shown before the server confirms, and put back with the sentence of its refusal.
  await linha.getByText('Ativo', { exact: true }).waitFor()
  tropecar.soltar()
  await dito(pagina, 'O banco caiu.')
  await linha.getByText('Bloqueado').waitFor()
  await pagina.unroute('**/reativar')
  await reativar()
  await dito(pagina, `${OPERADOR.nome} pode entrar de novo.`)
  assert.equal((await sessaoDe(mundo, OPERADOR)).user.role, 'operador')
}

async function baixar(pagina: Page): Promise<string[]> {
  const descarga = pagina.waitForEvent('download')
  await pagina.getByRole('button', { name: 'Exportar' }).click()
  await pagina.getByRole('menuitem', { name: /^Baixar planilha/ }).click()
  return readFileSync(await (await descarga).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
}

async function levar(pagina: Page) {
  await pagina.goto('/admin/clientes?busca=98765001')
  await pagina.getByRole('cell', { name: FABIO.nome, exact: true }).waitFor()
  const linhas = await baixar(pagina)
  assert.equal(linhas.length, 3)
  assert(linhas.some((linha) => linha.includes(EDNA.nome) && linha.includes('700,00')))
  await pagina.goto(`/admin/operadores?busca=${encodeURIComponent(OPERADOR.email)}`)
  await pagina.getByRole('link', { name: OPERADOR.nome }).waitFor()
  assert((await baixar(pagina))[1]?.startsWith(`"${OPERADOR.nome}";"${OPERADOR.email}";"Ativo"`))

  await pagina.goto(`/admin/logs?busca=${encodeURIComponent(FABIO.nome)}`)
  await pagina.getByRole('button', { name: 'cliente.transferir' }).first().click()
  await pagina.waitForURL('**/admin/logs?*acao=cliente.transferir*')
  await pagina
    .getByRole('button', { name: /ver o registro inteiro/ })
    .first()
    .click()
  await dialogo(pagina).getByText('(cliente.transferir)').waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('link', { name: FABIO.nome }).first().click()
  await pagina.waitForURL('**/admin/clientes?cliente=*')
  await pagina.getByRole('heading', { name: FABIO.nome }).first().waitFor()
}

/** A record opened and closed, another taken up meanwhile, steps begun and left: "back" leaves the screen each time. */
async function historico(pagina: Page) {
  const painel = pagina.getByRole('complementary')
  const voltarSai = async () => {
    await pagina.goBack()
    await pagina.waitForURL('**/admin/logs')
  }
  await pagina.goto('/admin/logs')
  await pagina.goto('/admin/clientes?busca=98765001')
  for (const { nome } of [EDNA, FABIO]) {
    await pagina.getByRole('link', { name: nome, exact: true }).click()
    await painel.getByRole('heading', { name: nome }).first().waitFor()
  }
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await painel.getByRole('heading').first().waitFor({ state: 'detached' })
  assert.equal(new URL(pagina.url()).search, '?busca=98765001')
  await voltarSai()

  await pagina.goto('/admin/operadores')
  await pagina.getByRole('link', { name: OPERADOR.nome }).click()
  const aberto = pagina.url()
  await painel.getByRole('heading', { name: OPERADOR.nome }).waitFor()
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await painel.getByRole('heading').first().waitFor({ state: 'detached' })
  await voltarSai()
  // Led here by a link: closing stays on the screen.
  await pagina.goto(aberto)
  await painel.getByRole('button', { name: 'Fechar' }).click()
  await pagina.waitForURL('**/admin/operadores')
  await voltarSai()

  await pagina.goto('/admin/whatsapp')
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).click()
  await oQueSeDigitaFica(pagina)
  await pagina.getByRole('button', { name: 'Continuar depois' }).click()
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).waitFor()
  await voltarSai()
}

/** What was typed to connect the account: there after another step, after leaving, and, secrets apart, after a reload. */
async function oQueSeDigitaFica(pagina: Page) {
  const numero = pagina.getByLabel('ID do número de telefone')
  const token = pagina.getByLabel('Token de acesso')
  await numero.fill('1234567890')
  await token.fill('EAAG-segredo')
  await pagina.getByRole('button', { name: 'Abrir o passo Webhook' }).click()
  await numero.waitFor({ state: 'detached' })
  await pagina.getByRole('button', { name: 'Abrir o passo Conta e token' }).click()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', 'EAAG-segredo'])
  await pagina.getByRole('button', { name: 'Continuar depois' }).click()
  await pagina.getByRole('button', { name: 'Ligar o WhatsApp da empresa' }).click()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', 'EAAG-segredo'])
  const guardado = await pagina.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')
  assert.ok(!guardado.includes('EAAG'))
  await pagina.reload()
  assert.deepEqual([await numero.inputValue(), await token.inputValue()], ['1234567890', ''])
}

async function semRede(pagina: Page) {
  const naoAberta = pagina.getByText('Esta lista ainda não foi aberta')
  await pagina.goto('/admin/clientes?busca=98765001')
  const aberta = pagina.getByRole('cell', { name: FABIO.nome, exact: true })
  await aberta.waitFor()
  await pagina.context().setOffline(true)
  await pagina.getByText(/^Sem conexão desde/).waitFor()
  await pagina.getByRole('tab', { name: /^Pausado/ }).click()
  await naoAberta.waitFor()
  assert.equal(await aberta.count(), 0)
  await pagina.getByRole('tab', { name: /^Todos/ }).click()
  await aberta.waitFor()
  await pagina.getByRole('tab', { name: /^Pausado/ }).click()
  await pagina.context().setOffline(false)
  await pagina.getByText('Nenhum cliente para').waitFor()
}

interface NoAparelho {
  direcao: string
  texto: string | null
}
const NOVO = 'Tudo bem por aí? '
const MEU_CELULAR = '5521987659999'

async function texto(mundo: Mundo, pagina: Page) {
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
  const { mensagens } = await noEmulador<{ mensagens: NoAparelho[] }>(mundo, 'GET', `/telefones/${MEU_CELULAR}`)
  assert(
    mensagens.some((uma) => uma.texto?.startsWith(NOVO)),
    JSON.stringify(mensagens),
  )
}

/** Clicks beyond a variable that ends its line: what is typed goes after it, and is not lost. */
async function escreverDepoisDaVariavel(pagina: Page, campo: Locator) {
  const caixa = await campo.locator('[data-variavel=pix]').boundingBox()
  assert(caixa)
  await pagina.mouse.click(caixa.x + caixa.width + 60, caixa.y + caixa.height / 2)
  await pagina.keyboard.type(' até as 18h')
  assert.match((await campo.textContent()) ?? '', /Chave Pix: pix até as 18h/)
}

const ROLAM_NA_REGUA = `[...document.querySelectorAll('#painel *')]
  .filter((um) => /auto|scroll/.test(getComputedStyle(um).overflowY) && um.scrollHeight > um.clientHeight)
  .map((um) => um.className || um.tagName)`

async function regua(pagina: Page) {
  await pagina.goto('/admin/mensagens?aba=regua')
  const parar = pagina.getByLabel('Parar após')
  const antes = await parar.inputValue()
  await pagina.getByText('Chave Pix', { exact: false }).first().waitFor()
  assert.deepEqual(await pagina.evaluate(ROLAM_NA_REGUA), [], 'no part of the régua scrolls down inside the page')
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  await parar.fill('9')
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  assert.equal(await parar.inputValue(), antes)
  await pagina.getByRole('button', { name: /ou incluir$/ }).click()
  await dialogo(pagina).getByLabel('Novo feriado').fill('08/12/2026')
  await dialogo(pagina).getByLabel('Nome').fill('Padroeira')
  await dialogo(pagina).getByRole('button', { name: 'Incluir' }).click()
  await dialogo(pagina).getByRole('button', { name: 'Usar estes feriados' }).click()
  await mudancas.waitFor()
  // The chart says it too, with the day, once it has been drawn anew.
  const naLista = pagina.getByText('Padroeira', { exact: true })
  await naLista.waitFor()
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  await naLista.waitFor({ state: 'detached' })
  await alemDaLei(pagina)
  for (const novo of ['9', antes]) {
    await parar.fill(novo)
    await mudancas.getByRole('button', { name: 'Salvar régua' }).click()
    await mudancas.waitFor({ state: 'detached' })
    await pagina.reload()
    await parar.waitFor()
    assert.equal(await parar.inputValue(), novo)
  }
  await enquantoSalva(pagina)
  await passoNovo(pagina)
}

/** What is typed while a save is on its way, or saved by a colleague meanwhile, is no reason to lose it. */
async function enquantoSalva(pagina: Page) {
  const parar = pagina.getByLabel('Parar após')
  const multa = pagina.getByLabel('Multa')
  const [antes, multaDeAntes] = [await parar.inputValue(), await multa.inputValue()]
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const salvar = mudancas.getByRole('button', { name: 'Salvar régua' })
  const fim = Promise.withResolvers<void>()
  await pagina.route('**/api/admin/configuracoes/regua', async (rota) => {
    if (rota.request().method() === 'PUT') await fim.promise
    await rota.continue()
  })
  await parar.fill('9')
  await salvar.click()
  await multa.fill('1,50')
  fim.resolve()
  await mudancas.getByText('1 alteração não salva').waitFor()
  await mudancas.getByText(/^multa de 1,50 %/).waitFor()
  assert.deepEqual([await parar.inputValue(), await multa.inputValue()], ['9', '1,50'])
  await pagina.unroute('**/api/admin/configuracoes/regua')
  await parar.fill(antes)
  await multa.fill(multaDeAntes)
  await salvar.click()
  await mudancas.waitFor({ state: 'detached' })
}

/** On a phone a new step opens on view, with the focus in it; and a toast stands over the bar of changes that comes with it. */
async function passoNovo(pagina: Page) {
  await pagina.setViewportSize(CELULAR)
  const barra = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const aviso = pagina.locator('.toast:not(.empty)')
  const parar = pagina.getByLabel('Parar após')
  const antes = await parar.inputValue()
  await pagina.getByRole('button', { name: 'Novo passo' }).click()
  await ate(pagina, `document.activeElement?.closest('[data-aberto]')?.dataset.passo === '-1'`)
  await acima(pagina.getByRole('textbox', { name: 'Quando' }), barra)
  await barra.getByRole('button', { name: 'Descartar' }).click()
  for (const novo of ['9', antes]) {
    await parar.fill(novo)
    if (novo === antes) await acima(aviso, barra)
    await barra.getByRole('button', { name: 'Salvar régua' }).click()
    await barra.waitFor({ state: 'detached' })
    // Pointed at, it stays.
    await aviso.hover()
  }
  await pagina.setViewportSize(MESA)
}

/** What slides or is anchored finds its place some frames later. */
async function acima(um: Locator, outro: Locator) {
  const ficam: unknown[] = []
  await esperar(
    () => `one above the other: ${JSON.stringify(ficam)}`,
    async () => {
      const [de, ao] = [await um.boundingBox(), await outro.boundingBox()]
      ficam.splice(0, 2, de, ao)
      return de && ao && de.y > 0 && de.y + de.height <= ao.y
    },
  )
}

/** Hours beyond the law are said as they are typed, and asked about before they are saved. */
async function alemDaLei(pagina: Page) {
  const fim = pagina.getByLabel('Segunda a sexta, fim')
  const antes = await fim.inputValue()
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const aviso = pagina.getByRole('region', { name: 'Quando enviar' }).getByText(/passam do que a lei/)
  await fim.fill('22:00')
  await aviso.waitFor()
  await mudancas.getByRole('button', { name: 'Salvar régua' }).click()
  await dialogo(pagina).getByRole('button', { name: 'Rever as horas' }).click()
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  await aviso.waitFor({ state: 'detached' })
  assert.equal(await fim.inputValue(), antes)
}

/** Meta locks the account: the next send finds out, and everybody is told, until a check says that it works again. */
async function parado(mundo: Mundo, pagina: Page, sessao: Sessao) {
  const situacao = (qual: string | number) => noEmulador(mundo, 'PATCH', '/estado', { situacao: qual })
  const faixa = /^O WhatsApp está parado/
  const operadora = await abrirPagina(mundo, sessao)
  await operadora.goto('/operador/dashboard')
  const painel = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await painel.goto('/admin/dashboard')
  await assentar(painel)
  const figuras = painel.getByRole('region', { name: 'Indicadores do mês' })
  const ondeEstavam = await figuras.boundingBox()
  await situacao(131031)
  await pagina.goto('/admin/whatsapp')
  await pagina.getByRole('button', { name: 'Verificar agora' }).click()
  await dito(pagina, 'Parado por um problema da conta')
  await dito(operadora, faixa)
  await painel
    .getByRole('alert')
    .getByText(/^WhatsApp parado desde/)
    .waitFor()
  assert.deepEqual(await figuras.boundingBox(), ondeEstavam)
  await situacao('normal')
  await pagina.getByRole('button', { name: 'Verificar agora' }).click()
  await pagina.getByRole('heading', { name: 'Conectado' }).waitFor()
  await operadora.getByText(faixa).waitFor({ state: 'detached' })
  await painel.getByRole('alert').waitFor({ state: 'detached' })
  await fechar(mundo, operadora, painel)
}
