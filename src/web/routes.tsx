import { createRootRoute, createRoute, createRouter, Outlet, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { dadosDoAcesso } from './acesso/acesso.queries.ts'
import { dadosDosAdministradores } from './administradores/administradores.queries.ts'
import { dadosDosClientes } from './clientes/admin.queries.ts'
import { dadosDaConciliacao } from './conciliacao/conciliacao.queries.ts'
import { dadosDasMensagens } from './configuracao/configuracao.queries.ts'
import { dadosDaConta } from './conta/conta.queries.ts'
import { dadosDasContas } from './contas-receber/contas.queries.ts'
import { dadosDasContestacoes } from './contestacoes/contestacoes.queries.ts'
import { dadosDoAdmin, dadosDoOperador } from './dashboard/dashboard.queries.ts'
import { minhasFrasesQuery } from './frases/frases.queries.ts'
import { paraEntrada, paraInicio, so } from './guards.ts'
import { dadosDasAlteracoes, dadosDasImportacoes } from './importacoes/importacoes.queries.ts'
import { dadosDasIntegracoes } from './integracoes/integracoes.queries.ts'
import { dadosDosLogs } from './logs/logs.queries.ts'
import { dadosDaFila, dadosDosAtivos, dadosDosConcluidos } from './mesa/mesa.queries.ts'
import { dadosDosOperadores } from './operadores/operadores.queries.ts'
import { dadosDaNegociacao } from './politica/politica.queries.ts'
import { dadosDasPromessas } from './promessas/promessas.queries.ts'
import { dadosDoRecebimento } from './recebimento/recebimento.queries.ts'
import { SCREENS } from './screens.ts'
import { Shell } from './shell/Shell.tsx'
import { avisosQuery, empresaQuery } from './shell/shell.queries.ts'
import { ask, tela } from './tela.ts'
import { Carregando } from './ui/Carregando.tsx'
import { FalhaAoAbrir } from './ui/FalhaAoAbrir.tsx'
import type { Filtros } from './ui/filtros.ts'
import { screen } from './ui/screen.tsx'
import { dadosDoWhatsapp } from './whatsapp/whatsapp.queries.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The page's identity, as the specification names it. */
    nome?: string
    titulo?: string
    /** Where part of a screen, opened by the address, has a name of its own. */
    tituloDe?: (busca: Filtros) => string | undefined
  }
}

/** Shown inside the shell when a screen fails; trying again draws it anew. */
function FalhaDaTela({ error }: { error: unknown }) {
  const router = useRouter()
  return <FalhaAoAbrir error={error} aoTentar={useCallback(() => void router.invalidate(), [router])} />
}

const naoEncontrada = screen(() => import('./shell/NaoEncontradaPage.tsx'), 'NaoEncontradaPage')
const foraDoShell = screen(() => import('./shell/NaoEncontradaPage.tsx'), 'EnderecoNaoEncontradoPage')
const raiz = createRootRoute({ component: Outlet, notFoundComponent: foraDoShell })

const inicio = createRoute({
  getParentRoute: () => raiz,
  path: '/',
  beforeLoad: paraInicio,
})

const login = createRoute({
  getParentRoute: () => raiz,
  path: '/login',
  beforeLoad: paraEntrada,
})

const shell = createRoute({
  getParentRoute: () => raiz,
  id: 'shell',
  component: Shell,
  // Asked for before the first screen is drawn, so that the bars over it push nothing down later.
  loader: () => ask([avisosQuery, empresaQuery]),
})
const dePapel = {
  component: Outlet,
  // An address under one's own screens that leads nowhere says so inside the shell.
  notFoundComponent: naoEncontrada,
  staticData: { titulo: 'Página não encontrada' },
  /** Screens keep their filters, page and open record in the address, as plain text. */
  validateSearch: (busca: Record<string, unknown>) => busca as Filtros,
}
const operador = createRoute({ getParentRoute: () => shell, path: '/operador', beforeLoad: so('operador'), ...dePapel })
const admin = createRoute({ getParentRoute: () => shell, path: '/admin', beforeLoad: so('admin'), ...dePapel })

const lerBusca = (texto: string): Filtros => Object.fromEntries(new URLSearchParams(texto))
function escreverBusca(busca: Record<string, unknown>): string {
  const cheios = Object.entries(busca).filter(([, valor]) => valor !== undefined && valor !== null && valor !== '')
  return cheios.length ? `?${new URLSearchParams(cheios.map(([nome, valor]) => [nome, String(valor)]))}` : ''
}

