import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { BYTES_DA_ASSINATURA, especieDe, nomeDoEnviado } from '#domain/arquivo.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { receberFormulario } from '#server/http/recepcao.ts'
import type { Midia } from '#server/saida/midia.ts'
import type { Servicos } from '#server/servicos.ts'

const LIMITE = { campo: 'arquivo', limiteMib: 10, remedio: 'Reduza-o e tente de novo.' }

/** What a form brought beside its fields: kept once the dispute is written. */
export interface Anexo {
  midia: Midia & { arquivo: string }
  /** Identifies the file, to recognise a repeated call. */
  resumo: string
}

/**
 * Reads a form: its fields become the contract's body; the file, if any, is checked and stored. `aoLer` gets the fields
 * even when the file is refused.
 */
export async function receberAnexo(
  request: FastifyRequest,
  { armazem, pastaDados }: Pick<Servicos, 'armazem' | 'pastaDados'>,
  aoLer?: (campos: Record<string, string>) => void,
): Promise<{ corpo: object; anexo: Anexo | null }> {
  const { campos, arquivo: recebido } = await receberFormulario(request, {
    ...LIMITE,
    pastaDados,
    ...(aoLer && { aoLer }),
  })
  const corpo = { ...campos, contas: contasEscritas(campos.contas ?? '') }
  if (!recebido) return { corpo, anexo: null }
  try {
    const { inicio, resumo } = await inspecionar(recebido)
    const especie = especieDe(inicio)
    if (!especie) throw new CamposInvalidos({ arquivo: ['Envie uma imagem JPEG ou PNG, ou um documento PDF.'] })
    const arquivo = randomUUID()
    await armazem.guardar(arquivo, recebido.caminho)
    const nome = nomeDoEnviado(recebido.nome, especie)
    const midia = { id: null, mime: especie.mime, nome, arquivo, tamanho: recebido.tamanho }
    return { corpo, anexo: { midia, resumo } }
  } finally {
    await recebido.apagar()
  }
}

/** Ids come as text in a form: `[1,2]` or `1,2`. */
const contasEscritas = (escrito: string): number[] =>
  /^\[?[\d,\s]*\]?$/.test(escrito) ? (escrito.match(/\d+/g) ?? []).map(Number) : []

async function inspecionar({ caminho }: { caminho: string }) {
  const resumo = createHash('sha256')
  let inicio = Buffer.alloc(0)
  for await (const parte of createReadStream(caminho) as AsyncIterable<Buffer>) {
    if (inicio.length < BYTES_DA_ASSINATURA) inicio = Buffer.concat([inicio, parte]).subarray(0, BYTES_DA_ASSINATURA)
    resumo.update(parte)
  }
  return { inicio, resumo: resumo.digest('hex') }
}
