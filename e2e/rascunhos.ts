import { strict as assert } from 'node:assert'
import type { Page, Route } from 'playwright-core'
import { ADMINISTRADOR, abrirPagina, ate, chamar, fechar, type Mundo, passo, sessaoDe } from './mundo.ts'
import { doisModelos, modelos, versaoDoColega } from './rascunhosDosModelos.ts'

/*
 * Text typed while a save is in progress is kept: the answer must not overwrite it. The saves are held and answered here, so that
 * nothing changes for the following journeys.
 */
export async function rascunhos(mundo: Mundo) {
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  await passo('regras: o que se escreve enquanto salvam fica, por salvar', () => regras(pagina))
  await passo('regras: o que um colega salvou noutro campo fica, e aparece', () => regrasDoColega(mundo, pagina))
  await passo('o botão de pagamento se liga com a tecla, que fica nele', () => interruptor(pagina))
  await passo('política: o que se escreve enquanto salvam fica, por salvar', () => politica(pagina))
  await passo('política: o que um colega salvou enquanto se escrevia fica, e é visto antes', () => doColega(pagina))
  await passo('modelos: um salvo não leva o que se escreve nele depois, nem em outro', () => modelos(pagina))
  await passo('modelos: dois saem ao mesmo tempo, cada um com a sua resposta', () => doisModelos(pagina))
  await passo('modelos: o que um colega salvou enquanto se escrevia é dito, e não se perde sem querer', () =>
    versaoDoColega(pagina),
  )
  await passo('conta do WhatsApp: o que se corrige enquanto salvam fica', () => conta(pagina))
  await passo('conta do WhatsApp: gravado outro token, o que foi feito aqui não se copia mais', () =>
    outroToken(pagina),
  )
  await passo('num diálogo, nada se escreve no que está indo, e a recusa devolve o campo', () => dialogoIndo(pagina))
  await passo('o que foi recusado depois que se saiu da tela é dito onde se está', () => jaFora(pagina))
  await passo('feriados: o que um colega incluiu enquanto se escrevia fica também', () => feriados(mundo, pagina))
  await fechar(mundo, pagina)
}

/** Holds the save at this address until `soltar`, then answers with the server's current data changed by `feito`. */
async function segurar(pagina: Page, endereco: string, feito: (lido: object, corpo: object) => object) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  let salvo: object | undefined
  await pagina.route(endereco, async (rota) => {
    if (rota.request().method() === 'GET' && salvo) return rota.fulfill({ json: salvo })
    if (rota.request().method() !== 'PUT') return rota.continue()
    await solto
    const lido = (await (await rota.fetch({ method: 'GET', postData: '' })).json()) as object
    salvo = feito(lido, rota.request().postDataJSON() as object)
    await rota.fulfill({ json: salvo })
  })
  return soltar
}
const junto = (lido: object, corpo: object) => ({ ...lido, ...corpo })

async function regras(pagina: Page) {
  await pagina.goto('/admin/recebimento')
  const forma = pagina.getByRole('form', { name: 'Regras' })
  const [espera, promessa] = [forma.getByLabel('Espera por um pagamento'), forma.getByLabel('Promessa de pagamento')]
  const antes = await promessa.inputValue()
  const soltar = await segurar(pagina, '**/api/admin/configuracoes/recebimento', junto)
  await espera.fill('7')
  await forma.getByRole('button', { name: 'Salvar' }).click()
  await promessa.fill('44')
  soltar()
  await pagina.getByText('Regras salvas: valem já.').waitFor()
  assert.deepEqual([await espera.inputValue(), await promessa.inputValue()], ['7', '44'])
  await forma.getByRole('button', { name: 'Descartar' }).click()
  assert.deepEqual([await espera.inputValue(), await promessa.inputValue()], ['7', antes])
  await pagina.unrouteAll()
}

