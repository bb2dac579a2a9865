import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import codigos from '../../test/samples/banco/41-pix-br-codes.json' with { type: 'json' }
import { cidadeNoPix, crc16, escreverPixDinamico, escreverPixEstatico, lerPix, nomeNoPix } from './brcode.ts'

const RECEBE = { nome: 'Modelo Embalagens', cidade: 'São Paulo' }
const SO_AVISO = ['P39', 'P40', 'P41']

test('the control number is that of the standard', () => {
  expect(crc16('123456789')).toBe('29B1')
})

describe('each sample code', () => {
  test.each(codigos.filter(({ valido }) => valido).map((um) => [um.id, um] as const))('%s is read', (_, um) => {
    const lido = lerPix(um.codigo)
    const dito =
      um.forma === 'dinamico'
        ? { forma: 'dinamico', url: um.url, usoUnico: um.usoUnico }
        : {
            forma: 'estatico',
            chave: um.chave,
            valorCentavos: um.valorCentavos ?? null,
            txid: um.txid ?? null,
            texto: um.texto ?? null,
          }
    expect(lido).toMatchObject({ ...dito, avisos: [] })
    if (um.nome) expect(lido).toMatchObject({ nome: um.nome, cidade: um.cidade })
  })

  const recusados = codigos.filter(({ valido, id }) => !valido && !SO_AVISO.includes(id))
  test.each(recusados.map((um) => [um.id, um.motivo, um.codigo]))('%s is refused: %s', (_id, _motivo, codigo) => {
    expect(lerPix(codigo!)).toEqual({ problema: expect.stringMatching(/\.$/) })
  })

  test('P42 is told to be a boleto', () => {
    expect(lerPix(codigos.find(({ id }) => id === 'P42')!.codigo)).toEqual({
      problema: 'Isto é o código de um boleto, não de um Pix.',
    })
  })

  test.each(codigos.filter(({ id }) => SO_AVISO.includes(id)).map((um) => [um.id, um.motivo, um.codigo]))(
    '%s of somebody else is read with a warning: %s',
    (_id, _motivo, codigo) => {
      expect(lerPix(codigo!)).toMatchObject({ forma: 'estatico', avisos: [expect.stringMatching(/\.$/)] })
    },
  )

  const nossos = codigos.filter((um) => um.valido === true && um.forma === 'estatico' && /^[ -~\s]*$/.test(um.codigo))
  // P09 (small letters), P10 (pasted), P11–P13 (other fields) are read, and never written so.
  const escritos = nossos.filter(({ id }) => !['P09', 'P10', 'P11', 'P12', 'P13'].includes(id))
  test.each(escritos.map((um) => [um.id, um] as const))('%s is what we would write', (_, um) => {
    expect(
      escreverPixEstatico({
        chave: um.chave!,
        nome: um.nome!,
        cidade: um.cidade!,
        valorCentavos: um.valorCentavos ?? null,
        txid: um.txid ?? null,
        texto: um.texto ?? null,
      }),
    ).toBe(um.codigo)
  })

  test.each(codigos.filter(({ id }) => ['P20', 'P21', 'P22', 'P24'].includes(id)).map((um) => [um.id, um] as const))(
    '%s is what we would write of its address',
    (_, um) => {
      expect(escreverPixDinamico({ ...RECEBE, url: `https://${um.url}`, usoUnico: um.usoUnico! })).toBe(um.codigo)
    },
  )
})

describe('the examples of the manual', () => {
  test.each([
    [
      '00020126360014br.gov.bcb.pix01141122233300018152040000530398654071234.565802BR5917MODELO EMBALAGENS6009SAO PAULO62120508NF1001P1630437A7',
      { chave: '11222333000181', valorCentavos: 123_456, txid: 'NF1001P1' },
    ],
    [
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
      { chave: '123e4567-e12b-12d1-a456-426655440000', valorCentavos: null, txid: null, nome: 'Fulano de Tal' },
    ],
  ])('%s', (codigo, lido) => {
    expect(lerPix(codigo)).toMatchObject(lido)
  })
})

