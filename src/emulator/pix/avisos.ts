import { Agent, request } from 'undici'
import type { PixRecebido } from './estado.ts'
import { type NucleoPix, temChave } from './nucleo.ts'
import { lerPedido } from './pedidos.ts'
import { ProblemaPix } from './problema.ts'

const PRAZO_MS = 10_000
/** Retries ever more slowly, then gives up: a receiver finds lost ones by querying the API. */
const PAUSAS_S = [1, 5, 30, 300, 1_800]

/** Faults that a receiver must handle: lost calls, repeated ones, and Pix without txid, which some PSPs report. */
export interface CaosDosAvisos {
  perder: number
  duplicar: number
  semTxid: boolean
}

export interface AvisoFeito {
  url: string
  endToEndId: string
  tentativa: number
  resposta: number | null
}

/** One address a key; each Pix with a txid is told there, and again when a refund of it ends. */
export class Avisos {
  readonly feitos: AvisoFeito[] = []
  caos: CaosDosAvisos = { perder: 0, duplicar: 0, semTxid: false }
  readonly #nucleo: NucleoPix
  readonly #agent = new Agent({ connections: 8 })
  readonly #inFlight = new Set<Promise<void>>()
  #fechado = false
  constructor(nucleo: NucleoPix) {
    this.#nucleo = nucleo
  }

  registrar(chave: string, corpo: unknown) {
    this.#conferirChave(chave)
    const { webhookUrl } = lerPedido('webhook', corpo, 'WebhookOperacaoInvalida')
    this.#nucleo.estado.webhooks[chave] = { webhookUrl, criacao: this.#nucleo.agora().toISOString() }
    this.#nucleo.mudou()
    return this.obter(chave)
  }

  obter(chave: string) {
    const registrado = this.#nucleo.estado.webhooks[chave]
    if (!registrado) throw new ProblemaPix('WebhookNaoEncontrado', 'Não há webhook para esta chave.')
    return { ...registrado, chave }
  }

  apagar(chave: string): void {
    this.obter(chave)
    delete this.#nucleo.estado.webhooks[chave]
    this.#nucleo.mudou()
  }

  todos() {
    return Object.keys(this.#nucleo.estado.webhooks).map((chave) => this.obter(chave))
  }

  avisar(pix: PixRecebido): void {
    if ((pix.txid === undefined && !this.caos.semTxid) || this.#nucleo.acaso.acontece(this.caos.perder)) return
    this.#tentar(pix, 1)
    if (this.#nucleo.acaso.acontece(this.caos.duplicar)) this.#tentar(pix, 1)
  }

  /** Resolves when no call is in flight; those scheduled for later do not count. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled([...this.#inFlight])
  }

  async fechar(): Promise<void> {
    this.#fechado = true
    await this.#agent.destroy()
  }

  #tentar(pix: PixRecebido, tentativa: number): void {
    const url = this.#nucleo.estado.webhooks[pix.chave]?.webhookUrl
    if (url === undefined || this.#fechado) return
    const chamada = this.#chamar(`${url}/pix`, pix, tentativa).then((resposta) => {
      if (resposta === 200) return
      const pausa = PAUSAS_S[tentativa - 1]
      if (pausa !== undefined) this.#nucleo.agendador.agendar(pausa * 1000, () => this.#tentar(pix, tentativa + 1))
    })
    this.#inFlight.add(chamada)
    void chamada.finally(() => this.#inFlight.delete(chamada))
  }

  async #chamar(url: string, pix: PixRecebido, tentativa: number): Promise<number | null> {
    const aviso: AvisoFeito = { url, endToEndId: pix.endToEndId, tentativa, resposta: null }
    this.feitos.push(aviso)
    try {
      const { statusCode, body } = await request(url, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pix: [pix] }),
        signal: AbortSignal.timeout(PRAZO_MS),
      })
      await body.dump()
      aviso.resposta = statusCode
    } catch {
      aviso.resposta = null // nobody there: told again later
    }
    return aviso.resposta
  }

  #conferirChave(chave: string) {
    if (!temChave(this.#nucleo, chave))
      throw new ProblemaPix('WebhookOperacaoInvalida', 'A chave não é do usuário recebedor.')
  }
}
