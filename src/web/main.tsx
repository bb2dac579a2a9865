import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { aoMudarSessao, inicioDe, lembrarOnde, ondeEstava, sessaoAtual } from '#web/api/sessao.ts'
import { queryClient } from './api/queryClient.ts'
import { router } from './routes.tsx'
import { PRODUTO, tituloDaTela } from './shell/tela.ts'

// The page's identity follows the route: the title people see and the name the product gives it.
router.subscribe('onResolved', () => {
  const tela = router.state.matches.at(-1)
  const titulo = tituloDaTela(tela)
  const nome = tela?.staticData.nome
  document.title = titulo ? `${titulo} — ${PRODUTO}` : PRODUTO
  if (nome) document.body.dataset.route = nome
  else delete document.body.dataset.route
})

// One place follows the session, whichever tab changed it: in goes to where one was, out goes to /login.
let quem = sessaoAtual()?.user.id
aoMudarSessao(() => {
  const sessao = sessaoAtual()
  const trocouDePessoa = quem !== undefined && sessao && sessao.user.id !== quem
  quem = sessao?.user.id
  queryClient.clear()
  if (trocouDePessoa) return window.location.assign(inicioDe(sessao.user.role))
  if (sessao) return void router.navigate({ href: ondeEstava() ?? inicioDe(sessao.user.role), replace: true })
  if (router.state.location.pathname !== '/login') lembrarOnde(router.state.location.href)
  void router.navigate({ to: '/login', replace: true })
})

const raiz = document.getElementById('raiz')
if (!raiz) throw new Error('The page has no #raiz.')
createRoot(raiz).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
