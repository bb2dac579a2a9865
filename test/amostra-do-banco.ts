import { readFileSync } from 'node:fs'

const PASTA = new URL('./samples/banco/', import.meta.url)

/** A bank's sample, as UTF-8 or, where it is not, as Windows-1252. */
export function textoDaAmostra(arquivo: string): string {
  const bytes = readFileSync(new URL(arquivo, PASTA))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
