import { criarDecodificador, DetectorDeCodificacao } from '#server/leitura/codificacao.ts'

const PEDACO = 65_536
const MARCA_UTF8 = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * The text of a bank's file, in pieces: decoded by its bytes, whatever its header claims, and without the UTF-8 BOM, which some
 * banks put before a text in another encoding.
 */
export function* textoDe(arquivo: Buffer): Generator<string> {
  const bytes = arquivo.subarray(0, 3).equals(MARCA_UTF8) ? arquivo.subarray(3) : arquivo
  const detector = new DetectorDeCodificacao()
  for (let i = 0; i < bytes.length; i += PEDACO) detector.ver(bytes.subarray(i, i + PEDACO))
  const decodificador = criarDecodificador(detector.fim().codificacao)
  for (let i = 0; i < bytes.length; i += PEDACO) {
    const texto = decodificador.decode(bytes.subarray(i, i + PEDACO), { stream: true })
    if (texto !== '') yield texto
  }
  const resto = decodificador.decode()
  if (resto !== '') yield resto
}

/** What DOS wrote at the end of a text. */
const FIM_DO_DOS = String.fromCharCode(0x1a)
/** No bank writes a line so long: it is handed on as it is, to be refused. */
const LINHA_LONGA = 10_000

/** Its lines, with their numbers; empty ones are counted and left out. */
export function* linhasDe(arquivo: Buffer): Generator<{ linha: string; numero: number }> {
  let resto = ''
  let numero = 0
  for (const pedaco of textoDe(arquivo)) {
    const partes = (resto + pedaco.replaceAll(FIM_DO_DOS, '')).split(/\r?\n/)
    resto = partes.pop()!
    if (resto.length > LINHA_LONGA) partes.push(resto.slice(0, LINHA_LONGA))
    for (const linha of partes) {
      numero += 1
      if (linha.trim() !== '') yield { linha, numero }
    }
  }
  if (resto.trim() !== '') yield { linha: resto, numero: numero + 1 }
}
