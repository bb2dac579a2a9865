const ASSINATURA_FIM = 0x06054b50
const FIM_BYTES = 22
/** The longest comment that may follow a zip's end record. */
const COMENTARIO_BYTES = 0xffff

/** How many files a zip holds, from its last bytes; undefined when it is no zip. */
export async function contarNoZip(arquivo: Blob): Promise<number | undefined> {
  const cauda = new DataView(await arquivo.slice(-(FIM_BYTES + COMENTARIO_BYTES)).arrayBuffer())
  for (let i = cauda.byteLength - FIM_BYTES; i >= 0; i--)
    if (cauda.getUint32(i, true) === ASSINATURA_FIM) return cauda.getUint16(i + 10, true)
  return undefined
}

/** Many files as one zip, stored as they are: the server takes one file at a time. */
export async function zipar(arquivos: readonly File[], nome: string): Promise<File> {
  const partes: BlobPart[] = []
  const indice: BlobPart[] = []
  let posicao = 0
  let doIndice = 0
  for (const [i, arquivo] of arquivos.entries()) {
    const repetido = arquivos.findIndex((outro) => outro.name === arquivo.name) !== i
    const caminho = new TextEncoder().encode(repetido ? `${i + 1}-${arquivo.name}` : arquivo.name)
    const bytes = new Uint8Array(await arquivo.arrayBuffer())
    const comum = [UTF8, 0, 0, DIA, crc32(bytes), bytes.length, bytes.length, caminho.length, 0] as const
    const local = escrever([0x04034b50, 20, ...comum], '42222244422')
    const central = escrever([0x02014b50, 20, 20, ...comum, 0, 0, 0, 0, posicao], '42222224442222244')
    partes.push(local, caminho, bytes)
    indice.push(central, caminho)
    posicao += local.length + caminho.length + bytes.length
    doIndice += central.length + caminho.length
  }
  const fim = escrever([ASSINATURA_FIM, 0, 0, arquivos.length, arquivos.length, doIndice, posicao, 0], '42222442')
  return new File([...partes, ...indice, fim], nome, { type: 'application/zip' })
}

/** Names are in UTF-8. */
const UTF8 = 0x0800
/** 1 January 1980, the first day a zip knows. */
const DIA = 0x21

/** Little-endian numbers, each as wide in bytes as its digit in `larguras`. */
function escrever(numeros: readonly number[], larguras: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array([...larguras].reduce((soma, largura) => soma + Number(largura), 0))
  const vista = new DataView(bytes.buffer)
  let onde = 0
  for (const [i, numero] of numeros.entries()) {
    if (larguras[i] === '4') vista.setUint32(onde, numero, true)
    else vista.setUint16(onde, numero, true)
    onde += Number(larguras[i])
  }
  return bytes
}

const TABELA = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABELA[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
