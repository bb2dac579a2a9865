import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import {
  abrirPagina,
  assentar,
  ate,
  fechar,
  garantirPessoas,
  importarClientes,
  type Mundo,
  noEmulador,
  OPERADOR,
  OPERADORA,
  passo,
  type Sessao,
  sessaoDe,
} from './mundo.ts'
import { FOTO } from './pagina.ts'
import { deUmaVez } from './teclado.ts'

const FILA = '/operador/aguardando-atendimento'
const ELISA = { nome: 'Elisa Moura', telefone: '5511987660001' }
const FABIO = { nome: 'Fábio Teles', telefone: '5511987660002' }
const COMPROVANTE = { name: 'comprovante.png', mimeType: 'image/png', buffer: FOTO }
const CSV = [
  `${ELISA.nome};295.379.955-93;${ELISA.telefone};E-1;300,00;01/12/2026`,
  `${FABIO.nome};714.602.380-01;${FABIO.telefone};F-1;700,00;01/12/2026`,
]

/* What is done at the desk all day, and what a browser full of tabs does to it. Customers of its own, as in `atendimento`. */
export async function habitos(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADOR)
  await importarClientes(mundo, sessao, CSV)
  const mesa = await abrirPagina(mundo, sessao)
  await passo('uma tecla faz o que se faz o dia todo, ? mostra quais, e elas se desligam', () => teclas(mundo, mesa))
  await passo('devolver à fila desfaz o assumir; à cobrança diz o que sai, e pode ser amanhã', () => devolver(mesa))
  await passo(
    'uma anotação fica com a equipe: na conversa, no topo e no histórico; quem é mencionado sabe na hora',
    () => anotar(mundo, mesa),
  )
  await passo('uma frase guardada vem com a barra, com os dados do cliente; o que falta não sai', () =>
    frases(mundo, mesa),
  )
  await passo('quem atendo escreve, e eu sei em outra tela: no título, no ícone, uma vez só em todas as abas', () =>
    avisos(mundo, mesa),
  )
  await fechar(mundo, mesa)
  await passo('oito abas sobre http carregam, ouvem o que acontece e saem juntas', () => oitoAbas(mundo, sessao))
}

const escrever = (mundo: Mundo, telefone: string, texto: string) =>
  noEmulador(mundo, 'POST', `/telefones/${telefone}/mensagens`, { tipo: 'texto', texto })

const lista = (pagina: Page) => pagina.getByRole('region', { name: 'Lista de clientes' })
const dialogo = (pagina: Page, nome: string | RegExp) => pagina.getByRole('dialog', { name: nome })

async function abrirFabio(mundo: Mundo, pagina: Page) {
  await escrever(mundo, FABIO.telefone, 'Consigo pagar em duas vezes?')
  await pagina.goto(`${FILA}?busca=98766`)
  await lista(pagina).getByRole('button', { name: FABIO.nome }).click()
  await pagina.getByRole('textbox', { name: /^Mensagem para/ }).waitFor()
}

/** Holds back what this address gives, until the function returned is called. */
async function segurar(pagina: Page, endereco: string) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await pagina.route(endereco, (rota) => solto.then(() => rota.continue()))
  return soltar
}

