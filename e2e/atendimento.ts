import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { arquivo, deOutroAgora, sairComArquivo } from './anexos.ts'
import {
  acordo,
  contaNova,
  contato,
  doCliente,
  faixasInteiras,
  historico,
  pagamento,
  pagamentoDeDuas,
  pagamentoSemResposta,
  pausa,
} from './contas.ts'
import {
  aparelho,
  campo,
  chegou,
  escrever,
  FILA,
  lista,
  type NoAparelho,
  nomeAberto,
  soOQueSePodeMandar,
  thread,
} from './mesa.ts'
import {
  abrirPagina,
  assentar,
  ate,
  CELULAR,
  fechar,
  garantirPessoas,
  importarClientes,
  MESA,
  type Mundo,
  noEmulador,
  OPERADOR,
  passo,
  type Sessao,
  sessaoDe,
} from './mundo.ts'
import { teclarQuando } from './teclado.ts'

/*
 * An operator's day on the screens: the queue's keys, drafts, files, messages arriving meanwhile, a refused send, an agreement, a
 * payment, a pause, the closed window; then the same on a phone. Uses its own customers, so that no other journey interferes.
 */
const BIANCA = { nome: 'Bianca Torres', telefone: '5511987650001' }
const CAIO = { nome: 'Caio Prates', telefone: '5511987650002' }
const DALVA = { nome: 'Dalva Reis', telefone: '5511987650003' }
const CSV = [
  `${BIANCA.nome};390.533.447-05;${BIANCA.telefone};B-1;900,00;01/12/2026`,
  `${CAIO.nome};168.995.350-09;${CAIO.telefone};C-1;400,00;02/12/2026`,
  `${DALVA.nome};123.456.789-09;${DALVA.telefone};D-1;250,00;03/12/2026`,
]

export async function atendimento(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADOR)
  await importarClientes(mundo, sessao, CSV)
  for (const { telefone } of [BIANCA, CAIO]) await escrever(mundo, telefone, 'Quero acertar o que devo.')
  const mesa = await abrirPagina(mundo, sessao)
  await passo('a fila vai ao papel, inteira e só ela', () => noPapel(mesa))
  await passo('J e K andam na fila, barra busca, A assume, Enter leva ao campo', () => teclas(mesa))
  await passo('o rascunho fica com o cliente, e o que chega aparece na conversa aberta', () => conversa(mundo, mesa))
  await passo('o que o servidor não pôde levar vai sozinho depois; o que recusou espera por uma palavra', () =>
    recusada(mundo, mesa),
  )
  await passo('o fim da sessão não pergunta pelo arquivo escolhido, e recarregar pergunta', () =>
    sairComArquivo(mundo, mesa.url()),
  )
  await passo('um arquivo com legenda chega ao cliente', () => arquivo(mundo, mesa, BIANCA, CAIO))
  await passo('um acordo em três vezes, com a mensagem dele', () => acordo(mundo, mesa, BIANCA.telefone))
  await passo('a entrada de um pagamento, e o que falta', () => pagamento(mesa))
  await passo('um pagamento repartido entre duas parcelas', () => pagamentoDeDuas(mesa))
  await passo('um pagamento cuja resposta se perdeu, digitado de novo', () => pagamentoSemResposta(mesa))
  await passo('uma pausa com motivo e dia, e a volta', () => pausa(mesa))
  await passo('com a janela fechada só saem modelos', () => janelaFechada(mundo, mesa))
  await passo('uma conta nova, à mão', () => contaNova(mesa))
  await passo('da história de uma conta ao cliente dela', () => doCliente(mesa, DALVA.nome))
  await passo('do contato só vai o que se mudou', () => contato(mundo, sessao, mesa))
  await passo('uma conta e a importação abertas e fechadas não deixam passo', () => historico(mesa))
  await passo('as faixas de atraso ficam inteiras ao lado do menu aberto', () => faixasInteiras(mesa))
  await fechar(mundo, mesa)
  await passo('o mesmo trabalho num celular', () => noCelular(mundo, sessao))
  await passo('a 200 % a conversa tem lugar, e a 320 pontos os dias de atraso se leem', () =>
    poucoEspaco(mundo, sessao),
  )
}

