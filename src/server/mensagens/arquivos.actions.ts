import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  BYTES_DA_ASSINATURA,
  type Especie,
  especieDe,
  LEGENDA_MAXIMA,
  nomeDoEnviado,
  problemaDoArquivo,
} from '#domain/arquivo.ts'
import { DIA_MS } from '#domain/data.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Armazem } from '#server/armazem/armazem.ts'
import { numeroEmVigor } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { ArquivoRecebido } from '#server/http/recepcao.ts'
import type { Midia } from '#server/saida/midia.ts'
import type { Servicos } from '#server/servicos.ts'

/** A file that is kept and may go to a customer. */
export interface ArquivoPronto {
  tipo: 'imagem' | 'documento'
  midia: Midia
  /** Says that it is the same file, when a call is made again. */
  resumo: string
}

/** Runs `fazer` with the uploaded file, stored if it may be sent; the file is deleted unless `fazer` calls `usado`. */
export async function comArquivoGuardado<T>(
  servicos: Pick<Servicos, 'armazem'>,
  recebido: ArquivoRecebido,
  fazer: (pronto: ArquivoPronto, usado: () => void) => Promise<T>,
): Promise<T> {
  let pronto: ArquivoPronto | undefined
  let usado = false
  const usar = () => {
    usado = true
  }
  try {
    pronto = await guardarArquivo(servicos, recebido)
    return await fazer(pronto, usar)
  } finally {
    await recebido.apagar()
    if (pronto && !usado) await servicos.armazem.apagar(pronto.midia.arquivo!)
  }
}

/** Looks at what was uploaded, refuses what is not sent, and keeps the rest. */
async function guardarArquivo(
  { armazem }: Pick<Servicos, 'armazem'>,
  recebido: ArquivoRecebido,
): Promise<ArquivoPronto> {
  const { inicio, resumo } = await inspecionar(recebido.caminho)
  const problema = problemaDoArquivo(inicio, recebido.tamanho)
  const especie = especieDe(inicio)
  if (problema || !especie) throw new CamposInvalidos({ arquivo: [problema ?? 'Este arquivo não pode ser enviado.'] })
  const legenda = lerLegenda(recebido.campos.legenda)
  return { tipo: especie.tipo, midia: { ...(await guardarEnviado(armazem, recebido, especie)), legenda }, resumo }
}

/** Keeps an uploaded file under a name of its own. */
export async function guardarEnviado(
  armazem: Armazem,
  { caminho, nome, tamanho }: Omit<ArquivoRecebido, 'campos'>,
  especie: Especie,
) {
  const arquivo = randomUUID()
  await armazem.guardar(arquivo, caminho)
  return { id: null, mime: especie.mime, nome: nomeDoEnviado(nome, especie), arquivo, tamanho }
}

/** What is written under a file: null when nothing is. */
export function lerLegenda(texto: string | undefined): string | null {
  const legenda = texto?.trim() || null
  if (legenda?.includes('\u0000')) {
    throw new CamposInvalidos({ legenda: ['A legenda tem um caractere que não pode ser enviado.'] })
  }
  if ((legenda?.length ?? 0) > LEGENDA_MAXIMA) {
    throw new CamposInvalidos({ legenda: ['A legenda deve ter no máximo 1.024 caracteres.'] })
  }
  return legenda
}

/** An uploaded file's first bytes, by which its kind is known, and what identifies it. */
export async function inspecionar(caminho: string) {
  const resumo = createHash('sha256')
  let inicio = Buffer.alloc(0)
  for await (const parte of createReadStream(caminho) as AsyncIterable<Buffer>) {
    if (inicio.length < BYTES_DA_ASSINATURA) inicio = Buffer.concat([inicio, parte]).subarray(0, BYTES_DA_ASSINATURA)
    resumo.update(parte)
  }
  return { inicio, resumo: resumo.digest('hex') }
}

/** Meta keeps a file for 30 days; a message may wait one in the queue. */
const SERVE_POR_MS = 28 * DIA_MS
/** Meta's error codes about the file itself: the copy that Meta has is useless. */
const CONTRA_O_ARQUIVO = new Set(['100', '131009', '131052', '131053'])

/** The file of a message of ours to this customer, to go again: what Meta already has of it is not uploaded twice. */
export async function arquivoDe(
  db: Db | Trx,
  mensagemId: number,
  { clienteId, legenda, agora }: { clienteId: number; legenda: string | null; agora: Date },
): Promise<Pick<ArquivoPronto, 'tipo' | 'midia'>> {
  const mensagem = await db
    .selectFrom('mensagem')
    .select(['tipo', 'midia', 'erro_codigo'])
    .where('id', '=', mensagemId)
    .where('cliente_id', '=', clienteId)
    .where('direcao', '=', 'enviada')
    .executeTakeFirst()
  const midia = mensagem?.midia as Midia | null | undefined
  if (!midia?.arquivo || (mensagem?.tipo !== 'imagem' && mensagem?.tipo !== 'documento')) {
    throw new CamposInvalidos({ arquivo_de: ['Esta mensagem não tem um arquivo para enviar de novo.'] })
  }
  const nova = midia.subidaEm !== undefined && agora.getTime() - Date.parse(midia.subidaEm) < SERVE_POR_MS
  // An id belongs to the number it was uploaded for.
  const doNumero = midia.numeroId === ((await numeroEmVigor(db)) ?? midia.numeroId)
  const serve = nova && doNumero && !CONTRA_O_ARQUIVO.has(mensagem.erro_codigo ?? '')
  const { mime, nome, arquivo, tamanho } = midia
  const naMeta = serve ? { id: midia.id, subidaEm: midia.subidaEm!, numeroId: midia.numeroId! } : { id: null }
  return { tipo: mensagem.tipo, midia: { mime, nome, arquivo, tamanho: tamanho ?? null, legenda, ...naMeta } }
}
