import { strict as assert } from 'node:assert'
import type { Page, Request } from 'playwright-core'
import { partesQueRolam, rolaDeLado } from './alvos.ts'
import { badges } from './badges.ts'
import { codigoJunto, drawer, semCodigo } from './moldura.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  ate,
  CELULAR,
  fechar,
  garantirPessoas,
  type Mundo,
  OPERADORA,
  passo,
  preencherEntrada,
  type Sessao,
  sessaoDe,
} from './mundo.ts'

/** Sections 2, 4 and 9 of the specification: routes and their names, guards, menus, badges, and the drawer. */
const PRODUTO = 'Sistema de Cobrança Automática'
/** Menu entry, URL, route name and screen title. */
export const TELAS = {
  operador: [
    ['Dashboard', '/operador/dashboard', 'OperadorDashboard', 'Dashboard'],
    [
      'Aguardando Atendimento',
      '/operador/aguardando-atendimento',
      'OperadorAguardandoAtendimento',
      'Aguardando atendimento',
    ],
    ['Clientes Ativos', '/operador/clientes', 'OperadorClientes', 'Clientes ativos'],
    ['Clientes Concluídos', '/operador/concluidos', 'OperadorConcluidos', 'Clientes concluídos'],
    ['Contas a Receber', '/operador/contas-receber', 'OperadorContasReceber', 'Contas a receber'],
    ['Importar Clientes', '/operador/importar-clientes', 'OperadorImportarClientes', 'Importar clientes'],
    ['Promessas', '/operador/promessas', 'OperadorPromessas', 'Promessas'],
    ['Contestações', '/operador/contestacoes', 'OperadorContestacoes', 'Contestações'],
  ],
  admin: [
    ['Dashboard', '/admin/dashboard', 'AdminDashboard', 'Dashboard'],
    ['Gestão de Operadores', '/admin/operadores', 'AdminOperadores', 'Gestão de operadores'],
    ['Gestão de Clientes', '/admin/clientes', 'AdminClientes', 'Gestão de clientes'],
    ['Logs do Sistema', '/admin/logs', 'AdminLogs', 'Logs do sistema'],
    ['Config. Mensagens', '/admin/mensagens', 'AdminMensagens', 'Configuração de mensagens'],
    ['Config. WhatsApp', '/admin/whatsapp', 'AdminWhatsapp', 'Configuração do WhatsApp'],
    ['Importações', '/admin/importacoes', 'AdminImportacoes', 'Importações'],
    ['Conciliação', '/admin/conciliacao', 'AdminConciliacao', 'Conciliação'],
    ['Promessas', '/admin/promessas', 'AdminPromessas', 'Promessas'],
    ['Contestações', '/admin/contestacoes', 'AdminContestacoes', 'Contestações'],
    ['Config. Recebimento', '/admin/recebimento', 'AdminRecebimento', 'Configuração de recebimento'],
    ['Config. Negociação', '/admin/negociacao', 'AdminNegociacao', 'Configuração de negociação'],
    ['Integrações', '/admin/integracoes', 'AdminIntegracoes', 'Integrações'],
    ['Administradores', '/admin/administradores', 'AdminAdministradores', 'Administradores'],
    ['Acesso', '/admin/acesso', 'AdminAcesso', 'Acesso'],
    ['Saúde do Sistema', '/admin/saude', 'AdminSaude', 'Saúde do sistema'],
  ],
} as const
type Papel = keyof typeof TELAS
const PAPEIS = { operador: 'Operador', admin: 'Administrador' } as const

