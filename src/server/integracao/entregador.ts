import { type Dispatcher, request } from 'undici'
import { EnderecoProibido, NAO_CHAMADO, type SaidaSegura } from '#server/rede/saida-segura.ts'
import { cabecalhosAssinados } from './assinatura.ts'

/** A receiver that takes longer is tried again. */
const PRAZO_MS = 10_000
/** To one receiver at a time, each of another customer. */
export const AO_MESMO_TEMPO = 8

/** What is told: Standard Webhooks' shape, with ids and statuses only. */
export interface Aviso {
  id: string
  tipo: string
  ocorridoEm: string
  dados: Record<string, unknown>
}

export interface ComoFoi {
  entregue: boolean
  http: number | null
  /** Why it failed, as a sentence; null when it arrived. */
  erro: string | null
}

/** Calls one receiver: only at the resolved address, without redirects, within the time limit. */
export interface Entregador {
  entregar(aviso: Aviso, agora: Date, sinal?: AbortSignal): Promise<ComoFoi>
  fechar(): Promise<void>
}

export function criarEntregador(saida: SaidaSegura, url: string, segredo: string): Entregador {
  const dispatcher = saida.abrir({ connections: AO_MESMO_TEMPO, pipelining: 1 }, PRAZO_MS)
  return {
    entregar: (aviso, agora, sinal) => chamar(dispatcher, { url, segredo }, aviso, agora, sinal),
    fechar: () => dispatcher.destroy(),
  }
}

interface Alvo {
  url: string
  segredo: string
}

async function chamar(
  dispatcher: Dispatcher,
  { url, segredo }: Alvo,
  { id, tipo, ocorridoEm, dados }: Aviso,
  agora: Date,
  sinal?: AbortSignal,
): Promise<ComoFoi> {
  const corpo = JSON.stringify({ type: tipo, timestamp: ocorridoEm, data: dados })
  const prazo = AbortSignal.timeout(PRAZO_MS)
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json', ...cabecalhosAssinados(segredo, id, corpo, agora) },
      body: corpo,
      signal: sinal ? AbortSignal.any([prazo, sinal]) : prazo,
    })
    // The answer's body is not read: only the status counts.
    body.on('error', () => undefined).destroy()
    return respondeu(statusCode)
  } catch (erro) {
    return { entregue: false, http: null, erro: fraseDaFalha(erro, prazo.aborted) }
  }
}

function respondeu(http: number): ComoFoi {
  if (http >= 200 && http < 300) return { entregue: true, http, erro: null }
  const erro =
    http >= 300 && http < 400
      ? `O endereço redirecionou (${http}), e redirecionamentos não são seguidos. Informe o endereço final.`
      : `O endereço respondeu ${http}.`
  return { entregue: false, http, erro }
}

function fraseDaFalha(erro: unknown, passouDoPrazo: boolean): string {
  if (erro instanceof EnderecoProibido) return NAO_CHAMADO
  if (passouDoPrazo) return `O endereço não respondeu em ${PRAZO_MS / 1000} segundos.`
  return 'Não foi possível conectar ao endereço.'
}
