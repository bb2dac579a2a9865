import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { GESTAO, MENSAGENS } from './conta.ts'
import { objetoDesconhecido, RecusaGraph } from './erros.ts'
import type { Nucleo } from './nucleo.ts'

type Pedido = FastifyRequest<{ Querystring: Record<string, string | undefined> }>
type Permissao = typeof MENSAGENS | typeof GESTAO

/** Every call begins here: with the account's token, or the application's own. */
export function conferirToken(request: Pedido, { conta, cenario }: Nucleo): void {
  const cabecalho = /^(?:Bearer|OAuth) (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = cabecalho ?? request.query.access_token
  if (!token) throw new RecusaGraph(104)
  if (token !== conta.token && token !== `${conta.appId}|${conta.appSecret}`) {
    throw new RecusaGraph(190, { titulo: 'Invalid OAuth access token - Cannot parse access token' })
  }
  const prova = request.query.appsecret_proof
  if (prova !== undefined && prova !== createHmac('sha256', conta.appSecret).update(token).digest('hex')) {
    throw new RecusaGraph(100, { titulo: 'Invalid appsecret_proof provided in the API argument', doGraph: true })
  }
  const perguntaSobreToken = request.routeOptions.url?.endsWith('/debug_token')
  if (cenario.situacao === 190 && !perguntaSobreToken) throw new RecusaGraph(190, { subcodigo: 463 })
}

/** Requires that the node is ours and the token may do this with it; to another account's token Meta denies that the node exists. */
export function exigir(permissao: Permissao, dono: string, id: string, metodo: string, { cenario }: Nucleo): void {
  if (id !== dono || cenario.token === 'de_outra_conta') throw objetoDesconhecido(id, metodo)
  if (!escoposDe(cenario.token).includes(permissao)) {
    throw new RecusaGraph(200, {
      ...(permissao === GESTAO ? { titulo: `Requires ${GESTAO} permission to manage the object` } : {}),
    })
  }
}

/** The same of our number. */
export const exigirNumero = (
  { params, method }: { params: { id: string }; method: string },
  permissao: Permissao,
  nucleo: Nucleo,
): void => exigir(permissao, nucleo.conta.phoneNumberId, params.id, method, nucleo)

const escoposDe = (token: Nucleo['cenario']['token']): Permissao[] =>
  token === 'so_mensagens' ? [MENSAGENS] : token === 'so_gestao' ? [GESTAO] : [GESTAO, MENSAGENS]

const EMITIDO_EM = 1_782_864_000
const SETE_DIAS_S = 7 * 86_400

/** An invalid token is no refusal here: the answer says that it is invalid. */
export function fichaDoToken(token: string, { conta, cenario, agora }: Nucleo) {
  if (token !== conta.token) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return { error, is_valid: false, scopes: [] }
  }
  const vencido = cenario.situacao === 190
  const scopes = escoposDe(cenario.token)
  const target_ids = [cenario.token === 'de_outra_conta' ? '299999999999999' : conta.businessAccountId]
  return {
    app_id: conta.appId,
    type: 'SYSTEM_USER',
    application: 'Emulador',
    is_valid: !vencido,
    issued_at: EMITIDO_EM,
    expires_at: cenario.token === 'expira_em_7_dias' ? Math.floor(agora().getTime() / 1000) + SETE_DIAS_S : 0,
    data_access_expires_at: 0,
    scopes,
    granular_scopes: scopes.map((scope) => ({ scope, target_ids })),
    user_id: '600000000000001',
    ...(vencido
      ? { error: { code: 190, message: 'Error validating access token: Session has expired.', subcode: 463 } }
      : {}),
  }
}
