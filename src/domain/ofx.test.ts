import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lerOfx } from '#test/ler-ofx.ts'
import { centavosDoOfx, LeitorOfx } from './ofx.ts'

const extrato = (lancamentos: string) =>
  `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>9</BANKACCTFROM>\n<BANKTRANLIST>\n${lancamentos}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
const linha = (dia: string, valor: string, memo = 'x', tipo = 'CREDIT') =>
  `<STMTTRN><TRNTYPE>${tipo}<DTPOSTED>${dia}<TRNAMT>${valor}<MEMO>${memo}</STMTTRN>\n`

describe('bad input', () => {
  test.each([
    [linha('20261110', '1,00') + linha('20261131', '1,00'), /“20261131” do lançamento da linha 6 não existe/],
    [linha('21261110', '1,00'), /“21261110” do lançamento da linha 5/],
    [linha('20261110', '1.2.3'), /“1.2.3” do lançamento da linha 5 não é um valor/],
    [linha('20261110', '1000000000000.00'), /linha 5 passa de R\$ 9.999.999.999,99/],
    [linha('20261110', '-1000000000000.00'), /linha 5 passa de/],
    [linha('20261110', '9'.repeat(400)), /linha 5 passa de/],
    [linha('19891231', '1,00'), /“19891231”/],
    [linha('X20261110', '1,00'), /“X20261110”/],
    [`<STMTTRN>${'<X>1'.repeat(101)}`, /^O lançamento da linha 5 tem campos demais/],
    [`<STMTTRN><TRNAMT>1,00\n${linha('20261110', '1,00')}`, /^O lançamento da linha 5 não termina/],
    [`<STMTTRN><DTPOSTED>20261110<TRNAMT>1,00`, /^O lançamento da linha 5 não termina/],
    ['<STMTTRN><TRNAMT>1,00</STMTRS>', /^O lançamento da linha 5 não termina/],
    ['<STMTTRN><TRNAMT>1,00</OFX>', /^O lançamento da linha 5 não termina/],
    [`<STMTTRN><MEMO>${'x'.repeat(200_000)}`, /grande demais/],
  ])('%#: names the line', (texto, frase) => {
    expect(() => lerOfx(extrato(texto), 4096)).toThrow(frase)
  })

  test('of a field written twice the first counts, and a hundred are not too many', () => {
    const repetida = `<STMTTRN><TRNTYPE>credit<DTPOSTED>20261110<TRNAMT>1,00<MEMO>um<MEMO>dois${'<X>1'.repeat(95)}</STMTTRN>\n`
    const { linhas } = lerOfx(extrato(repetida))
    expect(linhas.map((uma) => [uma.linha.especie, uma.linha.descricao])).toEqual([['entrada', 'um']])
  })

  test('a negative zero, and a line without figures, are no money', () => {
    const { linhas } = lerOfx(extrato(linha('20261110', '-0,00') + linha('20261110', ' . ')))
    expect(linhas.map((uma) => [uma.linha.especie, uma.linha.valorCentavos])).toEqual([
      ['saldo', 0],
      ['saldo', 0],
    ])
  })

  test('a bare < or & stays in the memo, and entities are read', () => {
    const { linhas } = lerOfx(extrato(linha('20261110', '1,00', 'PIX RECEBIDO A &amp; B & C <3 &#233; &nada;')))
    expect(linhas[0]?.linha.descricao).toBe('PIX RECEBIDO A & B & C <3 é &nada;')
  })

  test('without the day of the balance, what is dated after today has not happened', () => {
    const { linhas } = lerOfx(extrato(linha('20261122', '1,00') + linha('20261123', '1,00')))
    expect(linhas.map((uma) => uma.linha.especie)).toEqual(['entrada', 'futura'])
  })

  test('nor what is dated after today, whatever the day of the balance', () => {
    const comPosicao = (dia: string) =>
      extrato(linha('20261121', '1,00') + linha('20261122', '1,00') + linha('20261123', '1,00')).replace(
        '</STMTRS>',
        `<LEDGERBAL><DTASOF>${dia}</LEDGERBAL></STMTRS>`,
      )
    const especies = (dia: string) => lerOfx(comPosicao(dia)).linhas.map((uma) => uma.linha.especie)
    expect(especies('20261130')).toEqual(['entrada', 'entrada', 'futura'])
    expect(especies('20261121')).toEqual(['entrada', 'futura', 'futura'])
  })

  test('a zero is no sign: the types say which way the others went', () => {
    const semSinais = linha('20261110', '0,00') + linha('20261110', '5,00', 'x', 'DEBIT')
    const valores = (texto: string) => lerOfx(extrato(texto)).linhas.map((uma) => uma.linha.valorCentavos)
    expect(valores(semSinais)).toEqual([0, -500])
    expect(valores(semSinais + linha('20261110', '-0,01'))).toEqual([0, 500, -1])
  })

  test('without signs nor types, the words say what came', () => {
    const { linhas } = lerOfx(
      extrato(linha('20261110', '5,00', 'PIX RECEBIDO JOSE', 'OTHER') + linha('20261110', '7,00', 'AVISO', 'OTHER')),
    )
    expect(linhas.map((uma) => uma.linha.especie)).toEqual(['entrada', 'sem_sinal'])
  })
})

describe('of which account', () => {
  const um = (dentro: string, fora = '') =>
    lerOfx(`<OFX>${fora}<STMTRS>${dentro}<BANKTRANLIST></BANKTRANLIST></STMTRS></OFX>`).resumo.contas[0]!

  test.each([
    ['0341', '341'],
    ['1', '001'],
    [' 33 ', '033'],
    ['0', null],
    ['', null],
    ['12345', null],
    ['X341', null],
    ['341X', null],
  ])('bank “%s” is %s', (escrito, banco) => {
    expect(um(`<BANKACCTFROM><BANKID>${escrito}<ACCTID>9</BANKACCTFROM>`).banco).toBe(banco)
  })

  test('the institution says the bank where the account does not; a card is of none', () => {
    const fi = '<SIGNONMSGSRSV1><FI><FID>341<ORG>Banco</FI></SIGNONMSGSRSV1>'
    expect(um('<BANKACCTFROM><BANKID>0<ACCTID>9</BANKACCTFROM>', fi)).toMatchObject({ banco: '341', cartao: false })
    const cartao = `<OFX>${fi}<CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>9</CCACCTFROM></CCSTMTRS></OFX>`
    expect(lerOfx(cartao).resumo.contas).toMatchObject([{ banco: null, cartao: true, conta: '9' }])
  })

  test('branch, period and day of the balance are its own, and no other field says them', () => {
    const agencia = `<BANKACCTFROM><BANKID>1<BRANCHID>${'1'.repeat(41)}<ACCTID>9</BANKACCTFROM>`
    const periodo = '<DTSTART>20261101<DTEND>20261121'
    const saldos = '<LEDGERBAL><BALAMT>1<DTASOF>20261120</LEDGERBAL><AVAILBAL><BALAMT>1<DTASOF>20261119</AVAILBAL>'
    expect(um(`${agencia}${periodo}${saldos}<ACCTID>8`)).toEqual({
      banco: '001',
      agencia: '1'.repeat(40),
      conta: '9',
      cartao: false,
      de: '2026-11-01',
      ate: '2026-11-21',
      posicao: '2026-11-20',
    })
    expect(
      um('<BANKACCTFROM><BRANCHID></BRANCHID><ACCTID>9</BANKACCTFROM><DTSTART>00000000<DTASOF>20261120'),
    ).toMatchObject({ agencia: null, de: null, posicao: null })
    const depois = '<OFX><STMTRS><BANKACCTFROM><ACCTID>9</BANKACCTFROM></STMTRS><DTEND>20261121<CURDEF>USD</OFX>'
    expect(lerOfx(depois).resumo.contas).toMatchObject([{ conta: '9', ate: null }])
  })

  test.each(['BRL', 'BRC', 'brl', 'R$', '986', 'REAL', ''])('“%s” is money of Brazil', (moeda) => {
    expect(um(`<CURDEF>${moeda}</CURDEF>`).conta).toBe('')
  })

  test.each(['USD', 'eur'])('“%s” is not', (moeda) => {
    const aposOEstado = () => um(`<CURDEF>${moeda}`, '<STATUS><CODE>0</STATUS>')
    expect(aposOEstado).toThrow(`é em ${moeda.toUpperCase()}, e só`)
  })
})

test('of several errors the bank’s first is told, with its code where it says nothing; a statement is read beside them', () => {
  const estado = (codigo: string, mensagem = '') =>
    `<STATUS><CODE>${codigo}<SEVERITY>X${mensagem && `<MESSAGE>${mensagem}`}</STATUS>`
  const ler = (...estados: string[]) => lerOfx(`<OFX>${estados.join('')}</OFX>`)
  expect(() => ler(estado('0', 'OK'), estado('15500'), estado('2000', 'Outro'))).toThrow('extrato (código 15500).')
  expect(() => ler(estado('2000', 'M'.repeat(201)), estado('0'))).toThrow(`“${'M'.repeat(200)}”`)
  expect(() => ler(estado('0', 'OK'))).toThrow(/não traz o extrato/)
  expect(() => ler('<STATUS></STATUS>')).toThrow(/não traz o extrato/)
  expect(ler(estado('15500'), '<STMTRS></STMTRS>').resumo.contas).toHaveLength(1)
})

test.each([
  ['1234.56', 123_456],
  ['1.234.567,89', 123_456_789],
  ['1,234,567', 123_456_700],
  ['12.345.67', 1_234_567],
  ['100.', 10_000],
  ['5,', 500],
  ['1.23.4', undefined],
  ['1.2345', undefined],
  ['1a', undefined],
  ['1234,56', 123_456],
  ['1.234,56', 123_456],
  ['1,234.56', 123_456],
  ['+150,00', 15_000],
  ['           -59,90', -5_990],
  ['1.234', 123_400],
  ['1234', 123_400],
  ['0,5', 50],
  ['.50', 50],
  ['-0.00', 0],
  ['   .  ', null],
  ['', null],
  ['1e5', undefined],
  ['12.3456', undefined],
  ['--1', undefined],
])('"%s" is %s cents', (texto, centavos) => {
  expect(centavosDoOfx(texto)).toBe(centavos)
})

test('any text is read or refused, and never breaks the reader', () => {
  const pedaco = fc.constantFrom(
    '<OFX>',
    '<STMTRS>',
    '<STMTTRN>',
    '</STMTTRN>',
    '<DTPOSTED>20261110',
    '<TRNAMT>',
    '<',
    '&',
    '\n',
    '1,00',
    '</OFX>',
    '<ACCTID>1',
    '<STATUS><CODE>',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pedaco, fc.string()), { maxLength: 40 }), (pedacos) => {
      const leitor = new LeitorOfx(() => undefined)
      try {
        for (const um of pedacos) leitor.ler(um)
        leitor.fim()
      } catch (erro) {
        expect((erro as Error).name).toBe('ArquivoRecusado')
      }
    }),
  )
})

test('a text that is too long is cut beside an emoji, never through it: the database takes no half of one', () => {
  const texto = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>${'1'.repeat(39)}😀</BANKACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261110<TRNAMT>1.00<FITID>1<MEMO>${'a'.repeat(499)}😀</STMTTRN></BANKTRANLIST>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`
  const { resumo, linhas } = lerOfx(texto)
  expect(resumo.contas[0]?.conta).toBe('1'.repeat(39))
  expect(linhas[0]?.linha.descricao).toBe('a'.repeat(499))
})
