import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Movimento } from './movimento.ts'
import {
  chaveDoMovimento,
  diasNaOutraFonte,
  ditoAntes,
  documentosCombinam,
  doMesmoBoleto,
  mesmoDinheiro,
  mesmoPagador,
  nomesCombinam,
  numeroCanonico,
  sinaisDe,
  vezesNoArquivo,
} from './repeticao.ts'

const CREDITO: Movimento = {
  origem: 'ofx',
  tipo: 'credito',
  banco: '341',
  contaBancaria: '1500/12345-6',
  dia: '2026-11-10',
  diaCredito: '2026-11-10',
  valorCentavos: 15_000,
  saiu: false,
  tarifaCentavos: 0,
  descricao: 'PIX RECEBIDO MARIA APARECIDA EXEMPLO',
  pagador: { nome: 'MARIA APARECIDA EXEMPLO', documento: null },
  txid: null,
  endToEndId: null,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
}
const E2E = 'E00000000202611101200ABCDEFGHIJK'
const PIX: Movimento = {
  ...CREDITO,
  origem: 'pix',
  banco: null,
  contaBancaria: null,
  descricao: '',
  endToEndId: E2E,
  pagador: { nome: 'Maria Aparecida Exemplo', documento: '11144477735' },
}
const CAFE = { nome: 'CAFE E PAO DE ACUCAR', documento: '11222333000181' }
const ANA_LIMA = { nome: 'Ana Lima da Silva', documento: null }
const NINGUEM = { nome: '', documento: '***********' }
const igual = (um: Movimento) => um
const BOLETO: Movimento = { ...CREDITO, origem: 'cnab400', nossoNumero: '000150025', ocorrencia: '06', pagador: null }

describe('what a movement is known by', () => {
  test.each<[string, Partial<Movimento>]>([
    ['inner blanks and small letters', { descricao: 'Pix  Recebido   MARIA APARECIDA EXEMPLO ' }],
    ['the punctuation of the account', { contaBancaria: '1500123456' }],
    ['what we make of it', { tipo: 'outro', pagador: null, lote: true }],
  ])('%s change nothing', (_, outro) => {
    expect(chaveDoMovimento({ ...CREDITO, ...outro })).toBe(chaveDoMovimento(CREDITO))
  })

  test.each<[string, Movimento, Partial<Movimento>]>([
    ['day', CREDITO, { dia: '2026-11-11' }],
    ['amount', CREDITO, { valorCentavos: 15_001 }],
    ['direction', CREDITO, { saiu: true }],
    ['account', CREDITO, { contaBancaria: '1500/12345-7' }],
    ['bank', CREDITO, { banco: '237' }],
    ['memo', CREDITO, { descricao: 'PIX RECEBIDO JOSE' }],
    ['title', BOLETO, { nossoNumero: '000150033' }],
    ['code', BOLETO, { ocorrencia: '07' }],
    ['day of a title', BOLETO, { dia: '2026-11-11' }],
    ['amount of a title', BOLETO, { valorCentavos: 15_001 }],
    ['account of a title', BOLETO, { contaBancaria: '1500/12345-7' }],
    ['memo without a title', { ...BOLETO, nossoNumero: null }, { descricao: 'CREDITO DE COBRANCA' }],
    ['end-to-end id', PIX, { endToEndId: E2E.toLowerCase() }],
    ['refund', { ...PIX, devolucaoId: 'D1' }, { devolucaoId: 'D2' }],
    ['refund, or none', PIX, { devolucaoId: 'D1' }],
  ])('another %s is another movement', (_, base, outro) => {
    expect(chaveDoMovimento({ ...base, ...outro })).not.toBe(chaveDoMovimento(base))
  })

  test('a return says the same in both of its formats, zeros before the number or not', () => {
    const no240: Movimento = { ...BOLETO, origem: 'cnab240', nossoNumero: '150025', descricao: 'LIQUIDACAO' }
    expect(chaveDoMovimento(no240)).toBe(chaveDoMovimento(BOLETO))
    expect(numeroCanonico('001.234-x')).toBe('1234X')
  })
})