test.each([
  ['Comércio de Pão & Açúcar Ltda', 'COMERCIO DE PAO & ACUCAR'],
  ['MODELO EMBALAGENS COMERCIO LTDA', 'MODELO EMBALAGENS'],
  ['Sociedadeanonimaembrasileiradebebidas', 'SOCIEDADEANONIMAEMBRASILE'],
  ["D'Ávila  Nº 1", 'D AVILA NO 1'],
  ['Cia. São-João S/A', 'CIA. SAO-JOAO S/A'],
  ['💰', ''],
])('the name "%s" goes as "%s"', (nome, escrito) => {
  expect(nomeNoPix(nome)).toBe(escrito)
})

test.each([
  ['São José do Rio', 'SAO JOSE DO RIO'],
  ['São José do Rio Preto', 'SAO JOSE DO RIO'],
  ['Pindamonhangabas', 'PINDAMONHANGABA'],
])('the city "%s" goes as "%s": fifteen letters stay whole', (cidade, escrita) => {
  expect(cidadeNoPix(cidade)).toBe(escrita)
})

test('what fits exactly is written, and read without a warning', () => {
  const cheio = { nome: 'A'.repeat(25), cidade: 'B'.repeat(15), valorCentavos: 999_999_999_999 }
  const escrito = escreverPixEstatico({ chave: '11222333000181', txid: 'C'.repeat(25), texto: null, ...cheio })
  expect(lerPix(escrito)).toMatchObject({ ...cheio, avisos: [] })
})

describe('the address of a charge', () => {
  const escrever = (url: string) => escreverPixDinamico({ ...RECEBE, url, usoUnico: true })

  test('of 77 characters is written', () => {
    const url = `pix.example/${'a'.repeat(65)}`
    expect(lerPix(escrever(`https://${url}`))).toMatchObject({ forma: 'dinamico', url })
  })

  test.each([
    ['too long', `pix.example/${'a'.repeat(66)}`],
    ['empty', 'https://'],
    ['with a blank', 'pix.example/ a'],
    ['with a letter that is not ASCII', 'pix.example/ã'],
  ])('%s is refused', (_, url) => expect(() => escrever(url)).toThrow(RangeError))
})

describe('a code made by another program', () => {
  const comCrc = (corpo: string) => `${corpo}6304${crc16(`${corpo}6304`)}`
  const um = (id: string, valor: string) => id + String(valor.length).padStart(2, '0') + valor
  const CONTA = um('00', 'br.gov.bcb.pix') + um('01', '11222333000181')
  const codigo = (depois: string, modelo = '26') => comCrc(`000201${um(modelo, CONTA)}5303986${depois}`)

  test.each([
    ['100', 10_000],
    ['12.5', 1_250],
    ['0.01', 1],
    ['9999999999.99', 999_999_999_999],
  ])('asks for %s: %i cents', (escrito, valorCentavos) => {
    expect(lerPix(codigo(um('54', escrito)))).toMatchObject({ valorCentavos })
  })

  test.each(['.50', 'x1', '1.x', '1.234', '1.00.00', '0', '0.00', '10000000000'])(
    'does not ask for "%s"',
    (escrito) => {
      expect(lerPix(codigo(um('54', escrito)))).toEqual({ problema: expect.stringContaining('valor') })
    },
  )

  test('may leave out who receives, and a txid', () => {
    expect(lerPix(codigo(''))).toMatchObject({ nome: '', cidade: '', txid: null })
    expect(lerPix(codigo(um('62', um('07', 'CAIXA1'))))).toMatchObject({ txid: null })
    expect(lerPix(codigo(um('62', '05')))).toMatchObject({ txid: null })
  })

  test('holds the Pix in one of the templates 26 to 51', () => {
    expect(lerPix(codigo('', '51'))).toMatchObject({ chave: '11222333000181' })
    for (const outro of ['25', '52']) expect(lerPix(codigo('', outro))).toHaveProperty('problema')
    const antes = um('26', 'not a template')
    expect(lerPix(comCrc(`000201${antes}${um('27', CONTA)}5303986`))).toMatchObject({ chave: '11222333000181' })
  })

  test('may count bytes instead of letters', () => {
    expect(lerPix(codigo('5916PÃO 100% AÇAÍ'))).toMatchObject({ nome: 'PÃO 100% AÇAÍ' })
  })

  test('may be pasted with tabs in it', () => {
    expect(lerPix(codigo('').replace('5303', '\t5303'))).toMatchObject({ forma: 'estatico' })
  })

  test.each([
    ['cut before the control number', codigo('').slice(0, -8), 'incompleto'],
    ['with a letter added', `${codigo('')}0`, 'incompleto'],
    ['with a length beyond its end', codigo('5920LOJA'), 'incompleto'],
    ['with another control number', `${codigo('').slice(0, -4)}0000`, 'alterado'],
  ])('%s is refused for what it is', (_, escrito, motivo) => {
    expect(lerPix(escrito)).toEqual({ problema: expect.stringContaining(motivo) })
  })
})

