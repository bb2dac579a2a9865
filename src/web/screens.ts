import { abaDe, PAINEIS } from './configuracao/paineis.ts'
import type { Filtros } from './ui/filtros.ts'

type Code = () => Promise<object>
interface Screen {
  load: Code
  /** Lazy parts that it draws at once under the filters of the address. */
  parts?: (filtros: Filtros) => Code[]
}

/** The open customer's code; for a list, the table, or the desk while a customer is open. */
const openCustomer = ({ cliente }: Filtros) => (cliente ? [() => import('./mesa/paineis.tsx')] : [])
const list = (filtros: Filtros) =>
  filtros.cliente
    ? [() => import('./mesa/MesaDaLista.tsx'), ...openCustomer(filtros)]
    : [() => import('./clientes/ListaClientes.tsx')]

/** The code of each screen, by its address: the page's first script asks for it (first.ts), the routes draw it. */
export const SCREENS = {
  '/operador/dashboard': { load: () => import('./dashboard/OperadorDashboardPage.tsx') },
  '/operador/aguardando-atendimento': { load: () => import('./mesa/AguardandoPage.tsx'), parts: openCustomer },
  '/operador/clientes': { load: () => import('./mesa/AtivosPage.tsx'), parts: list },
  '/operador/concluidos': { load: () => import('./mesa/ConcluidosPage.tsx'), parts: list },
  '/operador/contas-receber': {
    load: () => import('./contas-receber/ContasReceberPage.tsx'),
    parts: ({ importar }) => (importar === 'xml' ? [() => import('./importacoes/ImportarXml.tsx')] : []),
  },
  '/operador/importar-clientes': { load: () => import('./importacoes/ImportarClientesPage.tsx') },
  '/operador/preferencias': { load: () => import('./preferencias/PreferenciasPage.tsx') },
  '/operador/conta': { load: () => import('./minha-conta/MinhaContaPage.tsx') },
  '/operador/promessas': { load: () => import('./promessas/PromessasPage.tsx') },
  '/operador/contestacoes': { load: () => import('./contestacoes/ContestacoesPage.tsx') },
  '/admin/dashboard': { load: () => import('./dashboard/AdminDashboardPage.tsx') },
  '/admin/operadores': { load: () => import('./operadores/AdminOperadoresPage.tsx') },
  '/admin/clientes': { load: () => import('./clientes/AdminClientesPage.tsx') },
  '/admin/logs': { load: () => import('./logs/AdminLogsPage.tsx') },
  '/admin/mensagens': {
    load: () => import('./configuracao/AdminMensagensPage.tsx'),
    parts: ({ aba }) => [PAINEIS[abaDe(aba)]],
  },
  '/admin/whatsapp': {
    load: () => import('./whatsapp/AdminWhatsappPage.tsx'),
    parts: ({ passos }) => [
      passos ? () => import('./whatsapp/PassosDaConta.tsx') : () => import('./whatsapp/Conexao.tsx'),
    ],
  },
  '/admin/importacoes': { load: () => import('./importacoes/AdminImportacoesPage.tsx') },
  '/admin/conciliacao': { load: () => import('./conciliacao/AdminConciliacaoPage.tsx') },
  '/admin/promessas': { load: () => import('./promessas/PromessasPage.tsx') },
  '/admin/contestacoes': { load: () => import('./contestacoes/ContestacoesPage.tsx') },
  '/admin/negociacao': { load: () => import('./politica/AdminNegociacaoPage.tsx') },
  '/admin/recebimento': { load: () => import('./recebimento/AdminRecebimentoPage.tsx') },
  '/admin/integracoes': { load: () => import('./integracoes/AdminIntegracoesPage.tsx') },
  '/admin/administradores': { load: () => import('./administradores/AdminAdministradoresPage.tsx') },
  '/admin/acesso': { load: () => import('./acesso/AdminAcessoPage.tsx') },
  '/admin/saude': { load: () => import('./saude/AdminSaudePage.tsx') },
  '/admin/conta': { load: () => import('./minha-conta/MinhaContaPage.tsx') },
} satisfies Record<string, Screen>

/** All the code that an address starts with; none for an address without a screen. */
export function codeAt(pathname: string, search: string): Code[] {
  const screen = (SCREENS as Record<string, Screen>)[pathname]
  if (!screen) return []
  const filtros = Object.fromEntries(new URLSearchParams(search)) as Filtros
  return [screen.load, ...(screen.parts?.(filtros) ?? [])]
}
