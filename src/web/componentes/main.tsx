import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#web/api/queryClient.ts'
import { ComponentesPage } from './ComponentesPage.tsx'

/** Only the development server serves this page (`npm run dev`, then /componentes/): no build names it. */
const router = createRouter({
  routeTree: createRootRoute({ component: ComponentesPage }),
  history: createMemoryHistory(),
})
const raiz = document.querySelector('#raiz')
if (raiz)
  createRoot(raiz).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
