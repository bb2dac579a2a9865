import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'

declare global {
  interface Window {
    /** Fetches the code of a screen, without running it (index.html): at once and read, or when there is nothing else to fetch. */
    anunciar?: (tela: string, rel: 'modulepreload' | 'prefetch') => void
    /** Says, in the place of everything, that the application's code did not come (index.html). */
    dizerQueNaoVeio?: () => void
  }
}
type Modulo<N extends string> = Promise<Record<N, ComponentType>>
/** Asks for what a screen shows before it is drawn. */
type Pedir = (cache: QueryClient) => Promise<unknown>
type Trazer = () => Promise<{ Tela: ComponentType; pedir?: Pedir }>

/** A screen in plain CSS, that is drawn at once. */
const leve =
  <N extends string>(importar: () => Promise<Record<N, ComponentType> & { pedir: Pedir }>, nome: N): Trazer =>
  async () => {
    const modulo = await importar()
    return { Tela: modulo[nome] as ComponentType, pedir: modulo.pedir }
  }

/** A screen made of MUI's components, with the theme they need. */
const deMui =
  <N extends string>(importar: () => Modulo<N>, nome: N): Trazer =>
  async () => {
    const [{ telaComTema }, modulo] = await Promise.all([import('./ui/ComTema.tsx'), importar()])
    return { Tela: telaComTema(modulo[nome] as ComponentType) }
  }

/** Every screen by its address, each with the code of its own: asked for by its route, and before that at the start. */
export const telas = {
  '/operador/dashboard': leve(() => import('./dashboard/OperadorDashboardPage.tsx'), 'OperadorDashboardPage'),
  '/operador/aguardando-atendimento': leve(() => import('./clientes/AguardandoPage.tsx'), 'AguardandoPage'),
  '/operador/clientes': deMui(() => import('./clientes/AtivosPage.tsx'), 'AtivosPage'),
  '/operador/concluidos': deMui(() => import('./clientes/ConcluidosPage.tsx'), 'ConcluidosPage'),
  '/operador/contas-receber': deMui(() => import('./contas-receber/ContasReceberPage.tsx'), 'ContasReceberPage'),
  '/operador/importar-clientes': deMui(() => import('./importacoes/ImportarClientesPage.tsx'), 'ImportarClientesPage'),
  '/admin/dashboard': leve(() => import('./dashboard/AdminDashboardPage.tsx'), 'AdminDashboardPage'),
  '/admin/operadores': deMui(() => import('./operadores/AdminOperadoresPage.tsx'), 'AdminOperadoresPage'),
  '/admin/clientes': deMui(() => import('./clientes/AdminClientesPage.tsx'), 'AdminClientesPage'),
  '/admin/logs': deMui(() => import('./logs/AdminLogsPage.tsx'), 'AdminLogsPage'),
  '/admin/mensagens': deMui(() => import('./configuracao/AdminMensagensPage.tsx'), 'AdminMensagensPage'),
  '/admin/whatsapp': deMui(() => import('./whatsapp/AdminWhatsappPage.tsx'), 'AdminWhatsappPage'),
  '/admin/importacoes': deMui(() => import('./importacoes/AdminImportacoesPage.tsx'), 'AdminImportacoesPage'),
}
export type Endereco = keyof typeof telas
