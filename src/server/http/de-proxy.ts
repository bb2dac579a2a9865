import type { IncomingHttpHeaders } from 'node:http'

/** Headers by which a proxy names the client, or itself. */
const DE_PROXY = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/** Whoever is at the socket brings somebody else's request. */
export const veioPorProxy = (headers: IncomingHttpHeaders): boolean =>
  DE_PROXY.some((nome) => headers[nome] !== undefined)