async function teclas(mundo: Mundo, pagina: Page) {
  const trazerPausa = await segurar(pagina, '**/build/assets/PausarDialog-*.js')
  await abrirFabio(mundo, pagina)
  await pagina.keyboard.press('a')
  await pagina.getByRole('button', { name: /^Devolver/ }).waitFor()
  // Taking a file off removes the focused button: the focus goes to the field, since outside of it each letter is a command.
  await pagina.locator('[data-campo-da-mensagem] input[type=file]').setInputFiles(COMPROVANTE)
  await pagina.getByRole('button', { name: `Tirar ${COMPROVANTE.name}` }).press('Enter')
  await pagina.locator('[data-campo-da-mensagem] textarea:focus').waitFor()
  await pagina.keyboard.press('Escape') // leaves the field, where a key types its letter
  for (const pagar of [() => pagina.keyboard.press('p'), () => sairETeclar(pagina, 'p')]) {
    await pagar()
    await dialogo(pagina, /pagamento/i).waitFor()
    await pagina.keyboard.press('Escape')
    await dialogo(pagina, /pagamento/i).waitFor({ state: 'detached' })
  }
  // While the dialog's code is on its way no second one opens.
  await deUmaVez(pagina, 's', 's', 'p')
  trazerPausa()
  await dialogo(pagina, /^Pausar/).waitFor()
  assert.equal(await pagina.locator('dialog[open]').count(), 1)
  await pagina.keyboard.press('Escape')
  await dialogo(pagina, /^Pausar/).waitFor({ state: 'detached' })
  await negociarSoComTeclas(pagina)
  await pagina.keyboard.press('?')
  const atalhos = dialogo(pagina, 'Atalhos do teclado')
  await atalhos.getByText('Registrar pagamento').waitFor()
  await atalhos.getByRole('switch', { name: 'Atalhos de uma tecla só' }).uncheck()
  await atalhos.getByRole('button', { name: 'Fechar' }).click()
  for (const tecla of ['?', 's', 'p']) await pagina.keyboard.press(tecla)
  assert.equal(await pagina.locator('dialog[open]').count(), 0, 'keys that are off do nothing')
  await pagina.keyboard.press('Control+k')
  await dialogo(pagina, 'Buscar no sistema').getByRole('combobox').waitFor()
  // Enter takes what was typed, though nothing of it was drawn yet.
  await deUmaVez(pagina, ...'pausar', 'Enter')
  await dialogo(pagina, /^Pausar/).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.evaluate("localStorage.removeItem('teclas-desligadas')")
  // Who is opened by a key has the keyboard: what is opened next gives it back to them.
  await pagina.goto(`${FILA}?busca=98766`)
  const linha = lista(pagina).getByRole('button', { name: FABIO.nome })
  await linha.waitFor()
  await pagina.keyboard.press('j')
  await linha.and(pagina.locator(':focus')).waitFor()
  await pagina.getByRole('textbox', { name: /^Mensagem para/ }).waitFor()
  await pagina.keyboard.press('t')
  await pagina.locator('dialog[open]').waitFor()
  await pagina.keyboard.press('Escape')
  await linha.and(pagina.locator(':focus')).waitFor()
}

/**
 * Leaves the field and presses a command's key before any timer runs, as quick hands do: the dialog that opens must not give
 * the focus back to the field, where the next command would be typed.
 */
const sairETeclar = (pagina: Page, tecla: string) =>
  pagina.evaluate(`
    document.querySelector('[data-campo-da-mensagem] textarea').focus()
    document.activeElement.blur()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${tecla}', bubbles: true, cancelable: true }))
  `)

/** Escape asks before what was typed is thrown away, and a second one is the answer "go on". */
async function negociarSoComTeclas(pagina: Page) {
  await pagina.keyboard.press('n')
  const mais = pagina.getByRole('button', { name: 'Uma parcela a mais' })
  await mais.press('Enter')
  await pagina.keyboard.press('Escape')
  await dialogo(pagina, 'Descartar a negociação?').waitFor()
  await pagina.keyboard.press('Escape')
  await dialogo(pagina, 'Descartar a negociação?').waitFor({ state: 'detached' })
  await mais.and(pagina.locator(':focus')).waitFor()
  await pagina.keyboard.press('Escape')
  await dialogo(pagina, 'Descartar a negociação?').getByRole('button', { name: 'Descartar' }).press('Enter')
  await mais.waitFor({ state: 'detached' })
}

async function devolver(pagina: Page) {
  const outras = pagina.getByRole('button', { name: 'Quando e para onde' })
  await outras.click()
  // What may be done next is said by the customer: neither handing back nor taking over waits for the lists.
  const trazerFila = await segurar(pagina, '**/clientes/aguardando-atendimento?*')
  await pagina.getByRole('menuitem', { name: /^Devolver à fila/ }).click()
  await pagina.getByRole('button', { name: 'Assumir atendimento', disabled: false }).click()
  // Depending on when he wrote, the day's run may have written to him already.
  await pagina.getByRole('button', { name: /^Devolver à cobrança (hoje sai “Atraso”|próxima mensagem em)/ }).waitFor()
  // Taking over brought the focus to the field, and the lists are still being read again.
  await pagina.keyboard.press('Escape')
  await pagina.keyboard.press('d')
  const amanha = pagina.getByRole('menuitem', { name: /^A partir de amanhã/ })
  await amanha.waitFor()
  trazerFila()
  await amanha.click()
  await pagina.getByText('Pausado até 08/12/2026').waitFor()
  await pagina.getByRole('log', { name: 'Conversa' }).getByText('devolveu à cobrança, a partir de 08/12/2026').waitFor()
}

