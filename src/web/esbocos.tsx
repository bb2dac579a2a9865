import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { hoje } from './api/agora.ts'
import { queryClient } from './api/queryClient.ts'
import { AdminDashboardPage } from './dashboard/AdminDashboardPage.tsx'
import { OperadorDashboardPage } from './dashboard/OperadorDashboardPage.tsx'
import type { Endereco } from './telas.ts'
import { diaComprido, maiuscula } from './ui/formatos.ts'

/** A screen as it is while its figures come, in HTML whose links lead nowhere yet. */
async function esbocar(Tela: RouteComponent): Promise<string> {
  const router = createRouter({ routeTree: createRootRoute({ component: Tela }), history: createMemoryHistory() })
  await router.load()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The day is the build's, not that of who opens it.
  return html.replaceAll(maiuscula(diaComprido(hoje())), '').replaceAll(/ href="[^"]*"/g, '')
}

/** What the build writes into the page (vite.config.ts), on view there before any script has come. */
export const esbocos = async (): Promise<Partial<Record<Endereco, string>>> => ({
  '/operador/dashboard': await esbocar(OperadorDashboardPage),
  '/admin/dashboard': await esbocar(AdminDashboardPage),
})
