import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { aoMudarSessao, inicioDe, irParaEntrada, lembrarOnde, sessaoAtual } from '#web/api/sessao.ts'
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

// One place follows the session, whichever tab changed it: another person starts anew, nobody goes to /login.
const quem = sessaoAtual()?.user.id
aoMudarSessao(() => {
  const sessao = sessaoAtual()
  if (sessao?.user.id === quem) return queryClient.clear()
  if (sessao) return window.location.assign(inicioDe(sessao.user.role))
  lembrarOnde(router.state.location.href)
  irParaEntrada()
})
// "Back" may bring a page as it was left, from when someone was signed in.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && quem !== sessaoAtual()?.user.id) window.location.reload()
})

const raiz = document.getElementById('raiz')
if (!raiz) throw new Error('The page has no #raiz.')
// The page's own frame stays on view until the first screen can take its place.
await router.load()
createRoot(raiz).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
