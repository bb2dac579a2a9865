import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { codigoSemRede } from './codigoSemRede.ts'
import { importacoesCortadas } from './importacoes.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  chamar,
  esperar,
  fechar,
  garantirPessoas,
  type Mundo,
  OPERADOR,
  OPERADORA,
  passo,
  preencherEntrada,
  type Sessao,
  sessaoDe,
} from './mundo.ts'
import { semSessaoEscrevendo } from './semSessao.ts'
import { segurar } from './tela.ts'

/** Section 8 of the specification: forced server errors, no network, and two people acting at once. */
export async function falhas(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADORA)
  await passo('401 em qualquer chamada: a sessão acaba, e entrar volta para onde se estava', () =>
    semSessao(mundo, sessao),
  )
  await passo('401 com algo escrito: a tela espera, coberta, por quem escreveu, e não por outra pessoa', () =>
    semSessaoEscrevendo(mundo, sessao),
  )
  await passo('403 e 5xx: ditos no console, e a tela fica', () => recusas(mundo, sessao))
  await passo('entrada recusada: a frase do servidor, ou a nossa', () => entradaRecusada(mundo))
  await passo('saída que falha: dita só no console, e sai', () => saidaRecusada(mundo))
  await passo('o que não se pôde ler: dito no seu lugar, e nada fica a contar', () => semLer(mundo))
  await passo('rede lenta: a tela espera sem pular', () => redeLenta(mundo, sessao))
  await passo('sem rede e em manutenção: aviso, e volta sozinho', () => semRede(mundo, sessao))
  await passo('sem rede, o código que falta: dito no seu lugar, e abre quando ela volta', () => codigoSemRede(mundo))
  await passo('importações cortadas no caminho: o que pode ter sido gravado, e o que se escolheu fica', () =>
    importacoesCortadas(mundo, sessao),
  )
  await passo('dois operadores ao mesmo tempo no mesmo cliente', () => doisOperadores(mundo))
}

const LISTA = '**/api/operador/contas-receber/listar*'

/** The console's errors, with the logged values. */
function ouvirConsole(pagina: Page): unknown[][] {
  const ditos: unknown[][] = []
  pagina.on('console', async (um) => {
    if (um.type() === 'error')
      ditos.push(await Promise.all(um.args().map((valor) => valor.jsonValue().catch(() => ''))))
  })
  return ditos
}

async function disse(ditos: unknown[][], ...esperado: unknown[]) {
  const tem = () => ditos.some((dito) => JSON.stringify(dito) === JSON.stringify(esperado))
  await esperar(() => `said by the console, which said ${JSON.stringify(ditos)}: ${JSON.stringify(esperado)}`, tem)
}

async function semSessao(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  await pagina.route(LISTA, (rota) => rota.fulfill({ status: 401, json: { message: 'Entre de novo.' } }))
  await pagina.goto('/operador/contas-receber?status=vencida')
  await pagina.waitForURL('**/login')
  await pagina.getByText('Sua sessão terminou.').waitFor()
  const guardados = await pagina.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])
  assert.deepEqual(guardados, [null, null])
  await pagina.unroute(LISTA)
  await preencherEntrada(pagina, OPERADORA.email, OPERADORA.senha)
  await pagina.waitForURL('**/operador/contas-receber?status=vencida')
  await fechar(mundo, pagina)
}

async function recusas(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const ditos = ouvirConsole(pagina)
  await pagina.route(LISTA, (rota) => rota.fulfill({ status: 403, json: { message: 'Isto não é seu.' } }))
  await pagina.goto('/operador/contas-receber')
  await disse(ditos, 'Acesso negado:', 'Isto não é seu.')
  assert.equal(new URL(pagina.url()).pathname, '/operador/contas-receber')
  assert.equal(await pagina.getByRole('dialog').count(), 0)

  const dados = { message: 'O banco caiu.', pedido: 'abc' }
  await pagina.unroute(LISTA)
  await pagina.route(LISTA, (rota) => rota.fulfill({ status: 500, json: dados }))
  await pagina.reload()
  await disse(ditos, 'Erro do servidor:', dados)
  await pagina.getByRole('alert').getByText('O banco caiu.').waitFor()
  await pagina.unroute(LISTA)
  await pagina.getByRole('button', { name: 'Tentar de novo' }).click()
  await pagina.getByText('O banco caiu.').waitFor({ state: 'detached' })
  await fechar(mundo, pagina)
}

