import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { tracoDoQr } from './tracoDoQr.ts'

const PIX =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406812.505802BR5913PADARIA SOL' +
  '6009SAO PAULO62290525abcdefghijklmnopqrstuvwxy63041D3D'

test.each([PIX, 'Ação de graças', PIX.repeat(4)])('a camera reads back what was drawn (%#)', (texto) => {
  expect(decodeQR(fotografar(tracoDoQr(texto)))).toBe(texto)
})

/** Its picture, four dots a square. */
function fotografar({ lado, traco }: ReturnType<typeof tracoDoQr>) {
  const escuros = new Set([...traco.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => Number(y) * lado + Number(x)))
  const largura = lado * 4
  const data = new Uint8Array(largura * largura * 4)
  for (let i = 0; i < largura * largura; i++) {
    const [x, y] = [Math.floor((i % largura) / 4), Math.floor(i / largura / 4)]
    data.set(escuros.has(y * lado + x) ? [0, 0, 0, 255] : [255, 255, 255, 255], i * 4)
  }
  return { width: largura, height: largura, data }
}
