import { existsSync, readFileSync, renameSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

const TENTA_DE_NOVO_MS = 2_000

/** A file that cannot be read is renamed and reported: what an emulator knows is not worth a failed start. */
export function lerGravado<T>(caminho: string): T | null {
  if (!existsSync(caminho)) return null
  try {
    return JSON.parse(readFileSync(caminho, 'utf8')) as T
  } catch (erro) {
    console.error(`O arquivo do emulador está ilegível e foi guardado como ${caminho}.ilegivel:`, erro)
    renameSync(caminho, `${caminho}.ilegivel`)
    return null
  }
}

/**
 * Keeps in a file what an emulator knows: one write at a time, and atomic, so that a crash in between leaves the previous
 * file. A write that fails (the disk is full) is told, and done again: what it would have kept is still in memory.
 */
export function criarGravacao(caminho: string, texto: () => string, esperaMs: number) {
  let gravando: Promise<void> = Promise.resolve()
  let marcada: NodeJS.Timeout | null = null
  let fechada = false

  async function gravar(): Promise<void> {
    if (marcada) clearTimeout(marcada)
    marcada = null
    const anterior = gravando.catch(() => undefined) // the caller of that write already got the error
    gravando = anterior.then(async () => {
      await writeFile(`${caminho}.novo`, texto(), { mode: 0o600, flush: true })
      await rename(`${caminho}.novo`, caminho)
    })
    await gravando
  }

  function marcar(ms: number) {
    if (!marcada && !fechada) marcada = setTimeout(() => void gravar().catch(insistir), ms).unref()
  }

  function insistir(erro: unknown) {
    console.error(`O emulador não conseguiu gravar ${caminho}, e tentará de novo:`, erro)
    marcar(TENTA_DE_NOVO_MS)
  }

  return {
    /** In a moment, with whatever else changes until then. */
    gravarDepois: () => marcar(esperaMs),
    /** Writes a last time: later changes are not kept. */
    async fechar(): Promise<void> {
      fechada = true
      await gravar()
    },
  }
}
