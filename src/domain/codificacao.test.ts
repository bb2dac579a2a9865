import { expect, test } from 'vitest'
import { BalancaDeBytes, decodificar850 } from './codificacao.ts'

/** As DOS wrote it: each letter's byte in code page 850. */
const BYTES_850: Record<string, number> = {
  ç: 0x87,
  ã: 0xc6,
  á: 0xa0,
  é: 0x82,
  í: 0xa1,
  ó: 0xa2,
  ú: 0xa3,
  ê: 0x88,
  ô: 0x93,
  õ: 0xe4,
  à: 0x85,
  â: 0x83,
  Ç: 0x80,
  Ã: 0xc7,
  Á: 0xb5,
  É: 0x90,
  Í: 0xd6,
  Ó: 0xe0,
  Ú: 0xe9,
  Ê: 0xd2,
  Ô: 0xe2,
  Õ: 0xe5,
  º: 0xa7,
}
const em850 = (texto: string) => Uint8Array.from([...texto].map((letra) => BYTES_850[letra] ?? letra.charCodeAt(0)))
const em1252 = (texto: string) => Uint8Array.from([...texto].map((letra) => letra.charCodeAt(0)))
const pesar = (bytes: Uint8Array) => {
  const balanca = new BalancaDeBytes()
  balanca.ver(bytes)
  return balanca.fim()
}

test.each([
  'José da Conceição; São Paulo; Antônio Gonçalves; Ação Comércio de Pães',
  'JOSÉ DA CONCEIÇÃO; SÃO PAULO; ANTÔNIO GONÇALVES; AÇÃO COMÉRCIO DE PÃES; ÓTICA ÚNICA',
  'nº 5; Razão Social; Situação; Padaria Três Irmãos; Índia Calçados; Família Araújo; Rua 7 de Março',
])('%s', (texto) => {
  expect(pesar(em850(texto))).toEqual({ codificacao: 'ibm850', certa: true })
  expect(pesar(em1252(texto))).toEqual({ codificacao: 'windows-1252', certa: true })
  expect(decodificar850(em850(texto))).toBe(texto)
})

test('an accent that both encodings could have written leaves a doubt; a text without accents leaves none', () => {
  expect(pesar(em850('JOÃO'))).toEqual({ codificacao: 'windows-1252', certa: false })
  expect(pesar(em1252('Total: R$\u00a01.000,00'))).toEqual({ codificacao: 'windows-1252', certa: true })
})

test.each([
  'Bar \u0093do Zeca\u0094',
  'BAR \u0093DO ZECA\u0094',
  'SANT\u0092ANA; \u0091Arte\u0092 Ltda',
  'Maria\u00a0Silva; MARIA\u00a0SILVA; Casa\u00a0das Tintas',
  'Silva\u0085',
])('signs beside words without accents are what Excel wrote: %s', (texto) => {
  expect(pesar(em1252(texto)).codificacao).toBe('windows-1252')
})

test('an á of DOS, which is also a space, does not outweigh its other letters', () => {
  for (const texto of [
    'Fábrica de Pães; Mário Antônio; São Sebastião do Pará',
    'Márcia Souza; Padaria Sabará',
    'Fátima',
    'Otávio Pará Ltda',
  ])
    expect(pesar(em850(texto))).toEqual({ codificacao: 'ibm850', certa: true })
})

test.each(['Bar do Zé; Sé Peças', 'Fé \u0096 Cosméticos', 'Pé de Moleque Ltda'])(
  'a word of two letters that ends in an accent is what Excel wrote: %s',
  (texto) => {
    expect(pesar(em1252(texto)).codificacao).toBe('windows-1252')
  },
)