/** What stands beside the screen's own list. */
async function semLer(mundo: Mundo) {
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, ADMINISTRADOR))
  const sem = async (caminho: string, rota: string) => {
    await pagina.unrouteAll()
    await pagina.route(`**/api/admin/${caminho}`, (um) => um.fulfill({ status: 422, json: { message: 'Não deu.' } }))
    await pagina.goto(rota)
  }
  await sem('clientes/contagem', '/admin/clientes')
  await pagina.getByRole('tab', { name: 'Todos', exact: true }).waitFor()
  await sem('logs/acoes', '/admin/logs')
  await pagina.getByRole('button', { name: 'Ação', exact: true }).click()
  await pagina.getByText('Não foi possível buscar as opções.').waitFor()
  await sem('configuracoes/whatsapp/preparo', '/admin/whatsapp')
  await pagina.getByText('não foi possível ler se está gravado').first().waitFor()
  await sem('dashboard/operadores', '/admin/operadores')
  await pagina.getByRole('button', { name: `Mais ações de ${OPERADORA.nome}` }).click()
  await pagina.getByRole('menuitem', { name: 'Bloquear' }).click()
  await pagina.getByText('Não foi possível ler a quem transferir agora. Não deu.').waitFor()
  await fechar(mundo, pagina)
}

async function entradaRecusada(mundo: Mundo) {
  const pagina = await abrirPagina(mundo)
  await pagina.goto('/login')
  const onde = () => pagina.getByLabel('Senha', { exact: true }).boundingBox()
  const antes = await onde()
  await preencherEntrada(pagina, OPERADORA.email, 'não é esta')
  const alerta = pagina.getByRole('alert')
  await alerta.getByText(/senha/i).waitFor()
  assert.deepEqual(await onde(), antes, 'the refusal moved the fields')
  await pagina.route('**/api/login', (rota) => rota.fulfill({ status: 422, json: { message: 'Palavra do servidor.' } }))
  await preencherEntrada(pagina, OPERADORA.email, OPERADORA.senha)
  await alerta.getByText('Palavra do servidor.', { exact: true }).waitFor()
  for (const resposta of [
    { status: 500, body: '' },
    { status: 500, json: {} },
  ]) {
    await pagina.unroute('**/api/login')
    await pagina.route('**/api/login', (rota) => rota.fulfill(resposta))
    await preencherEntrada(pagina, OPERADORA.email, OPERADORA.senha)
    await alerta.getByText('Erro ao fazer login', { exact: true }).waitFor()
  }
  assert.equal(new URL(pagina.url()).pathname, '/login')
  // Without its script the button works no more than it seems to: the page says so.
  await pagina.route('**/assets/entrar-*.js', (rota) => rota.abort())
  await pagina.goto('/login')
  await alerta.getByText('A página não abriu inteira.').waitFor()
  await fechar(mundo, pagina)
}

async function saidaRecusada(mundo: Mundo) {
  const pagina = await abrirPagina(mundo, await sessaoDe(mundo, OPERADORA))
  // Logged by a page that closes right after, so only its text can be read.
  const ditos: string[] = []
  pagina.on('console', (um) => um.type() === 'error' && ditos.push(um.text()))
  await pagina.route('**/api/logout', (rota) => rota.fulfill({ status: 500, json: { message: 'Não deu.' } }))
  await pagina.goto('/operador/dashboard')
  await pagina.getByRole('button', { name: 'Sair', exact: true }).click()
  await pagina.waitForURL('**/login')
  await esperar(
    () => `told by the console, which said ${ditos}`,
    () => ditos.some((dito) => /^Erro do servidor: .*Não deu\./.test(dito)),
  )
  assert.equal(await pagina.getByText('Não deu.').count(), 0)
  assert.equal(await pagina.evaluate(() => localStorage.getItem('token')), null)
  await fechar(mundo, pagina)
}

/** Chromium's layout shifts, summed like its own score. */
const CONTAR_PULOS = `
  window.pulos = 0
  new PerformanceObserver((lista) => {
    for (const um of lista.getEntries()) if (!um.hadRecentInput) window.pulos += um.value
  }).observe({ type: 'layout-shift', buffered: true })`

