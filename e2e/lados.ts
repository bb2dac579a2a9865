import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { achados, PARADO } from './axe.ts'
import { ligarBanco } from './dinheiro.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  CELULAR,
  chamar,
  esperar,
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
 * The customer's side and the company's, both open. One customer is asked at nine in Manaus whose the phone is, promises on the
 * page and pays on Friday; one disputes with a photo and is answered; one accepts the offer of three instalments and pays the
 * entry; one is somebody else. Operator and administrator see all of it without reloading. The last of its group, because it
 * moves the clock and turns the question on for everybody.
 */
const ALMA = { nome: 'Alma Tavares', documento: '402.917.368-31', telefone: '5592981234501' }
const BRENO = { nome: 'Breno Castilho', documento: '631.507.281-00', telefone: '5511987669002' }
const CLEO = { nome: 'Cléo Amaral', documento: '517.204.983-50', telefone: '5511987669003' }
const DARIO = { nome: 'Dário Pontes', documento: '168.995.351-90', telefone: '5511987669004' }
type Cliente = typeof ALMA

const SEXTA = { dia: '2026-12-11', manha: '2026-12-11T10:00:00-03:00' }
const FAIXA = {
  de_dias: 1,
  ate_dias: null,
  desconto_encargos: 100,
  desconto_principal: 0,
  entrada_minima: 10,
  parcelas_max: 3,
  parcela_minima: 50,
}

export async function lados(mundo: Mundo) {
  await garantirPessoas(mundo)
  const [daMesa, daAdmin] = [await sessaoDe(mundo, OPERADOR), await sessaoDe(mundo, ADMINISTRADOR)]
  await preparar(mundo, daMesa.token, daAdmin.token)
  const abrirAmbos = async () => [
    await abrirPagina(mundo, await sessaoDe(mundo, OPERADOR)),
    await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR)),
  ]
  const [mesa, admin] = (await abrirAmbos()) as [Page, Page]
  const celular = await abrirPagina(mundo, undefined, { viewport: CELULAR, hasTouch: true, isMobile: true })
  await passo('às nove de Manaus sai a pergunta, e quem não é a pessoa o diz com um toque', () =>
    pergunta(mundo, mesa, admin, daAdmin.token),
  )
  await passo('a pessoa confirma, abre a página no celular e promete para sexta, à vista dos dois', () =>
    promessa(mundo, mesa, admin, celular),
  )
  await passo('outro contesta com uma foto, é respondido, e lê a resposta', () =>
    contestacao(mundo, mesa, admin, celular),
  )
  await passo('uma terceira aceita em três, paga a entrada, e o acordo corre', () =>
    acordo(mundo, mesa, admin, celular),
  )
  await fechar(mundo, mesa, admin)
  await mundo.passarPara(SEXTA.manha)
  const [deSexta, adminDeSexta] = (await abrirAmbos()) as [Page, Page]
  await passo('na sexta a primeira paga pelo código, e a promessa é cumprida à vista dos dois', () =>
    pagamento(mundo, deSexta, adminDeSexta, celular),
  )
  await fechar(mundo, deSexta, adminDeSexta, celular)
}

async function preparar(mundo: Mundo, daMesa: string, daAdmin: string) {
  const linha = ({ nome, documento, telefone }: Cliente, conta: string) =>
    `${nome};${documento};${telefone};${conta};600,00;02/12/2026`
  const linhas = [linha(ALMA, 'AL-1'), linha(BRENO, 'BR-1'), linha(CLEO, 'CL-1'), linha(DARIO, 'DA-1')]
  await importarClientes(mundo, { token: daMesa } as never, linhas)
  await ligarBanco(mundo, daAdmin)
  const configurar = (qual: string, corpo: object) =>
    chamar(mundo, 'PUT', `/api/admin/configuracoes/${qual}`, corpo, daAdmin)
  await configurar('recebimento', { confirmar_pessoa: 'sempre' })
  await configurar('negociacao', { ativa: true, faixas: [FAIXA], segundo_acordo_entrada: 20 })
}

const aparelho = ({ telefone }: Cliente) => `/telefones/${telefone}`
interface NoAparelho {
  mensagens: { wamid: string; texto: string; botoes?: unknown[] }[]
}
const mensagensDe = async (mundo: Mundo, quem: Cliente) =>
  (await noEmulador<NoAparelho>(mundo, 'GET', aparelho(quem))).mensagens ?? []

async function pergunta(mundo: Mundo, mesa: Page, admin: Page, daAdmin: string) {
  await admin.goto(`/admin/clientes?busca=${encodeURIComponent(DARIO.nome)}`)
  await mesa.goto(`/operador/aguardando-atendimento?busca=${encodeURIComponent(DARIO.nome)}`)
  await Promise.all([assentar(admin), assentar(mesa)])
  const modelos = '/api/admin/configuracoes/mensagens/templates'
  await esperar(
    () => 'the question approved',
    async () =>
      (await chamar<Record<string, { situacao: string }>>(mundo, 'GET', modelos, undefined, daAdmin)).confirmar_pessoa
        ?.situacao === 'aprovado',
  )
  await chamar(mundo, 'POST', '/api/admin/cobranca/executar', {}, daAdmin)
  for (const quem of [ALMA, BRENO, CLEO]) await tocar(mundo, quem, 'Sim')
  assert.equal(await horaDaPergunta(mundo), '09')
  await tocar(mundo, DARIO, 'Não sou eu')
  const fila = mesa.getByRole('region', { name: 'Lista de clientes' })
  await fila.getByRole('button', { name: DARIO.nome }).waitFor()
  await linha(admin, DARIO)
    .getByText(/^Aguardando/)
    .first()
    .waitFor()
}

