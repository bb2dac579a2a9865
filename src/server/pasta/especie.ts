import { open } from 'node:fs/promises'
import { ArquivoRecusado, formatoDe } from '#domain/arquivo-do-banco.ts'
import type { TipoDeEnvio } from '#domain/importacao.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { nomesNoZip } from '#server/leitura/zip.ts'

const DESCONHECIDO =
  'Este arquivo não é CSV de clientes, XML de nota fiscal, ZIP de notas ou de extratos, OFX nem retorno CNAB.'
const MISTURADO = 'O zip mistura notas fiscais com outros arquivos. Separe-os, cada espécie em um zip.'
const LIDOS = 4_096
const MARCAS_DE_TEXTO = /^(ï»¿|ÿþ|þÿ)/

/** What a file is, by its contents; for a spreadsheet, its name says so too. Throws `ArquivoIlegivel` with the sentence. */
export async function especieDe(caminho: string, nome: string): Promise<TipoDeEnvio> {
  const cru = await comecoDe(caminho)
  if (cru.startsWith('PK')) return especieDoZip(caminho)
  const comeco = cru.replace(MARCAS_DE_TEXTO, '').replaceAll('\0', '').trimStart()
  const doBanco = recusaDoBanco(cru)
  if (doBanco === null) return 'extrato'
  if (/^<(?!(!doctype\s+)?html)/i.test(comeco)) return 'xml'
  if (/^<|^\d{3}0000[0 ]|^0[12]RE/i.test(comeco)) throw new ArquivoIlegivel(doBanco)
  if (/\.(csv|txt)$/i.test(nome)) return 'csv'
  throw new ArquivoIlegivel(DESCONHECIDO)
}

async function comecoDe(caminho: string): Promise<string> {
  const arquivo = await open(caminho)
  try {
    const { buffer, bytesRead } = await arquivo.read(Buffer.alloc(LIDOS), 0, LIDOS, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await arquivo.close()
  }
}

/** Why it is no file of a bank; null when it is one. */
function recusaDoBanco(comeco: string): string | null {
  try {
    formatoDe(comeco)
    return null
  } catch (erro) {
    if (erro instanceof ArquivoRecusado) return erro.message
    throw erro
  }
}

async function especieDoZip(caminho: string): Promise<TipoDeEnvio> {
  const nomes = await nomesNoZip(caminho)
  const notas = nomes.filter((nome) => /\.xml$/i.test(nome)).length
  if (notas > 0 && notas < nomes.length) throw new ArquivoIlegivel(MISTURADO)
  return notas > 0 ? 'xml' : 'extrato'
}
