import { sql } from 'kysely'
import { DIA_MS, HORA_MS } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Trava } from '#server/jobs/trava.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { FalhaDoPsp } from '#server/psp/chamadas.ts'
import type { PixApi } from '#server/psp/pix-api.ts'
import type { Servicos } from '#server/servicos.ts'
import { type Perdida, porDeLado, porDevolucoesDeLado, porPeriodoDeLado } from './ilegiveis.actions.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'
import { lerLinha } from './recebimento.queries.ts'

export const CADA_MS = 5 * 60_000
/** The first time with a PSP. */
const PRIMEIRA_MS = 7 * DIA_MS
/** A Pix may be refunded for this long. */
const DEVOLUCOES_MS = 90 * DIA_MS
/** An answer's clock counts whole seconds, and takes its time to come. */
const TOLERANCIA_MS = 60_000
/** Some PSPs refuse to be asked of more at once; of what came in a day is, so that one unreadable page holds back no more. */
const MAIOR_PERIODO_MS = 5 * DIA_MS

type Meios = Pick<Servicos, 'db' | 'pix' | 'relogio' | 'log'>

/**
 * Asks the PSP for everything received since the last successful sweep, with an hour's overlap; once a day also for
 * refunds of the last 90 days. Finds what webhooks lost. `agoraMesmo`: even if another node did it a moment ago.
 */
export async function varrer(meios: Meios, trava: Trava, sinal: AbortSignal, agoraMesmo: boolean): Promise<void> {
  const { db, pix, relogio, log } = meios
  const { varrido_ate, varrido_em, revarrido_em, psp_base_url, chaves_anteriores } = await lerLinha(db)
  const [api, { chaves }] = [await pix.api(), await pix.meios()]
  if (!api) return
  const agora = relogio.agora()
  const haPouco = haQuantoMs(varrido_em, agora) < CADA_MS * 0.8
  if (haPouco && varrido_ate !== null && !agoraMesmo) return
  const inicio = varrido_ate
    ? Math.min(Date.parse(varrido_ate), agora.getTime()) - HORA_MS
    : agora.getTime() - PRIMEIRA_MS
  const varredura = { api, chaves, trava, sinal }
  const entrou = await percorrer(meios, varredura, { de: new Date(inicio), passo: DIA_MS }, agora, false)
  const vezDasDevolucoes = haQuantoMs(revarrido_em, agora) >= DIA_MS
  const haNoventa = { de: new Date(agora.getTime() - DEVOLUCOES_MS), passo: MAIOR_PERIODO_MS }
  const voltou =
    entrou.parou === null && vezDasDevolucoes ? await percorrer(meios, varredura, haNoventa, agora, true) : null
  const falha = entrou.parou ?? voltou?.parou ?? null
  if (falha !== null) log.warn({ falha }, 'o PSP não disse tudo o que entrou; será perguntado de novo')
  if (sinal.aborted) return
  await emTransacao(db, async (trx) => {
    const mudada = await trx
      .updateTable('recebimento')
      .set({ varrido_em: agora, psp_erro: falha })
      .$if(entrou.parou === null, (mudanca) => mudanca.set({ varrido_ate: ateOnde(agora, api.hora()) }))
      .$if(falha === null, (mudanca) => mudanca.set({ psp_conferido_em: agora }))
      .$if(voltou?.parou === null, (mudanca) => mudanca.set({ revarrido_em: agora }))
      // Of another PSP or key, set meanwhile, nothing was read.
      .where('psp_base_url', '=', psp_base_url)
      .where('chaves_anteriores', '=', sql<string[]>`${chaves_anteriores}`)
      .returning('id')
      .executeTakeFirst()
    if (!mudada) return
    if (entrou.parou === null) for (const uma of entrou.perdidas) await porPeriodoDeLado(trx, uma, agora)
    if (voltou?.parou === null) for (const uma of voltou.perdidas) await porDevolucoesDeLado(trx, uma, agora)
  })
}

/** What happened later than now was told by a clock that has been put back since: it counts as never. */
function haQuantoMs(quando: string | null, agora: Date): number {
  const ms = quando === null ? -1 : agora.getTime() - Date.parse(quando)
  return ms < 0 ? Number.POSITIVE_INFINITY : ms
}

/** Until when everything was told: by the bank's clock, where ours is ahead of it and the next sweep would begin in the future. */
function ateOnde(agora: Date, doBanco: Date | null): Date {
  const adiantadoMs = doBanco ? agora.getTime() - doBanco.getTime() : 0
  return adiantadoMs > TOLERANCIA_MS ? new Date(agora.getTime() - Math.min(adiantadoMs, PRIMEIRA_MS)) : agora
}

