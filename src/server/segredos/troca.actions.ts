import { sql } from 'kysely'
import { aprender, chavesConhecidas } from '#server/chaves/chaveiro.ts'
import { cifrar, decifrar } from '#server/chaves/cifra.ts'
import { idDaChave } from '#server/chaves/derivadas.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import { type ChaveAnterior, conferirSegredos, prepararChaves, prepararChavesEm } from './preparar.actions.ts'

const USO = 'troca de chave'

/**
 * Learns of a change of SECRET_KEY in progress: the other key is in the database, encrypted with the one that this process has,
 * from its start or from an earlier change. From `em_uso_em` on, by the database's clock, the new key encrypts and signs; until
 * then every node knows both. The other key stays known after the change ends, because this process may have been started with
 * the old one.
 */
export async function aprenderTroca(db: Db | Trx, minha: Buffer): Promise<void> {
  const { rows } = await sql<{ nova_cifrada: Buffer; antiga_cifrada: Buffer; em_uso: boolean }>`
    select nova_cifrada, antiga_cifrada, em_uso_em <= clock_timestamp() as em_uso from troca_de_chave`.execute(db)
  const [troca] = rows
  if (!troca) return
  for (const conhecida of chavesConhecidas(minha)) {
    const nova = abrir(conhecida, troca.nova_cifrada)
    if (nova) return aprender(minha, conhecida, nova, troca.em_uso)
    const antiga = abrir(conhecida, troca.antiga_cifrada)
    if (antiga) return aprender(minha, antiga, conhecida, troca.em_uso)
  }
}

/** Uses a copy of the key itself, without the keys learned from the change, which must not decrypt their own source. */
function abrir(chave: Buffer, cifrado: Buffer): Buffer | null {
  try {
    return Buffer.from(decifrar(Buffer.from(chave), cifrado, USO), 'base64')
  } catch {
    return null // encrypted with the other key, or with neither
  }
}

/**
 * Starts a change from `antiga` to `nova`: every node learns of it, and uses it after `emMs`. Restarted with the same
 * two keys it continues; with others, or with an `antiga` that decrypts nothing here, it throws a sentence.
 */
export async function anunciarTroca(db: Db, antiga: Buffer, nova: Buffer, emMs: number): Promise<void> {
  const agora = new Date()
  const { ilegiveis } = await conferirSegredos(db, antiga)
  await emTransacao(db, async (trx) => {
    const { rows } = await sql<{
      antiga_cifrada: Buffer
    }>`select antiga_cifrada from troca_de_chave for update`.execute(trx)
    const jaEsta = rows[0] && abrir(nova, rows[0].antiga_cifrada)?.equals(antiga)
    if (jaEsta) {
      // Whoever began to give it up and goes on with it after all: the nodes went back to the old key.
      await sql`update troca_de_chave set em_uso_em = ${daqui(emMs)} where em_uso_em = ${NUNCA}`.execute(trx)
      return
    }
    if (rows[0])
      throw new FalhaAoIniciar(
        'Outra troca de SECRET_KEY ainda não terminou: conclua-a (npm run rotacionar-chave -- concluir) com a chave nova dela em SECRET_KEY ou, se essa se perdeu, desista dela (npm run rotacionar-chave -- desistir) com a chave antiga.',
      )
    if (ilegiveis > 0)
      throw new FalhaAoIniciar(
        'SECRET_KEY_ANTERIOR não abre os segredos deste banco de dados: ponha nela a chave que os nós usam agora. Nada foi alterado.',
      )
    const fechar = (com: Buffer, qual: Buffer) => cifrar(com, qual.toString('base64'), USO)
    await sql`
      insert into troca_de_chave (nova_cifrada, antiga_cifrada, em_uso_em)
      values (${fechar(antiga, nova)}, ${fechar(nova, antiga)}, ${daqui(emMs)})`.execute(trx)
    await registrar(trx, {
      agora,
      nivel: 'aviso',
      acao: 'chave.anunciar',
      descricao: 'A troca de SECRET_KEY começou: enquanto ela dura, a antiga e a nova abrem.',
      dados: { antiga: idDaChave(antiga).toString('hex'), nova: idDaChave(nova).toString('hex') },
    })
  })
}

const daqui = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/** `em_uso_em` of a change that is being given up: every node goes back to the old key, and still knows the new one. */
const NUNCA = sql`'infinity'::timestamptz`

/** Is a change to this key under way? It may have been cut off. */
export async function trocaEmCursoPara(db: Db, nova: Buffer): Promise<boolean> {
  const { rows } = await sql<{ antiga_cifrada: Buffer }>`select antiga_cifrada from troca_de_chave`.execute(db)
  return rows[0] !== undefined && abrir(nova, rows[0].antiga_cifrada) !== null
}

/**
 * Re-encrypts with this place's key a database that came from another place, from the key it had there, or from either
 * key of a change that was under way, which is then over. Throws `FalhaAoIniciar` as `prepararChaves` does.
 */
