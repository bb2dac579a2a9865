import type { Formato } from '#domain/arquivo-do-banco.ts'
import type { Dia } from '#domain/data.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { abrirArquivos, type Upload } from '#server/leitura/arquivos.ts'
import { lerArquivo } from './arquivo.ts'
import type { ContaLida, LeituraDoArquivo, MovimentoLido } from './lido.ts'
import { ENVIO_DO_BANCO, MAXIMO_DE_MOVIMENTOS } from './limites.ts'

export type TarefaDeExtratos = Upload & { hoje: Dia }

/** What is known of a file before any movement of it is given; `erro` says, with the line, why it gives none. */
export type ArquivoDoBanco =
  | { arquivo: string; formato: Formato; contas: ContaLida[]; avisos: string[]; incompleto: string | null }
  | { arquivo: string; erro: string }

/** First all the files, so that the whole upload can be judged; then their movements, each with the place of its file. */
export type ParteDosExtratos = { arquivos: ArquivoDoBanco[] } | { arquivo: number; movimentos: MovimentoLido[] }

const MOVIMENTOS_POR_LOTE = 500

/**
 * Reads a bank's file, or those of a zip. More movements than are taken is `ArquivoGrande` before any is given; a file that
 * cannot be read gives none of its lines, and the others are read all the same.
 */
export async function* lerExtratos(
  tarefa: TarefaDeExtratos,
  maximo = MAXIMO_DE_MOVIMENTOS,
): AsyncGenerator<ParteDosExtratos> {
  const arquivos: ArquivoDoBanco[] = []
  for await (const { arquivo, leitura } of leituras(tarefa))
    arquivos.push('erro' in leitura ? { arquivo, erro: leitura.erro } : resumir(arquivo, leitura))
  recusarExcesso(arquivos, maximo)
  yield { arquivos }
  let lugar = 0
  for await (const { leitura } of leituras(tarefa)) {
    if (!('erro' in leitura)) yield* emLotes(lugar, leitura)
    lugar += 1
  }
}

async function* leituras(tarefa: TarefaDeExtratos) {
  for await (const lido of abrirArquivos(tarefa, ENVIO_DO_BANCO))
    yield { arquivo: lido.arquivo, leitura: 'erro' in lido ? lido : lerArquivo(lido.bytes, tarefa.hoje) }
}

const resumir = (arquivo: string, { formato, contas, avisos, incompleto }: LeituraDoArquivo): ArquivoDoBanco => ({
  arquivo,
  formato,
  contas,
  avisos,
  incompleto,
})

function recusarExcesso(arquivos: ArquivoDoBanco[], maximo: number) {
  const total = arquivos
    .flatMap((um) => ('erro' in um ? [] : um.contas))
    .reduce((soma, { movimentos }) => soma + movimentos, 0)
  if (total > maximo)
    throw new ArquivoGrande(
      `O envio tem mais de ${maximo.toLocaleString('pt-BR')} movimentos. Baixe períodos menores e envie em partes.`,
    )
}

function* emLotes(arquivo: number, leitura: LeituraDoArquivo): Generator<ParteDosExtratos> {
  const movimentos: MovimentoLido[] = []
  leitura.emitir((lido) => movimentos.push(lido))
  for (let i = 0; i < movimentos.length; i += MOVIMENTOS_POR_LOTE)
    yield { arquivo, movimentos: movimentos.slice(i, i + MOVIMENTOS_POR_LOTE) }
}
