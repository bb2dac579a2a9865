import { setTimeout as esperar } from 'node:timers/promises'
import { sql } from 'kysely'
import { ritmoDoNumero } from '#domain/limite.ts'
import type { CloudApi, ResultadoEnvio } from '#server/cloud-api/cloud-api.ts'
import type { Db } from '#server/db/schema.ts'
import { comTravaGlobal, type Trabalho } from '#server/jobs/trabalhos.ts'
import { desfechoDe } from '#server/saida/desfecho.ts'
import { devolver, recuperarInterrompidas } from '#server/saida/resultados.actions.ts'
import { Ritmo } from '#server/saida/ritmo.ts'
import { RitmoPorPessoa } from '#server/saida/ritmo-por-pessoa.ts'
import { CANAL_SAIDA } from '#server/saida/saida.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { Gravador } from './gravador.ts'
import { type Reivindicada, reivindicar } from './reivindicacao.actions.ts'

type Precisa = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp' | 'maxPorSegundo'>

/** Requests open at once; below the client's connections, so that none waits for one. */
const CONCORRENCIA = 100
/** A claim not sent within this time goes back to be judged again. */
const VALIDADE_MS = 5_000
/** Marked together right before their requests; while many are open, a few free places are not worth a statement. */
const MAIOR_FATIA = 50
const MENOR_FATIA = 25
const MAIOR_LOTE = 500
/** The pace belongs to who holds the lock: it is kept for a second after the last send, so that the next starts clean. */
const SAIDEIRA_MS = 1_000
const OLHADA_MS = 25

/**
 * The dispatcher: one at a time over all nodes, so that the pace holds for all of them. Claims, commits, marks, sends
 * over kept connections, records. No transaction is open while the network is awaited.
 */
export function despachante(servicos: Precisa): Trabalho {
  // Outlives a turn: when Meta asks to wait, the next turn waits too.
  const ritmo = new Ritmo(servicos.maxPorSegundo)
  const porPessoa = new RitmoPorPessoa()
  return {
    nome: 'cobranca.despachante',
    cadaMs: 500,
    canal: CANAL_SAIDA,
    executar: async (sinal) => {
      if (ritmo.esperaMs() > SAIDEIRA_MS || !(await haFila(servicos.db))) return false
      return comTravaGlobal(servicos.db, 'cobranca.despachante', (conferirTrava) =>
        new Turno(servicos, ritmo, porPessoa, sinal).cumprir(conferirTrava),
      )
    },
  }
}

/** Something to send, or left behind by one that died. A look that costs nothing when there is neither. */
async function haFila(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ha: boolean }>`
    select exists (select from mensagem where envio in ('fila', 'reivindicada', 'enviando')) as ha`.execute(db)
  return rows[0]?.ha === true
}

/** What one node does from taking the lock until nothing is left to send. */
class Turno {
  readonly #servicos: Precisa
  readonly #sinal: AbortSignal
  readonly #ritmo: Ritmo
  readonly #porPessoa: RitmoPorPessoa
  readonly #gravador: Gravador
  readonly #emVoo = new Set<Promise<void>>()
  #contaParada = false
  /** Templates refused since the claim, which holds many messages; by the next one they are written down. */
  readonly #versoesParadas = new Set<number>()

  constructor(servicos: Precisa, ritmo: Ritmo, porPessoa: RitmoPorPessoa, sinal: AbortSignal) {
    this.#servicos = servicos
    this.#ritmo = ritmo
    this.#porPessoa = porPessoa
    this.#sinal = sinal
    this.#gravador = new Gravador(servicos.db, servicos.relogio, servicos.log, sinal)
  }

