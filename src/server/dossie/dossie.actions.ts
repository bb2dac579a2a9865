import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
 * Writes the dossier, as everything stands at one moment, into a file that is nobody else's, says in the log who took it and the
 * file's SHA-256, and gives it to be read once: whatever goes wrong does so before anything is sent.
 */
export async function montarDossie(db: Db, pedido: Pedido): Promise<{ arquivo: ReadStream; bytes: number }> {
  const pasta = await mkdtemp(join(tmpdir(), 'cobranca-dossie-'))
  try {
    const caminho = join(pasta, 'dossie')
    await deUmMomento(db, (trx) => escrever(trx, pedido, caminho))
    const sha256 = await resumir(caminho)
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
    // Open, it is read to its end although nothing names it any more.
    const aberto = await open(caminho)
    const { size } = await aberto.stat()
    return { arquivo: aberto.createReadStream(), bytes: size }
  } finally {
    await rm(pasta, { recursive: true, force: true })
  }
}

const deUmMomento = <T>(db: Db, ler: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(ler)

async function escrever(trx: Trx, { clienteId, formato, agora }: Pedido, caminho: string) {
  const destino = createWriteStream(caminho, { mode: 0o600, flags: 'wx' })
  const capa = await lerCapa(trx, clienteId, agora)
  if (formato === 'pdf') await escreverDossieEmPdf(trx, capa, destino)
  else await pipeline(Readable.from(dossieEmJson(trx, capa)), destino)
}

async function resumir(caminho: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const parte of createReadStream(caminho) as AsyncIterable<Buffer>) hash.update(parte)
  return hash.digest('hex')
}