describe('vezesNoArquivo', () => {
  /** What is kept after files are read one after the other: each key and turn once. */
  const importar = (arquivos: string[][]) => {
    const guardados = new Set(
      arquivos.flatMap((chaves) => vezesNoArquivo(chaves, new Map()).map((vez, i) => `${chaves[i]}${vez}`)),
    )
    return new Map([...Map.groupBy(guardados, ([chave]) => chave!)].map(([chave, vezes]) => [chave, vezes.length]))
  }

  test('two that are equal in one file are two, and parts of one file go on counting', () => {
    const vistos = new Map<string, number>()
    expect(vezesNoArquivo(['a', 'a', 'b'], vistos)).toEqual([1, 2, 1])
    expect(vezesNoArquivo(['b', 'a'], vistos)).toEqual([2, 3])
  })

  test('whatever files overlap, and in whatever order, as many are kept as the fullest one has', () => {
    const arquivo = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(fc.array(arquivo, { maxLength: 6 }), (arquivos) => {
        const maior = new Map<string, number>()
        for (const chaves of arquivos)
          for (const [chave, iguais] of Map.groupBy(chaves, (um) => um))
            maior.set(chave, Math.max(maior.get(chave) ?? 0, iguais.length))
        const ordenado = (mapa: Map<string, number>) => [...mapa].sort()
        expect(ordenado(importar(arquivos))).toEqual(ordenado(maior))
        expect(ordenado(importar([...arquivos].reverse()))).toEqual(ordenado(maior))
        expect(ordenado(importar([...arquivos, ...arquivos]))).toEqual(ordenado(maior))
      }),
    )
  })
})

