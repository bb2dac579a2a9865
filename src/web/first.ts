import { inicioDe, sessaoAtual } from '#web/api/sessao.ts'
import { codeAt } from './screens.ts'

// The first script waits for no library: it requests the screen's code beside the application's, not a round trip later.
// The route retries a load that failed, and reports it.
const { pathname, search } = window.location
const start = inicioDe(sessaoAtual()?.user.role)
for (const load of codeAt(pathname === '/' ? start : pathname, search)) load().catch(() => undefined)
