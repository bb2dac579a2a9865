import { createHash } from 'node:crypto'
import type { ReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { FormatoDoDossie } from '#domain/dossie.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { lerCapa } from './dossie.queries.ts'
import { dossieEmJson } from './em-json.ts'
import { escreverDossieEmPdf } from './em-pdf.ts'

interface Pedido {
  clienteId: number
  formato: FormatoDoDossie
  usuarioId: number
  ip: string
  agora: Date
}

/**
 * Writes the dossier, as of one moment, to a private file, logs who took it and the file's SHA-256, and returns it to be read
 * once: any failure occurs before anything is sent.
 */
export async function montarDossie(db: Db, pedido: Pedido): Promise<{ arquivo: ReadStream; bytes: number }> {
  const arquivo = await arquivoSemNome()
  try {
    const sha256 = await deUmMomento(db, (trx) => escrever(trx, pedido, arquivo))
    const { clienteId, formato, usuarioId, ip, agora } = pedido
    await registrar(db, {
      agora,
      usuarioId,
      ip,
      acao: 'cliente.exportar_dossie',
      descricao: frase`O dossiê de ${oCliente(clienteId)} foi exportado em ${formato.toUpperCase()}.`,
      entidade: 'cliente',
      entidadeId: clienteId,
      dados: { formato, sha256 },
    })
    const { size } = await arquivo.stat()
    return { arquivo: arquivo.createReadStream({ start: 0 }), bytes: size }
  } catch (erro) {
    await arquivo.close()
    throw erro
  }
}

/** Open but unlinked: however the program ends, no personal data stays on the disk. */
async function arquivoSemNome(): Promise<FileHandle> {
  const pasta = await mkdtemp(join(tmpdir(), 'cobranca-dossie-'))
  try {
    return await open(join(pasta, 'dossie'), 'wx+', 0o600)
  } finally {
    await rm(pasta, { recursive: true, force: true })
  }
}

/** Laying out what one reading brought may take longer than a transaction may be idle; this one locks nothing. */
const deUmMomento = <T>(db: Db, ler: (trx: Trx) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(trx)
      return ler(trx)
    })

/** Gives the SHA-256 of what was written. */
async function escrever(trx: Trx, { clienteId, formato, agora }: Pedido, arquivo: FileHandle): Promise<string> {
  const resumo = createHash('sha256')
  const gravar = new Writable({
    write(parte: Buffer, _como, feito) {
      resumo.update(parte)
      arquivo.appendFile(parte).then(() => feito(), feito)
    },
  })
  const capa = await lerCapa(trx, clienteId, agora)
  if (formato === 'pdf') await escreverDossieEmPdf(trx, capa, gravar)
  else await pipeline(Readable.from(dossieEmJson(trx, capa)), gravar)
  return resumo.digest('hex')
}
