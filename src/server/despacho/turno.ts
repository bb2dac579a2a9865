import { setTimeout as esperar } from 'node:timers/promises'
import { sql } from 'kysely'
import { ritmoDoNumero } from '#domain/limite.ts'
import type { CloudApi } from '#server/cloud-api/cloud-api.ts'
import type { Trava } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { comBotaoDePagamento } from './botao.ts'
import { chamar } from './chamada.ts'
import { lerMeiosDosCodigos } from './codigos.actions.ts'
import { recuperarInterrompidas } from './desconhecidas.actions.ts'
import { desfechoDe } from './desfecho.ts'
import { gravarFalhas, marcarEnviando } from './despacho.actions.ts'
import { desmarcar, devolver } from './devolucao.actions.ts'
import { FilaDeCodigos } from './fila-de-codigos.ts'
import { Gravador } from './gravador.ts'
import type { Posicao } from './posicao.actions.ts'
import { type Reivindicada, reivindicar } from './reivindicacao.actions.ts'
import type { Ritmo } from './ritmo.ts'
import type { RitmoPorPessoa } from './ritmo-por-pessoa.ts'
import { type Falhas, falhaDe, type Saude } from './saude.ts'

export type Precisa = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp' | 'pix' | 'maxPorSegundo' | 'origem'>

/** A claim not sent within this time goes back to be judged again. */
const VALIDADE_MS = 5_000
/** Marked together right before their requests: a fortieth of a second's share, so that they leave evenly. */
const GRUPOS_POR_SEGUNDO = 40
const MAIOR_GRUPO = 50
const MAIOR_LOTE = 500
/** The pace belongs to whoever holds the lock: it is kept for a second after the last send, so that the next starts clean. */
export const TRAVA_OCIOSA_MS = 1_000
const OLHADA_MS = 25

interface Freios {
  ritmo: Ritmo
  porPessoa: RitmoPorPessoa
  saude: Saude
  marcada: Marcada
}

/** What this node marked last, for its next turns: by then the database may be one that does not have it. */
export interface Marcada {
  ultima: Posicao | null
}

interface Lote {
  lote: Reivindicada[]
  vistas: number
  /** By the machine's clock. */
  em: number
}

/** One node's turn: from taking the lock until nothing is left to send. */
export class Turno {
  readonly #servicos: Precisa
  readonly #trava: Trava
  readonly #sinal: AbortSignal
  readonly #ritmo: Ritmo
  readonly #porPessoa: RitmoPorPessoa
  readonly #saude: Saude
  readonly #marcada: Marcada
  readonly #gravador: Gravador
  readonly #emVoo = new Set<Promise<void>>()
  readonly #codigos: FilaDeCodigos
  #contaParada = false
  #aoTerminar: (() => void) | undefined
  /** Templates refused since the claim, for its other messages; later claims read them from the database. */
  readonly #versoesParadas = new Set<number>()
  /** Halved when a claim grew old before all of it went. */
  #maiorLote = MAIOR_LOTE
  #falhasDitas: string
  #dizendo: Promise<void> = Promise.resolve()

  constructor(servicos: Precisa, { ritmo, porPessoa, saude, marcada }: Freios, trava: Trava, sinal: AbortSignal) {
    this.#servicos = servicos
    this.#ritmo = ritmo
    this.#porPessoa = porPessoa
    this.#saude = saude
    this.#marcada = marcada
    this.#falhasDitas = semDetalhe(saude.falhas)
    this.#trava = trava
    this.#sinal = sinal
    this.#codigos = new FilaDeCodigos(servicos)
    this.#gravador = new Gravador(servicos.db, servicos.relogio, servicos.log, sinal)
  }

