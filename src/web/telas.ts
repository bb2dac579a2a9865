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
/** Asks for what a screen shows before it is drawn. */
type Pedir = (cache: QueryClient) => Promise<unknown>
type Trazer = () => Promise<{ Tela: ComponentType; pedir?: Pedir }>

/** A screen, and what it asks for before it is drawn, where it says so. */
const tela =
  <N extends string>(importar: () => Promise<Record<N, ComponentType> & { pedir?: Pedir }>, nome: N): Trazer =>
  async () => {
    const modulo = await importar()
    return { Tela: modulo[nome], ...(modulo.pedir && { pedir: modulo.pedir }) }
  }

/** Every screen by its address, each with the code of its own: asked for by its route, and before that at the start. */
export const telas = {
  '/operador/dashboard': tela(() => import('./dashboard/OperadorDashboardPage.tsx'), 'OperadorDashboardPage'),
  '/operador/aguardando-atendimento': tela(() => import('./mesa/AguardandoPage.tsx'), 'AguardandoPage'),
  '/operador/clientes': tela(() => import('./mesa/AtivosPage.tsx'), 'AtivosPage'),
  '/operador/concluidos': tela(() => import('./mesa/ConcluidosPage.tsx'), 'ConcluidosPage'),
  '/operador/contas-receber': tela(() => import('./contas-receber/ContasReceberPage.tsx'), 'ContasReceberPage'),
  '/operador/importar-clientes': tela(() => import('./importacoes/ImportarClientesPage.tsx'), 'ImportarClientesPage'),
  '/admin/dashboard': tela(() => import('./dashboard/AdminDashboardPage.tsx'), 'AdminDashboardPage'),
  '/admin/operadores': tela(() => import('./operadores/AdminOperadoresPage.tsx'), 'AdminOperadoresPage'),
  '/admin/clientes': tela(() => import('./clientes/AdminClientesPage.tsx'), 'AdminClientesPage'),
  '/admin/logs': tela(() => import('./logs/AdminLogsPage.tsx'), 'AdminLogsPage'),
  '/admin/mensagens': tela(() => import('./configuracao/AdminMensagensPage.tsx'), 'AdminMensagensPage'),
  '/admin/whatsapp': tela(() => import('./whatsapp/AdminWhatsappPage.tsx'), 'AdminWhatsappPage'),
  '/admin/importacoes': tela(() => import('./importacoes/AdminImportacoesPage.tsx'), 'AdminImportacoesPage'),
}
export type Endereco = keyof typeof telas
