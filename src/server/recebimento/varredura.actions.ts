import { sql } from 'kysely'
import { DIA_MS, HORA_MS } from '#domain/data.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import type { Trava } from '#server/jobs/trava.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { FalhaDoPsp } from '#server/psp/chamadas.ts'
import type { PixApi } from '#server/psp/pix-api.ts'
import type { Servicos } from '#server/servicos.ts'
import { porDeLado } from './ilegiveis.actions.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'
import { lerLinha } from './recebimento.queries.ts'

export const CADA_MS = 5 * 60_000
/** The first time with a PSP. */
const PRIMEIRA_MS = 7 * DIA_MS
/** A Pix may be refunded for this long. */
const DEVOLUCOES_MS = 90 * DIA_MS
/** Some PSPs refuse to be asked of more at once. */
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
  const haPouco = varrido_em !== null && agora.getTime() - Date.parse(varrido_em) < CADA_MS * 0.8
  if (haPouco && varrido_ate !== null && !agoraMesmo) return
  const inicio = varrido_ate ? Date.parse(varrido_ate) - HORA_MS : agora.getTime() - PRIMEIRA_MS
  const varredura = { api, chaves, trava, sinal }
  const perdido = await percorrer(meios, varredura, new Date(inicio), agora, false)
  const vezDasDevolucoes = revarrido_em === null || agora.getTime() - Date.parse(revarrido_em) >= DIA_MS
  const devolucoes = perdido === null && vezDasDevolucoes
  const haNoventa = new Date(agora.getTime() - DEVOLUCOES_MS)
  const falha = devolucoes ? await percorrer(meios, varredura, haNoventa, agora, true) : perdido
  if (falha !== null) log.warn({ falha }, 'o PSP não disse tudo o que entrou; será perguntado de novo')
  if (sinal.aborted) return
  await db
    .updateTable('recebimento')
    .set({ varrido_em: agora, psp_erro: falha })
    .$if(perdido === null, (mudanca) => mudanca.set({ varrido_ate: agora }))
    .$if(falha === null, (mudanca) => mudanca.set({ psp_conferido_em: agora }))
    .$if(falha === null && devolucoes, (mudanca) => mudanca.set({ revarrido_em: agora }))
    // Of another PSP or key, set meanwhile, nothing was read.
    .where('psp_base_url', '=', psp_base_url)
    .where('chaves_anteriores', '=', sql<string[]>`${chaves_anteriores}`)
    .execute()
}

/**
 * Whether payments received while the program was off are still to be read from the PSP or judged. A failed attempt counts as read.
 */
export async function faltaOuvirOBanco(db: Db, agora: Date): Promise<boolean> {
  const { rows } = await sql<{ falta: boolean }>`
    select psp_base_url is not null and (varrido_em is null or varrido_em < ${new Date(agora.getTime() - 2 * CADA_MS)}
      or exists (select from movimento where a_julgar)) as falta from recebimento`.execute(db)
  return rows[0]?.falta === true
}

interface Varredura {
  api: PixApi
  chaves: ReadonlySet<string>
  trava: Trava
  sinal: AbortSignal
}

/** Window by window. Gives why it did not see everything, the first reason of several; null: it did. */
async function percorrer(
  meios: Meios,
  varredura: Varredura,
  de: Date,
  ate: Date,
  comDevolucao: boolean,
): Promise<string | null> {
  let porque: string | null = null
  for (let inicio = de; inicio < ate; ) {
    const fim = new Date(Math.min(inicio.getTime() + MAIOR_PERIODO_MS, ate.getTime()))
    const falha = await lerJanela(meios, varredura, { inicio, fim, comDevolucao })
    porque ??= falha?.mensagem ?? null
    if (falha && !soDestaJanela(falha)) break
    inicio = fim
  }
  return porque
}

/** A PSP may not look so far back, or write one page in a way of its own: the other windows are read all the same. */
const soDestaJanela = (falha: FalhaDoPsp) =>
  falha.tipo === 'ilegivel' || (falha.tipo === 'recusada' && falha.http !== 401 && falha.http !== 403)

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
    const movimentos = dita.valor.pix.flatMap((um) => movimentosDoPix(um, chaves))
    const { ilegiveis } = dita.valor
    await emTransacao(db, async (trx) => {
      await registrarMovimentos(trx, movimentos, { agora: relogio.agora() })
      await porDeLado(trx, ilegiveis, relogio.agora())
    })
  }
  return null
}
