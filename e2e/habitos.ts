import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { avisos, oitoAbas } from './abas.ts'
import { aparelho, campo, escrever, FILA, lista, type NoAparelho, thread } from './mesa.ts'
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
  sessaoDe,
} from './mundo.ts'
import { FOTO } from './pagina.ts'
import { deUmaVez } from './teclado.ts'
import { segurar } from './tela.ts'

const ELISA = { nome: 'Elisa Moura', telefone: '5511987660001' }
const FABIO = { nome: 'Fábio Teles', telefone: '5511987660002' }
const COMPROVANTE = { name: 'comprovante.png', mimeType: 'image/png', buffer: FOTO }
const CSV = [
  `${ELISA.nome};295.379.955-93;${ELISA.telefone};E-1;300,00;01/12/2026`,
  `${FABIO.nome};714.602.380-01;${FABIO.telefone};F-1;700,00;01/12/2026`,
]

/* What is done at the desk all day, then a browser full of tabs. Customers of its own, as in `atendimento`. */
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
    avisos(mundo, mesa, ELISA),
  )
  await fechar(mundo, mesa)
  await passo('oito abas sobre http carregam, ouvem o que acontece e saem juntas', () => oitoAbas(mundo, sessao, ELISA))
}

const dialogo = (pagina: Page, nome: string | RegExp) => pagina.getByRole('dialog', { name: nome })

async function abrirFabio(mundo: Mundo, pagina: Page) {
  await escrever(mundo, FABIO.telefone, 'Consigo pagar em duas vezes?')
  await pagina.goto(`${FILA}?busca=98766`)
  await lista(pagina).getByRole('button', { name: FABIO.nome }).click()
  await campo(pagina).waitFor()
}

async function teclas(mundo: Mundo, pagina: Page) {
  const trazerPausa = await segurar(pagina, '**/build/assets/PausarDialog-*.js')
  await abrirFabio(mundo, pagina)
  await pagina.keyboard.press('a')
  await pagina.getByRole('button', { name: /^Devolver/ }).waitFor()
  // Removing a file removes the focused button: the focus moves to the text field, because outside it each letter is a command.
  await pagina.locator('[data-campo-da-mensagem] input[type=file]').setInputFiles(COMPROVANTE)
  await pagina.getByRole('button', { name: `Tirar ${COMPROVANTE.name}` }).press('Enter')
  await pagina.locator('[data-campo-da-mensagem] textarea:focus').waitFor()
  await pagina.keyboard.press('Escape') // leaves the field, where a key would type its letter
  const conversa = pagina.locator('[role=log]:focus')
  await conversa.waitFor()
  for (const pagar of [() => pagina.keyboard.press('p'), () => sairETeclar(pagina, 'p')]) {
    await pagar()
    await dialogo(pagina, /pagamento/i).waitFor()
    await pagina.keyboard.press('Escape')
    await dialogo(pagina, /pagamento/i).waitFor({ state: 'detached' })
    await conversa.waitFor()
  }
  // No second dialog opens while the first one's code is loading.
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
  // Enter uses the typed text, even before it was rendered.
  await deUmaVez(pagina, ...'pausar', 'Enter')
  await dialogo(pagina, /^Pausar/).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.evaluate("localStorage.removeItem('teclas-desligadas')")
  // A customer opened by a key has the keyboard focus; what is opened next returns it there.
  await pagina.goto(`${FILA}?busca=98766`)
  const linha = lista(pagina).getByRole('button', { name: FABIO.nome })
  await linha.waitFor()
  await pagina.keyboard.press('j')
  await linha.and(pagina.locator(':focus')).waitFor()
  await campo(pagina).waitFor()
  await pagina.keyboard.press('t')
  await pagina.locator('dialog[open]').waitFor()
  await pagina.keyboard.press('Escape')
  await linha.and(pagina.locator(':focus')).waitFor()
}

/**
 * Leaves the field and presses a command's key before any timer runs, as a fast typist does. The dialog that opens must not
 * return the focus to the field, where the next command would be typed.
 */
const sairETeclar = (pagina: Page, tecla: string) =>
  pagina.evaluate(`
    document.querySelector('[data-campo-da-mensagem] textarea').focus()
    for (const key of ['Escape', '${tecla}'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  `)

/** Escape asks before discarding typed text; a second Escape means "go on". */
async function negociarSoComTeclas(pagina: Page) {
  // It has the keyboard before the offers come: taken then, it would be from who writes to the customer, and letters are commands.
  const trazerOfertas = await segurar(pagina, '**/api/operador/clientes/*/ofertas')
  await pagina.keyboard.press('n')
  await pagina.locator('.negociacao:focus').waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('heading', { name: 'Negociar' }).waitFor({ state: 'detached' })
  trazerOfertas()
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
  // The customer's record says which acts are possible: neither handing back nor taking over waits for the lists.
  const trazerFila = await segurar(pagina, '**/clientes/aguardando-atendimento?*')
  await pagina.getByRole('menuitem', { name: /^Devolver à fila/ }).click()
  const idas: string[] = []
  pagina.on('request', (um) => um.url().endsWith('/assumir') && idas.push(um.method()))
  await pagina.getByRole('button', { name: 'Assumir atendimento', disabled: false }).dblclick()
  // Depending on when he wrote, the day's run may already have written to him.
  await pagina.getByRole('button', { name: /^Devolver à cobrança (hoje sai “Atraso”|próxima mensagem em)/ }).waitFor()
  assert.deepEqual(idas, ['POST'], 'two presses take over once')
  // Taking over moved the focus to the field, and the lists are still being reloaded.
  await pagina.keyboard.press('Escape')
  await pagina.keyboard.press('d')
  const amanha = pagina.getByRole('menuitem', { name: /^A partir de amanhã/ })
  await amanha.waitFor()
  trazerFila()
  await amanha.click()
  await pagina.getByText('Pausado até 08/12/2026').waitFor()
  await thread(pagina).getByText('devolveu à cobrança, a partir de 08/12/2026').waitFor()
}

