import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to as copiarPara } from 'pg-copy-streams'
import type { Escritor } from './arquivo.ts'
import { copiaDe } from './tabelas.queries.ts'

const comprimir = promisify(zstdCompress)

/** Uncompressed bytes per part; memory holds a few of them. */
const PARTE = 8 * 2 ** 20

/**
 * One table as PostgreSQL's own text (COPY), in parts of 8 MiB that `zstd -d` opens and that may be joined: the next is read while
 * one is compressed. Gives how many rows there were.
 */
export async function despejarTabela(
  cliente: pg.Client,
  tabela: { nome: string; colunas: string[] },
  arquivo: Escritor,
): Promise<number> {
  const copia = cliente.query(copiarPara(copiaDe(tabela)))
  let numero = 0
  let gravando: Promise<void> | undefined
  const gravar = async (parte: Buffer) => {
    const comprimida = await comprimir(parte)
    numero += 1
    const nome = `banco/${tabela.nome}/${String(numero).padStart(6, '0')}.zst`
    await arquivo.membro(nome, comprimida.length, [comprimida])
  }
  for await (const parte of emPartes(copia as AsyncIterable<Buffer>)) {
    await gravando
    gravando = gravar(parte)
    gravando.catch(() => undefined) // whoever awaits it next hears of it
  }
  await gravando
  return copia.rowCount
}

async function* emPartes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let juntos: Buffer[] = []
  let tamanho = 0
  for await (const pedaco of bytes) {
    juntos.push(pedaco)
    tamanho += pedaco.length
    if (tamanho < PARTE) continue
    yield Buffer.concat(juntos)
    juntos = []
    tamanho = 0
  }
  if (tamanho > 0) yield Buffer.concat(juntos)
}
