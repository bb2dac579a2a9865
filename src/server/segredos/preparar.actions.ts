import { createSecretKey } from 'node:crypto'
import { sql } from 'kysely'
import { plural } from '#domain/plural.ts'
import { cifrar, decifrar, ehDeAgora, SEGREDO_DO_WEBHOOK, usoDoSegundoFator } from '#server/chaves/cifra.ts'
import { idDaChave } from '#server/chaves/derivadas.ts'
import {
  CHAVE_ANTIGA,
  type ChaveDeHash,
  chavesDeHash,
  chavesIniciais,
  hashDe,
  USO_DO_HASH,
} from '#server/chaves/telefones.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'

type Uso = string | ((id: number) => string)
type Cifradas<Tabela> = Extract<keyof Tabela, `${string}_cifrado`>
type TodasAsCifradas = {
  [T in keyof Database as Cifradas<Database[T]> extends never ? never : T]: Record<Cifradas<Database[T]>, Uso>
}
/** Where credentials are stored, and what each is bound to. One left out, which a change of key would lose, does not compile. */
const CREDENCIAIS: Record<string, Record<string, Uso>> = {
  configuracao: {
    whatsapp_token_cifrado: 'token',
    whatsapp_app_secret_cifrado: 'app_secret',
    whatsapp_verify_token_cifrado: 'verify_token',
  },
  recebimento: {
    psp_client_secret_cifrado: 'psp_client_secret',
    psp_certificado_cifrado: 'psp_certificado',
    psp_chave_privada_cifrado: 'psp_chave_privada',
    psp_cabecalhos_cifrado: 'psp_cabecalhos',
    psp_webhook_segredo_cifrado: 'psp_webhook_segredo',
  },
  usuario: { segundo_fator_cifrado: usoDoSegundoFator },
  webhook: { segredo_cifrado: SEGREDO_DO_WEBHOOK },
} satisfies TodasAsCifradas
/** Tables with many rows, of which only those with a secret are locked; the others have one row, always locked. */
const DE_VARIAS = ['usuario', 'webhook']

interface Guardada {
  tabela: string
  id: number
  coluna: string
  uso: string
  cifrado: Buffer
}

/**
 * The encrypted credentials. `travar`: row by row, so that none is saved until the transaction ends, which whoever writes anything
 * here, and whoever has a second factor, then waits for: only for those that are about to be written.
 */
async function lerCredenciais(trx: Trx, { travar }: { travar: boolean }): Promise<Guardada[]> {
  const guardadas: Guardada[] = []
  for (const [tabela, colunas] of Object.entries(CREDENCIAIS)) {
    const nomes = Object.keys(colunas).map((coluna) => sql.ref(coluna))
    const { rows } = await sql<Record<string, Buffer | null> & { id: number }>`
      select id, ${sql.join(nomes)} from ${sql.table(tabela)}
      where ${!DE_VARIAS.includes(tabela)} or num_nonnulls(${sql.join(nomes)}) > 0
      order by id ${travar ? sql`for no key update` : sql``}`.execute(trx)
    for (const { id, ...cifrados } of rows)
      for (const [coluna, cifrado] of Object.entries(cifrados)) {
        const uso = colunas[coluna]!
        if (cifrado) guardadas.push({ tabela, id, coluna, uso: typeof uso === 'string' ? uso : uso(id), cifrado })
      }
  }
  return guardadas
}

const gravarCredencial = (trx: Trx, { tabela, id, coluna }: Guardada, cifrado: Buffer | null) =>
  sql`update ${sql.table(tabela)} set ${sql.ref(coluna)} = ${cifrado} where id = ${id}`.execute(trx)

/** What an administrator says about the previous key: the key, that it is lost, or nothing. */
export type ChaveAnterior = Buffer | 'perdida' | null

const OUTRA_CHAVE =
  'SECRET_KEY não é a chave com que os segredos deste banco de dados foram gravados (o acesso ao WhatsApp, por exemplo). ' +
  'Inicie com a chave de antes; com DATA_DIR, ela é o arquivo chave-secreta. Se a trocou de propósito, ponha a anterior em SECRET_KEY_ANTERIOR. ' +
  'Se ela se perdeu, inicie uma vez com SECRET_KEY_ANTERIOR=perdida: os segredos terão de ser informados de novo, e quem pediu para não receber mensagens e teve os dados apagados não será mais reconhecido.'

