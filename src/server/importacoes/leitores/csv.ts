import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import type { Codificacao, CodificacaoAchada } from '#domain/codificacao.ts'
import { comMilhares } from '#domain/dinheiro.ts'
import { ArquivoGrande } from '#server/http/envio.ts'
import { criarDecodificador, DetectorDeCodificacao } from '#server/leitura/codificacao.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { LIMITES } from './limites.ts'

export interface LinhaCsv {
  /** As a spreadsheet counts them: the header is 1, a quoted line break does not count. */
  linha: number
  celulas: string[]
}

const AMOSTRA = 65_536
const LINHAS_DEMAIS = `O arquivo tem mais de ${comMilhares(LIMITES.linhas)} linhas. Divida-o e envie em partes.`

/**
 * Reads a CSV as Brazil writes it, a record at a time, in the encoding that was found (`detectarCodificacao`) or said;
 * the separator by the header's line, or by a first line `sep=;`.
 */
export async function* lerCsv(caminho: string, codificacao: Codificacao): AsyncGenerator<LinhaCsv> {
  const pedacos = decodificar(caminho, codificacao)
  const { inicio, separador } = await lerInicio(pedacos)
  const parser = parse({
    delimiter: separador,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: LIMITES.caracteresPorLinha,
  })
  const alimentacao = alimentar(parser, inicio, pedacos)
  let linha = 0
  try {
    let colunas = 0
    for await (const lidas of parser) {
      linha += 1
      if (linha > LIMITES.linhas) throw new ArquivoGrande(LINHAS_DEMAIS)
      const celulas = semSobra(lidas, colunas, linha)
      if (linha === 1) colunas = celulas.length
      yield { linha, celulas }
    }
    await alimentacao
  } catch (erro) {
    throw traduzir(erro, linha)
  } finally {
    parser.destroy()
    await alimentacao.catch(() => undefined)
  }
}

/** Without the empty cells beyond the header's last, which spreadsheets write by the thousand. */
function semSobra(celulas: string[], colunas: number, linha: number): string[] {
  let fim = celulas.length
  while (fim > colunas && celulas[fim - 1]!.trim() === '') fim -= 1
  if (fim > LIMITES.colunas)
    throw new ArquivoIlegivel(
      `A linha ${linha} tem ${fim} colunas, e são lidas até ${LIMITES.colunas}. Apague as que sobram e envie de novo.`,
    )
  return fim === celulas.length ? celulas : celulas.slice(0, fim)
}

/** By BOM, else UTF-8 if all of it is, else windows-1252 or the code page of DOS, by how the accents fall into words. */
export async function detectarCodificacao(caminho: string): Promise<CodificacaoAchada> {
  const detector = new DetectorDeCodificacao()
  let primeiro = true
  for await (const pedaco of createReadStream(caminho)) {
    if (primeiro) recusarPlanilha(pedaco)
    primeiro = false
    detector.ver(pedaco)
  }
  return detector.fim()
}

function recusarPlanilha(inicio: Buffer) {
  const marca = inicio.toString('latin1', 0, 4)
  if (marca === 'PK\x03\x04' || marca === '\xd0\xcf\x11\xe0')
    throw new ArquivoIlegivel('Isto é uma planilha do Excel, não um CSV. No Excel, use "Salvar como" e escolha CSV.')
}

async function* decodificar(caminho: string, codificacao: Codificacao): AsyncGenerator<string> {
  const decodificador = criarDecodificador(codificacao)
  for await (const pedaco of createReadStream(caminho, { highWaterMark: 65_536 })) {
    const texto = decodificador.decode(pedaco, { stream: true })
    if (texto.includes('\0')) throw new ArquivoIlegivel('O arquivo não é um CSV: tem dados que não são texto.')
    yield texto
  }
  yield decodificador.decode()
}

/** Enough of the beginning to see the first line with something in it; a line `sep=;` is obeyed and dropped. */
async function lerInicio(pedacos: AsyncGenerator<string>): Promise<{ inicio: string; separador: string }> {
  let inicio = ''
  for (let lido = await pedacos.next(); !lido.done; lido = await pedacos.next()) {
    inicio += lido.value
    if (inicio.length >= AMOSTRA) break
  }
  inicio = inicio.replace(/^\ufeff?(?:[ \t]*(?:\r\n|\n|\r))*/, '')
  const dito = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n|\n|\r)/i.exec(inicio)
  if (dito) return { inicio: inicio.slice(dito[0].length), separador: dito[1]! }
  return { inicio, separador: separadorDe(inicio) }
}

/** The candidate that occurs most often in the header, outside quotes; Excel in Portuguese writes `;`. */
function separadorDe(texto: string): string {
  const cabecalho = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(texto)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const vezes = [';', ',', '\t', '|'].map((separador) => ({ separador, n: cabecalho.split(separador).length - 1 }))
  return vezes.reduce((melhor, atual) => (atual.n > melhor.n ? atual : melhor)).separador
}

async function alimentar(parser: ReturnType<typeof parse>, inicio: string, pedacos: AsyncGenerator<string>) {
  try {
    await escrever(parser, inicio)
    for await (const pedaco of pedacos) await escrever(parser, pedaco)
    parser.end()
  } catch (erro) {
    parser.destroy(erro as Error)
  }
}

/** Waits for backpressure, so that memory stays flat however large the file. */
const escrever = (parser: ReturnType<typeof parse>, texto: string) =>
  new Promise<void>((pronto) => {
    if (texto === '' || parser.destroyed || parser.write(texto)) return pronto()
    const seguir = () => {
      parser.off('drain', seguir)
      parser.off('close', seguir)
      pronto()
    }
    parser.on('drain', seguir)
    parser.on('close', seguir)
  })

function traduzir(erro: unknown, linha: number): unknown {
  if (!(erro instanceof CsvError)) return erro
  if (erro.code === 'CSV_QUOTE_NOT_CLOSED')
    return new ArquivoIlegivel(`Há aspas que abrem e não fecham depois da linha ${linha}. Corrija e envie de novo.`)
  if (erro.code === 'CSV_MAX_RECORD_SIZE')
    return new ArquivoIlegivel(`A linha ${linha + 1} é grande demais para ser de uma planilha. Confira o arquivo.`)
  return new ArquivoIlegivel(`O arquivo não pôde ser lido como CSV perto da linha ${linha + 1}.`)
}
