import { inicioDe, sessaoAtual } from '#web/api/sessao.ts'
import { codeAt } from './screens.ts'

// The page's first script waits for no library: the screen's code comes along with the application's, instead of a round
// trip after it. What does not come the route asks again, and tells.
const { pathname, search } = window.location
const start = inicioDe(sessaoAtual()?.user.role)
for (const load of codeAt(pathname === '/' ? start : pathname, search)) load().catch(() => undefined)
