import { sql } from 'kysely'
import { MuitasTentativas } from '#domain/erros.ts'
import { plural } from '#domain/plural.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { origemDe } from './endereco.ts'

const JANELA_MS = 15 * 60_000
const FALHAS_DE_UM_LUGAR = 10
const FALHAS_POR_ENDERECO = 50
const FALHAS_POR_EMAIL = 100

/** The keys that an attempt is counted under, and the failures allowed for each in 15 minutes. */
export type Chaves = { chave: string; limite: number }[]

/** Addresses over their limit, until when: refused without asking the database, whose connections others need. */
const fechados = new WeakMap<Db, Map<string, { ate: number; perguntadoEm: number }>>()
type Fechados = NonNullable<ReturnType<typeof fechados.get>>
const SO_DO_ENDERECO = /^(ip|esqueci|link):/
const MAIS_FECHADOS = 10_000
/** How often the database is asked about a blocked address, where somebody may have succeeded meanwhile. */
const PERGUNTAR_A_CADA_MS = 10_000

/** Keys for strangers: the e-mail from this address, the address, and the e-mail from anywhere. */
export const chavesDeEstranho = (email: string, ip: string): Chaves => [
  { chave: `email-ip:${email.toLowerCase()} ${origemDe(ip)}`, limite: FALHAS_DE_UM_LUGAR },
  { chave: `ip:${origemDe(ip)}`, limite: FALHAS_POR_ENDERECO },
  { chave: `email:${email.toLowerCase()}`, limite: FALHAS_POR_EMAIL },
]

/** Keys for known people (`lugar`: their browser or session): strangers' failures do not count against them. */
export const chavesDeConhecido = (email: string, lugar: string): Chaves => [
  { chave: `lugar:${email.toLowerCase()} ${lugar}`, limite: FALHAS_DE_UM_LUGAR },
  { chave: `conhecidos:${email.toLowerCase()}`, limite: FALHAS_POR_EMAIL },
]

/**
 * Keys for guesses of the second factor, possible only with the right password: as many as password guesses from one
 * place, counted over all places. For a known browser they count with its other failures.
 */
export const chavesDoCodigo = (email: string, navegador: string | null): Chaves =>
  navegador ? [] : [{ chave: `codigo:${email.toLowerCase()}`, limite: FALHAS_DE_UM_LUGAR }]

export interface Tentativa {
  /** The attempt succeeded: nothing stays counted. */
  acertou(): Promise<void>
  /** Throws 429 when it was the one too many; what was counted stays. */
  errou(): void
}

/**
 * Counts an attempt as a failure before anything is compared, over all nodes, so that guesses made at the same time
 * do not slip past the limit together. Throws 429 while there are more than allowed.
 */
export async function contarTentativa(db: Db, chaves: Chaves, agora: Date): Promise<Tentativa> {
  if (chaves.length === 0) return { acertou: async () => undefined, errou: () => undefined }
  const conhecidos: Fechados = fechados.get(db) ?? new Map()
  fechados.set(db, conhecidos)
  exigirFolga(Math.max(...chaves.map(({ chave }) => esperaConhecida(conhecidos.get(chave), agora.getTime()))))
  const { ids, espera } = await emTransacao(db, async (trx) => {
    await travar(trx, chaves)
    const antes = await Promise.all(chaves.map((chave) => esperaEmSegundos(trx, chave, agora)))
    lembrarFechados(conhecidos, chaves, antes, agora)
    exigirFolga(Math.max(...antes))
    const linhas = chaves.map(({ chave }) => ({ chave, em: agora }))
    const feitas = await trx.insertInto('tentativa_login').values(linhas).returning('id').execute()
    const depois = await Promise.all(chaves.map((chave) => esperaEmSegundos(trx, chave, agora)))
    return { ids: feitas.map(({ id }) => id), espera: Math.max(...depois) }
  })
  return {
    acertou: async () => void (await db.deleteFrom('tentativa_login').where('id', 'in', ids).execute()),
    errou: () => exigirFolga(espera),
  }
}

/** Guesses of a second factor that is no more. */
export const esquecerPalpites = (trx: Trx, email: string) =>
  trx
    .deleteFrom('tentativa_login')
    .where(
      'chave',
      'in',
      chavesDoCodigo(email, null).map(({ chave }) => chave),
    )
    .execute()

/**
 * For a user who proved otherwise that the e-mail is theirs, or whom an administrator lets in anew: failures counted so
 * far no longer block them.
 */
export const desculparFalhas = (trx: Trx, email: string) => {
  const deQuem = email.toLowerCase()
  return sql`delete from tentativa_login where chave in (${`email:${deQuem}`}, ${`conhecidos:${deQuem}`})
    or starts_with(chave, ${`email-ip:${deQuem} `}) or starts_with(chave, ${`lugar:${deQuem} `})`.execute(trx)
}

/** Forgets what no longer counts. */
export const esquecerTentativas = (db: Db, agora: Date) =>
  db
    .deleteFrom('tentativa_login')
    .where('em', '<=', new Date(agora.getTime() - JANELA_MS).toISOString())
    .execute()

/** Serialises attempts with a common key; keys are locked in order, so that nobody deadlocks. */
const travar = (trx: Trx, chaves: Chaves) =>
  sql`select pg_advisory_xact_lock(n) from (
    select distinct hashtextextended(chave, 0) as n from unnest(${chaves.map(({ chave }) => chave)}::text[]) as chave
    order by n) as ordem`.execute(trx)

/**
 * Until the newest failure too many leaves the window. One that lies further ahead than the window is long was counted by a clock
 * that has been set back since, and would keep its person out until the clock gets there again.
 */
async function esperaEmSegundos(trx: Trx, { chave, limite }: Chaves[number], agora: Date): Promise<number> {
  const umaDemais = await trx
    .selectFrom('tentativa_login')
    .select('em')
    .where('chave', '=', chave)
    .where('em', '>', new Date(agora.getTime() - JANELA_MS).toISOString())
    .where('em', '<=', new Date(agora.getTime() + JANELA_MS).toISOString())
    .orderBy('em', 'desc')
    .offset(limite)
    .limit(1)
    .executeTakeFirst()
  if (!umaDemais) return 0
  return Math.max(1, Math.ceil((Date.parse(umaDemais.em) + JANELA_MS - agora.getTime()) / 1000))
}

function lembrarFechados(conhecidos: Fechados, chaves: Chaves, esperas: number[], agora: Date) {
  if (conhecidos.size > MAIS_FECHADOS) conhecidos.clear()
  const perguntadoEm = agora.getTime()
  for (const [i, { chave }] of chaves.entries())
    if (esperas[i]! > 0 && SO_DO_ENDERECO.test(chave))
      conhecidos.set(chave, { ate: perguntadoEm + esperas[i]! * 1000, perguntadoEm })
    else conhecidos.delete(chave)
}

/** In seconds; 0 when it is unknown, or no longer so. */
const esperaConhecida = (um: { ate: number; perguntadoEm: number } | undefined, agora: number) =>
  um && Math.abs(agora - um.perguntadoEm) < PERGUNTAR_A_CADA_MS ? Math.max(0, Math.ceil((um.ate - agora) / 1000)) : 0

function exigirFolga(segundos: number) {
  if (segundos === 0) return
  const minutos = Math.ceil(segundos / 60)
  const espera = plural(minutos, 'minuto', 'minutos')
  throw new MuitasTentativas(segundos, `Muitas tentativas de entrada. Espere ${espera} e tente de novo.`)
}
