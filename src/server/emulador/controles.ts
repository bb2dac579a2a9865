import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { PENDENCIAS } from '#domain/acesso.ts'
import { NaoAutenticado, NaoEncontrado, Proibido } from '#domain/erros.ts'
import { ehDemonstracao } from '#server/demonstracao/logins.actions.ts'
import { veioPorProxy } from '#server/http/de-proxy.ts'
import type { Servicos } from '#server/servicos.ts'
import { tokenDe } from '#server/sessao/exigir-sessao.ts'
import { usarToken } from '#server/sessao/sessao.queries.ts'

export const PREFIXO_DO_EMULADOR = '/emulador'
const SEM_SESSAO =
  'Os controles do emulador são dos administradores. Entre no sistema como administrador, neste navegador, e volte a esta página.'

/**
 * Throws 401 or 403 unless the user may see and control the emulator: an administrator; in a demonstration, whose
 * people are invented, also whoever is at the machine itself.
 */
export async function exigirQuemControla(
  request: FastifyRequest,
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  demonstracao: boolean,
): Promise<void> {
  if (demonstracao && daPropriaMaquina(request.raw)) return
  const token = tokenDe(request)
  // The page asks for what is new over and over: being open is not being used.
  const sessao = token ? await usarToken(db, token, relogio.agora(), { sozinha: true }) : undefined
  if (!sessao) throw new NaoAutenticado(SEM_SESSAO)
  if (sessao.pendencia) throw new Proibido(PENDENCIAS[sessao.pendencia], sessao.pendencia)
  if (sessao.usuario.role !== 'admin') throw new Proibido('Só administradores podem usar os controles do emulador.')
}

/** Is the emulator the account in force? From the moment a real one is saved, neither it nor its bank answers. */
export const emVigor = async ({ whatsapp }: Pick<Servicos, 'whatsapp'>): Promise<boolean> =>
  (await whatsapp.conta()).provedor === 'emulador'

export const DESLIGADO = 'O emulador está desligado: há uma conta do WhatsApp configurada.'

/** Throws 404 with a real account. */
export async function exigirEmVigor(servicos: Pick<Servicos, 'whatsapp'>): Promise<void> {
  if (!(await emVigor(servicos))) throw new NaoEncontrado(DESLIGADO)
}

/** Where the emulator's page is, for whoever signed in and may use it; null for others, and while a real account is in force. */
export async function caminhoDoEmulador(
  request: FastifyRequest,
  servicos: Pick<Servicos, 'db' | 'whatsapp'>,
): Promise<string | null> {
  if (!(await emVigor(servicos))) return null
  const pode =
    request.usuario.role === 'admin' || (daPropriaMaquina(request.raw) && (await ehDemonstracao(servicos.db)))
  return pode ? PREFIXO_DO_EMULADOR : null
}

/**
 * A direct request from this machine, to its own name, and not from another site's page: DNS rebinding shows in `Host`,
 * another site's page in `Origin` or `Sec-Fetch-Site`, including other ports of this machine.
 */
function daPropriaMaquina({ headers, socket, method }: IncomingMessage): boolean {
  if (!ehLocal(socket.remoteAddress ?? '') || veioPorProxy(headers)) return false
  const host = headers.host ?? ''
  if (!ehLocal(URL.parse(`http://${host}`)?.hostname ?? '')) return false
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${host}`) return false
  // `none`: typed by the person. Programs other than browsers do not say.
  return site === undefined || site === 'same-origin' || (site === 'none' && method === 'GET')
}

/** Sent by a program of this machine, such as this one, to any of its addresses. */
export function dePrograma({ headers, socket: { remoteAddress = '', localAddress } }: IncomingMessage): boolean {
  const daqui = ehLocal(remoteAddress) || remoteAddress === localAddress
  return daqui && !veioPorProxy(headers) && headers.origin === undefined
}

function ehLocal(host: string): boolean {
  const nome = host.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '')
  return nome === 'localhost' || nome === '::1' || (isIPv4(nome) && nome.startsWith('127.'))
}