async function anotar(mundo: Mundo, pagina: Page) {
  const colega = await abrirPagina(mundo, await sessaoDe(mundo, OPERADORA))
  await colega.goto('/operador/dashboard')
  await colega.getByRole('button', { name: 'Menções', exact: true }).waitFor()
  await assentar(colega)
  await pagina.getByRole('textbox', { name: /^Mensagem para/ }).waitFor()
  await pagina.keyboard.press('t')
  const nova = dialogo(pagina, /^Anotar sobre/)
  await nova.getByRole('textbox', { name: 'Anotação' }).pressSequentially('Paga no dia 10. @cam')
  await nova.getByRole('option', { name: OPERADORA.nome }).waitFor()
  // Once chosen, the list no longer takes the keys: Tab goes to the box, and over "Cancelar" to the submit button.
  await pagina.keyboard.press('Enter')
  await nova.getByRole('option').first().waitFor({ state: 'detached' })
  for (const tecla of ['Tab', 'Space', 'Tab', 'Tab']) await pagina.keyboard.press(tecla)
  await nova.getByRole('checkbox', { name: 'Fixar no topo da conversa', checked: true }).waitFor()
  await pagina.keyboard.press('Enter')
  const texto = `Paga no dia 10. @${OPERADORA.nome}`
  await pagina.getByRole('log', { name: 'Conversa' }).getByText(texto).waitFor()
  await pagina.getByRole('list', { name: 'Anotações fixadas' }).getByText(texto).waitFor()
  await pagina.getByRole('tab', { name: 'Histórico' }).click()
  await pagina.getByRole('tabpanel').getByText(texto).waitFor()
  const { mensagens } = await noEmulador<{ mensagens: { texto: string | null }[] }>(
    mundo,
    'GET',
    `/telefones/${FABIO.telefone}`,
  )
  assert.ok(!mensagens.some((uma) => uma.texto?.includes('dia 10')), 'a note was sent')
  await colega.getByText(`${OPERADOR.nome} mencionou você`).waitFor()
  await colega.getByRole('button', { name: 'Menções: 1 nova' }).click()
  await colega.getByRole('dialog', { name: 'Anotações que mencionam você' }).getByText(texto).waitFor()
  await colega.keyboard.press('Escape')
  await colega.getByRole('button', { name: 'Menções', exact: true }).waitFor()
  await fechar(mundo, colega)
}

async function frases(mundo: Mundo, pagina: Page) {
  await pagina.getByRole('button', { name: /: sua conta$/ }).click()
  await pagina.getByRole('menuitem', { name: 'Preferências' }).click()
  for (const [atalho, texto] of [
    ['oi', 'Oi, {{primeiro_nome}}! São {{quantidade_contas}} contas.'],
    ['pg', 'Pague pelo Pix {{pix}}.'],
  ] as const) {
    await pagina.getByRole('button', { name: 'Nova frase' }).click()
    const nova = dialogo(pagina, 'Nova frase')
    await nova.getByRole('textbox', { name: 'Atalho' }).fill(atalho)
    await nova.getByRole('textbox', { name: 'Texto' }).fill(texto)
    await nova.getByRole('button', { name: 'Salvar frase' }).click()
    await nova.waitFor({ state: 'detached' }) // its preview shows the text as well, saved or not
    await pagina.getByText(texto).waitFor()
  }
  await escrever(mundo, ELISA.telefone, 'Bom dia')
  const trazerFrases = await segurar(pagina, '**/api/operador/clientes/*/frases')
  await pagina.goto(`${FILA}?busca=98766`)
  await lista(pagina).getByRole('button', { name: ELISA.nome }).click()
  const campo = pagina.getByRole('textbox', { name: /^Mensagem para/ })
  await campo.fill('Até já')
  await campo.press('Home')
  // Enter before the phrases are there sends nothing; what is typed after the phrase stands after it, all of it in one go.
  await deUmaVez(pagina, '/', 'o', 'Enter')
  trazerFrases()
  await pagina.getByRole('option', { name: /^\/oi/ }).waitFor()
  await deUmaVez(pagina, 'i', 'Enter', ' ', '!')
  assert.equal(await campo.inputValue(), 'Oi, Elisa! São 1 contas. !Até já')
  await campo.fill('')
  await campo.pressSequentially('/pg')
  await pagina.getByRole('option', { name: /Este cliente não tem \{\{pix\}\}/ }).waitFor()
  await pagina.keyboard.press('Enter')
  await pagina.keyboard.press('Enter')
  await pagina.getByText('Falta preencher {{pix}}: escreva no lugar, ou apague.').waitFor()
  await pagina.keyboard.type('12.345')
  assert.equal(await campo.inputValue(), 'Pague pelo Pix 12.345.')
  await pagina.keyboard.press('Enter')
  await pagina.getByRole('log', { name: 'Conversa' }).getByText('Pague pelo Pix 12.345.').waitFor()
}