/** Taps a button of the question once the application knows that it was sent; nobody can tap before Meta's answer. */
async function tocar(mundo: Mundo, quem: Cliente, botao: string) {
  const { wamid } = await esperar(
    () => `a question to ${quem.nome}`,
    async () => (await mensagensDe(mundo, quem)).findLast(({ botoes }) => botoes?.length === 2),
  )
  await esperar(
    () => `a question to ${quem.nome} that is known to have left`,
    async () => (await conversaDe(mundo, quem)).some(({ status }) => ['enviada', 'entregue', 'lida'].includes(status)),
  )
  await noEmulador(mundo, 'POST', `${aparelho(quem)}/mensagens`, { tipo: 'botao', wamid, botao })
}

/** The conversation as shown at the desk. */
async function conversaDe(mundo: Mundo, { nome }: Cliente): Promise<{ status: string }[]> {
  const { token } = await sessaoDe(mundo, OPERADOR)
  const perguntar = <T>(caminho: string) => chamar<{ data: T[] }>(mundo, 'GET', caminho, undefined, token)
  const { data: ativos } = await perguntar<{ id: number }>(
    `/api/operador/clientes/ativos?busca=${encodeURIComponent(nome)}`,
  )
  return (await perguntar<{ status: string }>(`/api/operador/clientes/${ativos[0]!.id}/mensagens`)).data
}

/** The hour of the question in the customer's time zone. */
async function horaDaPergunta(mundo: Mundo): Promise<string> {
  const { data } = await noEmulador<{ data: { texto: string; quando: string }[] }>(mundo, 'GET', '/envios')
  const partes = { timeZone: 'America/Manaus', hour: '2-digit', hourCycle: 'h23' } as const
  const dela = data.find(({ texto }) => texto.includes('Alma'))
  return new Intl.DateTimeFormat('pt-BR', partes).format(new Date(dela!.quando))
}

const naConversa = (mesa: Page) => mesa.getByRole('log')

/** The operator writes a message with the page's address; the phone opens it and signs in. */
async function mandarPagina(mundo: Mundo, mesa: Page, celular: Page, quem: Cliente) {
  await mesa.goto(`/operador/clientes?busca=${encodeURIComponent(quem.nome)}`)
  await mesa.getByText(quem.nome).first().click()
  const campo = mesa.getByRole('textbox', { name: /^Mensagem para/ })
  await campo.fill('Bom dia! Veja em {{link}} o que está em aberto.')
  await campo.press('Enter')
  const endereco = await esperar(
    () => `an address on the phone of ${quem.nome}`,
    async () => /\/c\/[\w-]{22}(?![\w-])/.exec(JSON.stringify(await mensagensDe(mundo, quem)))?.[0],
  )
  await entrarNa(celular, endereco, quem)
  return endereco
}

async function entrarNa(celular: Page, endereco: string, { nome, documento }: Cliente) {
  await celular.goto(endereco)
  await celular.getByLabel(/primeiros números/).fill(documento.slice(0, 3))
  await celular.getByRole('button', { name: 'Ver a minha conta' }).click()
  await celular.getByRole('heading', { name: `Olá, ${nome.split(' ')[0]}` }).waitFor()
}

/** What axe finds on the page in this state, fully expanded, in both themes; also below it, when asked. */
async function porAxe(mundo: Mundo, endereco: string, quem: Cliente, abaixo?: RegExp) {
  const ditos: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const tela = await abrirPagina(mundo, undefined, { viewport: CELULAR, colorScheme, bypassCSP: true })
    await tela.addInitScript(PARADO)
    await entrarNa(tela, endereco, quem)
    for (const um of await tela.locator('details > summary').all()) await um.click()
    ditos.push(...(await achados(tela, `${quem.nome} ${colorScheme}`)))
    if (abaixo) {
      await tela.getByRole('link', { name: abaixo }).click()
      await tela.getByRole('button', { name: 'Aceitar o acordo' }).waitFor()
      ditos.push(...(await achados(tela, `${quem.nome}, an offer ${colorScheme}`)))
    }
    await fechar(mundo, tela)
  }
  assert.deepEqual(ditos, [])
}

const linha = (pagina: Page, { nome }: Cliente) => pagina.getByRole('row').filter({ hasText: nome })
let daAlma = ''

