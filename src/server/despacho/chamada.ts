import type { FastifyBaseLogger } from 'fastify'
import type { CloudApi, ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import type { Reivindicada } from './reivindicacao.actions.ts'

/** Sends one message; every outcome is a value, never an exception. */
export async function chamar(api: CloudApi, mensagem: Reivindicada, log: FastifyBaseLogger): Promise<ResultadoEnvio> {
  try {
    return await enviarPelo(api, mensagem)
  } catch (erro) {
    // The client turns every outcome of a call into a value; an exception does not say whether the request left.
    log.error({ err: erro, mensagem: mensagem.id }, 'o envio terminou de um modo inesperado')
    return { tipo: 'desconhecido', detalhe: 'O envio terminou de um modo inesperado.' }
  }
}

/** Calls the Cloud API method for this kind of message. */
export function enviarPelo(api: CloudApi, { corpo, para, referencia }: Reivindicada): Promise<ResultadoEnvio> {
  if ('texto' in corpo) return api.enviarTexto({ para, referencia, ...corpo })
  if ('arquivo' in corpo) return api.enviarArquivo({ para, referencia, ...corpo.arquivo })
  const { modelo: nome, ...resto } = corpo
  return api.enviarModelo({ para, referencia, nome, ...resto })
}
