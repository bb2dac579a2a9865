import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { aoMudarSessao, avisoDaEntrada, inicioDe, irParaEntrada, lembrarOnde, sessaoAtual } from '#web/api/sessao.ts'
import { hoje } from './api/agora.ts'
import { ouvirServidor } from './api/eventos.ts'
import { pendencia } from './api/pendencia.ts'
import { queryClient } from './api/queryClient.ts'
import { recarregarTudo } from './api/recarregar.ts'
import { router } from './routes.tsx'
import { cobrir } from './shell/sessaoTerminada.ts'
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

// Follows the session, whichever tab changed it: another person starts afresh; nobody signed in goes to /login.
const quem = sessaoAtual()?.user.id
let root: Root | undefined
aoMudarSessao(() => {
  const sessao = sessaoAtual()
  if (sessao?.user.id === quem) {
    cobrir(!sessao?.token)
    return sessao?.token ? void recarregarTudo() : undefined
  }
  // Of who left by choice, in whichever tab, nothing is kept.
  if (!sessao && avisoDaEntrada()) lembrarOnde(router.state.location.href)
  // Once all who listen have let go: of what is to be sent nobody asks a person whose session has ended.
  queueMicrotask(() => {
    root?.unmount()
    if (sessao) window.location.assign(inicioDe(sessao.user.role))
    else irParaEntrada()
  })
})
// A new `pendencia` runs the guards again, which redirect to the person's own account.
pendencia.ouvir(() => void router.invalidate())
// "Back" may bring a page as it was left, from when someone was signed in.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && quem !== sessaoAtual()?.user.id) window.location.reload()
})

// Unsent messages go out on any screen; where this code does not load, the desk sends them.
if (quem !== undefined && localStorage.getItem(`envios:${quem}`))
  void import('./mensagens/filaDeEnvio.ts').catch(() => undefined)

ouvirServidor()
// Yields to the browser: one task with what follows would block a phone's input for too long.
await new Promise((next) => setTimeout(next))
const PACIENCIA_MS = 500
const raiz = document.getElementById('raiz')
if (!raiz) throw new Error('The page has no #raiz.')
// The frame of index.html stays on view until the first screen's code is there and its queries answered, or half a
// second has passed: drawn once with its figures, it costs a phone less than drawn twice.
await router.load()
// The first use of `Intl` dates takes a phone 60 ms: spend them while the answers are on their way.
setTimeout(hoje)
await Promise.race([answered(), new Promise((late) => setTimeout(late, PACIENCIA_MS))])
startTransition(() => {
  root = createRoot(raiz)
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
})

/** Resolves once no query is on its way. */
function answered() {
  return new Promise<void>((done) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      done()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}