async function anotar(mundo: Mundo, pagina: Page) {
  const colega = await abrirPagina(mundo, await sessaoDe(mundo, OPERADORA))
  await colega.goto('/operador/dashboard')
  await colega.getByRole('button', { name: 'Menções', exact: true }).waitFor()
  await assentar(colega)
  await campo(pagina).waitFor()
  await pagina.keyboard.press('t')
  const nova = dialogo(pagina, /^Anotar sobre/)
  await nova.getByRole('button', { name: 'Anotar' }).click()
  await ate(pagina, "document.activeElement?.matches('dialog [aria-invalid=true]')")
  await nova.getByRole('textbox', { name: 'Anotação' }).pressSequentially('Paga no dia 10. @cam')
  await nova.getByRole('option', { name: OPERADORA.nome }).waitFor()
  // After a choice the list no longer takes the keys: Tab goes to the checkbox, then past "Cancelar" to the submit button.
  await pagina.keyboard.press('Enter')
  await nova.getByRole('option').first().waitFor({ state: 'detached' })
  for (const tecla of ['Tab', 'Space', 'Tab', 'Tab']) await pagina.keyboard.press(tecla)
  await nova.getByRole('checkbox', { name: 'Fixar no topo da conversa', checked: true }).waitFor()
  await pagina.keyboard.press('Enter')
  const texto = `Paga no dia 10. @${OPERADORA.nome}`
  await thread(pagina).getByText(texto).waitFor()
  const fixadas = pagina.getByRole('list', { name: 'Anotações fixadas' })
  await fixadas.getByText(texto).waitFor()
  // Of today, by the company's clock.
  await fixadas.getByText(new RegExp(`^${OPERADOR.nome}, \\d\\d:\\d\\d$`)).waitFor()
  await pagina.getByRole('tab', { name: 'Histórico' }).click()
  await pagina.getByRole('tabpanel').getByText(texto).waitFor()
  const { mensagens } = await noEmulador<{ mensagens: NoAparelho[] }>(mundo, 'GET', aparelho(FABIO.telefone))
  assert.ok(!mensagens.some((uma) => uma.texto?.includes('dia 10')), 'a note was sent')
  await colega.getByText(`${OPERADOR.nome} mencionou você`).waitFor()
  await colega.getByRole('button', { name: 'Menções: 1 nova' }).click()
  await colega.getByRole('dialog', { name: 'Anotações que mencionam você' }).getByText(texto).waitFor()
  await colega.keyboard.press('Escape')
  await colega.getByRole('button', { name: 'Menções', exact: true }).waitFor()
  await mencoesAntigas(colega)
  await fechar(mundo, colega)
}

/** Those before the latest, which one page does not show. */
async function mencoesAntigas(pagina: Page) {
  await pagina.route('**/api/operador/mencoes?*', async (rota) => {
    const page = Number(new URL(rota.request().url()).searchParams.get('page'))
    const resposta = await rota.fetch({
      url: rota
        .request()
        .url()
        .replace(/([?&]page)=\d+/, '$1=1'),
    })
    const { data, ...resto } = (await resposta.json()) as { data: object[] }
    const dela = data.map((uma) => ({ ...uma, texto: `Da página ${page}` }))
    await rota.fulfill({ json: { ...resto, data: dela, current_page: page, last_page: 2, total: 31 } })
  })
  await pagina.reload()
  await pagina.getByRole('button', { name: 'Menções', exact: true }).click()
  const lista = pagina.getByRole('dialog', { name: 'Anotações que mencionam você' })
  await lista.getByText('Da página 1').waitFor()
  await lista.getByRole('button', { name: 'Próxima página' }).click()
  await lista.getByText('Da página 2').waitFor()
  await pagina.unrouteAll({ behavior: 'ignoreErrors' })
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
    await nova.waitFor({ state: 'detached' }) // its preview shows the text too, saved or not
    await pagina.getByText(texto).waitFor()
  }
  await escrever(mundo, ELISA.telefone, 'Bom dia')
  const trazerFrases = await segurar(pagina, '**/api/operador/clientes/*/frases')
  await pagina.goto(`${FILA}?busca=98766`)
  await lista(pagina).getByRole('button', { name: ELISA.nome }).click()
  const escrito = campo(pagina)
  await escrito.fill('Até já')
  await escrito.press('Home')
  // Enter before the phrases have loaded sends nothing; text typed after the phrase is appended to it.
  await deUmaVez(pagina, '/', 'o', 'Enter')
  trazerFrases()
  await pagina.getByRole('option', { name: /^\/oi/ }).waitFor()
  await deUmaVez(pagina, 'i', 'Enter', ' ', '!')
  assert.equal(await escrito.inputValue(), 'Oi, Elisa! São 1 contas. !Até já')
  await escrito.fill('')
  await escrito.pressSequentially('/pg')
  await pagina.getByRole('option', { name: /Este cliente não tem \{\{pix\}\}/ }).waitFor()
  await pagina.keyboard.press('Enter')
  await pagina.keyboard.press('Enter')
  await pagina.getByText('Falta preencher {{pix}}: escreva no lugar, ou apague.').waitFor()
  await pagina.keyboard.type('12.345')
  assert.equal(await escrito.inputValue(), 'Pague pelo Pix 12.345.')
  await pagina.keyboard.press('Enter')
  await thread(pagina).getByText('Pague pelo Pix 12.345.').waitFor()
}