export async function shell(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessoes = {
    operador: await sessaoDe(mundo, OPERADORA),
    admin: await sessaoDe(mundo, ADMINISTRADOR),
  }
  await passo('quem não entrou é levado à entrada e volta para onde ia', () => anonimo(mundo))
  for (const papel of ['operador', 'admin'] as const) {
    await passo(`${papel}: menu, telas, nomes, guardas e saída`, () => navegar(mundo, papel, sessoes[papel]))
    sessoes[papel] = await sessaoDe(mundo, papel === 'admin' ? ADMINISTRADOR : OPERADORA)
  }
  await passo('a sessão guardada vale; a ilegível e a de papel desconhecido, não', () =>
    guardada(mundo, sessoes.operador),
  )
  await passo('a moldura antes do código, que diz quando não vem', () => semCodigo(mundo, sessoes.operador))
  await passo('o código da tela vem com o da aplicação, e nada segura a moldura', () =>
    codigoJunto(mundo, sessoes.operador),
  )
  await passo('cabeçalhos de toda chamada, e arquivos sob /build/', () => cabecalhos(mundo, sessoes.operador))
  await passo('páginas de 20 e de 15, e dez logs recentes', () => tamanhos(mundo, sessoes))
  await passo('contadores ao entrar, a cada rota e a cada 30 s; zero quando falham', () =>
    badges(mundo, sessoes.operador),
  )
  await passo('drawer, rail e menu do celular', () => drawer(mundo, sessoes.operador))
  await passo('nenhuma tela rola para o lado em 390 pontos', () => celular(mundo, sessoes))
}

async function anonimo(mundo: Mundo) {
  const pagina = await abrirPagina(mundo)
  for (const [, endereco] of [...TELAS.operador, ...TELAS.admin]) {
    await pagina.goto(endereco)
    await pagina.waitForURL('**/login')
  }
  await pagina.goto('/')
  await pagina.waitForURL('**/login')
  await ate(pagina, `document.title === ${JSON.stringify(`Entrar — ${PRODUTO}`)}`)
  assert.equal(await pagina.getByRole('navigation').count(), 0, 'no shell before signing in')
  await pagina.goto('/nada')
  await pagina.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  await pagina.getByRole('link', { name: 'Ir para a entrada' }).click()
  await pagina.waitForURL('**/login')
  await pagina.goto('/operador/contas-receber?status=vencida')
  await pagina.waitForURL('**/login')
  await preencherEntrada(pagina, OPERADORA.email, OPERADORA.senha)
  await pagina.waitForURL('**/operador/contas-receber?status=vencida')
  await fechar(mundo, pagina)
}

async function navegar(mundo: Mundo, papel: Papel, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const codigo = new Set<string>()
  pagina.on('request', (pedido) => pedido.resourceType() === 'script' && codigo.add(pedido.url()))
  await pagina.goto('/')
  await pagina.waitForURL(`**/${papel}/dashboard`)
  const menu = pagina.getByRole('navigation', { name: 'Menu principal' })
  await menu.waitFor()
  const palavras = (await menu.getByRole('link').allTextContents()).map((texto) => texto.replace(/\d.*$/, ''))
  assert.deepEqual(
    palavras,
    TELAS[papel].map(([palavra]) => palavra),
  )
  const aside = pagina.locator('aside')
  await aside.getByText(sessao.user.name, { exact: true }).first().waitFor()
  await aside.getByText(PAPEIS[papel], { exact: true }).last().waitFor()
  for (const [palavra, endereco, nome, titulo] of TELAS[papel].toReversed()) {
    const antes = codigo.size
    await menu.getByRole('link', { name: new RegExp(`^${palavra}`) }).click()
    await pagina.waitForURL((url) => url.pathname === endereco)
    await ate(pagina, `document.title === ${JSON.stringify(`${titulo} — ${PRODUTO}`)}`)
    assert.equal(await pagina.locator('body').getAttribute('data-route'), nome)
    await pagina.getByRole('heading', { level: 1, name: titulo, exact: true }).waitFor()
    await pagina.getByText(PRODUTO, { exact: true }).waitFor()
    // Each screen's code is loaded when first opened; the dashboard's was loaded with the entry.
    if (titulo !== 'Dashboard') assert(codigo.size > antes, `${nome} brought no code of its own`)
  }
  for (const fora of ['/login', '/', ...TELAS[papel === 'admin' ? 'operador' : 'admin'].map(([, um]) => um)]) {
    await pagina.goto(fora)
    await pagina.waitForURL(`**/${papel}/dashboard`)
  }
  await pagina.goto(`/${papel}/nada`)
  await pagina.getByRole('heading', { level: 1, name: 'Página não encontrada' }).waitFor()
  await menu.waitFor()
  await pagina.getByRole('link', { name: 'Ir para o dashboard' }).click()
  await pagina.waitForURL(`**/${papel}/dashboard`)
  const saida = pagina.waitForRequest((pedido) => pedido.url().endsWith('/api/logout'))
  await pagina.getByRole('button', { name: 'Sair', exact: true }).click()
  assert.equal((await saida).method(), 'POST')
  await pagina.waitForURL('**/login')
  assert.deepEqual(await guardados(pagina), [null, null])
  await fechar(mundo, pagina)
}