describe('the same money from two sources', () => {
  test.each<[string, Partial<Movimento>, Partial<Movimento>, boolean]>([
    ['day, amount and name', {}, {}, true],
    ['the id, whatever else', { endToEndId: E2E, pagador: null, dia: '2026-11-11' }, {}, true],
    ['another id', { endToEndId: 'E00000000202611101200ABCDEFGHIJL' }, {}, false],
    ['a name cut short', { pagador: { nome: 'MARIA APARECIDA EXEMP', documento: null } }, {}, true],
    ['a masked document', { pagador: { nome: null, documento: '***444777**' } }, {}, true],
    ['another document', { pagador: { nome: 'MARIA APARECIDA EXEMPLO', documento: '***982247**' } }, {}, false],
    ['another day', { dia: '2026-11-11' }, {}, false],
    ['another day, and no id on either side', { dia: '2026-11-11' }, { endToEndId: null }, false],
    ['another amount', { valorCentavos: 15_001 }, {}, false],
    ['another account', {}, { contaBancaria: '999' }, false],
    ['the same account', {}, { contaBancaria: '01500/123456' }, true],
    ['another bank', {}, { banco: '237' }, false],
    ['the same bank', {}, { banco: '341' }, true],
    ['a statement that does not say of which bank', { banco: null }, { banco: '341' }, true],
    ['a name that only begins alike', { pagador: { nome: 'MARIA APARECIDA OUTRA', documento: null } }, {}, false],
    ['a refund', { tipo: 'devolucao', endToEndId: E2E }, { tipo: 'devolucao' }, true],
    [
      'another part that went back',
      { tipo: 'devolucao', endToEndId: E2E, valorCentavos: 5_000 },
      { tipo: 'devolucao' },
      false,
    ],
    ['the same Pix, of which the bank says less', { endToEndId: E2E, valorCentavos: 14_900 }, {}, true],
    ['what came and what went back', { tipo: 'devolucao' }, {}, false],
    ['what is nobody’s', { tipo: 'outro' }, { tipo: 'outro' }, false],
    ['nobody said', { pagador: null }, {}, false],
    ['nobody said by the Pix', {}, { pagador: null }, false],
    ['money that left', { tipo: 'outro' }, {}, false],
    ['a lump', { lote: true }, {}, false],
  ])('%s', (_, extrato, pix, sim) => {
    expect(mesmoDinheiro([{ ...CREDITO, ...extrato }], [{ ...PIX, ...pix }])).toEqual(
      sim ? [{ extrato: 0, pix: 0 }] : [],
    )
  })

  // The 14th is a Saturday, the 15th a holiday on a Sunday; the 20th, a Friday, is a holiday.
  test.each([
    ['2026-11-14', '2026-11-16', true],
    ['2026-11-15', '2026-11-16', true],
    ['2026-11-20', '2026-11-23', true],
    ['2026-11-14', '2026-11-14', true],
    ['2026-11-14', '2026-11-15', false],
    ['2026-11-14', '2026-11-17', false],
    ['2026-11-13', '2026-11-16', false],
    ['2026-11-16', '2026-11-14', false],
    ['2026-02-16', '2026-02-18', true], // Carnival
    ['2026-06-04', '2026-06-05', true], // Corpus Christi
  ])('a Pix of %s that a statement books on %s: %s', (dia, contabil, sim) => {
    const [linha, pix] = [
      { ...CREDITO, dia: contabil },
      { ...PIX, dia },
    ]
    expect(mesmoDinheiro([linha], [pix])).toHaveLength(sim ? 1 : 0)
    expect(mesmoDinheiro([{ ...linha, pagador: CAFE }], [pix]), 'of another payer').toEqual([])
    expect(mesmoDinheiro([linha], [{ ...pix, contaBancaria: '999' }]), 'to another account').toEqual([])
    expect([diasNaOutraFonte(pix).includes(contabil), diasNaOutraFonte(linha).includes(dia)]).toEqual([sim, sim])
  })

  test.each([
    ['2026-11-12', '2026-11-12', true],
    ['2026-11-12', '2026-11-13', true],
    ['2026-11-13', '2026-11-16', true],
    ['2026-11-14', '2026-11-16', true], // Saturday
    ['2026-11-12', '2026-11-16', false],
    ['2026-11-12', '2026-11-11', false],
    ['2026-11-19', '2026-11-23', true], // a holiday between
  ])('a Pix of %s that a return tells as a boleto paid on %s: %s', (dia, contado, sim) => {
    const pix = { ...PIX, dia, txid: 'DOBANCO', ignorado: false }
    const boleto = { ...CREDITO, dia: contado, pagador: PIX.pagador, peloPix: true, ignorado: false }
    expect([ditoAntes(boleto, [pix]), ditoAntes(pix, [boleto])]).toEqual(sim ? [pix, boleto] : [null, null])
    expect([doMesmoBoleto([boleto], [pix]), doMesmoBoleto([pix], [boleto])]).toEqual(sim ? [[pix], [boleto]] : [[], []])
    expect(ditoAntes(pix, [boleto, { ...pix, ignorado: true }])).toBeNull()
    for (const naoUsa of [{ ...pix, pagador: CAFE }, { ...pix, dia: '2026-01-02' }, boleto])
      expect(ditoAntes(pix, [boleto, { ...naoUsa, ignorado: true }])).toEqual(sim ? boleto : null)
    expect(ditoAntes(pix, [{ ...boleto, pagador: CAFE }])).toBeNull()
    expect(['341', '237'].map((banco) => ditoAntes({ ...pix, banco }, [boleto]))).toEqual([sim ? boleto : null, null])
    expect(
      ditoAntes(pix, [
        { ...boleto, ignorado: true },
        { ...pix, txid: 'OUTRO' },
      ]),
    ).toBeNull()
  })

  const MARIA = { nome: 'Maria Aparecida Exemplo', documento: '11144477735' }
  test.each<[string, Movimento['pagador'], boolean]>([
    ['a masked document', { nome: null, documento: '***444777**' }, true],
    ['a name cut short', { nome: 'MARIA APARECIDA EX', documento: null }, true],
    ['a name too short', { nome: 'MARIA', documento: null }, false],
    ['another document', { ...MARIA, documento: '52998224725' }, false],
    ['nobody', null, false],
  ])('a boleto’s Pix is found among many by %s', (_, pagador, sim) => {
    const boleto = { ...PIX, txid: null, pagador: MARIA, peloPix: true }
    const pix = { ...PIX, txid: 'DOBANCO', pagador }
    const doMesmo = [pix, { ...pix, txid: 'OUTRO' }]
    const outros = [...doMesmo, { ...pix, valorCentavos: 1 }, { ...pix, txid: null }, { ...boleto, pagador }]
    expect(doMesmoBoleto([boleto], outros)).toEqual(sim ? doMesmo : [])
  })

  test('a Pix of Monday is Monday’s, though one of Saturday is alike', () => {
    const pix = ['2026-11-14', '2026-11-16'].map((dia) => ({ ...PIX, dia }))
    expect(mesmoDinheiro([{ ...CREDITO, dia: '2026-11-16' }], pix)).toEqual([{ extrato: 0, pix: 1 }])
  })

  test('is one for one: two credits and one Pix leave one credit', () => {
    expect(mesmoDinheiro([CREDITO, CREDITO], [PIX])).toEqual([{ extrato: 0, pix: 0 }])
    expect(mesmoDinheiro([CREDITO], [PIX, PIX])).toHaveLength(1)
  })

  describe('after a payer was erased', () => {
    const apagar = (um: Movimento): Movimento => ({ ...um, pagador: null, sinais: um.pagador && sinaisDe(um.pagador) })

    test.each<[string, Partial<Movimento>, Partial<Movimento>, boolean]>([
      ['the name', {}, {}, true],
      ['the name cut short', { pagador: { nome: 'MARIA APARECIDA EX', documento: null } }, {}, true],
      ['the masked document', { pagador: { nome: 'M EXEMPLO', documento: '***444777**' } }, {}, true],
      ['the company’s document', { pagador: CAFE }, { pagador: { ...CAFE, nome: 'Café & Pão Ltda' } }, true],
      [
        'another masked document',
        { pagador: { nome: 'MARIA APARECIDA EXEMPLO', documento: '***982247**' } },
        {},
        false,
      ],
      [
        'the name, where only the statement shows a document',
        { pagador: { nome: 'MARIA APARECIDA EXEMPLO', documento: '***444777**' } },
        { pagador: { nome: 'Maria Aparecida Exemplo', documento: null } },
        true,
      ],
      ['another name', { pagador: { nome: 'JOAO PEREIRA LIMA', documento: null } }, {}, false],
      ['a longer name', { pagador: { nome: 'ANA LIMA', documento: null } }, { pagador: ANA_LIMA }, false],
      ['nobody said', { pagador: null }, {}, false],
      ['nobody was said', {}, { pagador: null }, false],
      ['signs that tell nothing', { pagador: NINGUEM }, { pagador: NINGUEM }, false],
      ['another account', {}, { contaBancaria: '999' }, false],
    ])('%s', (_, extrato, pix, sim) => {
      const [linha, aviso] = [
        { ...CREDITO, ...extrato },
        { ...PIX, ...pix },
      ]
      const par = sim ? [{ extrato: 0, pix: 0 }] : []
      expect(mesmoDinheiro([linha], [apagar(aviso)])).toEqual(par)
      expect(mesmoDinheiro([apagar(linha)], [aviso])).toEqual(par)
      expect(mesmoDinheiro([apagar(linha)], [apagar(aviso)])).toEqual(par)
    })

    test('the document tells before the name, and the name nothing of a customer', () => {
      const outra = { ...CREDITO, pagador: { nome: 'MARIA APARECIDA OUTRA', documento: null } }
      const dela = { ...CREDITO, pagador: { nome: 'MARIA APARECIDA EXEMPLO', documento: '***444777**' } }
      expect(mesmoDinheiro([outra, dela], [apagar(PIX)])).toEqual([{ extrato: 1, pix: 0 }])
      expect(mesmoDinheiro([{ ...outra, deCliente: true }], [apagar(PIX)])).toEqual([])
      expect(mesmoDinheiro([outra], [{ ...apagar(PIX), deCliente: true }])).toEqual([])
    })

    test('a line that found its Pix by name takes no other by signs', () => {
      expect(mesmoDinheiro([CREDITO], [PIX, apagar(PIX)])).toEqual([{ extrato: 0, pix: 0 }])
    })

    test('a line finds whoever has its name before whoever has its signs', () => {
      const outra = { ...PIX, pagador: { nome: 'Maria Aparecida Outra', documento: '52998224725' } }
      const linhaDaOutra = { ...CREDITO, pagador: { nome: 'MARIA APARECIDA OUTRA', documento: null } }
      expect(mesmoDinheiro([linhaDaOutra, CREDITO], [apagar(PIX), outra])).toEqual([
        { extrato: 0, pix: 1 },
        { extrato: 1, pix: 0 },
      ])
    })

    test('the same lines are told twice as if nobody had been', () => {
      const pessoas = [
        { nome: 'Maria Aparecida Exemplo', documento: '11144477735' },
        { nome: 'João Pereira Lima', documento: '52998224725' },
        { nome: 'Padaria Exemplo do Bairro Ltda ME', documento: '11222333000181' },
      ]
      const noBanco = ({ nome, documento }: (typeof pessoas)[number], corte: number, mascara: boolean) => ({
        nome: nome.slice(0, corte).toUpperCase(),
        documento: mascara ? documento.replace(/^\d{3}(\d{6})\d{2}$/, '***$1**') : null,
      })
      const dia = fc.constantFrom('2026-11-10', '2026-11-11')
      const quem = fc.constantFrom(...pessoas)
      const doBanco = fc.tuple(quem, fc.integer({ min: 12, max: 40 }), fc.boolean()).map((um) => noBanco(...um))
      const apagado = fc.boolean()
      fc.assert(
        fc.property(
          fc.array(fc.record({ dia, pagador: doBanco, apagado }), { maxLength: 8 }),
          fc.array(fc.record({ dia, pagador: quem, apagado }), { maxLength: 8 }),
          (extratos, pixes) => {
            const repetidas = (seApagado: (um: Movimento) => Movimento) =>
              mesmoDinheiro(
                extratos.map(({ apagado, ...um }) => (apagado ? seApagado : igual)({ ...CREDITO, ...um })),
                pixes.map(({ apagado, ...um }, i) =>
                  (apagado ? seApagado : igual)({ ...PIX, ...um, endToEndId: `E${i}` }),
                ),
              ).map(({ extrato }) => extrato)
            expect(repetidas(apagar)).toHaveLength(repetidas(igual).length)
          },
        ),
      )
    })
  })

  test('an id takes its own Pix before a likeness takes it', () => {
    const doisPix = [PIX, { ...PIX, endToEndId: 'E00000000202611101200ABCDEFGHIJL' }]
    expect(mesmoDinheiro([CREDITO, { ...CREDITO, endToEndId: E2E }], doisPix)).toEqual([
      { extrato: 0, pix: 1 },
      { extrato: 1, pix: 0 },
    ])
  })

  test('no credit and no Pix is ever used twice', () => {
    const movimento = fc.record({
      dia: fc.constantFrom('2026-11-10', '2026-11-11'),
      valorCentavos: fc.constantFrom(100, 200),
      endToEndId: fc.constantFrom(null, E2E, 'E00000000202611101200ABCDEFGHIJL'),
    })
    fc.assert(
      fc.property(fc.array(movimento), fc.array(movimento), (extratos, pix) => {
        const pares = mesmoDinheiro(
          extratos.map((um) => ({ ...CREDITO, ...um })),
          pix.map((um, i) => ({ ...PIX, ...um, endToEndId: um.endToEndId ?? `E${i}` })),
        )
        expect(new Set(pares.map((par) => par.extrato)).size).toBe(pares.length)
        expect(new Set(pares.map((par) => par.pix)).size).toBe(pares.length)
      }),
    )
  })
})