test.each([
  ['1'.repeat(43), false],
  ['1'.repeat(44), true],
  ['83640000001-1 33120138000-2 81288462711-6 08013618155-1', true],
  ['1'.repeat(49), false],
  [`${'1'.repeat(47)}A`, false],
  [`A${'1'.repeat(47)}`, false],
])('"%s" is told to be a boleto: %s', (colado, boleto) => {
  expect(lerPix(colado)).toEqual({
    problema: boleto ? 'Isto é o código de um boleto, não de um Pix.' : 'Isto não é um código Pix copia e cola.',
  })
})

test.each([
  ['a key that is none', { chave: '11222333000182' }],
  ['a key as people write it', { chave: '11.222.333/0001-81' }],
  ['a txid with a hyphen', { txid: 'NF-1001' }],
  ['a txid of 26', { txid: 'A'.repeat(26) }],
  ['no txid', { txid: '' }],
  ['no money', { valorCentavos: 0 }],
  ['half a cent', { valorCentavos: 0.5 }],
  ['more than fits', { valorCentavos: 1_000_000_000_000 }],
  ['a text that does not fit', { texto: 'x'.repeat(60) }],
  ['nobody', { nome: '漢字' }],
  ['nowhere', { cidade: ' ' }],
])('no code is written with %s', (_, errado) => {
  const certo = { chave: '11222333000181', ...RECEBE, valorCentavos: 100, txid: 'A1', texto: null }
  expect(() => escreverPixEstatico({ ...certo, ...errado })).toThrow(RangeError)
})

describe('any code', () => {
  const chaves = fc.constantFrom('11222333000181', '52998224725', '+5519988124470', 'a@b.example', 'AB1CD2EG000114')
  const codigo = fc.record({
    chave: chaves,
    nome: fc.string({ minLength: 1, unit: 'binary' }).map((texto) => `X${texto}`),
    cidade: fc.string({ minLength: 1, unit: 'grapheme' }).map((texto) => `Y${texto}`),
    valorCentavos: fc.option(fc.integer({ min: 1, max: 999_999_999_999 })),
    txid: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/)),
    texto: fc.constant(null),
  })

  test('is read back as it was written, in plain characters', () => {
    fc.assert(
      fc.property(codigo, (um) => {
        const escrito = escreverPixEstatico(um)
        expect(escrito).toMatch(/^[ -~]+$/)
        const { chave, valorCentavos, txid } = um
        expect(lerPix(escrito)).toMatchObject({ forma: 'estatico', chave, valorCentavos, txid, avisos: [] })
      }),
    )
  })

  test('with one character changed is refused', () => {
    fc.assert(
      fc.property(codigo, fc.nat(), fc.constantFrom(...'0123456789ABCz'), (um, onde, letra) => {
        const escrito = escreverPixEstatico(um)
        const i = onde % escrito.length
        fc.pre(escrito[i] !== letra)
        const mudado = escrito.slice(0, i) + letra + escrito.slice(i + 1)
        expect(lerPix(mudado)).toHaveProperty('problema')
      }),
    )
  })

  test('and any text at all gets an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (texto) => {
        expect(lerPix(texto)).toBeTypeOf('object')
        expect(lerPix(`000201${texto}6304${crc16(`000201${texto}6304`)}`)).toBeTypeOf('object')
      }),
    )
  })
})