async function interruptor(pagina: Page) {
  const banco = { base_url: 'https://pix.banco.example/v2', client_id: 'empresa', certificado_ate: null, gravados: {} }
  let ligado = false
  await pagina.route('**/api/admin/configuracoes/recebimento', async (rota) => {
    if (rota.request().method() === 'PUT') ligado = true
    const lido = (await (await rota.fetch({ method: 'GET', postData: '' })).json()) as object
    // Longer than a frame, after which what is switched off has no focus any more.
    if (ligado) await pagina.evaluate('new Promise((fim) => requestAnimationFrame(() => requestAnimationFrame(fim)))')
    await rota.fulfill({ json: { ...lido, psp: banco, situacao: 'conectado', botao_de_pagamento: ligado } })
  })
  await pagina.goto('/admin/recebimento')
  const botao = pagina.getByRole('switch', { name: 'Botão de pagamento do WhatsApp' })
  await botao.press('Space')
  await pagina.getByText('Os modelos da régua vão à análise da Meta').waitFor()
  assert(await botao.isChecked())
  await botao.and(pagina.locator(':focus')).waitFor()
  await pagina.unrouteAll()
}

/** Only what was changed is sent, and what the answer tells of the rest is shown as saved. */
async function regrasDoColega(mundo: Mundo, pagina: Page) {
  const { token } = await sessaoDe(mundo, ADMINISTRADOR)
  const endereco = '/api/admin/configuracoes/recebimento'
  const salvar = (corpo: object) => chamar<Record<string, number>>(mundo, 'PUT', endereco, corpo, token)
  const { carencia_dias_uteis, promessa_max_dias } = await salvar({})
  await pagina.goto('/admin/recebimento')
  const forma = pagina.getByRole('form', { name: 'Regras' })
  const [espera, promessa] = [forma.getByLabel('Espera por um pagamento'), forma.getByLabel('Promessa de pagamento')]
  await espera.fill('6')
  await salvar({ promessa_max_dias: 33 })
  await forma.getByRole('button', { name: 'Salvar' }).click()
  await pagina.getByText('Regras salvas: valem já.').waitFor()
  assert.equal((await salvar({})).promessa_max_dias, 33)
  assert.deepEqual([await espera.inputValue(), await promessa.inputValue()], ['6', '33'])
  assert(await forma.getByRole('button', { name: 'Descartar' }).isDisabled())
  await salvar({ carencia_dias_uteis, promessa_max_dias })
}

async function politica(pagina: Page) {
  await pagina.goto('/admin/negociacao?aba=politica')
  const entrada = pagina.getByLabel('Entrada de quem já quebrou um acordo')
  const soltar = await segurar(pagina, '**/api/admin/configuracoes/negociacao', (lido, corpo) => ({
    ...junto(lido, corpo),
    versao: 99,
  }))
  await entrada.fill('31')
  await pagina.getByRole('button', { name: 'Salvar' }).click()
  await entrada.fill('32')
  soltar()
  await pagina.getByText(/^Política salva/).waitFor()
  assert.equal(await entrada.inputValue(), '32')
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  assert.equal(await entrada.inputValue(), '31')
  await pagina.unrouteAll()
}

const MUDOU = { status: 409, json: { message: 'A política mudou enquanto você escrevia.', codigo: 'versao_antiga' } }