/**
 * Whether payments received while the program was off are still to be read from the PSP or judged. A failed attempt counts as read.
 */
export async function faltaOuvirOBanco(db: Db, agora: Date): Promise<boolean> {
  const { rows } = await sql<{ falta: boolean }>`
    select psp_base_url is not null and (varrido_em is null or varrido_em < ${new Date(agora.getTime() - 2 * CADA_MS)} or varrido_em > ${agora}
      or exists (select from movimento where a_julgar)) as falta from recebimento`.execute(db)
  return rows[0]?.falta === true
}

interface Varredura {
  api: PixApi
  chaves: ReadonlySet<string>
  trava: Trava
  sinal: AbortSignal
}

interface Percurso {
  /** Why all of it is to be read again; null: it was read, but for `perdidas`. */
  parou: string | null
  perdidas: Perdida[]
}

/**
 * Window by window. What is refused of one alone is lost, once the PSP told of a later one; until then it is asked for again, and so
 * is at the end what could not be read, which may pass. Refunds are asked for daily anyway, and only of a PSP that has just told of
 * what came in.
 */
async function percorrer(
  meios: Meios,
  varredura: Varredura,
  { de, passo }: { de: Date; passo: number },
  ate: Date,
  comDevolucao: boolean,
): Promise<Percurso> {
  const faltaram: { inicio: Date; fim: Date; falha: FalhaDoPsp }[] = []
  for (let inicio = de; inicio < ate; ) {
    const fim = new Date(Math.min(inicio.getTime() + passo, ate.getTime()))
    const falha = await lerJanela(meios, varredura, { inicio, fim, comDevolucao })
    if (falha && !soDestaJanela(falha)) return { parou: falha.mensagem, perdidas: [] }
    if (falha) faltaram.push({ inicio, fim, falha })
    inicio = fim
  }
  const perdidas: Perdida[] = []
  for (const { inicio, fim, falha: dita } of faltaram) {
    const falha = dita.tipo === 'ilegivel' ? await lerJanela(meios, varredura, { inicio, fim, comDevolucao }) : dita
    if (falha && !soDestaJanela(falha)) return { parou: falha.mensagem, perdidas: [] }
    if (falha) perder(perdidas, { inicio, fim, mensagem: falha.mensagem })
  }
  const ultima = perdidas.at(-1)
  const parou = !comDevolucao && ultima && ultima.fim >= ate ? ultima.mensagem : null
  return { parou, perdidas }
}

/** Days in a row that are refused alike are told as one period. */
function perder(perdidas: Perdida[], nova: Perdida): void {
  const anterior = perdidas.at(-1)
  if (anterior?.fim === nova.inicio && anterior.mensagem === nova.mensagem) anterior.fim = nova.fim
  else perdidas.push(nova)
}

/** A PSP may not look so far back, or write one page in a way of its own: the other windows are read all the same. */
const soDestaJanela = (falha: FalhaDoPsp) =>
  falha.tipo === 'ilegivel' || (falha.tipo === 'recusada' && ![0, 401, 403].includes(falha.http))

/** Page by page; null: to its end. */
async function lerJanela(
  { db, relogio }: Meios,
  { api, chaves, trava, sinal }: Varredura,
  janela: { inicio: Date; fim: Date; comDevolucao: boolean },
): Promise<FalhaDoPsp | null> {
  for (let pagina = 0, ultima = false; !ultima; pagina += 1) {
    if (sinal.aborted) return null
    await trava.conferir()
    const dita = await api.paginaDePix({ ...janela, pagina, ateParar: sinal })
    if (dita.tipo !== 'ok') return dita
    ultima = dita.valor.ultima
    const movimentos = dita.valor.pix.flatMap((um) => movimentosDoPix(um, chaves, relogio.agora()))
    const { ilegiveis } = dita.valor
    await guardar(db, { movimentos, ilegiveis }, relogio.agora())
  }
  return null
}

const JA_EXISTE = '23505'
const DE_NOVO = 3

interface Lidos {
  movimentos: MovimentoARegistrar[]
  ilegiveis: readonly unknown[]
}

/** Webhooks may tell of some of these at the same moment: what lost to one of them is tried again, and known by then. */
async function guardar(db: Db, { movimentos, ilegiveis }: Lidos, agora: Date, vez = 1): Promise<void> {
  try {
    await emTransacao(db, async (trx) => {
      await registrarMovimentos(trx, movimentos, { agora })
      await porDeLado(trx, ilegiveis, agora)
    })
  } catch (erro) {
    if ((erro as { code?: string }).code !== JA_EXISTE || vez === DE_NOVO) throw erro
    await guardar(db, { movimentos, ilegiveis }, agora, vez + 1)
  }
}