  /** Gives false: the next turn waits for the clock or for a notification. */
  async cumprir(): Promise<boolean> {
    const { db, whatsapp } = this.#servicos
    await recuperarInterrompidas(this.#servicos)
    let seguinte: Promise<Lote> | null = null
    try {
      let ocupadoEm = Number.NEGATIVE_INFINITY
      while (this.#segue()) {
        await this.#trava.conferir() // two dispatchers at once would send at twice the pace
        const api = await whatsapp.api()
        if (!api || !(await this.#ajustarRitmo())) break
        if (await this.#semLugar()) continue
        const pronto = this.#codigos.pronto()
        const atual: Lote = pronto ?? (await (seguinte ?? this.#reivindicar()))
        if (!pronto)
          seguinte =
            atual.vistas > 0 && !this.#saude.sondando && this.#versoesParadas.size === 0 ? this.#adiantar() : null
        if (atual.lote.length > 0) {
          await this.#enviarLote(api, atual)
          ocupadoEm = performance.now()
        } else if (atual.vistas === 0) {
          // Who is being written to may have another message waiting.
          if (this.#emVoo.size > 0 || this.#gravador.ocupado) ocupadoEm = performance.now()
          if (performance.now() - ocupadoEm > TRAVA_OCIOSA_MS && this.#codigos.vazia) break
          await esperar(OLHADA_MS)
        }
      }
    } finally {
      await this.#devolverAdiantado(seguinte)
      await devolver(db, await this.#codigos.desistir())
      await Promise.all(this.#emVoo)
      await this.#gravador.vazio()
      await this.#dizendo
    }
    return false
  }

  /** For a long pause it releases the lock. */
  #segue = () => !this.#sinal.aborted && !this.#contaParada && this.#ritmo.esperaMs() <= TRAVA_OCIOSA_MS

  /** Waits for a free place before it claims: a claim that waits only grows old. */
  async #semLugar(): Promise<boolean> {
    if (this.#gravador.atrasado) await this.#gravador.vazio()
    if (this.#emVoo.size < this.#saude.abertas) return false
    await Promise.race(this.#emVoo)
    return true
  }

  async #reivindicar(): Promise<Lote> {
    if (this.#versoesParadas.size > 0) {
      await this.#gravador.vazio() // so that the claim sees what was refused
      this.#versoesParadas.clear()
    }
    return this.#tomarLote()
  }

  async #tomarLote(): Promise<Lote> {
    const { db, pix, relogio, origem, log } = this.#servicos
    await this.#codigos.haLugar(this.#ritmo.porSegundo)
    const meios = { origem, log, codigos: await lerMeiosDosCodigos(pix) }
    const em = performance.now()
    const { lote, semCodigo, vistas } = await reivindicar(db, relogio.agora(), this.#tamanhoDoLote(), meios)
    this.#codigos.pedir(semCodigo, em)
    return { lote, vistas, em }
  }

  /** Claims the next batch while one is being sent; a failure reaches whoever awaits it. */
  #adiantar(): Promise<Lote> {
    const lote = this.#tomarLote()
    lote.catch(() => undefined)
    return lote
  }

  async #devolverAdiantado(seguinte: Promise<Lote> | null) {
    const { lote } = (await seguinte?.catch(() => null)) ?? { lote: [] } // its failure left nothing claimed
    await devolver(
      this.#servicos.db,
      lote.map(({ id }) => id),
    )
  }

  /** Half a second of sends: together with the claim before it, a longer one would expire while waiting. */
  #tamanhoDoLote = () =>
    this.#saude.sondando ? 1 : Math.max(1, Math.min(this.#maiorLote, Math.ceil(this.#ritmo.porSegundo / 2)))

  /** The pace that the number bears now; false when nothing may be sent at all. */
  async #ajustarRitmo(): Promise<boolean> {
    const { db, maxPorSegundo } = this.#servicos
    const { rows } = await sql<{ parada: boolean; vazao: string | null; qualidade: string | null }>`
      select conta_parada_codigo is not null or (select retida_em from despacho) is not null as parada, whatsapp_situacao->>'vazao' as vazao,
        whatsapp_situacao->>'qualidade' as qualidade from configuracao`.execute(db)
    const { parada, ...numero } = rows[0]!
    this.#ritmo.limitar(ritmoDoNumero(maxPorSegundo, numero))
    return !parada
  }

  async #enviarLote(api: CloudApi, { lote, em }: Lote) {
    let restam = await this.#deixarEsperar(lote)
    const velho = () => performance.now() - em > VALIDADE_MS
    while (restam.length > 0 && this.#segue() && !velho()) {
      const lugares = this.#saude.abertas - this.#emVoo.size
      const grupo = Math.min(restam.length, MAIOR_GRUPO, Math.ceil(this.#ritmo.porSegundo / GRUPOS_POR_SEGUNDO))
      if (lugares < Math.min(grupo, Math.ceil(this.#saude.abertas / 4))) await this.#umLugar(VALIDADE_MS)
      else if (this.#ritmo.esperaMs(Math.min(grupo, lugares)) > 0)
        await this.#ritmo.esperar(this.#sinal, 250, Math.min(grupo, lugares))
      else {
        restam = await this.#semParadas(restam)
        const quantas = this.#ritmo.tomar(Math.min(lugares, MAIOR_GRUPO, restam.length))
        await this.#enviarGrupo(api, restam.splice(0, quantas))
      }
    }
    this.#maiorLote = velho() ? Math.max(1, this.#maiorLote >> 1) : Math.min(MAIOR_LOTE, this.#maiorLote * 2)
    await devolver(
      this.#servicos.db,
      restam.map(({ id }) => id),
    )
  }

  /** Until a request ends, and no longer than that. */
  async #umLugar(ms: number) {
    await new Promise<void>((pronto) => {
      const prazo = setTimeout(pronto, ms)
      this.#aoTerminar = () => {
        clearTimeout(prazo)
        pronto()
      }
    })
  }

  /** What was claimed with a template that Meta refuses goes back, to be judged again. */
  async #semParadas(lote: Reivindicada[]): Promise<Reivindicada[]> {
    if (this.#versoesParadas.size === 0) return lote
    const parada = ({ versaoId }: Reivindicada) => versaoId !== null && this.#versoesParadas.has(versaoId)
    await devolver(
      this.#servicos.db,
      lote.filter(parada).map(({ id }) => id),
    )
    return lote.filter((mensagem) => !parada(mensagem))
  }

  /** Who was just written to many times waits a little, in the queue; everybody else goes. */
  async #deixarEsperar(lote: Reivindicada[]): Promise<Reivindicada[]> {
    const { db, relogio } = this.#servicos
    const esperas = lote.map((mensagem) => ({ mensagem, ms: this.#porPessoa.tomar(mensagem.contatoId) }))
    for (const { mensagem, ms } of esperas) {
      if (ms > 0) await devolver(db, [mensagem.id], new Date(relogio.agora().getTime() + ms))
    }
    return esperas.filter(({ ms }) => ms === 0).map(({ mensagem }) => mensagem)
  }

  /** Only what is marked here, right before its request, counts as perhaps sent. */
  async #enviarGrupo(api: CloudApi, grupo: Reivindicada[]) {
    if (grupo.length === 0) return
    const em = this.#servicos.relogio.agora()
    const { ids: marcadas, posicao } = await marcarEnviando(this.#trava, grupo, em)
    this.#marcada.ultima = posicao
    if (!this.#trava.valida()) {
      // This process stood still since it asked: another may hold the lock. Nothing of this has left.
      await desmarcar(this.#servicos.db, [...marcadas], em)
      throw new Error('a trava do envio pode ter passado a outro nó')
    }
    this.#ritmo.saemAgora(grupo.length)
    const sonda = this.#saude.sondando
    for (const mensagem of grupo) {
      if (!marcadas.has(mensagem.id)) continue
      const envio = this.#enviar(api, mensagem, sonda).finally(() => {
        this.#emVoo.delete(envio)
        this.#aoTerminar?.()
      })
      this.#emVoo.add(envio)
    }
  }

  async #enviar(api: CloudApi, mensagem: Reivindicada, sonda: boolean) {
    const resultado = await chamar(api, mensagem, this.#servicos.log)
    const desfecho = desfechoDe(resultado, mensagem.tentativas, comBotaoDePagamento(mensagem))
    if (desfecho.tipo === 'conta_parada') this.#contaParada = true
    if (desfecho.tipo === 'recusada' && desfecho.culpa === 'modelo' && mensagem.versaoId !== null)
      this.#versoesParadas.add(mensagem.versaoId)
    if (desfecho.tipo === 'adiada' && desfecho.semBotao && mensagem.versaoId !== null)
      this.#versoesParadas.add(mensagem.versaoId)
    const adiada = desfecho.tipo === 'adiada' ? desfecho : undefined
    if (adiada?.frear) this.#ritmo.frear()
    const falha = falhaDe(resultado)
    const agora = this.#servicos.relogio.agora()
    if (falha === null) this.#saude.respondeu(this.#emVoo.size >= this.#saude.abertas)
    else this.#ritmo.pausar(this.#saude.falhou(falha.tipo, falha.detalhe, sonda, agora, adiada))
    this.#dizerFalhas()
    this.#gravador.entregar({ mensagem, desfecho })
  }

  /** Every node, and every administrator, is told when it begins, grows and ends; not of each try. */
  #dizerFalhas() {
    const falhas = this.#saude.falhas
    if (falhas === null && this.#falhasDitas === semDetalhe(null)) return
    const ditas = semDetalhe(falhas)
    if (ditas === this.#falhasDitas) return
    this.#falhasDitas = ditas
    const { db, relogio, log } = this.#servicos
    if (falhas) log.error({ falhas }, 'os envios ao WhatsApp falham um atrás do outro')
    this.#dizendo = this.#dizendo
      .then(() => gravarFalhas(db, falhas, relogio.agora()))
      .catch((erro) => log.error({ err: erro }, 'não foi possível anotar como o WhatsApp responde'))
  }
}

const semDetalhe = (falhas: Falhas | null) => JSON.stringify(falhas && { ...falhas, detalhe: null })
