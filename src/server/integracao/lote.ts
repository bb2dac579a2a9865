import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LinhaDoLote } from '#contract/integracao.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { LINHAS_DO_LOTE } from '#domain/integracao.ts'
import { MAIOR_CORPO, VALORES_DEMAIS } from '#server/http/entrada.ts'
import { CHAVE_MAXIMA } from '#server/http/idempotencia.ts'
import { passaDaMedida } from '#server/http/json-medido.ts'

/** A line's body is written again for its call, which would overflow the stack; that call refuses a third of this depth. */
const MAIOR_LINHA = { ...MAIOR_CORPO, niveis: 100 }

/** What one line of a batch was answered. */
export interface RespostaDaLinha {
  status: number
  corpo: unknown
}

/** The lines of a batch (NDJSON), empty ones apart; 422 when there are none, or too many. */
export function linhasDoLote(texto: string): string[] {
  const linhas = texto.split('\n').filter((linha) => linha.trim() !== '')
  if (linhas.length === 0) throw new CamposInvalidos({ corpo: ['Mande ao menos uma linha, cada uma um JSON.'] })
  if (linhas.length > LINHAS_DO_LOTE) {
    throw new CamposInvalidos({ corpo: [`O lote tem ${linhas.length} linhas; o máximo é ${LINHAS_DO_LOTE}.`] })
  }
  return linhas
}

/** A line read: the call that it asks for, or what it is answered because it is none. */
export type LinhaLida = { metodo: 'GET' | 'PUT' | 'POST'; caminho: string; corpo?: unknown } | RespostaDaLinha
export const ehChamada = (lida: LinhaLida) => !('status' in lida)

/**
 * Executes one line's call as if it had come alone: the same checks, limits, log and answer. In a batch with an `Idempotency-Key`
 * each line has its own key, by position.
 */
export async function fazerLinha(
  app: FastifyInstance,
  request: FastifyRequest,
  lida: LinhaLida,
  lugar: number,
): Promise<RespostaDaLinha> {
  if ('status' in lida) return lida
  const { metodo, caminho, corpo } = lida
  const chave = request.headers['idempotency-key']
  const resposta = await app.inject({
    method: metodo,
    url: caminho,
    remoteAddress: request.ip,
    headers: {
      authorization: request.headers.authorization ?? '',
      ...(chave && { 'idempotency-key': chaveDaLinha(String(chave), lugar) }),
      ...(corpo !== undefined && { 'content-type': 'application/json' }),
    },
    ...(corpo !== undefined && { payload: JSON.stringify(corpo) }),
  })
  return { status: resposta.statusCode, corpo: resposta.body === '' ? null : resposta.json() }
}

/** A key of the maximum length must work for a batch too: when the suffix makes it too long, it is hashed. */
function chaveDaLinha(chave: string, lugar: number): string {
  const daLinha = `${chave}:${lugar}`
  if (chave.length > CHAVE_MAXIMA || daLinha.length <= CHAVE_MAXIMA) return daLinha
  return createHash('sha256').update(daLinha).digest('hex')
}

export function lerLinha(linha: string): LinhaLida {
  if (passaDaMedida(linha, MAIOR_LINHA)) return { status: 413, corpo: { message: VALORES_DEMAIS } }
  let json: unknown
  try {
    json = JSON.parse(linha)
  } catch {
    return { status: 400, corpo: { message: 'Esta linha não é um JSON.' } }
  }
  const lida = LinhaDoLote.safeParse(json)
  if (lida.success) return lida.data
  const message = lida.error.issues[0]?.message ?? 'Esta linha não diz o método e o caminho.'
  return { status: 422, corpo: { message } }
}
