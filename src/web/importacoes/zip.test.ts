import { expect, test } from 'vitest'
import { contarNoZip, zipar } from './zip.ts'

test('many files become one zip, those of the same name told apart', async () => {
  const nota = (nome: string, texto: string) => new File([texto], nome)
  const zip = await zipar([nota('a.xml', '<a/>'), nota('ção.xml', '<b/>'), nota('a.xml', '<c/>')], 'notas.zip')
  expect(await contarNoZip(zip)).toBe(3)
  const texto = new TextDecoder().decode(await zip.arrayBuffer())
  for (const parte of ['a.xml<a/>', 'ção.xml<b/>', '3-a.xml<c/>']) expect(texto).toContain(parte)
  // The CRC-32 of "<a/>", as every zip tool computes it.
  expect(new DataView(await zip.arrayBuffer()).getUint32(14, true)).toBe(0x1d11cd4)
})

test('what is no zip has no count', async () => {
  expect(await contarNoZip(new Blob(['<nfeProc/>']))).toBeUndefined()
})
