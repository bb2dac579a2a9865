import { MuitasTentativas } from '#domain/erros.ts'
import type { Db } from '#server/db/schema.ts'

const JANELA_MS = 15 * 60_000
const FALHAS_POR_EMAIL = 10
const FALHAS_POR_ENDERECO = 50

/** What a sign-in is counted by, and how many failures each stands in 15 minutes. */
export type Chaves = { chave: string; limite: number }[]

export const chavesDe = (email: string, ip: string): Chaves => [
  { chave: `email:${email.toLowerCase()}`, limite: FALHAS_POR_EMAIL },
  { chave: `ip:${ip}`, limite: FALHAS_POR_ENDERECO },
]

/** Throws 429 while there are more failures than allowed, counted over all nodes. */
export async function exigirFolga(db: Db, chaves: Chaves, agora: Date): Promise<void> {
  const esperas = await Promise.all(chaves.map((chave) => esperaEmSegundos(db, chave, agora)))
  const espera = Math.max(...esperas)
  if (espera > 0) throw new MuitasTentativas(espera, fraseDeEspera(espera))
}

/** Counts one more failure; throws 429 when it is the one too many. */
export async function anotarFalha(db: Db, chaves: Chaves, agora: Date): Promise<void> {
  await db
    .insertInto('tentativa_login')
    .values(chaves.map(({ chave }) => ({ chave, em: agora })))
    .execute()
  await exigirFolga(db, chaves, agora)
}

/** Forgets what no longer counts. */
export const esquecerTentativas = (db: Db, agora: Date) =>
  db
    .deleteFrom('tentativa_login')
    .where('em', '<=', new Date(agora.getTime() - JANELA_MS).toISOString())
    .execute()

/** Until the newest failure too many leaves the window. */
async function esperaEmSegundos(db: Db, { chave, limite }: Chaves[number], agora: Date): Promise<number> {
  const umaDemais = await db
    .selectFrom('tentativa_login')
    .select('em')
    .where('chave', '=', chave)
    .where('em', '>', new Date(agora.getTime() - JANELA_MS).toISOString())
    .orderBy('em', 'desc')
    .offset(limite)
    .limit(1)
    .executeTakeFirst()
  if (!umaDemais) return 0
  return Math.max(1, Math.ceil((Date.parse(umaDemais.em) + JANELA_MS - agora.getTime()) / 1000))
}

function fraseDeEspera(segundos: number): string {
  const minutos = Math.ceil(segundos / 60)
  return `Muitas tentativas de entrada. Espere ${minutos === 1 ? '1 minuto' : `${minutos} minutos`} e tente de novo.`
}
