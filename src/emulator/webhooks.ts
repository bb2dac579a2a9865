import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Acaso } from './acaso.ts'
import type { Agendador } from './agendador.ts'
import type { Caos, ContaEmulada } from './conta.ts'
import { jsonMeta } from './json-meta.ts'

/** An event for the application: one change of one field. */
export interface Evento {
  campo: string
  valor: object
  /** Canonical phone it is about, if any. */
  aparelho: string | null
  /** `statuses · read`, and a few words for the log. */
  titulo: string
  resumo: string
  /** Account and template fields carry the time in the envelope; messages do not. */
  tempo?: number
}

/** The result of one delivery of one event. */
export interface RegistroWebhook {
  id: number
  quando: string
  aparelho: string | null
  titulo: string
  resumo: string
  /** What the application answered; null while it has not. */
  resposta: number | null
  erro: string | null
  duracaoMs: number | null
  tentativa: number
}

interface Remessa {
  eventos: Evento[]
  corpo: Buffer
  tentativa: number
  desde: number
}

interface Servicos {
  conta: ContaEmulada
  agendador: Agendador
  acaso: Acaso
  caos: () => Caos
  /** Is the account subscribed to the application these go to? */
  inscrito: () => boolean
  agora: () => Date
  /** Called whenever the log changed. */
  mudou: (aparelho: string | null) => void
}

const CONCORRENCIA = 24
/** Under load updates come together, as Meta's do; up to this many in one POST. */
const LOTE = 100
const PRAZO_MS = 10_000
const MAIOR_FILA = 200_000
const MAIOR_LOG = 2_000
/** At once, then ever more slowly; the last pause is repeated until the seven days are over. */
const PAUSAS_S = [1, 2, 5, 10, 30, 60, 300, 900, 3600]
const SETE_DIAS_MS = 7 * 86_400_000

/** Delivers webhooks as Meta does: signed, at least once, without order, until 200 or seven days. */
export class Entregador {
  url: string | null = null
  descartados = 0
  #fila: Evento[] = []
  #inicio = 0
  #repetir: Remessa[] = []
  readonly #inFlight = new Set<Remessa>()
  readonly #esperando = new Set<Evento[]>()
  #fechado = false
  #idleWaiters: (() => void)[] = []
  #log: { registro: RegistroWebhook; evento: Evento; corpo: Buffer }[] = []
  #serie = 0
  readonly #agent = new Agent({ connections: CONCORRENCIA, pipelining: 1 })
  readonly #s: Servicos

  constructor(servicos: Servicos) {
    this.#s = servicos
  }

  /** Waiting for a first delivery, for an answer, or for another try. */
  get pendentes(): number {
    return this.#fila.length - this.#inicio + this.#repetir.length + this.#inFlight.size + this.#esperando.size
  }

  emitir(evento: Evento, atrasoMs = 0): void {
    const desordem = this.#s.acaso.acontece(this.#s.caos().desordenar) ? this.#s.acaso.entre([200, 4000]) : 0
    if (atrasoMs + desordem > 0) this.#depois(atrasoMs + desordem, [evento], () => this.#enfileirar(evento))
    else this.#enfileirar(evento)
  }

  /** The last deliveries, newest first, of one phone or of all. */
  log(limite: number, aparelho?: string): RegistroWebhook[] {
    const achados: RegistroWebhook[] = []
    for (let i = this.#log.length - 1; i >= 0 && achados.length < limite; i--) {
      const { registro } = this.#log[i]!
      if (aparelho === undefined || registro.aparelho === aparelho) achados.push(registro)
    }
    return achados
  }

  /** The very same bytes again, as Meta does without saying why; false when it is no longer remembered. */
  repetir(id: number): boolean {
    const guardado = this.#log.find(({ registro }) => registro.id === id)
    if (!guardado) return false
    const evento = { ...guardado.evento, resumo: 'enviado de novo de propósito' }
    this.#repetir.push({ eventos: [evento], corpo: guardado.corpo, tentativa: 1, desde: this.#s.agendador.agoraMs() })
    this.#drain()
    return true
  }

  /** Meta asks for its challenge back before it accepts an address. */
  async handshake(url: string, verifyToken: string): Promise<boolean> {
    const desafio = String(1_000_000_000 + Math.floor(Math.random() * 1e9))
    const alvo = new URL(url)
    alvo.searchParams.set('hub.mode', 'subscribe')
    alvo.searchParams.set('hub.challenge', desafio)
    alvo.searchParams.set('hub.verify_token', verifyToken)
    try {
      const { statusCode, body } = await request(alvo, {
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(PRAZO_MS),
        headers: { 'user-agent': AGENTE },
      })
      return (await body.text()) === desafio && statusCode === 200
    } catch {
      return false // an address that cannot be reached is an address that did not answer
    }
  }

