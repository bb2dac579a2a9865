import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Armazem } from '#server/armazem/armazem.ts'
import { ARQUIVOS_CITADOS } from '#server/armazem/arquivos-citados.ts'
import { idDaChave } from '#server/chaves/derivadas.ts'
import { conectar } from '#server/db/conexao.ts'
import { criarPasta } from '#server/db/pasta-de-dados.ts'
import { type Escritor, gravarArquivo } from './arquivo.ts'
import { despejarTabela } from './despejar.ts'
import { nomeDaCopia } from './guardadas.ts'
import { lerMigracoes, lerSequencias, lerTabelas } from './tabelas.queries.ts'

/** Only in an encrypted copy: with it, the copy and BACKUP_KEY are all that is needed to have the company back. */
export const CHAVE_SECRETA = 'chave-secreta'

export interface PedidoDeCopia {
  /** As a role that may read all tables. */
  url: string
  armazem: Armazem
  chaveSecreta: Buffer
  /** Where the file goes; made when it is not there. */
  pasta: string
  /** Encrypts the file; null leaves it readable by anybody, and without SECRET_KEY. */
  senha: string | null
  agora: Date
}

export interface Copia {
  arquivo: string
  bytes: number
  linhas: number
  arquivos: number
  /** Files that conversations and disputes name and the store has not: lost, or in a bucket that this program was not told of. */
  faltam: number
}

/**
 * Copies database and files to one file, as of one instant, while everything keeps running: a read-only transaction reads
 * PostgreSQL's snapshot of its beginning, and neither waits for locks nor holds them. Files are listed after it began, so that
 * all files it names exist; one deleted meanwhile is left out.
 */
export async function fazerCopia(pedido: PedidoDeCopia): Promise<Copia> {
  const { pasta, senha, agora } = pedido
  await criarPasta(pasta, 0o700)
  const arquivo = join(pasta, nomeDaCopia(agora, senha !== null))
  const cliente = await conectar(pedido.url, { statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    await cliente.query('begin isolation level repeatable read read only')
    const guardados = new Set<string>()
    const contas = await gravarArquivo(arquivo, senha, agora, (escritor) =>
      encher(escritor, cliente, pedido, guardados),
    )
    const linhas = Object.values(contas.linhas).reduce((soma, n) => soma + n, 0)
    const faltam = await contarQueFaltam(cliente, guardados)
    return { arquivo, bytes: (await stat(arquivo)).size, linhas, arquivos: contas.arquivos, faltam }
  } finally {
    await cliente.end()
  }
}

async function encher(
  escritor: Escritor,
  cliente: pg.Client,
  { armazem, chaveSecreta, senha, agora }: PedidoDeCopia,
  guardados: Set<string>,
) {
  const tabelas = await lerTabelas(cliente)
  await escritor.manifesto({
    formato: 1,
    feita_em: agora.toISOString(),
    ...(await lerBanco(cliente)),
    chave: idDaChave(chaveSecreta).toString('hex'),
    migracoes: await lerMigracoes(cliente),
    tabelas,
  })
  if (senha !== null) {
    const chave = Buffer.from(chaveSecreta.toString('base64'))
    await escritor.membro(CHAVE_SECRETA, chave.length, [chave])
  }
  const linhas: Record<string, number> = {}
  for (const tabela of tabelas) linhas[tabela.nome] = await despejarTabela(cliente, tabela, escritor)
  await guardarArquivos(escritor, armazem, guardados)
  return { linhas, sequencias: await lerSequencias(cliente), arquivos: guardados.size }
}

async function lerBanco(cliente: pg.Client): Promise<{ postgres: string; identidade: string | null }> {
  const { rows } = await cliente.query<{ postgres: string; identidade: string | null }>(
    `select current_setting('server_version') as postgres, identidade from configuracao`,
  )
  return rows[0]!
}

async function guardarArquivos(escritor: Escritor, armazem: Armazem, guardados: Set<string>): Promise<void> {
  for await (const { nome } of armazem.listar()) {
    if (nome.endsWith('.parcial')) continue // still arriving
    const aberto = await armazem.abrir(nome)
    if (!aberto) continue // erased since it was listed
    await escritor.membro(`arquivos/${nome}`, aberto.tamanho, aberto.corpo as AsyncIterable<Buffer>)
    guardados.add(nome)
  }
}

async function contarQueFaltam(cliente: pg.Client, guardados: Set<string>): Promise<number> {
  await cliente.query(`declare citados no scroll cursor for ${ARQUIVOS_CITADOS}`)
  let faltam = 0
  for (;;) {
    const { rows } = await cliente.query<{ arquivo: string }>('fetch 10000 from citados')
    if (rows.length === 0) return faltam
    faltam += rows.filter(({ arquivo }) => !guardados.has(arquivo)).length
  }
}
