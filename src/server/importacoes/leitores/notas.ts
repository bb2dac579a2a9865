import { comMilhares } from '#domain/dinheiro.ts'
import type { Campos, DocumentoLido } from '#domain/documento-fiscal.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { abrirArquivos, type Upload } from '#server/leitura/arquivos.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import type { ArquivoLido } from '#server/leitura/zip.ts'
import { ENVIO_DE_NOTAS, LIMITES } from './limites.ts'
import { lerXml } from './xml.ts'

export type TarefaDeNotas = Upload

/** A file's content, or why it cannot be read; a file with many documents comes in several pieces. */
export type ArquivoDeNotas = { arquivo: string; documentos: DocumentoLido[] } | { arquivo: string; erro: string }
export type LoteDeNotas = ArquivoDeNotas[]

/** A batch's limits, so that the receiving event loop is blocked only for milliseconds. */
const DOCUMENTOS_POR_LOTE = 50
const CARACTERES_POR_LOTE = 200_000

/** Reads the fiscal documents of an XML, or of a zip of many, a few at a time and in their order. */
export async function* lerNotas(upload: TarefaDeNotas): AsyncGenerator<LoteDeNotas> {
  let lote: LoteDeNotas = []
  let quantos = 0
  let peso = 0
  let total = 0
  let parcelas = 0
  for await (const pedaco of pedacos(upload)) {
    lote.push(pedaco)
    const documentos = 'documentos' in pedaco ? pedaco.documentos : []
    quantos += Math.max(1, documentos.length)
    total += documentos.length
    parcelas += documentos.reduce((soma, um) => soma + ('duplicatas' in um ? um.duplicatas.length : 0), 0)
    recusarExcesso(total, LIMITES.documentos, 'documentos')
    recusarExcesso(parcelas, LIMITES.parcelas, 'parcelas')
    peso += documentos.reduce((soma, documento) => soma + pesoDe(documento), 0)
    if (quantos < DOCUMENTOS_POR_LOTE && peso < CARACTERES_POR_LOTE) continue
    yield lote
    lote = []
    quantos = peso = 0
  }
  if (lote.length > 0) yield lote
}

function recusarExcesso(quantos: number, maximo: number, oQue: string) {
  if (quantos > maximo)
    throw new ArquivoGrande(`O envio tem mais de ${comMilhares(maximo)} ${oQue}. Divida-o e envie em partes.`)
}

async function* pedacos(upload: Upload): AsyncGenerator<ArquivoDeNotas> {
  for await (const arquivo of abrirArquivos(upload, ENVIO_DE_NOTAS)) {
    const lido = documentosDe(arquivo)
    if ('erro' in lido) yield lido
    else
      for (let i = 0; i < lido.documentos.length; i += DOCUMENTOS_POR_LOTE)
        yield { arquivo: lido.arquivo, documentos: lido.documentos.slice(i, i + DOCUMENTOS_POR_LOTE) }
  }
}

function documentosDe(lido: ArquivoLido): ArquivoDeNotas {
  if ('erro' in lido) return lido
  try {
    return { arquivo: lido.arquivo, documentos: lerXml(lido.bytes) }
  } catch (erro) {
    if (erro instanceof ArquivoIlegivel) return { arquivo: lido.arquivo, erro: erro.message }
    throw erro
  }
}

function pesoDe(documento: DocumentoLido): number {
  if (documento.tipo === 'outro') return 0
  const listas = documento.tipo === 'evento' ? [] : [...documento.duplicatas, ...documento.pagamentos]
  return [documento.campos, ...listas].reduce((soma, campos) => soma + letras(campos), 0)
}

const letras = (campos: Campos): number =>
  Object.values(campos).reduce<number>((soma, valor) => soma + (valor?.length ?? 0), 0)