/**
 * At start, before anything is read: everything encrypted in the database must decrypt with SECRET_KEY, or with the
 * previous key, and is then re-encrypted with the current one, which is logged. Throws `FalhaAoIniciar` when neither
 * fits. Returns what was lost, if `perdida`. The log's time is the machine's, since keys are changed on the machine.
 */
export const prepararChaves = (db: Db, chaveSecreta: Buffer, anterior: ChaveAnterior): Promise<{ perdidos: number }> =>
  emTransacao(db, (trx) => prepararChavesEm(trx, chaveSecreta, anterior, new Date()))

/** `prepararChaves` in a transaction of the caller's. */
export async function prepararChavesEm(
  trx: Trx,
  chaveSecreta: Buffer,
  anterior: ChaveAnterior,
  agora: Date,
): Promise<{ perdidos: number }> {
  // To write: one node at a time, and no setting is saved meanwhile.
  const escreve = anterior !== null || !(await trx.selectFrom('chave_de_hash').select('id').executeTakeFirst())
  const credenciais = await lerCredenciais(trx, { travar: escreve })
  const chaves = Buffer.isBuffer(anterior) ? [chaveSecreta, anterior] : [chaveSecreta]
  let [perdidos, renovados] = [0, 0]
  /** What is to be written in its place; undefined: it stays. */
  const renovar = (cifrado: Buffer, uso: string): Buffer | null | undefined => {
    const aberto = abrirComUma(chaves, cifrado, uso)
    if (aberto?.chave === chaveSecreta) return undefined
    if (aberto) {
      renovados += 1
      return cifrar(chaveSecreta, aberto.texto, uso)
    }
    if (anterior !== 'perdida') throw new FalhaAoIniciar(OUTRA_CHAVE)
    perdidos += 1
    return null
  }
  for (const guardada of credenciais) {
    const novo = renovar(guardada.cifrado, guardada.uso)
    if (novo !== undefined) await gravarCredencial(trx, guardada, novo)
  }
  const guardadas = await trx.selectFrom('chave_de_hash').selectAll().execute()
  for (const { id, cifrada } of guardadas) {
    const nova = renovar(cifrada, USO_DO_HASH)
    if (nova === null) await trx.deleteFrom('chave_de_hash').where('id', '=', id).execute()
    else if (nova) await trx.updateTable('chave_de_hash').set({ cifrada: nova }).where('id', '=', id).execute()
  }
  const usada = Math.max(0, ...guardadas.map(({ id }) => id))
  const restam = await trx.selectFrom('chave_de_hash').select('id').executeTakeFirst()
  if (!restam) await guardarChavesDeHash(trx, chaves, usada, guardadas.length === 0)
  if (renovados + perdidos > 0) await registrarTroca(trx, { chaveSecreta, renovados, perdidos, agora })
  return { perdidos }
}

const segredos = (n: number) => plural(n, 'segredo guardado', 'segredos guardados')

/** Logs the key's id, which reveals nothing of the key, so that the log shows when it changed and to which. */
const registrarTroca = (
  trx: Trx,
  {
    chaveSecreta,
    renovados,
    perdidos,
    agora,
  }: { chaveSecreta: Buffer; renovados: number; perdidos: number; agora: Date },
) =>
  registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: perdidos > 0 ? 'chave.perder' : 'chave.trocar',
    descricao:
      perdidos > 0
        ? `A SECRET_KEY anterior foi dada por perdida, e o que ela fechava (${segredos(perdidos)}) foi apagado.`
        : `SECRET_KEY mudou: ${segredos(renovados)} ${renovados === 1 ? 'passou a ser fechado' : 'passaram a ser fechados'} com outra.`,
    dados: { chave: idDaChave(chaveSecreta).toString('hex'), renovados, perdidos },
  })

