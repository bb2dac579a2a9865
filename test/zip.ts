import { crc32, deflateRawSync } from 'node:zlib'

export interface EntradaZip {
  nome: string
  dados: Buffer | string
  guardar?: boolean
  /** Lies about the unpacked size. */
  tamanhoDeclarado?: number
  senha?: boolean
}

/** Writes a zip, honest or not. */
export function criarZip(entradas: EntradaZip[]): Buffer {
  const locais: Buffer[] = []
  const centrais: Buffer[] = []
  let posicao = 0
  for (const entrada of entradas) {
    const nome = Buffer.from(entrada.nome, 'utf8')
    const dados = Buffer.from(entrada.dados)
    const pacote = entrada.guardar ? dados : deflateRawSync(dados)
    const comum = Buffer.alloc(26)
    comum.writeUInt16LE(20, 0)
    comum.writeUInt16LE(0x0800 | (entrada.senha ? 1 : 0), 2)
    comum.writeUInt16LE(entrada.guardar ? 0 : 8, 4)
    comum.writeUInt32LE(0x58210000, 6)
    comum.writeUInt32LE(crc32(dados), 10)
    comum.writeUInt32LE(pacote.length, 14)
    comum.writeUInt32LE(entrada.tamanhoDeclarado ?? dados.length, 18)
    comum.writeUInt16LE(nome.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), comum, nome, pacote])
    const cauda = Buffer.alloc(14)
    cauda.writeUInt32LE(posicao, 10)
    centrais.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), comum, cauda, nome]))
    locais.push(local)
    posicao += local.length
  }
  const central = Buffer.concat(centrais)
  const fim = Buffer.alloc(22)
  fim.write('PK\x05\x06', 0, 'latin1')
  fim.writeUInt16LE(Math.min(entradas.length, 0xffff), 8)
  fim.writeUInt16LE(Math.min(entradas.length, 0xffff), 10)
  fim.writeUInt32LE(central.length, 12)
  fim.writeUInt32LE(posicao, 16)
  return Buffer.concat([...locais, central, fim])
}