const focado = (pagina: Page, seletor: string) =>
  ate(pagina, `document.activeElement?.matches(${JSON.stringify(seletor)})`)

async function noPapel(pagina: Page) {
  await pagina.goto(`${FILA}?busca=98765000`)
  await lista(pagina).getByRole('button', { name: CAIO.nome }).waitFor()
  await pagina.evaluate('window.print = () => undefined') // it opens a browser dialog
  await pagina.getByRole('button', { name: 'Exportar a fila' }).click()
  await pagina.getByRole('menuitem', { name: 'Imprimir' }).click()
  const linhas = pagina.locator('.no-papel li')
  await linhas.filter({ hasText: CAIO.nome }).waitFor({ state: 'attached' })
  assert.equal(await linhas.count(), 2)
  await pagina.emulateMedia({ media: 'print' })
  await linhas.filter({ hasText: BIANCA.nome }).waitFor()
  await pagina.locator('#raiz').waitFor({ state: 'hidden' })
  await pagina.emulateMedia({ media: null })
  await pagina.evaluate("window.dispatchEvent(new Event('afterprint'))")
  await linhas.first().waitFor({ state: 'detached' })
  // Printing an open customer leaves out the queue and the interactive parts.
  await lista(pagina).getByRole('button', { name: CAIO.nome }).click()
  await nomeAberto(pagina, CAIO.nome)
  await pagina.locator('.dock').waitFor()
  await pagina.emulateMedia({ media: 'print' })
  for (const fora of ['.lista', '.dock', '.rodape-contas', '.cabecalho button'])
    await pagina.locator(`.mesa ${fora}`).first().waitFor({ state: 'hidden' })
  const inteiro = "[...document.querySelectorAll('.balao-texto')].every((um) => um.scrollHeight <= um.clientHeight + 1)"
  assert(await pagina.evaluate(inteiro), 'a message is cut on paper')
  await pagina.getByRole('region', { name: 'Contas do cliente' }).waitFor()
  await pagina.emulateMedia({ media: null })
}

async function teclas(pagina: Page) {
  await pagina.goto(`${FILA}?busca=98765000`)
  await lista(pagina).getByRole('button', { name: CAIO.nome }).waitFor()
  await assentar(pagina)
  await pagina.keyboard.press('j')
  await nomeAberto(pagina, BIANCA.nome)
  await pagina.keyboard.press('j')
  await nomeAberto(pagina, CAIO.nome)
  await pagina.getByRole('checkbox', { name: 'Selecionar C-1' }).waitFor()
  await pagina.keyboard.press('k')
  await nomeAberto(pagina, BIANCA.nome)
  await pagina.getByRole('checkbox', { name: 'Selecionar B-1' }).waitFor()
  // A key pressed at the moment when another customer appears acts on that one.
  const anotar = pagina.getByRole('dialog', { name: `Anotar sobre ${CAIO.nome}` })
  await teclarQuando(pagina, `document.querySelector('[aria-label=Conversa] h2')?.textContent === '${CAIO.nome}'`, 't')
  await pagina.keyboard.press('j')
  await anotar.waitFor()
  await pagina.keyboard.press('Escape')
  await anotar.waitFor({ state: 'detached' })
  await pagina.keyboard.press('k')
  await nomeAberto(pagina, BIANCA.nome)
  await pagina.keyboard.press('/')
  await focado(pagina, 'input[type=search]')
  // ↓ moves from the search field into its results, and on.
  await pagina.keyboard.press('ArrowDown')
  await nomeAberto(pagina, CAIO.nome)
  await focado(pagina, 'button')
  await pagina.keyboard.press('ArrowUp')
  await nomeAberto(pagina, BIANCA.nome)
  await pagina.getByRole('button', { name: 'Limpar busca' }).click()
  await focado(pagina, 'input[type=search]')
  // Enter pressed before the results arrive waits for the results of what was typed.
  await pagina.keyboard.type(CAIO.nome)
  await pagina.keyboard.press('ArrowDown')
  await nomeAberto(pagina, CAIO.nome)
  await pagina.getByRole('status').getByText('1 cliente', { exact: true }).waitFor()
  await pagina.keyboard.press('/')
  await focado(pagina, 'input[type=search]')
  // The first Escape empties the search, the second gives the keys back.
  await pagina.keyboard.press('Escape')
  await focado(pagina, 'input[type=search]')
  await pagina.keyboard.press('Escape')
  await focado(pagina, 'button')
  await lista(pagina).getByRole('button', { name: BIANCA.nome }).click()
  await nomeAberto(pagina, BIANCA.nome)
  await pagina.getByRole('button', { name: 'Assumir atendimento' }).waitFor()
  await pagina.keyboard.press('a')
  await pagina.getByRole('button', { name: /^Devolver/ }).waitFor()
  await focado(pagina, 'textarea')
  await pagina.keyboard.press('Escape')
  await pagina.keyboard.press('Enter')
  await focado(pagina, 'textarea')
}

