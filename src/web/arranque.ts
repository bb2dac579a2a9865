import { adiantar } from '#web/api/adiantadas.ts'
import { hoje } from '#web/api/agora.ts'
import { inicioDe, irParaEntrada, lembrarOnde, sessaoAtual } from '#web/api/sessao.ts'
import type { Endereco } from './telas.ts'

/** What the first screens ask for, as they ask for it: on its way before there is anything to draw it with. */
const DADOS: Partial<Record<Endereco, string[]>> = {
  '/admin/dashboard': [
    '/api/admin/dashboard',
    '/api/admin/dashboard/grafico-mensal',
    '/api/admin/dashboard/operadores',
    '/api/admin/logs?per_page=10',
  ],
  '/operador/dashboard': ['/api/operador/dashboard', '/api/operador/clientes/aguardando-atendimento?page=1&per_page=7'],
  '/operador/aguardando-atendimento': [
    '/api/operador/clientes/aguardando-atendimento?page=1&per_page=50',
    '/api/operador/clientes/aguardando-atendimento/contagem',
    '/api/operador/clientes/ativos?status=em_atendimento&carteira=minha&per_page=100',
  ],
}

/** From this width on the menu is on view (shell/Shell.tsx). */
const COM_MENU = 900
/** The lists that an operator's menu counts (shell/useBadges.ts). */
const CONTADAS = ['aguardando-atendimento', 'ativos'].map(
  (lista) => `/api/operador/clientes/${lista}?page=1&per_page=1`,
)

/**
 * The first script of the application: who is not signed in goes to sign in, with nothing else fetched; for anyone
 * else the frame, the screen and its data start on their way at once, instead of each waiting for the one before.
 */
function arrancar() {
  const sessao = sessaoAtual()
  const { pathname, search } = window.location
  const inicio = inicioDe(sessao?.user.role)
  const deAlguem = /^\/(admin|operador)(\/|$)/.test(pathname)
  if (inicio === '/login' && (deAlguem || pathname === '/')) {
    if (!sessao && deAlguem) lembrarOnde(pathname + search)
    return irParaEntrada()
  }
  const destino = (pathname === '/' ? inicio : pathname) as Endereco
  if (sessao) {
    adiantar('/api/eventos', 'text/event-stream') // heard from before the first answer: nothing falls between the two
    adiantar('/api/avisos')
  }
  // Filters in the address ask for other things.
  if (!search || destino === inicio) for (const endereco of DADOS[destino] ?? []) adiantar(endereco)
  // On a phone neither the company's name nor the menu is on view.
  if (sessao && window.innerWidth >= COM_MENU) {
    adiantar('/api/empresa')
    if (sessao.user.role === 'operador') for (const endereco of CONTADAS) adiantar(endereco)
  }
  lerCodigo().catch((erro) => {
    console.error(erro)
    window.dizerQueNaoVeio?.()
  })
}

/** What is read all at once keeps a phone from answering: each part in a task of its own, the first date among them. */
async function lerCodigo() {
  const partes = [hoje, () => import('./raiz.ts'), () => import('./shell/Shell.tsx'), () => import('./main.tsx')]
  for (const ler of partes) {
    await new Promise((vez) => setTimeout(vez))
    await ler()
  }
}

arrancar()