  /** Resolves when nothing is in flight; what is scheduled for later does not count. */
  idle(): Promise<void> {
    if (this.#inFlight.size === 0 && this.#inicio >= this.#fila.length && this.#repetir.length === 0)
      return Promise.resolve()
    return new Promise((resolver) => this.#idleWaiters.push(resolver))
  }

  /** The events not acknowledged, for a restart to take up. */
  naoEntregues(limite: number): Evento[] {
    const esperando = [...this.#esperando].flat()
    const repetir = [...this.#inFlight, ...this.#repetir].flatMap(({ eventos }) => eventos)
    return [...esperando, ...repetir, ...this.#fila.slice(this.#inicio)].slice(0, limite)
  }

  async fechar(): Promise<void> {
    this.#fechado = true
    await this.#agent.destroy()
  }

  #enfileirar(evento: Evento): void {
    if (!this.#s.inscrito() || !this.url || this.#fechado) return
    if (this.#fila.length - this.#inicio >= MAIOR_FILA) {
      this.#inicio++
      this.descartados++
    }
    this.#fila.push(evento)
    this.#drain()
  }

  #drain(): void {
    while (this.#inFlight.size < CONCORRENCIA && !this.#fechado) {
      const remessa = this.#repetir.shift() ?? this.#proxima()
      if (!remessa) break
      this.#inFlight.add(remessa)
      void this.#entregar(remessa)
    }
    if (this.#inFlight.size > 0 || this.#idleWaiters.length === 0) return
    for (const resolver of this.#idleWaiters.splice(0)) resolver()
  }

  #proxima(): Remessa | null {
    const disponiveis = this.#fila.length - this.#inicio
    if (disponiveis === 0) return null
    const quantos = disponiveis > CONCORRENCIA ? Math.min(LOTE, Math.ceil(disponiveis / CONCORRENCIA)) : 1
    const eventos = this.#fila.slice(this.#inicio, this.#inicio + quantos)
    this.#inicio += quantos
    // Removed in bulk now and then, because shifting one at a time would move the whole queue each time.
    if (this.#inicio > 1024 && this.#inicio * 2 > this.#fila.length) {
      this.#fila = this.#fila.slice(this.#inicio)
      this.#inicio = 0
    }
    return { eventos, corpo: this.#envelope(eventos), tentativa: 1, desde: this.#s.agendador.agoraMs() }
  }

  #envelope(eventos: Evento[]): Buffer {
    const id = this.#s.conta.businessAccountId
    const semTempo = eventos.filter(({ tempo }) => tempo === undefined)
    const mudanca = ({ valor, campo }: Evento) => ({ value: valor, field: campo })
    const entry = [
      ...(semTempo.length > 0 ? [{ id, changes: semTempo.map(mudanca) }] : []),
      ...eventos.filter(({ tempo }) => tempo !== undefined).map((e) => ({ id, time: e.tempo, changes: [mudanca(e)] })),
    ]
    // Memory of its own: it is remembered, and a small buffer of Node's pool would keep 64 kB with it.
    return Buffer.from(new TextEncoder().encode(jsonMeta({ object: 'whatsapp_business_account', entry })).buffer)
  }

  async #entregar(remessa: Remessa): Promise<void> {
    const registros = remessa.eventos.map((evento) => this.#registrar(evento, remessa))
    const inicio = performance.now()
    const { resposta, erro } = await this.#postar(remessa.corpo)
    const duracaoMs = Math.round(performance.now() - inicio)
    for (const registro of registros) Object.assign(registro, { resposta, erro, duracaoMs })
    this.#inFlight.delete(remessa)
    if (!this.#fechado) {
      if (resposta !== 200) this.#tentarDeNovo(remessa)
      else if (remessa.tentativa === 1 && this.#s.acaso.acontece(this.#s.caos().duplicar)) this.#duplicar(remessa)
      for (const { aparelho } of remessa.eventos) this.#s.mudou(aparelho)
    }
    this.#drain()
  }

  async #postar(corpo: Buffer): Promise<{ resposta: number | null; erro: string | null }> {
    try {
      const assinatura = createHmac('sha256', this.#s.conta.appSecret).update(corpo).digest('hex')
      const { statusCode, body } = await request(this.url!, {
        dispatcher: this.#agent,
        method: 'POST',
        body: corpo,
        signal: AbortSignal.timeout(PRAZO_MS),
        headers: {
          'content-type': 'application/json',
          'user-agent': AGENTE,
          'x-hub-signature-256': `sha256=${assinatura}`,
        },
      })
      await body.dump()
      return { resposta: statusCode, erro: null }
    } catch (erro) {
      const codigo = (erro as { code?: unknown }).code
      return { resposta: null, erro: typeof codigo === 'string' ? codigo : (erro as Error).name }
    }
  }

  #tentarDeNovo(remessa: Remessa): void {
    if (this.#s.agendador.agoraMs() - remessa.desde > SETE_DIAS_MS) {
      this.descartados += remessa.eventos.length
      return
    }
    const pausa = PAUSAS_S[Math.min(remessa.tentativa, PAUSAS_S.length) - 1]! * 1000
    this.#depois(pausa, remessa.eventos, () => {
      this.#repetir.push({ ...remessa, tentativa: remessa.tentativa + 1 })
      this.#drain()
    })
  }

  #duplicar(remessa: Remessa): void {
    this.#depois(this.#s.acaso.entre([50, 3000]), [], () => {
      this.#repetir.push({ ...remessa, tentativa: 2 })
      this.#drain()
    })
  }

  #depois(ms: number, eventos: Evento[], fazer: () => void): void {
    this.#esperando.add(eventos)
    this.#s.agendador.agendar(ms, () => {
      this.#esperando.delete(eventos)
      if (!this.#fechado) fazer()
    })
  }

  #registrar(evento: Evento, { corpo, tentativa }: Remessa): RegistroWebhook {
    const { titulo, resumo, aparelho } = evento
    const registro: RegistroWebhook = {
      id: ++this.#serie,
      quando: this.#s.agora().toISOString(),
      aparelho,
      titulo,
      resumo,
      resposta: null,
      erro: null,
      duracaoMs: null,
      tentativa,
    }
    this.#log.push({ registro, evento, corpo })
    if (this.#log.length > MAIOR_LOG * 2) this.#log = this.#log.slice(-MAIOR_LOG)
    return registro
  }
}

const AGENTE = 'facebookexternalua'