/** What a page would have shown on the desktop, kept for the journey to look at. It has the focus when the journey says so, and not when a tab was opened. */
const NOTIFICACAO_DE_TESTE = `
  window.notificadas = []
  window.Notification = class { constructor(titulo) { window.notificadas.push(titulo) } close() {} }
  Notification.permission = 'granted'
  Notification.requestPermission = async () => 'granted'
  Document.prototype.hasFocus = () => window.comFoco === true
  for (const tipo of ['focus', 'blur'])
    window.addEventListener(tipo, (dito) => dito.target === window && dito.isTrusted && dito.stopImmediatePropagation(), true)
`

async function avisos(mundo: Mundo, pagina: Page) {
  const contexto = pagina.context()
  await contexto.addInitScript(NOTIFICACAO_DE_TESTE)
  // What was unread before is no news.
  const contar = (aba: Page) => aba.waitForResponse((resposta) => resposta.url().includes('nao_lidas=com'))
  await Promise.all([contar(pagina), pagina.goto('/operador/preferencias')])
  await pagina.getByRole('switch', { name: 'Mostrar uma notificação na área de trabalho' }).check()
  const outra = await contexto.newPage()
  await Promise.all([contar(outra), outra.goto('/operador/contas-receber')])
  for (const aba of [pagina, outra]) await assentar(aba)
  await escrever(mundo, ELISA.telefone, 'Já paguei hoje cedo')
  for (const aba of [pagina, outra]) {
    await ate(aba, `/^\\(1\\) /.test(document.title)`)
    await ate(aba, `document.querySelector('link[rel=icon]').href.includes('marca-com-novas')`)
  }
  const ditas = await Promise.all([pagina, outra].map((aba) => aba.evaluate<string[]>('window.notificadas')))
  assert.deepEqual(ditas.flat(), [ELISA.nome])
  await outra.evaluate('window.comFoco = true')
  await outra.evaluate("window.dispatchEvent(new Event('focus'))")
  await escrever(mundo, ELISA.telefone, 'Segue o comprovante')
  await outra.getByText('Segue o comprovante').waitFor()
  await outra.getByRole('button', { name: 'Abrir' }).click()
  await outra.getByRole('log', { name: 'Conversa' }).getByText('Segue o comprovante').waitFor()
  for (const aba of [pagina, outra]) await ate(aba, `!/^\\(/.test(document.title)`)
  await outra.close()
}

/** Over HTTP/1.1 a browser opens six connections per site, and a stream keeps its own. */
async function oitoAbas(mundo: Mundo, { user }: Sessao) {
  const primeira = await abrirPagina(mundo, { ...(await sessaoDe(mundo, OPERADOR)), user })
  const outras = await Promise.all(Array.from({ length: 7 }, () => primeira.context().newPage()))
  const abas: Page[] = [primeira, ...outras]
  await Promise.all(abas.map((aba) => aba.goto(FILA)))
  for (const aba of abas) await assentar(aba)
  await escrever(mundo, ELISA.telefone, 'Recebi a cobrança, e agora?')
  for (const aba of abas) {
    await aba.bringToFront()
    await aba.locator('[data-cliente]', { hasText: ELISA.nome }).waitFor()
  }
  // A page left and come back to listens again.
  await primeira.bringToFront()
  await primeira.goto('/emulador')
  await primeira.goBack()
  await assentar(primeira)
  await primeira.getByRole('button', { name: 'Sair' }).click()
  for (const aba of abas) await aba.waitForURL('**/login')
  await ate(primeira, `localStorage.getItem('token') === null`)
  await fechar(mundo, primeira)
}