const guardados = (pagina: Page) => pagina.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')])

async function guardada(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  await pagina.goto('/')
  await pagina.waitForURL('**/operador/dashboard')
  await pagina.evaluate(() => localStorage.setItem('user', '{'))
  await pagina.goto('/operador/clientes')
  await pagina.waitForURL('**/login')
  await pagina.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token as string)
      localStorage.setItem('user', user as string)
    },
    [sessao.token, JSON.stringify({ ...sessao.user, role: 'visitante' })],
  )
  await pagina.goto('/admin/dashboard')
  await pagina.waitForURL('**/login')
  await pagina.getByRole('button', { name: 'Entrar' }).waitFor()
  await fechar(mundo, pagina)
}

async function cabecalhos(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  await pagina.context().addCookies([{ name: 'XSRF-TOKEN', value: 'um%3Dcsrf', url: mundo.url }])
  const pedidos: Request[] = []
  pagina.on('request', (pedido) => pedido.url().startsWith(mundo.url) && pedidos.push(pedido))
  await pagina.goto('/operador/contas-receber')
  await assentar(pagina)
  const chamadas = pedidos.filter((pedido) => pedido.url().includes('/api/'))
  assert(chamadas.length > 3)
  for (const pedido of chamadas) {
    const tem = await pedido.allHeaders()
    if (pedido.url().endsWith('/api/eventos')) {
      assert.equal(tem.authorization, `Bearer ${sessao.token}`)
      continue
    }
    assert.equal(tem['x-requested-with'], 'XMLHttpRequest', pedido.url())
    assert.equal(tem.accept, 'application/json')
    assert.equal(tem.authorization, `Bearer ${sessao.token}`)
    assert.equal(tem['x-csrf-token'], 'um=csrf')
  }
  const arquivos = pedidos.filter((pedido) => !pedido.url().includes('/api/') && pedido.resourceType() !== 'document')
  for (const pedido of arquivos) assert(new URL(pedido.url()).pathname.startsWith('/build/'), pedido.url())
  await fechar(mundo, pagina)
}

async function tamanhos(mundo: Mundo, sessoes: Record<Papel, Sessao>) {
  const esperados = [
    ['admin', '/admin/clientes', '/api/admin/clientes', 20],
    ['admin', '/admin/logs', '/api/admin/logs', 20],
    ['operador', '/operador/concluidos', '/api/operador/clientes/concluidos', 20],
    ['operador', '/operador/contas-receber', '/api/operador/contas-receber/listar', 15],
  ] as const
  const paginas = {
    admin: await abrirPagina(mundo, sessoes.admin),
    operador: await abrirPagina(mundo, sessoes.operador),
  }
  for (const [papel, tela, chamada, tamanho] of esperados) {
    const resposta = paginas[papel].waitForResponse((uma) => new URL(uma.url()).pathname === chamada)
    await paginas[papel].goto(tela)
    assert.equal((await (await resposta).json()).per_page, tamanho, tela)
  }
  await paginas.admin.goto('/admin/dashboard')
  const recentes = paginas.admin.locator('section', { hasText: 'Logs recentes' }).locator('time')
  await recentes.nth(9).waitFor()
  assert.equal(await recentes.count(), 10)
  await fechar(mundo, paginas.admin, paginas.operador)
}

async function celular(mundo: Mundo, sessoes: Record<Papel, Sessao>) {
  for (const papel of ['operador', 'admin'] as const) {
    const pagina = await abrirPagina(mundo, sessoes[papel], { viewport: CELULAR })
    for (const [, endereco] of TELAS[papel]) {
      await pagina.goto(endereco)
      await assentar(pagina)
      assert.deepEqual([...(await rolaDeLado(pagina, endereco)), ...(await partesQueRolam(pagina, endereco))], [])
    }
    await fechar(mundo, pagina)
  }
}