async function conversa(mundo: Mundo, pagina: Page) {
  await campo(pagina).fill('Bianca, posso dividir')
  await lista(pagina).getByRole('button', { name: CAIO.nome }).click()
  await nomeAberto(pagina, CAIO.nome)
  assert.equal(await campo(pagina).inputValue(), '')
  await lista(pagina).getByRole('button', { name: BIANCA.nome }).click()
  await nomeAberto(pagina, BIANCA.nome)
  assert.equal(await campo(pagina).inputValue(), 'Bianca, posso dividir')
  await escrever(mundo, BIANCA.telefone, 'Em quantas vezes dá?')
  await thread(pagina).getByText('Em quantas vezes dá?').waitFor()
  assert.equal(await campo(pagina).inputValue(), 'Bianca, posso dividir')
}

async function recusada(mundo: Mundo, pagina: Page) {
  const envio = /\/api\/operador\/clientes\/\d+\/mensagens$/
  const responder = (status: number, message: string) =>
    pagina.route(envio, (rota) =>
      rota.request().method() === 'POST' ? rota.fulfill({ status, json: { message } }) : rota.fallback(),
    )
  await responder(500, 'O banco parou no meio.')
  await campo(pagina).fill('Bianca, posso dividir em três vezes.')
  await campo(pagina).press('Enter')
  await thread(pagina).getByText('O banco parou no meio. Fica na fila e vai sozinha.').waitFor()
  // After a reload the waiting message is sent automatically, once.
  await pagina.unroute(envio)
  await pagina.reload()
  await chegou(mundo, BIANCA.telefone, (uma) => uma.texto === 'Bianca, posso dividir em três vezes.')
  await thread(pagina).getByText('Bianca, posso dividir em três vezes.').first().waitFor()
  await thread(pagina).getByText('Fica na fila').waitFor({ state: 'detached' })
  assert.equal(await thread(pagina).getByText('Bianca, posso dividir em três vezes.').count(), 1)
  // In any height only the thread scrolls, not the desk around it.
  await pagina.setViewportSize({ width: 1280, height: 420 })
  await ate(pagina, "document.querySelector('.thread').scrollHeight > document.querySelector('.thread').clientHeight")
  assert(await pagina.evaluate("((um) => um.scrollHeight === um.clientHeight)(document.querySelector('#conteudo'))"))
  await pagina.setViewportSize(MESA)

  await responder(422, 'Escreva menos.')
  await campo(pagina).fill('A primeira vence dia 20.')
  await campo(pagina).press('Enter')
  await thread(pagina).getByText('Escreva menos.').waitFor()
  await pagina.unroute(envio)
  await thread(pagina).getByRole('button', { name: 'Tentar de novo' }).click()
  await chegou(mundo, BIANCA.telefone, (uma) => uma.texto === 'A primeira vence dia 20.')
  const { mensagens } = await noEmulador<{ mensagens: NoAparelho[] }>(mundo, 'GET', aparelho(BIANCA.telefone))
  const textos = mensagens.filter((uma) => uma.direcao === 'empresa').map((uma) => uma.texto)
  assert.deepEqual(textos, ['Bianca, posso dividir em três vezes.', 'A primeira vence dia 20.'])
  await deOutroAgora(pagina, BIANCA.nome)
}

