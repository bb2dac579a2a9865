import { setTimeout as esperar } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { invalidarContato } from '#server/clientes/contato-invalido.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { pararBotao } from '#server/modelos/botao.actions.ts'
import { pararVersao } from '#server/modelos/parecer.actions.ts'
import type { Relogio } from '#server/servicos.ts'
import { pararConta } from './conta-parada.actions.ts'
import { registrarDesconhecidas, registrarSeparada, separarResultado } from './desconhecidas.actions.ts'
import type { Desfecho } from './desfecho.ts'
import { anotarAndamento } from './despacho.actions.ts'
import { adiar } from './devolucao.actions.ts'
import { travarDonos } from './dias.actions.ts'
import type { Reivindicada } from './reivindicacao.actions.ts'
import { registrarAceitas, registrarRecusadas } from './resultados.actions.ts'
import { ehRecusa } from './separacao.actions.ts'

interface Feita {
  mensagem: Reivindicada
  desfecho: Desfecho
}

const MAIOR_LOTE = 200
/** Results that come within this time are written together. */
const MOMENTO_MS = 20
const PAUSA_MS = 500
const POR_MINUTO = 60_000 / PAUSA_MS
const TENTATIVAS_NO_FIM = 3
/** It would be refused again, by Meta and by the database: somebody must have the time to look. */
const SEPARADA_S = 600
/** So many that wait to be written are more than a busy second brings: nothing more should be sent meanwhile. */
const MAIOR_ESPERA = 1_000
/** How often it is written down that the queue moves. */
const ANDAMENTO_MS = 1_000

/**
 * Records the outcomes of sends, many per transaction. Meta gives an answer only once, so it waits for a database that is away. A
 * result that the database refuses is set aside, and affects no other result.
 */
export class Gravador {
  readonly #db: Db
  readonly #relogio: Relogio
  readonly #log: FastifyBaseLogger
  readonly #sinal: AbortSignal
  #fila: Feita[] = []
  #trabalho: Promise<void> | null = null
  #andouEm = Number.NEGATIVE_INFINITY

  constructor(db: Db, relogio: Relogio, log: FastifyBaseLogger, sinal: AbortSignal) {
    this.#db = db
    this.#relogio = relogio
    this.#log = log
    this.#sinal = sinal
  }

  entregar(feita: Feita) {
    this.#fila.push(feita)
    this.#trabalho ??= this.#gravarTudo().finally(() => {
      this.#trabalho = null
    })
  }

  get ocupado(): boolean {
    return this.#trabalho !== null
  }

  get atrasado(): boolean {
    return this.#fila.length > MAIOR_ESPERA
  }

  /** Settles when everything delivered so far is written. */
  async vazio() {
    while (this.#trabalho !== null) await this.#trabalho
  }

  async #gravarTudo() {
    while (this.#fila.length > 0) {
      await esperar(MOMENTO_MS)
      await this.#gravarLote(this.#fila.splice(0, MAIOR_LOTE))
    }
  }

  async #gravarLote(lote: Feita[]) {
    const gravadas = await this.#gravarOuSeparar(lote)
    await this.#anotar(lote)
    for (const feita of gravadas) {
      const { mensagem, desfecho } = feita
      if (desfecho.tipo !== 'recusada') continue
      // These lock customers of their own, so each has its transaction: the order of the locks holds.
      const fim = await this.#insistir((agora) =>
        emTransacao(this.#db, (trx) => recusar(trx, mensagem, desfecho, agora)),
      )
      if (fim) await this.#separar(feita, fim.recusa)
    }
  }

  /** All at once or, if the database refuses that, one by one. Returns those written. */
  async #gravarOuSeparar(lote: Feita[]): Promise<Feita[]> {
    const fim = await this.#insistir((agora) => emTransacao(this.#db, (trx) => gravar(trx, lote, agora)))
    if (!fim) return lote
    if (lote.length === 1) {
      await this.#separar(lote[0]!, fim.recusa)
      return []
    }
    const gravadas: Feita[] = []
    for (const feita of lote) gravadas.push(...(await this.#gravarOuSeparar([feita])))
    return gravadas
  }

  /** Where the database takes not even that, it stays as it was marked, for whoever sends next. */
  async #separar(feita: Feita, erro: unknown) {
    const { id } = feita.mensagem
    this.#log.error(
      { err: erro, mensagem: id, desfecho: feita.desfecho.tipo },
      'o resultado de um envio não pode ser gravado',
    )
    const fim = await this.#insistir((agora) => separarResultado(this.#db, id, agora, naoSaiu(feita, agora)))
    if (fim) this.#log.error({ err: fim.recusa, mensagem: id }, 'um envio continua sem desfecho')
  }

  async #anotar(lote: Feita[]) {
    const respondida = lote.some(({ desfecho }) => desfecho.tipo !== 'desconhecida')
    if (!respondida || performance.now() - this.#andouEm < ANDAMENTO_MS) return
    this.#andouEm = performance.now()
    await this.#insistir((agora) => anotarAndamento(this.#db, agora))
  }

  /** Every write here is idempotent. Gives why the database refuses it, which it would again. */
  async #insistir(fazer: (agora: Date) => Promise<unknown>): Promise<{ recusa: unknown } | undefined> {
    for (let tentativa = 1; ; tentativa += 1) {
      try {
        await fazer(this.#relogio.agora())
        return undefined
      } catch (erro) {
        // The first refusal may be of somebody else's write at the same moment.
        if (ehRecusa(erro) && tentativa > 1) return { recusa: erro }
        // Once, and then once a minute: a database that is away may be so for long.
        if (tentativa % POR_MINUTO === 1)
          this.#log.error({ err: erro, tentativa }, 'o resultado de envios não foi gravado; tentando de novo')
        // Given up, they stay `enviando`: on the next start their outcome is unknown, and a webhook settles it.
        if (this.#sinal.aborted && tentativa >= TENTATIVAS_NO_FIM) return undefined
        await esperar(PAUSA_MS)
      }
    }
  }
}