async function redeLenta(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const { promise: desenhada, resolve: trazer } = Promise.withResolvers<void>()
  await pagina.route('**/api/operador/contas-receber/**', async (rota) => {
    await desenhada
    await rota.continue().catch(() => undefined)
  })
  await pagina.addInitScript(CONTAR_PULOS)
  const chegou = pagina.waitForResponse(LISTA)
  await pagina.goto('/operador/contas-receber')
  await pagina.getByRole('heading', { level: 1, name: 'Contas a receber' }).waitFor()
  await pagina.locator('main .skeleton').first().waitFor()
  trazer()
  await chegou
  await assentar(pagina)
  const pulos = Number(await pagina.evaluate('window.pulos'))
  assert(pulos < 0.1, `the page jumped: ${pulos}`)
  await fechar(mundo, pagina)
}

async function semRede(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  await pagina.goto('/operador/contas-receber')
  await pagina.getByRole('button', { name: 'Nova conta' }).waitFor() // the screen's own code has loaded
  await assentar(pagina)
  const aviso = pagina.getByText(/^Sem conexão desde \d\d:\d\d/)
  await pagina.context().setOffline(true)
  await aviso.waitFor()
  const deNovo = pagina.waitForRequest(LISTA)
  await pagina.context().setOffline(false)
  await aviso.waitFor({ state: 'detached' })
  await deNovo

  const manutencao = pagina.getByText(/^Sistema em manutenção desde \d\d:\d\d/)
  await pagina.route('**/api/**', (rota) => rota.fulfill({ status: 503, body: '' }))
  await pagina.getByRole('link', { name: 'Clientes Concluídos' }).click()
  await manutencao.waitFor()
  await pagina.unroute('**/api/**')
  await manutencao.waitFor({ state: 'detached' })
  assert.equal(new URL(pagina.url()).pathname, '/operador/concluidos')
  await fechar(mundo, pagina)
}

/** Two operators see the same person waiting and take over at the same moment: one serves, the other is told who does. */
async function doisOperadores(mundo: Mundo) {
  const sessoes = [await sessaoDe(mundo, OPERADORA), await sessaoDe(mundo, OPERADOR)]
  const { data } = await chamar<{ data: { id: number }[] }>(
    mundo,
    'GET',
    '/api/operador/clientes/aguardando-atendimento',
    undefined,
    sessoes[0]?.token,
  )
  const [cliente] = data
  assert(cliente, 'someone waits')
  const paginas = await Promise.all(sessoes.map((uma) => abrirPagina(mundo, uma)))
  const botoes = await Promise.all(
    paginas.map(async (pagina) => {
      await pagina.goto(`/operador/aguardando-atendimento?cliente=${cliente.id}`)
      const botao = pagina.getByRole('button', { name: 'Assumir atendimento' })
      await botao.waitFor()
      return botao
    }),
  )
  const respostas = paginas.map((pagina) => pagina.waitForResponse((uma) => uma.url().endsWith('/assumir')))
  // Neither leaves before both have pressed: the page of whoever is late would hear that somebody serves, and have no button.
  const soltar = await Promise.all(paginas.map((pagina) => segurar(pagina, '**/assumir')))
  await Promise.all(botoes.map((botao) => botao.click()))
  // Looked out for from now on, since what is said goes after five seconds; one of the two hears nothing.
  const ditos = paginas.map((pagina) =>
    pagina
      .getByText(/Escolha outro da fila\.$/)
      .first()
      .textContent()
      .catch(() => null),
  )
  for (const um of soltar) um()
  const codigos = await Promise.all(respostas.map(async (uma) => (await uma).status()))
  assert.deepEqual(codigos.toSorted(), [200, 409])
  const [ficou, perdeu] = codigos[0] === 200 ? paginas : paginas.toReversed()
  assert(ficou && perdeu)
  await ficou.getByRole('button', { name: /^Devolver/ }).waitFor()
  const { message } = ((await await (respostas[paginas.indexOf(perdeu)] ?? assert.fail()).then((uma) => uma.json())) ??
    {}) as {
    message: string
  }
  assert.equal(await ditos[paginas.indexOf(perdeu)], message)
  await perdeu.getByRole('button', { name: 'Assumir atendimento' }).waitFor({ state: 'detached' })
  // Leaves somebody in the queue for the following journeys.
  await ficou.getByRole('button', { name: 'Quando e para onde' }).click()
  await ficou.getByRole('menuitem', { name: /^Devolver à fila/ }).click()
  await ficou.getByRole('button', { name: 'Assumir atendimento' }).waitFor()
  await fechar(mundo, ...paginas)
}