/** Dalva never wrote: only an approved template may begin the conversation. */
async function janelaFechada(mundo: Mundo, pagina: Page) {
  await pagina.keyboard.press('Control+k')
  const busca = pagina.getByRole('combobox')
  // Of one letter nothing is asked.
  await busca.fill('7')
  await pagina.getByText('Nenhuma tela nem comando com “7”').waitFor()
  // An amount with cents finds the account of exactly that value.
  await busca.fill('250,00')
  await pagina.getByRole('option', { name: 'D-1' }).waitFor()
  await busca.fill(DALVA.nome)
  await pagina.getByRole('option', { name: `${DALVA.nome} 123.456.789-09` }).waitFor()
  await pagina.keyboard.press('Enter')
  await nomeAberto(pagina, DALVA.nome)
  assert.equal(await campo(pagina).count(), 0)
  const modelos = pagina.getByRole('radiogroup', { name: 'Modelo a enviar' })
  await soOQueSePodeMandar(pagina)
  await modelos.getByRole('radio').first().check()
  await pagina.getByRole('button', { name: /^Enviar/ }).click()
  await chegou(mundo, DALVA.telefone, (uma) => uma.tipo === 'template')
}

async function poucoEspaco(mundo: Mundo, sessao: Sessao) {
  await escrever(mundo, DALVA.telefone, 'Voltei.')
  const pagina = await abrirPagina(mundo, sessao, { viewport: { width: 640, height: 360 } })
  await pagina.goto(FILA)
  await lista(pagina).getByRole('button', { name: DALVA.nome }).click()
  await thread(pagina).getByText('Voltei.').waitFor()
  await ate(pagina, "document.querySelector('.thread').clientHeight >= 180")
  await pagina.locator('.faixa-contas').click()
  await ate(pagina, "document.querySelector('.aba-conteudo')?.clientHeight >= 80")
  await pagina.setViewportSize({ width: 320, height: 640 })
  await pagina.goto(FILA)
  await lista(pagina).getByRole('button', { name: DALVA.nome }).waitFor()
  await ate(
    pagina,
    "[...document.querySelectorAll('.item-cliente .dinheiro')].every((um) => um.scrollWidth <= um.clientWidth)",
  )
  await fechar(mundo, pagina)
}

async function noCelular(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao, { viewport: CELULAR, hasTouch: true })
  await pagina.goto(`${FILA}?busca=98765000`)
  await lista(pagina).getByRole('button', { name: CAIO.nome }).tap()
  await pagina.getByRole('button', { name: 'Assumir atendimento' }).tap()
  await campo(pagina).fill('Caio, o total de hoje segue abaixo.')
  await pagina.getByRole('button', { name: 'Enviar mensagem' }).tap()
  await chegou(mundo, CAIO.telefone, (uma) => uma.texto === 'Caio, o total de hoje segue abaixo.')
  await pagina.locator('.faixa-contas').tap()
  await pagina.getByRole('checkbox', { name: 'Selecionar C-1' }).waitFor()
  await pagina.getByRole('button', { name: 'Registrar pagamento' }).tap()
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByText(/^A conta fica paga/).waitFor()
  await dialogo.getByRole('button', { name: 'Registrar pagamento' }).tap()
  await dialogo.waitFor({ state: 'detached' })
  await pagina.goto('/operador/concluidos')
  await pagina.getByText(CAIO.nome).first().waitFor()
  await fechar(mundo, pagina)
}