  /** Gives false: whoever comes next waits for the clock or the bell. */
  async cumprir(conferirTrava: () => Promise<void>): Promise<boolean> {
    const { db, whatsapp } = this.#servicos
    await recuperarInterrompidas(db)
    try {
      let ultimoEnvio = Number.NEGATIVE_INFINITY
      while (!this.#sinal.aborted && !this.#contaParada && this.#ritmo.esperaMs() <= SAIDEIRA_MS) {
        await conferirTrava() // two dispatchers at once would send at twice the pace
        const api = await whatsapp.api()
        if (!api || !(await this.#ajustarRitmo())) break
        if (this.#versoesParadas.size > 0) await this.#gravador.vazio() // then the claim knows of them
        this.#versoesParadas.clear()
        const em = performance.now()
        const { lote, vistas } = await reivindicar(db, this.#servicos.relogio.agora(), this.#tamanhoDoLote())
        if (lote.length > 0) {
          await this.#enviarLote(api, lote, em)
          ultimoEnvio = performance.now()
        } else if (vistas === 0) {
          if (performance.now() - ultimoEnvio > SAIDEIRA_MS) break
          await esperar(OLHADA_MS)
        }
      }
    } finally {
      await Promise.all(this.#emVoo)
      await this.#gravador.vazio()
    }
    return false
  }

  /** About what the pace lets go in a second: a longer claim would grow old waiting. */
  #tamanhoDoLote = () => Math.max(10, Math.min(MAIOR_LOTE, this.#ritmo.porSegundo))

  /** The pace that the number bears now; false when nothing may be sent at all. */
  async #ajustarRitmo(): Promise<boolean> {
    const { db, maxPorSegundo } = this.#servicos
    const { rows } = await sql<{ parada: boolean; vazao: string | null; qualidade: string | null }>`
      select conta_parada_codigo is not null as parada, whatsapp_situacao->>'vazao' as vazao,
        whatsapp_situacao->>'qualidade' as qualidade from configuracao`.execute(db)
    const { parada, ...numero } = rows[0]!
    this.#ritmo.limitar(ritmoDoNumero(maxPorSegundo, numero))
    return !parada
  }

  async #enviarLote(api: CloudApi, lote: Reivindicada[], em: number) {
    let restam = await this.#deixarEsperar(lote)
    while (restam.length > 0) {
      if (this.#sinal.aborted || this.#contaParada || performance.now() - em > VALIDADE_MS) break
      if (CONCORRENCIA - this.#emVoo.size < Math.min(MENOR_FATIA, restam.length)) {
        await Promise.race(this.#emVoo)
        continue
      }
      restam = await this.#semParadas(restam)
      const quantas = this.#ritmo.tomar(Math.min(CONCORRENCIA - this.#emVoo.size, MAIOR_FATIA, restam.length))
      if (quantas === 0) await this.#ritmo.esperar(this.#sinal, 250)
      else await this.#enviarFatia(api, restam.splice(0, quantas))
    }
    await devolver(
      this.#servicos.db,
      restam.map(({ id }) => id),
    )
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
  async #enviarFatia(api: CloudApi, fatia: Reivindicada[]) {
    const marcadas = await marcarEnviando(this.#servicos, fatia)
    for (const mensagem of fatia) {
      if (!marcadas.has(mensagem.id)) continue
      const envio = this.#enviar(api, mensagem).finally(() => this.#emVoo.delete(envio))
      this.#emVoo.add(envio)
    }
  }

  async #enviar(api: CloudApi, mensagem: Reivindicada) {
    const desfecho = desfechoDe(await chamar(api, mensagem, this.#servicos.log), mensagem.tentativas)
    if (desfecho.tipo === 'conta_parada') this.#contaParada = true
    if (desfecho.tipo === 'recusada' && desfecho.culpa === 'modelo' && mensagem.versaoId !== null)
      this.#versoesParadas.add(mensagem.versaoId)
    if (desfecho.tipo === 'adiada' && desfecho.paraTodos) this.#ritmo.pausar(desfecho.segundos)
    if (desfecho.tipo === 'adiada' && desfecho.frear) this.#ritmo.frear()
    this.#gravador.entregar({ mensagem, desfecho })
  }
}

async function chamar(api: CloudApi, mensagem: Reivindicada, log: Servicos['log']): Promise<ResultadoEnvio> {
  try {
    return await enviarPelo(api, mensagem)
  } catch (erro) {
    // The client turns every end of a call into a value; an exception says nothing of whether the request left.
    log.error({ err: erro, mensagem: mensagem.id }, 'o envio terminou de um modo inesperado')
    return { tipo: 'desconhecido', detalhe: 'O envio terminou de um modo inesperado.' }
  }
}

/** The one call that each kind of message is. */
export function enviarPelo(api: CloudApi, { corpo, para, referencia }: Reivindicada): Promise<ResultadoEnvio> {
  if ('texto' in corpo) return api.enviarTexto({ para, referencia, ...corpo })
  if ('arquivo' in corpo) return api.enviarArquivo({ para, referencia, ...corpo.arquivo })
  const { modelo: nome, ...resto } = corpo
  return api.enviarModelo({ para, referencia, nome, ...resto })
}

/** Of one claim: what another dispatcher has claimed since is that one's to send, as it judged it. */
async function marcarEnviando({ db, relogio }: Precisa, fatia: Reivindicada[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update mensagem set envio = 'enviando', enviando_em = ${relogio.agora()}
    where id = any(${fatia.map(({ id }) => id)}::bigint[]) and envio = 'reivindicada' and reivindicada_em = ${fatia[0]?.reivindicadaEm}
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