async function promessa(mundo: Mundo, mesa: Page, admin: Page, celular: Page) {
  await admin.goto('/admin/promessas')
  await assentar(admin)
  assert.equal(await linha(admin, ALMA).count(), 0)
  daAlma = await mandarPagina(mundo, mesa, celular, ALMA)
  const forma = celular.locator('#prometer')
  await forma.locator('summary').click()
  await forma.getByLabel('Em que dia?').fill(SEXTA.dia)
  await forma.getByRole('button', { name: 'Prometer' }).click()
  await celular.getByText('Sua promessa foi registrada.').waitFor()
  await naConversa(mesa).getByText(/prome/i).filter({ visible: true }).first().waitFor()
  await linha(admin, ALMA).getByText('Pendente').waitFor()
  await porAxe(mundo, daAlma, ALMA)
}

async function contestacao(mundo: Mundo, mesa: Page, admin: Page, celular: Page) {
  await admin.goto('/admin/contestacoes')
  await assentar(admin)
  const endereco = await mandarPagina(mundo, mesa, celular, BRENO)
  const forma = celular.locator('#contestar')
  await forma.locator('summary').click()
  await forma.getByLabel('Por quê?').selectOption('entrega')
  await forma.getByLabel(/Foto ou PDF/).setInputFiles({ name: 'caixas.png', mimeType: 'image/png', buffer: FOTO })
  await forma.getByRole('button', { name: 'Enviar contestação' }).click()
  await celular.getByText('Sua contestação foi enviada.').waitFor()
  await naConversa(mesa)
    .getByText(/contest/i)
    .first()
    .waitFor()
  await linha(admin, BRENO).getByText('Aberta').waitFor()
  await mesa.goto('/operador/contestacoes')
  await mesa.getByRole('link', { name: BRENO.nome }).click()
  const painel = mesa.getByLabel('Contestação', { exact: true })
  await painel.getByRole('img', { name: /^Foto enviada com a contestação/ }).waitFor()
  await painel.getByRole('button', { name: 'Responder' }).click()
  const dialogo = mesa.getByRole('dialog').filter({ hasText: 'Responder a contestação' })
  await dialogo.getByLabel('Resposta').fill('Faltou mesmo uma caixa: a conta foi corrigida.')
  await dialogo.getByRole('button', { name: 'Responder' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await linha(admin, BRENO).getByText('Procedente').waitFor()
  await celular.goto(endereco)
  await celular.getByText('Faltou mesmo uma caixa: a conta foi corrigida.').waitFor()
  await porAxe(mundo, endereco, BRENO)
}

async function acordo(mundo: Mundo, mesa: Page, admin: Page, celular: Page) {
  await admin.goto(`/admin/clientes?busca=${encodeURIComponent(CLEO.nome)}`)
  const endereco = await mandarPagina(mundo, mesa, celular, CLEO)
  await porAxe(mundo, endereco, CLEO, /Ver e aceitar.*3 vezes/)
  await celular.getByRole('link', { name: /Ver e aceitar.*3 vezes/ }).click()
  await celular.getByRole('button', { name: 'Aceitar o acordo' }).click()
  await celular.getByText(/^Acordo registrado/).waitFor()
  await porAxe(mundo, endereco, CLEO)
  await pagarCodigo(mundo, celular)
  const conversa = mesa.getByRole('region', { name: 'Conversa' })
  await conversa.getByText('Negociado', { exact: true }).first().waitFor()
  await linha(admin, CLEO).getByText('Negociado').first().waitFor()
  await celular.reload()
  await celular.getByRole('heading', { name: 'Acordo em andamento' }).waitFor()
  // The URL still says "accepted", but the offer no longer waits for its first payment.
  assert.equal(await celular.getByText(/^Acordo registrado/).count(), 0)
}

/** Pays the code shown on the phone, on the bank's page. */
async function pagarCodigo(mundo: Mundo, celular: Page) {
  const codigo = (await celular.locator('#copia-e-cola').textContent()) ?? ''
  const banco = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await banco.goto('/emulador/pix')
  await banco.getByLabel('Pix copia e cola').fill(codigo)
  // The list already has payments of other journeys, so wait for this one's answer before closing the page.
  const pago = banco.waitForResponse((resposta) => resposta.request().method() === 'POST' && resposta.ok())
  await banco.getByRole('button', { name: /^Pagar R\$/ }).click()
  await pago
  await banco.getByRole('region', { name: 'Pix que a empresa recebeu' }).getByText('R$').first().waitFor()
  await fechar(mundo, banco)
}

async function pagamento(mundo: Mundo, mesa: Page, admin: Page, celular: Page) {
  await admin.goto('/admin/promessas')
  await linha(admin, ALMA).getByText('Pendente').waitFor()
  await mesa.goto(`/operador/clientes?busca=${encodeURIComponent(ALMA.nome)}`)
  await mesa.getByText(ALMA.nome).first().click()
  const conversa = mesa.getByRole('region', { name: 'Conversa' })
  await conversa.getByRole('heading', { name: ALMA.nome }).waitFor()
  await entrarNa(celular, daAlma, ALMA)
  await celular.getByRole('button', { name: /^Gerar o código Pix/ }).click()
  await pagarCodigo(mundo, celular)
  await conversa.getByText('Concluído', { exact: true }).first().waitFor()
  await linha(admin, ALMA).getByText('Cumprida').waitFor()
}
