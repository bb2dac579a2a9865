import type { Codificacao, CodificacaoAchada } from '#domain/codificacao.ts'
import { type ErroDeCampo, type LinhaDaPlanilha, lerLinha, semDados } from '#domain/planilha.ts'
import { type Coluna, type Posicoes, reconhecerColunas } from '#domain/planilha-colunas.ts'
import { cortar } from '#domain/texto.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { detectarCodificacao, type LinhaCsv, lerCsv } from './csv.ts'

export interface TarefaDePlanilha {
  caminho: string
  mapeamento: Record<string, Coluna | null>
  /** In what the file was saved, as its sender says; null: found out. */
  codificacao: Codificacao | null
}

export interface Cabecalho {
  achada: CodificacaoAchada
  cabecalho: string[]
  posicoes: Posicoes
}

export interface LinhaBoa extends LinhaDaPlanilha {
  linha: number
}

/** What is wrong with a row, and the row as it came, under its own headers: JSON, since it is only stored. */
export interface LinhaRuim {
  linha: number
  erros: ErroDeCampo[]
  nome: string | null
  registro: string
}

export interface LoteDaPlanilha {
  /** Rows up to here, these included. */
  lidas: number
  boas: LinhaBoa[]
  ruins: LinhaRuim[]
}

/** The header first, then the rows. */
export type ParteDaPlanilha = Cabecalho | LoteDaPlanilha

/** A batch's limits, so that the receiving event loop is blocked only for milliseconds. */
const ITENS_POR_LOTE = 500
const CARACTERES_POR_LOTE = 100_000

/** Reads a spreadsheet of customers and judges each row. Without a header that is known it is none. */
export async function* lerPlanilha({
  caminho,
  mapeamento,
  codificacao,
}: TarefaDePlanilha): AsyncGenerator<ParteDaPlanilha> {
  const achada = codificacao ? { codificacao, certa: true } : await detectarCodificacao(caminho)
  const linhas = lerCsv(caminho, achada.codificacao)
  try {
    const topo = { achada, ...lerCabecalho(await linhas.next(), mapeamento) }
    yield topo
    yield* lerLotes(linhas, topo)
  } finally {
    await linhas.return(undefined)
  }
}

function lerCabecalho(
  primeira: IteratorResult<LinhaCsv>,
  mapeamento: TarefaDePlanilha['mapeamento'],
): Omit<Cabecalho, 'achada'> {
  const cabecalho = primeira.done ? [] : primeira.value.celulas.map((celula) => cortar(legivel(celula).trim(), 200))
  const posicoes = reconhecerColunas(cabecalho, mapeamento)
  const falta = (['nome', 'documento'] as const).filter((coluna) => !posicoes[coluna])
  if (falta.length === 0) return { cabecalho, posicoes }
  throw new ArquivoIlegivel(
    Object.keys(posicoes).length === 0
      ? 'Nenhuma coluna foi reconhecida na primeira linha. Use os títulos do modelo, ou diga que coluna é qual.'
      : `Falta a coluna ${falta.join(' e a coluna ')}. Dê esse título à coluna certa, ou diga qual é.`,
  )
}

async function* lerLotes(linhas: AsyncIterable<LinhaCsv>, topo: Cabecalho): AsyncGenerator<LoteDaPlanilha> {
  let lidas = 0
  let lote: LoteDaPlanilha = { lidas, boas: [], ruins: [] }
  let itens = 0
  let peso = 0
  for await (const { linha, celulas } of linhas) {
    if (semDados(celulas, topo.posicoes)) continue
    lidas += 1
    const lida = lerLinha(celulas, topo.posicoes)
    if (lida.linha) lote.boas.push({ ...lida.linha, linha })
    if (lida.erros.length > 0) {
      const ruim = recusada(linha, celulas, lida.erros, topo)
      lote.ruins.push(ruim)
      peso += ruim.registro.length * lida.erros.length
      itens += lida.erros.length
    }
    itens += 1
    if (itens < ITENS_POR_LOTE && peso < CARACTERES_POR_LOTE) continue
    yield { ...lote, lidas }
    lote = { lidas, boas: [], ruins: [] }
    itens = peso = 0
  }
  yield { ...lote, lidas }
}

function recusada(
  linha: number,
  celulas: string[],
  erros: ErroDeCampo[],
  { cabecalho, posicoes }: Cabecalho,
): LinhaRuim {
  const nome = legivel(celulas[posicoes.nome?.[0] ?? -1] ?? '').trim()
  const registro = Object.fromEntries(celulas.map((celula, i) => [cabecalho[i] || `coluna ${i + 1}`, legivel(celula)]))
  return { linha, erros, nome: cortar(nome, 200) || null, registro: JSON.stringify(registro) }
}

/** What the database can hold of a cell. */
const legivel = (celula: string): string => celula.replaceAll('\0', '').toWellFormed()
