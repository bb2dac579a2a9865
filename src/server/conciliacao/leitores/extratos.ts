import type { Formato } from '#domain/arquivo-do-banco.ts'
import type { Dia } from '#domain/data.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { abrirArquivos, type Upload } from '#server/leitura/arquivos.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { lerArquivo } from './arquivo.ts'
import { type ContaLida, excessoDeMovimentos, type LeituraDoArquivo, type MovimentoLido } from './lido.ts'
import { ENVIO_DO_BANCO, MAXIMO_DE_MOVIMENTOS } from './limites.ts'

export type TarefaDeExtratos = Upload & { hoje: Dia }

/** What is known of a file before its first movement; `erro` says, with the line, why it has none. */
export type ArquivoDoBanco =
  | { arquivo: string; formato: Formato; contas: ContaLida[]; avisos: string[]; incompleto: string | null }
  | { arquivo: string; erro: string }

/** First all the files, so that the whole upload can be judged; then their movements, each with the place of its file. */
export type ParteDosExtratos = { arquivos: ArquivoDoBanco[] } | { arquivo: number; movimentos: MovimentoLido[] }

const MOVIMENTOS_POR_LOTE = 1_000

/**
 * Reads a bank's file, or those of a zip, once. More movements than are taken is `ArquivoGrande` before any is given; a file that
 * cannot be read gives none of its lines, and the others are read all the same.
 */
export async function* lerExtratos(
  tarefa: TarefaDeExtratos,
  maximo = MAXIMO_DE_MOVIMENTOS,
): AsyncGenerator<ParteDosExtratos> {
  const lidos: { arquivo: string; leitura: LeituraDoArquivo | { erro: string } }[] = []
  let total = 0
  for await (const lido of abrir(tarefa)) {
    const limite = { maximo, arquivo: lido.arquivo }
    const leitura = 'erro' in lido ? lido : lerArquivo(lido.bytes, tarefa.hoje, limite)
    lidos.push({ arquivo: lido.arquivo, leitura })
    if (!('erro' in leitura)) for (const { movimentos } of leitura.contas) total += movimentos
    if (total > maximo) throw excessoDeMovimentos(limite)
  }
  yield {
    arquivos: lidos.map(({ arquivo, leitura }) =>
      'erro' in leitura ? { arquivo, erro: leitura.erro } : resumir(arquivo, leitura),
    ),
  }
  for (const [lugar, { leitura }] of lidos.entries()) if (!('erro' in leitura)) yield* emLotes(lugar, leitura)
}

/** What is wrong with the upload itself is said with its name, as of each file in it. */
async function* abrir(tarefa: Upload): ReturnType<typeof abrirArquivos> {
  try {
    yield* abrirArquivos(tarefa, ENVIO_DO_BANCO)
  } catch (erro) {
    const mensagem = (frase: string) => `${tarefa.arquivo}: ${frase}`
    if (erro instanceof ArquivoGrande) throw new ArquivoGrande(mensagem(erro.message))
    if (erro instanceof ArquivoIlegivel) throw new ArquivoIlegivel(mensagem(erro.message))
    throw erro
  }
}

const resumir = (arquivo: string, { formato, contas, avisos, incompleto }: LeituraDoArquivo): ArquivoDoBanco => ({
  arquivo,
  formato,
  contas,
  avisos,
  incompleto,
})

function* emLotes(arquivo: number, leitura: LeituraDoArquivo): Generator<ParteDosExtratos> {
  let movimentos: MovimentoLido[] = []
  for (const um of leitura.movimentos()) {
    movimentos.push(um)
    if (movimentos.length < MOVIMENTOS_POR_LOTE) continue
    yield { arquivo, movimentos }
    movimentos = []
  }
  if (movimentos.length > 0) yield { arquivo, movimentos }
}