/** How many encrypted secrets the database has, and how many of them none of these keys decrypts. Changes nothing. */
export const conferirSegredos = (db: Db, ...chaves: Buffer[]): Promise<{ guardados: number; ilegiveis: number }> =>
  emTransacao(db, async (trx) => {
    const hashes = await trx.selectFrom('chave_de_hash').select('cifrada').execute()
    const guardados = [
      ...(await lerCredenciais(trx, { travar: false })),
      ...hashes.map(({ cifrada }) => ({ cifrado: cifrada, uso: USO_DO_HASH })),
    ]
    const ilegiveis = guardados.filter(({ cifrado, uso }) => !abrirComUma(chaves, cifrado, uso))
    return { guardados: guardados.length, ilegiveis: ilegiveis.length }
  })

function abrirComUma(chaves: readonly Buffer[], cifrado: Buffer, uso: string) {
  for (const chave of chaves) {
    try {
      return { chave, texto: decifrar(chave, cifrado, uso) }
    } catch {
      // Encrypted with another key: the next is tried, and the caller reports when none fits.
    }
  }
  return undefined
}

/** The current hash key, and, the first time, the one that earlier versions used. */
async function guardarChavesDeHash(trx: Trx, chaves: readonly Buffer[], usada: number, primeiraVez: boolean) {
  const chaveSecreta = chaves[0]!
  const nova = { id: usada + 1, bytes: chavesIniciais(chaveSecreta)[0]!.bytes }
  const antiga = primeiraVez ? await chaveDosHashesAntigos(trx, chaves) : undefined
  const novas = antiga ? [nova, { id: CHAVE_ANTIGA, bytes: antiga }] : [nova]
  await trx
    .insertInto('chave_de_hash')
    .values(
      novas.map(({ id, bytes }) => ({ id, cifrada: cifrar(chaveSecreta, bytes.toString('base64'), USO_DO_HASH) })),
    )
    .execute()
}

/** Which of the keys hashed the known phones: SECRET_KEY or the previous one; undefined when nothing was hashed yet. */
async function chaveDosHashesAntigos(trx: Trx, chaves: readonly Buffer[]): Promise<Buffer | undefined> {
  const conhecidos = await trx.selectFrom('contato').select(['canonico', 'hash']).orderBy('id').limit(100).execute()
  if (conhecidos.length === 0) return undefined
  const confere = (bytes: Buffer) =>
    conhecidos.some(
      ({ canonico, hash }) => canonico && hashDe({ id: 0, chave: createSecretKey(bytes) }, { canonico }).equals(hash),
    )
  return chaves.find(confere) ?? chaves[0]
}

const LOTE = 2_000

/**
 * Hashes again, with the key in use, phones and BSUIDs that are known and were hashed with another; some at a time, from
 * `depois` on. Gives the last id seen; null: there are no more. What was made anonymous keeps the hash it has.
 */
export async function refazerHashes(db: Db, chaveSecreta: Buffer, depois: number): Promise<number | null> {
  const atual = (await chavesDeHash(db, chaveSecreta))[0]!
  return emTransacao(db, async (trx) => {
    const { rows } = await sql<{ id: number; canonico: string | null; bsuid: string | null }>`
      select id, canonico, bsuid from contato
      where id > ${depois} and hash_chave <> ${atual.id} and (canonico is not null or bsuid is not null)
      order by id limit ${LOTE} for no key update`.execute(trx)
    if (rows.length === 0) return null
    await sql`
      update contato c set hash = n.hash, hash_chave = ${atual.id}
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((um) => refeito(atual, um))}::bytea[]) as n(id, hash)
      where c.id = n.id`.execute(trx)
    return rows.at(-1)!.id
  })
}

const refeito = (chave: ChaveDeHash, { canonico, bsuid }: { canonico: string | null; bsuid: string | null }) =>
  hashDe(chave, canonico === null ? { bsuid: bsuid! } : { canonico })

/**
 * Credentials that an earlier version encrypted with SECRET_KEY itself are encrypted again with the derived key of
 * their use.
 */
export const recifrarAntigas = (db: Db, chaveSecreta: Buffer): Promise<void> =>
  emTransacao(db, async (trx) => {
    if ((await lerCredenciais(trx, { travar: false })).every(({ cifrado }) => ehDeAgora(cifrado))) return
    for (const guardada of await lerCredenciais(trx, { travar: true })) {
      const { cifrado, uso } = guardada
      if (ehDeAgora(cifrado)) continue
      await gravarCredencial(trx, guardada, cifrar(chaveSecreta, decifrar(chaveSecreta, cifrado, uso), uso))
    }
  })