export async function assumirChave(trx: Trx, chave: Buffer, anterior: ChaveAnterior, agora: Date): Promise<void> {
  for (const uma of [chave, anterior]) if (Buffer.isBuffer(uma)) await aprenderTroca(trx, uma)
  if (anterior === null) {
    await prepararChavesEm(trx, chave, null, agora)
    return
  }
  // Without the change, this place's key opens only what it closed itself; who knows one key of it knows both.
  const deLa = chavesConhecidas(chave).length > 1 ? chave : anterior
  await prepararChavesEm(trx, Buffer.from(chave), deLa, agora)
  await sql`delete from troca_de_chave`.execute(trx)
}

/** Re-encrypts with the new key what is still encrypted with the old one. */
export const recifrarTudo = (db: Db, antiga: Buffer, nova: Buffer) => prepararChaves(db, Buffer.from(nova), antiga)

/** Nodes ask every ten seconds: until then one may not know the new key, or still encrypt with the old one. */
const TODOS_USAM_MS = 12_000

/** Ends the change: from now on the old key decrypts nothing, here or in a process started with it. */
export async function concluirTroca(db: Db, nova: Buffer): Promise<void> {
  const { rows } = await sql<{ antiga_cifrada: Buffer; cedo: boolean; desistida: boolean }>`
    select antiga_cifrada, em_uso_em + ${TODOS_USAM_MS} * interval '1 millisecond' > clock_timestamp() as cedo,
      em_uso_em = ${NUNCA} as desistida
    from troca_de_chave`.execute(db)
  const antiga = rows[0] && abrir(nova, rows[0].antiga_cifrada)
  if (!antiga)
    throw new FalhaAoIniciar(
      'Não há troca de SECRET_KEY em curso para esta chave. Defina em SECRET_KEY a nova. Nada foi alterado.',
    )
  if (rows[0]!.desistida)
    throw new FalhaAoIniciar(
      'Alguém começou a desistir desta troca de SECRET_KEY: termine isso (npm run rotacionar-chave -- desistir, com a chave antiga) ou recomece-a com as mesmas duas chaves. Nada foi alterado.',
    )
  if (rows[0]!.cedo)
    throw new FalhaAoIniciar(
      'A troca de SECRET_KEY começou há menos de um minuto, e pode haver nós que ainda usam a chave antiga: espere um minuto e rode de novo. Nada foi alterado.',
    )
  await recifrarTudo(db, antiga, nova)
  await apagarTroca(db, {
    acao: 'chave.concluir',
    descricao: 'A troca de SECRET_KEY terminou: a antiga não abre mais nada.',
    dados: { nova: idDaChave(nova).toString('hex') },
  })
}

/**
 * First half of giving a change up: from now on nodes use the old key again. Returns the new key, which the old one
 * opens, or null when this is the key of everything stored and of neither side of the change: nothing is to be undone.
 * Throws a sentence, and changes nothing, when something stored opens with none of the keys at hand.
 */
export async function pararTroca(db: Db, antiga: Buffer): Promise<Buffer | null> {
  const { rows } = await sql<{ nova_cifrada: Buffer; antiga_cifrada: Buffer }>`
    select nova_cifrada, antiga_cifrada from troca_de_chave`.execute(db)
  const [troca] = rows
  if (!troca) throw new FalhaAoIniciar('Não há troca de SECRET_KEY em curso. Nada foi alterado.')
  if (abrir(antiga, troca.antiga_cifrada))
    throw new FalhaAoIniciar(
      'SECRET_KEY é a chave nova da troca em curso: conclua-a ou, para desistir dela, ponha em SECRET_KEY a antiga. Nada foi alterado.',
    )
  const nova = abrir(antiga, troca.nova_cifrada)
  const { ilegiveis } = await conferirSegredos(db, antiga, ...(nova ? [nova] : []))
  if (ilegiveis > 0)
    throw new FalhaAoIniciar(
      'Para desistir da troca de SECRET_KEY, ponha em SECRET_KEY a chave antiga, a de antes dela: com a que está lá, parte dos segredos deste banco de dados não abre. Nada foi alterado.',
    )
  await sql`update troca_de_chave set em_uso_em = ${NUNCA}`.execute(db)
  return nova
}

/** Second half, when every node has gone back: everything is encrypted with the old key, and the change is over. */
export async function desistirDaTroca(db: Db, antiga: Buffer, nova: Buffer | null): Promise<void> {
  if (nova) await recifrarTudo(db, nova, antiga)
  await apagarTroca(db, {
    acao: 'chave.desistir',
    descricao: 'A troca de SECRET_KEY foi abandonada: vale a antiga, e a que seria a nova não abre mais nada.',
    dados: { antiga: idDaChave(antiga).toString('hex') },
  })
}

const apagarTroca = (db: Db, linha: Pick<Registro, 'acao' | 'descricao' | 'dados'>) =>
  emTransacao(db, async (trx) => {
    const { numAffectedRows } = await sql`delete from troca_de_chave`.execute(trx)
    if (numAffectedRows) await registrar(trx, { agora: new Date(), nivel: 'aviso', ...linha })
  })
