import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { inicioDe, irParaEntrada, lembrarOnde, sessaoAtual } from '#web/api/sessao.ts'
import { Carregando } from './shell/Carregando.tsx'
import { FalhaAoAbrir } from './shell/FalhaAoAbrir.tsx'
import { type Endereco, telas } from './telas.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** The page's identity, as the specification names it. */
    nome?: string
    titulo?: string
    /** Where part of a screen, opened by the address, has a name of its own. */
    tituloDe?: (busca: Record<string, string | undefined>) => string | undefined
    /** Full-bleed panes that scroll by themselves, instead of a padded page. */
    mesa?: boolean
  }
}

/** Signing in is a page of its own, served under the same address; it sends away who is signed in already. */
function paraEntrada({ preload }: { preload: boolean }) {
  if (preload) return
  irParaEntrada()
  // Nothing is drawn, and the address stays, until the other page is there.
  return new Promise<never>(() => undefined)
}
/** Each role's own start; who has none signs in. */
function paraInicio(quem: { preload: boolean }) {
  const destino = inicioDe(sessaoAtual()?.user.role)
  if (destino === '/login') return paraEntrada(quem)
  throw redirect({ to: destino, replace: true })
}

/** Signed out → /login; another role → that person's own dashboard, or /login when the role is unknown. */
const so =
  (papel: 'admin' | 'operador') =>
  ({ location, preload }: { location: ParsedLocation; preload: boolean }) => {
    const sessao = sessaoAtual()
    if (sessao?.user.role === papel) return
    if (!sessao && !preload) lembrarOnde(location.href)
    return paraInicio({ preload })
  }

const tela = (endereco: Endereco) => lazyRouteComponent(telas[endereco], 'Tela')
const naoEncontrada = lazyRouteComponent(() => import('./shell/NaoEncontradaPage.tsx'), 'NaoEncontradaPage')
const foraDaCasca = lazyRouteComponent(() => import('./shell/NaoEncontradaPage.tsx'), 'EnderecoNaoEncontradoPage')
const raiz = createRootRoute({ component: Outlet, notFoundComponent: foraDaCasca })

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
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})
// An address under one's own screens that leads nowhere says so inside the shell.
const dePapel = { component: Outlet, notFoundComponent: naoEncontrada, staticData: { titulo: 'Página não encontrada' } }
const operador = createRoute({ getParentRoute: () => shell, path: '/operador', beforeLoad: so('operador'), ...dePapel })
const admin = createRoute({ getParentRoute: () => shell, path: '/admin', beforeLoad: so('admin'), ...dePapel })

type Busca = Record<string, string | undefined>
/** Screens keep their filters, page and open record in the address, as plain text. */
const qualquerBusca = (busca: Record<string, unknown>): Busca => busca as Busca
const lerBusca = (texto: string): Busca => Object.fromEntries(new URLSearchParams(texto))
function escreverBusca(busca: Record<string, unknown>): string {
  const cheios = Object.entries(busca).filter(([, valor]) => valor !== undefined && valor !== null && valor !== '')
  return cheios.length ? `?${new URLSearchParams(cheios.map(([nome, valor]) => [nome, String(valor)]))}` : ''
}

const operadorRotas = [
  createRoute({
    getParentRoute: () => operador,
    path: '/dashboard',
    staticData: { nome: 'OperadorDashboard', titulo: 'Dashboard' },
    component: tela('/operador/dashboard'),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/aguardando-atendimento',
    validateSearch: qualquerBusca,
    staticData: { nome: 'OperadorAguardandoAtendimento', titulo: 'Aguardando atendimento', mesa: true },
    component: tela('/operador/aguardando-atendimento'),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/clientes',
    validateSearch: qualquerBusca,
    staticData: { nome: 'OperadorClientes', titulo: 'Clientes ativos', mesa: true },
    component: tela('/operador/clientes'),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/concluidos',
    validateSearch: qualquerBusca,
    staticData: { nome: 'OperadorConcluidos', titulo: 'Clientes concluídos', mesa: true },
    component: tela('/operador/concluidos'),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/contas-receber',
    validateSearch: qualquerBusca,
    staticData: {
      nome: 'OperadorContasReceber',
      titulo: 'Contas a receber',
      tituloDe: ({ importar }) => (importar === 'xml' ? 'Importar XML' : undefined),
    },
    component: tela('/operador/contas-receber'),
  }),
  createRoute({
    getParentRoute: () => operador,
    path: '/importar-clientes',
    validateSearch: qualquerBusca,
    staticData: { nome: 'OperadorImportarClientes', titulo: 'Importar clientes' },
    component: tela('/operador/importar-clientes'),
  }),
] as const

const adminRotas = [
  createRoute({
    getParentRoute: () => admin,
    path: '/dashboard',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminDashboard', titulo: 'Dashboard' },
    component: tela('/admin/dashboard'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/operadores',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminOperadores', titulo: 'Gestão de operadores' },
    component: tela('/admin/operadores'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/clientes',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminClientes', titulo: 'Gestão de clientes' },
    component: tela('/admin/clientes'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/logs',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminLogs', titulo: 'Logs do sistema' },
    component: tela('/admin/logs'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/mensagens',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminMensagens', titulo: 'Config. mensagens' },
    component: tela('/admin/mensagens'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/whatsapp',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminWhatsapp', titulo: 'Config. WhatsApp' },
    component: tela('/admin/whatsapp'),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/importacoes',
    validateSearch: qualquerBusca,
    staticData: { nome: 'AdminImportacoes', titulo: 'Alterações de importações' },
    component: tela('/admin/importacoes'),
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
  defaultPendingComponent: Carregando,
  defaultErrorComponent: FalhaAoAbrir,
  scrollRestoration: true,
})