/** Untouched fields follow what a colleague saved, and nothing is overwritten before it was shown. */
async function doColega(pagina: Page) {
  const faixa = {
    de_dias: 1,
    ate_dias: 30,
    desconto_encargos: 100,
    desconto_principal: 10,
    entrada_minima: 20,
    parcelas_max: 3,
    parcela_minima: 50,
  }
  let salva = { ativa: true, faixas: [faixa], segundo_acordo_entrada: 30, versao: 1, desde: null, autor: null }
  await pagina.route('**/api/admin/configuracoes/negociacao', async (rota) => {
    if (rota.request().method() === 'PUT') {
      const { se_versao, ...nova } = rota.request().postDataJSON() as Partial<typeof salva> & { se_versao: number }
      if (se_versao !== salva.versao) return rota.fulfill(MUDOU)
      salva = { ...salva, ...nova, versao: salva.versao + 1 }
    }
    await rota.fulfill({ json: salva })
  })
  await pagina.reload()
  const campo = (nome: string) => pagina.getByRole('group', { name: 'Faixa 1' }).getByLabel(nome)
  const salvar = pagina.getByRole('button', { name: 'Salvar' })
  await campo('Entrada mínima').fill('25')
  salva = { ...salva, versao: 2, faixas: [{ ...faixa, desconto_principal: 5 }], segundo_acordo_entrada: 40 }
  await salvar.click()
  await pagina.getByText(/^A política mudou enquanto você escrevia/).waitFor()
  assert.equal(salva.faixas[0]?.entrada_minima, 20)
  assert.deepEqual(
    [
      await campo('Entrada mínima').inputValue(),
      await campo('Desc. do principal').inputValue(),
      await pagina.getByLabel('Entrada de quem já quebrou um acordo').inputValue(),
    ],
    ['25', '5', '40'],
  )
  await salvar.click()
  await pagina.getByText(/^Política salva/).waitFor()
  assert.deepEqual(salva.faixas, [{ ...faixa, desconto_principal: 5, entrada_minima: 25 }])
  await campo('Entrada mínima').fill('26')
  salva = { ...salva, versao: 4, faixas: [] }
  await salvar.click()
  await pagina.getByText(/^As faixas salvas mudaram/).waitFor()
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  await campo('Entrada mínima').waitFor({ state: 'detached' })
  await pagina.unrouteAll()
}

async function conta(pagina: Page) {
  await pagina.goto('/admin/whatsapp?passos=1')
  const token = pagina.getByLabel('Token de acesso')
  const numero = pagina.getByLabel('ID do número de telefone')
  await numero.fill('+55 11 98765-4321')
  await pagina.getByLabel('ID da conta do WhatsApp Business').fill('2345678901')
  await token.fill('EAAG-um')
  await token.press('Enter')
  await ate(pagina, `document.activeElement?.labels?.[0]?.textContent === 'ID do número de telefone'`)
  const soltar = await segurar(pagina, '**/api/admin/configuracoes/whatsapp', (lido) => lido)
  await numero.fill('1234567890')
  await pagina.getByRole('button', { name: 'Conferir e gravar' }).click()
  await token.fill('EAAG-outro')
  soltar()
  await pagina.getByText('Gravado.', { exact: true }).waitFor()
  assert.equal(await token.inputValue(), 'EAAG-outro')
}

async function outroToken(pagina: Page) {
  const endereco = '**/api/admin/configuracoes/whatsapp'
  const daEmpresa = { provedor: 'cloud_api', estado: 'conectado', phone_number_id: '1', business_account_id: '2' }
  const ler = (rota: Route) =>
    rota.fetch({ method: 'GET', postData: '', url: `${new URL(pagina.url()).origin}${STATUS}` })
  const mostrar = async (rota: Route) => rota.fulfill({ json: { ...(await (await ler(rota)).json()), ...daEmpresa } })
  await pagina.route(`**${STATUS}`, mostrar)
  await pagina.route(endereco, mostrar)
  await pagina.route(`${endereco}/diagnostico`, (rota) => rota.fulfill({ json: { data: [] } }))
  await pagina.goto('/admin/whatsapp?passos=1&passo=webhook')
  const token = pagina.getByRole('textbox', { name: 'Token de verificação' })
  await pagina.getByRole('button', { name: /^Gerar/ }).click()
  await ate(pagina, `[...document.querySelectorAll('input')].some(({ value }) => value.startsWith('cobranca-'))`)
  await pagina.getByRole('button', { name: 'Gravar o que já uso na Meta' }).click()
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByLabel('Token de verificação').fill('o-da-meta')
  await dialogo.getByRole('button', { name: 'Gravar' }).click()
  await dialogo.waitFor({ state: 'detached' })
  assert.equal(await token.inputValue(), '')
  await pagina.unrouteAll()
}
const STATUS = '/api/admin/configuracoes/whatsapp/status'