test.each([
  ['52998224725', '***982247**', true],
  ['***982247**', '***982247**', true],
  ['52998224725', '***982248**', false],
  ['52998224725', '11144477735', false],
  ['11222333000181', '***982247**', false],
  ['***********', '***982247**', false],
  ['52998224725', '52998224725000', false],
  ['52998224725', '***98224***', false],
])('documents %s and %s: %s', (um, outro, sim) => {
  expect(documentosCombinam(um, outro)).toBe(sim)
  expect(documentosCombinam(outro, um)).toBe(sim)
})

test.each([
  ['CAFÉ & PÃO DE A', 'Café e Pão de Açúcar Comércio Ltda', true],
  ['PADARIA EXEMPLO DO BAIRRO', 'Padaria Exemplo do Bairro Ltda ME', true],
  ['PADARIA', 'Padaria Exemplo do Bairro', false],
  ['MARIA APAR', 'Maria Aparecida', true],
  ['MARIA APA', 'Maria Aparecida', false],
  ['PÃO & CAFÉ & CIA', 'Pao e Cafe e Cia', true],
  ['SALGADOS', 'Salgados S/A', true],
  ['SALGADOS LTDA.', 'Salgados SA', true],
  ['SALGADOS EIRELI', 'Salgados - EPP', true],
  ['SALGADOS MEI', 'Salgados Ltda - ME', true],
  ['SA LANCHES', 'Lanches', false],
  ['LOJA 10', 'Loja 20', false],
  ['JOSE DA SILVA', 'JOSE DA SOUZA', false],
  ['', '', false],
])('names "%s" and "%s": %s', (um, outro, sim) => {
  expect(nomesCombinam(um, outro)).toBe(sim)
  expect(nomesCombinam(outro, um)).toBe(sim)
})

test.each([
  ['ACME LTDA.', 100],
  ['ACME S.A.', 7],
  ['Zé Peças ME.', 222],
])('the sign of "%s" stays %d: those of erased payers are stored', (nome, sinal) => {
  expect(sinaisDe({ nome, documento: null }).nome).toBe(sinal)
})

test('who pays is nobody when nobody is said', () => {
  expect(mesmoPagador(null, null)).toBe(false)
  expect(mesmoPagador({ nome: null, documento: null }, { nome: null, documento: null })).toBe(false)
})
