import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type pg from 'pg'
import type { Armazem } from '#server/armazem/armazem.ts'
import { conectar } from '#server/db/conexao.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { exigirConhecidas } from '#server/db/migrar.ts'
import { COMECAR_OUTRA_HISTORIA } from '#server/db/outra-historia.ts'
import { type Conferencia, inteiro, lerArquivo, type Manifesto } from './arquivo.ts'
import { type Carga, carregarBanco } from './carregar.ts'
import { CHAVE_SECRETA } from './copia.actions.ts'
import { exigirParado, exigirVazio } from './destino.queries.ts'
import type { Membro } from './tar.ts'

const descomprimir = promisify(zstdDecompress)
const DO_BANCO = /^banco\/([a-z_0-9]+)\/\d{6}\.zst$/
const DOS_ARQUIVOS = /^arquivos\/(.+)$/

/** What a copy is, once all of it was read and found as it was written. */
export interface CopiaConferida {
  manifesto: Manifesto
  conferencia: Conferencia
  /** Only in encrypted copies. */
  chaveSecreta: Buffer | null
}

/** Reads the whole copy and writes nothing. Throws a sentence when it is not whole, or not for this version of the program. */
export async function conferirCopia(arquivo: string, senha: string | null): Promise<CopiaConferida> {
  let chaveSecreta: Buffer | null = null
  const { manifesto, conferencia } = await lerArquivo(arquivo, senha, async (membro) => {
    if (membro.nome === CHAVE_SECRETA) chaveSecreta = Buffer.from((await inteiro(membro)).toString(), 'base64')
  })
  await exigirConhecidas(manifesto.migracoes, 'A cópia')
  return { manifesto, conferencia, chaveSecreta }
}

export interface PedidoDeRestauracao {
  arquivo: string
  senha: string | null
  /** As the owner of the tables. */
  url: string
  armazem: Armazem
  /** For files on their way to the store. */
  pastaDeChegada: string
  /** Somebody confirmed that what the database holds may be deleted. */
  apagar: boolean
  agora: Date
}

/**
 * Replaces the database by a backup, completely or not at all, and stores its files. Sending is held until an
 * administrator decides (docs/decisions/021), because the backup does not know what was sent after it. Sessions end,
 * since one that was ended after the backup would be valid again; programs that read events by cursor are told to read
 * everything again, and no new event reuses an id of the lost history.
 */
export async function restaurarCopia(pedido: PedidoDeRestauracao, { manifesto }: CopiaConferida): Promise<void> {
  const { arquivo, senha, url, armazem, pastaDeChegada, apagar, agora } = pedido
  const cliente = await conectar(url, { statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  try {
    await exigirParado(cliente)
    await exigirVazio(cliente, apagar)
    const tabelas = new Map(manifesto.tabelas.map((tabela) => [tabela.nome, tabela]))
    const porNoLugar = async (membro: Membro, carga: Carga) => {
      const tabela = tabelas.get(DO_BANCO.exec(membro.nome)?.[1] ?? '')
      if (tabela) await carga.escrever(tabela, await descomprimir(await inteiro(membro)))
      const nome = DOS_ARQUIVOS.exec(membro.nome)?.[1]
      if (nome) await guardarArquivo(armazem, pastaDeChegada, nome, membro)
    }
    await carregarBanco(
      cliente,
      manifesto,
      async (carga) => (await lerArquivo(arquivo, senha, (membro) => porNoLugar(membro, carga))).conferencia,
      () => comecarOutraHistoria(cliente, agora),
    )
  } finally {
    await cliente.end()
  }
}

async function guardarArquivo(armazem: Armazem, pasta: string, nome: string, { corpo }: Membro) {
  await mkdir(pasta, { recursive: true, mode: 0o700 })
  const caminho = join(pasta, randomUUID())
  await pipeline(corpo, createWriteStream(caminho, { mode: 0o600 }))
  await armazem.guardar(nome, caminho)
}

/**
 * For what may be an old copy: holds sending until an administrator has looked, and ends all sessions. In the caller's
 * transaction.
 */
export async function comecarOutraHistoria(cliente: pg.Client, agora: Date) {
  await cliente.query(
    `update despacho set retida_em = $1, retida_porque = 'pedido', envios_perdidos = null where retida_em is null`,
    [agora],
  )
  await cliente.query('delete from sessao')
  await cliente.query(COMECAR_OUTRA_HISTORIA)
}

/** Says the sentence of `npm run restore -- <file> --…` when a copy needs a SECRET_KEY that nobody gave. */
export const SEM_CHAVE = new FalhaAoIniciar(
  'Esta cópia não traz a SECRET_KEY (só as cifradas com BACKUP_KEY a trazem), e a que há aqui não é a dela. Defina em SECRET_KEY a que o sistema usava (com DATA_DIR, era o arquivo chave-secreta), ou, se quer outra daqui em diante, ponha a de antes em SECRET_KEY_ANTERIOR. Se ela se perdeu, SECRET_KEY_ANTERIOR=perdida: os acessos ao WhatsApp e ao PSP serão pedidos de novo, e o segundo fator de cada um terá de ser zerado. Nada foi alterado.',
)