const operadorRotas = [
  createRoute({
    getParentRoute: () => operador,
    path: '/dashboard',
    staticData: { nome: 'OperadorDashboard', titulo: 'Dashboard' },
    ...tela(SCREENS['/operador/dashboard'], 'OperadorDashboardPage', dadosDoOperador),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/aguardando-atendimento',
    staticData: { nome: 'OperadorAguardandoAtendimento', titulo: 'Aguardando atendimento' },
    ...tela(SCREENS['/operador/aguardando-atendimento'], 'AguardandoPage', dadosDaFila),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/clientes',
    staticData: { nome: 'OperadorClientes', titulo: 'Clientes ativos' },
    ...tela(SCREENS['/operador/clientes'], 'AtivosPage', dadosDosAtivos),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/concluidos',
    staticData: { nome: 'OperadorConcluidos', titulo: 'Clientes concluídos' },
    ...tela(SCREENS['/operador/concluidos'], 'ConcluidosPage', dadosDosConcluidos),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/contas-receber',
    staticData: {
      nome: 'OperadorContasReceber',
      titulo: 'Contas a receber',
      tituloDe: ({ importar }) => (importar === 'xml' ? 'Importar XML' : undefined),
    },
    ...tela(SCREENS['/operador/contas-receber'], 'ContasReceberPage', dadosDasContas),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/importar-clientes',
    staticData: { nome: 'OperadorImportarClientes', titulo: 'Importar clientes' },
    ...tela(SCREENS['/operador/importar-clientes'], 'ImportarClientesPage', dadosDasImportacoes),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/preferencias',
    staticData: { nome: 'OperadorPreferencias', titulo: 'Preferências' },
    ...tela(SCREENS['/operador/preferencias'], 'PreferenciasPage', () => [minhasFrasesQuery]),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/conta',
    staticData: { nome: 'OperadorConta', titulo: 'Minha conta' },
    ...tela(SCREENS['/operador/conta'], 'MinhaContaPage', dadosDaConta),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/promessas',
    staticData: { nome: 'OperadorPromessas', titulo: 'Promessas' },
    ...tela(SCREENS['/operador/promessas'], 'PromessasPage', dadosDasPromessas('operador')),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/contestacoes',
    staticData: { nome: 'OperadorContestacoes', titulo: 'Contestações' },
    ...tela(SCREENS['/operador/contestacoes'], 'ContestacoesPage', dadosDasContestacoes('operador')),
  }),
] as const

const adminRotas = [
  createRoute({
    getParentRoute: () => admin,
    path: '/dashboard',
    staticData: { nome: 'AdminDashboard', titulo: 'Dashboard' },
    ...tela(SCREENS['/admin/dashboard'], 'AdminDashboardPage', dadosDoAdmin),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/operadores',
    staticData: { nome: 'AdminOperadores', titulo: 'Gestão de operadores' },
    ...tela(SCREENS['/admin/operadores'], 'AdminOperadoresPage', dadosDosOperadores),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/clientes',
    staticData: { nome: 'AdminClientes', titulo: 'Gestão de clientes' },
    ...tela(SCREENS['/admin/clientes'], 'AdminClientesPage', dadosDosClientes),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/logs',
    staticData: { nome: 'AdminLogs', titulo: 'Logs do sistema' },
    ...tela(SCREENS['/admin/logs'], 'AdminLogsPage', dadosDosLogs),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/mensagens',
    staticData: { nome: 'AdminMensagens', titulo: 'Config. mensagens' },
    ...tela(SCREENS['/admin/mensagens'], 'AdminMensagensPage', dadosDasMensagens),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/whatsapp',
    staticData: { nome: 'AdminWhatsapp', titulo: 'Config. WhatsApp' },
    ...tela(SCREENS['/admin/whatsapp'], 'AdminWhatsappPage', dadosDoWhatsapp),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/importacoes',
    staticData: { nome: 'AdminImportacoes', titulo: 'Alterações de importações' },
    ...tela(SCREENS['/admin/importacoes'], 'AdminImportacoesPage', dadosDasAlteracoes),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/conciliacao',
    staticData: { nome: 'AdminConciliacao', titulo: 'Conciliação' },
    ...tela(SCREENS['/admin/conciliacao'], 'AdminConciliacaoPage', dadosDaConciliacao),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/promessas',
    staticData: { nome: 'AdminPromessas', titulo: 'Promessas' },
    ...tela(SCREENS['/admin/promessas'], 'PromessasPage', dadosDasPromessas('admin')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/contestacoes',
    staticData: { nome: 'AdminContestacoes', titulo: 'Contestações' },
    ...tela(SCREENS['/admin/contestacoes'], 'ContestacoesPage', dadosDasContestacoes('admin')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/recebimento',
    staticData: { nome: 'AdminRecebimento', titulo: 'Config. recebimento' },
    ...tela(SCREENS['/admin/recebimento'], 'AdminRecebimentoPage', dadosDoRecebimento),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/negociacao',
    staticData: { nome: 'AdminNegociacao', titulo: 'Config. negociação' },
    ...tela(SCREENS['/admin/negociacao'], 'AdminNegociacaoPage', dadosDaNegociacao),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/integracoes',
    staticData: { nome: 'AdminIntegracoes', titulo: 'Integrações' },
    ...tela(SCREENS['/admin/integracoes'], 'AdminIntegracoesPage', dadosDasIntegracoes),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/administradores',
    staticData: { nome: 'AdminAdministradores', titulo: 'Administradores' },
    ...tela(SCREENS['/admin/administradores'], 'AdminAdministradoresPage', dadosDosAdministradores),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/acesso',
    staticData: { nome: 'AdminAcesso', titulo: 'Acesso' },
    ...tela(SCREENS['/admin/acesso'], 'AdminAcessoPage', dadosDoAcesso),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/conta',
    staticData: { nome: 'AdminConta', titulo: 'Minha conta' },
    ...tela(SCREENS['/admin/conta'], 'MinhaContaPage', dadosDaConta),
  }),
] as const

export const router = createRouter({
  routeTree: raiz.addChildren([
    inicio,
    login,
    shell.addChildren([operador.addChildren(operadorRotas), admin.addChildren(adminRotas)]),
  ]),
  parseSearch: lerBusca,
  stringifySearch: escreverBusca,
  defaultPreload: 'intent',
  // Each query decides whether it is stale.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Carregando,
  defaultErrorComponent: FalhaDaTela,
  scrollRestoration: true,
})

/** An address that no route has would be asked for in vain: this does not compile then. */
void ({} satisfies Record<Exclude<keyof typeof SCREENS, keyof typeof router.routesByPath>, never>)