/** The minimal record for a message known not to have been sent: without its phone, template or account problem. */
function naoSaiu({ mensagem: { id, tentativas }, desfecho }: Feita, agora: Date) {
  if (desfecho.tipo === 'aceita' || desfecho.tipo === 'desconhecida') return null
  return async (trx: Trx) => {
    if (desfecho.tipo === 'recusada') return registrarRecusadas(trx, [{ ...desfecho, id }], agora)
    if ((await adiar(trx, [{ id, tentativas, segundos: SEPARADA_S }], agora)) > 0)
      await registrarSeparada(trx, id, 'a mensagem não saiu, e espera dez minutos', agora)
  }
}

async function gravar(trx: Trx, lote: Feita[], agora: Date): Promise<void> {
  // A webhook may hold one of them for a moment; nobody waits here for long.
  await sql`set local lock_timeout = '10s'`.execute(trx)
  const de = <T extends Desfecho['tipo']>(tipo: T) =>
    lote.flatMap(({ mensagem: { id, tentativas }, desfecho }) =>
      desfecho.tipo === tipo ? [{ ...(desfecho as Extract<Desfecho, { tipo: T }>), id, tentativas }] : [],
    )
  const ids = lote.map(({ mensagem }) => mensagem.id)
  // With several kinds of outcome, locks all recipients at once, in the global order.
  if (lote.some(({ desfecho }) => desfecho.tipo !== 'aceita')) await travarDonos(trx, ids)
  await registrarAceitas(trx, de('aceita'), agora)
  await registrarDesconhecidas(
    trx,
    de('desconhecida').map(({ id }) => id),
  )
  const paradas = de('conta_parada')
  for (const [versaoId, motivo] of botoesRecusados(lote)) await pararBotao(trx, versaoId, motivo, agora)
  await anotarSemBotao(trx, lote)
  await adiar(trx, [...de('adiada'), ...paradas.map((uma) => ({ ...uma, segundos: 0 }))], agora)
  if (paradas[0]) await pararConta(trx, paradas[0], agora)
}

/** Their WhatsApp cannot show the payment button; their owners are locked. */
async function anotarSemBotao(trx: Trx, lote: Feita[]) {
  const contatos = lote.flatMap(({ mensagem: { contatoId }, desfecho }) =>
    desfecho.tipo === 'adiada' && desfecho.telefoneSemBotao ? [contatoId] : [],
  )
  if (contatos.length > 0)
    await trx.updateTable('contato').set({ sem_botao_de_pagamento: true }).where('id', 'in', contatos).execute()
}

/** Why the button was refused, by template version. */
const botoesRecusados = (lote: Feita[]) =>
  new Map(
    lote.flatMap(({ mensagem: { versaoId }, desfecho }) =>
      desfecho.tipo === 'adiada' && desfecho.semBotao && versaoId !== null
        ? [[versaoId, desfecho.semBotao] as const]
        : [],
    ),
  )

async function recusar(
  trx: Trx,
  mensagem: Reivindicada,
  desfecho: Extract<Desfecho, { tipo: 'recusada' }>,
  agora: Date,
) {
  if (desfecho.culpa === 'contato') await invalidarContato(trx, mensagem.contatoId, agora, agora)
  await registrarRecusadas(trx, [{ ...desfecho, id: mensagem.id }], agora)
  if (desfecho.culpa === 'modelo' && mensagem.versaoId !== null)
    await pararVersao(trx, mensagem.versaoId, desfecho.mensagem, agora)
}
