import type { FastifyRequest } from 'fastify'
import { especieDe } from '#domain/arquivo.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import { receberFormulario } from '#server/http/recepcao.ts'
import { guardarEnviado, inspecionar } from '#server/mensagens/arquivos.actions.ts'
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
    const { inicio, resumo } = await inspecionar(recebido.caminho)
    const especie = especieDe(inicio)
    if (!especie) throw new CamposInvalidos({ arquivo: ['Envie uma imagem JPEG ou PNG, ou um documento PDF.'] })
    return { corpo, anexo: { midia: await guardarEnviado(armazem, recebido, especie), resumo } }
  } finally {
    await recebido.apagar()
  }
}

/** Ids come as text in a form: `[1,2]` or `1,2`. */
const contasEscritas = (escrito: string): number[] =>
  /^\[?[\d,\s]*\]?$/.test(escrito) ? (escrito.match(/\d+/g) ?? []).map(Number) : []
