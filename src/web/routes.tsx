import { createRootRoute, createRoute, createRouter, Outlet, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { dadosDoAcesso } from './acesso/acesso.queries.ts'
import { dadosDosAdministradores } from './administradores/administradores.queries.ts'
import { dadosDosClientes } from './clientes/admin.queries.ts'
import { dadosDaConciliacao } from './conciliacao/conciliacao.queries.ts'
import { dadosDasMensagens } from './configuracao/configuracao.queries.ts'
import { dadosDasContas } from './contas-receber/contas.queries.ts'
import { dadosDasContestacoes } from './contestacoes/contestacoes.queries.ts'
import { dadosDoAdmin, dadosDoOperador } from './dashboard/dashboard.queries.ts'
import { minhasFrasesQuery } from './frases/frases.queries.ts'
import { paraEntrada, paraInicio, so } from './guards.ts'
import { dadosDasAlteracoes, dadosDasImportacoes } from './importacoes/importacoes.queries.ts'
import { dadosDasIntegracoes } from './integracoes/integracoes.queries.ts'
import { dadosDosLogs } from './logs/logs.queries.ts'
import { dadosDaFila, dadosDosAtivos, dadosDosConcluidos } from './mesa/mesa.queries.ts'
import { dadosDaMinhaConta } from './minha-conta/minha-conta.queries.ts'
import { dadosDosOperadores } from './operadores/operadores.queries.ts'
import { dadosDaNegociacao } from './politica/politica.queries.ts'
import { dadosDasPromessas } from './promessas/promessas.queries.ts'
import { dadosDoRecebimento } from './recebimento/recebimento.queries.ts'
import { SCREENS } from './screens.ts'
import type { DoMenu } from './shell/itensMenu.tsx'
import { Shell } from './shell/Shell.tsx'
import { avisosQuery, empresaQuery } from './shell/shell.queries.ts'
import { ask, type ScreenCode, tela } from './tela.ts'
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
    /** The title of a part of the screen that the address opens, where it has its own. */
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

type Address = keyof typeof SCREENS
/** What follows the role in its addresses. */
type Below<Papel extends string, A = Address> = A extends `/${Papel}${infer Path}` ? Path : never
/** The names that an address's module exports. */
type Drawn<A extends Address> = keyof Awaited<ReturnType<(typeof SCREENS)[A]['load']>> & string
type Dados = Parameters<typeof tela>[2]
type TituloDe = (busca: Filtros) => string | undefined

/** The page's identity as the specification names it: `/operador/contas-receber` is OperadorContasReceber. */
const nomeDe = (caminho: string) => caminho.replace(/[/-](.)/g, (_, letra: string) => letra.toUpperCase())

/** A screen: its address, its title, its component, what it reads. */
const doOperador = <P extends Below<'operador'>>(
  path: P,
  titulo: string,
  name: Drawn<`/operador${P}`>,
  dados: Dados,
  tituloDe?: TituloDe,
) =>
  createRoute({
    getParentRoute: () => operador,
    path,
    staticData: { nome: nomeDe(`/operador${path}`), titulo, ...(tituloDe && { tituloDe }) },
    // `name` is one of the module's own names by its type.
    ...tela<string, never>(SCREENS[`/operador${path}`] as ScreenCode<never>, name, dados),
  })
const doAdmin = <P extends Below<'admin'>>(path: P, titulo: string, name: Drawn<`/admin${P}`>, dados: Dados) =>
  createRoute({
    getParentRoute: () => admin,
    path,
    staticData: { nome: nomeDe(`/admin${path}`), titulo },
    ...tela<string, never>(SCREENS[`/admin${path}`] as ScreenCode<never>, name, dados),
  })

const operadorRotas = [
  doOperador('/dashboard', 'Dashboard', 'OperadorDashboardPage', dadosDoOperador),
  doOperador('/aguardando-atendimento', 'Aguardando atendimento', 'AguardandoPage', dadosDaFila),
  doOperador('/clientes', 'Clientes ativos', 'AtivosPage', dadosDosAtivos),
  doOperador('/concluidos', 'Clientes concluídos', 'ConcluidosPage', dadosDosConcluidos),
  doOperador('/contas-receber', 'Contas a receber', 'ContasReceberPage', dadosDasContas, ({ importar }) =>
    importar === 'xml' ? 'Importar XML' : undefined,
  ),
  doOperador('/importar-clientes', 'Importar clientes', 'ImportarClientesPage', dadosDasImportacoes),
  doOperador('/preferencias', 'Preferências', 'PreferenciasPage', () => [minhasFrasesQuery]),
  doOperador('/conta', 'Minha conta', 'MinhaContaPage', dadosDaMinhaConta),
  doOperador('/promessas', 'Promessas', 'PromessasPage', dadosDasPromessas('operador')),
  doOperador('/contestacoes', 'Contestações', 'ContestacoesPage', dadosDasContestacoes('operador')),
] as const

const adminRotas = [
  doAdmin('/dashboard', 'Dashboard', 'AdminDashboardPage', dadosDoAdmin),
  doAdmin('/operadores', 'Gestão de operadores', 'AdminOperadoresPage', dadosDosOperadores),
  doAdmin('/clientes', 'Gestão de clientes', 'AdminClientesPage', dadosDosClientes),
  doAdmin('/logs', 'Logs do sistema', 'AdminLogsPage', dadosDosLogs),
  doAdmin('/mensagens', 'Configuração de mensagens', 'AdminMensagensPage', dadosDasMensagens),
  doAdmin('/whatsapp', 'Configuração do WhatsApp', 'AdminWhatsappPage', dadosDoWhatsapp),
  doAdmin('/importacoes', 'Importações', 'AdminImportacoesPage', dadosDasAlteracoes),
  doAdmin('/conciliacao', 'Conciliação', 'AdminConciliacaoPage', dadosDaConciliacao),
  doAdmin('/promessas', 'Promessas', 'PromessasPage', dadosDasPromessas('admin')),
  doAdmin('/contestacoes', 'Contestações', 'ContestacoesPage', dadosDasContestacoes('admin')),
  doAdmin('/recebimento', 'Configuração de recebimento', 'AdminRecebimentoPage', dadosDoRecebimento),
  doAdmin('/negociacao', 'Configuração de negociação', 'AdminNegociacaoPage', dadosDaNegociacao),
  doAdmin('/integracoes', 'Integrações', 'AdminIntegracoesPage', dadosDasIntegracoes),
  doAdmin('/administradores', 'Administradores', 'AdminAdministradoresPage', dadosDosAdministradores),
  doAdmin('/acesso', 'Acesso', 'AdminAcessoPage', dadosDoAcesso),
  doAdmin('/saude', 'Saúde do sistema', 'AdminSaudePage', () => []),
  doAdmin('/conta', 'Minha conta', 'MinhaContaPage', dadosDaMinhaConta),
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

/** Does not compile if an address of SCREENS has no route. */
void ({} satisfies Record<Exclude<keyof typeof SCREENS, keyof typeof router.routesByPath>, never>)

/** Reached by the person's name at the top. Does not compile if a screen is neither here nor in the menu (shell/itensMenu.tsx). */
type ForaDoMenu = '/operador/preferencias' | '/operador/conta' | '/admin/conta'
void ({} satisfies Record<Exclude<keyof typeof SCREENS, DoMenu | ForaDoMenu>, never>)