/** The fields are locked meanwhile; the focus stays in the dialog, on the button, and moves to the refused field. */
async function dialogoIndo(pagina: Page) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await pagina.route('**/api/admin/operadores', async (rota) => {
    if (rota.request().method() !== 'POST') return rota.continue()
    await solto
    await rota.fulfill({ status: 422, json: { message: 'Não.', errors: { email: ['Recusado de propósito.'] } } })
  })
  await pagina.goto('/admin/operadores')
  await pagina.getByRole('button', { name: 'Novo operador' }).click()
  const dialogo = pagina.getByRole('dialog')
  const email = dialogo.getByLabel('E-mail')
  await dialogo.getByLabel('Nome').fill('Ivo Recusado')
  await email.fill('ivo@exemplo.com')
  for (const senha of ['Senha', 'Repita a senha'])
    await dialogo.getByLabel(senha, { exact: true }).fill('Ipe-amarelo-3391')
  await email.press('Enter')
  await ate(pagina, `document.activeElement?.matches('dialog [type=submit][aria-busy=true]')`)
  await pagina.keyboard.type('perdido')
  soltar()
  await dialogo.getByText('Recusado de propósito.').waitFor()
  await ate(pagina, `document.activeElement?.getAttribute('aria-invalid') === 'true'`)
  await pagina.keyboard.press('End')
  await pagina.keyboard.type('.br')
  assert.equal(await email.inputValue(), 'ivo@exemplo.com.br')
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await pagina.unrouteAll()
}

/** The place that each refusal would point at no longer exists. */
async function jaFora(pagina: Page) {
  const recusar = async (endereco: string, metodo: string) => {
    const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
    await pagina.route(endereco, async (rota) => {
      if (rota.request().method() !== metodo) return rota.continue()
      await solto
      await rota.fulfill({ status: 422, json: { message: 'Recusado de propósito.' } })
    })
    return soltar
  }
  const sair = async (item: string, titulo: string, semSalvar = false) => {
    await pagina.getByRole('link', { name: item, exact: true }).click()
    if (semSalvar) await pagina.getByRole('button', { name: 'Sair sem salvar' }).click()
    await pagina.getByRole('heading', { level: 1, name: titulo }).waitFor()
  }
  await pagina.goto('/admin/mensagens?aba=execucoes')
  const daExecucao = await recusar('**/api/admin/cobranca/executar', 'POST')
  await pagina.getByRole('button', { name: 'Executar agora' }).click()
  await sair('Config. Recebimento', 'Configuração de recebimento')
  daExecucao()
  await pagina.getByText('Execução da cobrança: Recusado de propósito.').waitFor()
  const dasRegras = await recusar('**/api/admin/configuracoes/recebimento', 'PUT')
  const forma = pagina.getByRole('form', { name: 'Regras' })
  await forma.getByLabel('Espera por um pagamento').fill('7')
  await forma.getByRole('button', { name: 'Salvar' }).click()
  await sair('Logs do Sistema', 'Logs do sistema', true)
  dasRegras()
  await pagina.getByText('Regras: Recusado de propósito.').waitFor()
  await pagina.unrouteAll()
}

async function feriados(mundo: Mundo, pagina: Page) {
  const { token } = await sessaoDe(mundo, ADMINISTRADOR)
  const escrever = (feriados: object[]) =>
    chamar(mundo, 'PUT', '/api/admin/configuracoes/contato-legal', { feriados }, token)
  await pagina.goto('/admin/mensagens?aba=legal')
  await pagina.getByRole('button', { name: 'Incluir feriado' }).click()
  await pagina.getByRole('dialog').getByLabel('Dia').fill('21/01/2027')
  await escrever([{ dia: '2027-01-20', uf: 'SP', municipio: null }])
  await pagina.getByRole('dialog').getByRole('button', { name: 'Incluir', exact: true }).click()
  for (const dia of ['20/01/2027', '21/01/2027']) await pagina.getByText(dia, { exact: true }).waitFor()
  await escrever([])
}
