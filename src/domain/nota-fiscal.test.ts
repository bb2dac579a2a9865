import { describe, expect, test } from 'vitest'
import { chaveBemFormada, digitoDaChave } from './chave-acesso.ts'
import type { Campos, MotivoDaPendencia, NotaLida, Palavra } from './documento-fiscal.ts'
import { decidirNfe } from './nota-fiscal.ts'

const CHAVE = '35261111222333000181550010000010011091614864'
const CAMPOS: Campos = {
  'ide/mod': '55',
  'ide/serie': '1',
  'ide/nNF': '1001',
  'ide/cUF': '35',
  'ide/cNF': '09161486',
  'ide/cDV': '4',
  'ide/tpEmis': '1',
  'ide/tpAmb': '1',
  'ide/tpNF': '1',
  'ide/finNFe': '1',
  'ide/dhEmi': '2026-11-24T22:30:00-03:00',
  'emit/CNPJ': '11222333000181',
  'dest/CPF': '52998224725',
  'dest/xNome': 'Ana Lima',
  'total/ICMSTot/vNF': '300.00',
}
const PROTOCOLO: Campos = { cStat: '100', tpAmb: '1', chNFe: CHAVE }
const DUPLICATAS: Campos[] = [
  { nDup: '001', dVenc: '2026-12-24', vDup: '100.00' },
  { nDup: '002', dVenc: '2027-01-24', vDup: '200' },
]
interface Muda extends Partial<Omit<NotaLida, 'campos' | 'protocolo'>> {
  campos?: Campos
  protocolo?: Campos | null
}
const lida = ({ campos, protocolo, ...resto }: Muda = {}): NotaLida => ({
  tipo: 'nfe',
  id: `NFe${CHAVE}`,
  duplicatas: DUPLICATAS,
  pagamentos: [],
  referencias: [],
  ...resto,
  campos: { ...CAMPOS, ...campos },
  protocolo: protocolo === null ? null : { ...PROTOCOLO, ...protocolo },
})
const palavra = (diasVencimento: number | null = null, ...aceitar: MotivoDaPendencia[]): Palavra => ({
  aceitar: new Set(aceitar),
  diasVencimento,
})
const decidir = (muda: Muda = {}, dito = palavra()) => decidirNfe(lida(muda), dito)
const semDup = (pagamentos: Campos[], campos: Campos = {}): Muda => ({ duplicatas: [], pagamentos, campos })
const valorDe = (muda: Muda) => {
  const decisao = decidir(muda)
  return decisao.resultado === 'cobrar' ? decisao.valorCentavos : decisao.resultado
}

test('an authorised note with duplicatas is collected as it is written', () => {
  expect(decidir()).toEqual({
    resultado: 'cobrar',
    nota: { tipo: 'nfe', chave: CHAVE, emitente: '11222333000181', modelo: '55', serie: '1', numero: '1001' },
    titulo: 'NF-e 1001',
    emissao: '2026-11-24',
    valorCentavos: 30_000,
    cliente: { documento: '52998224725', nome: 'Ana Lima', telefone: null, email: null, uf: null, municipio: null },
    contas: [
      { ordem: 1, parcela: '001', valorCentavos: 10_000, vencimento: '2026-12-24' },
      { ordem: 2, parcela: '002', valorCentavos: 20_000, vencimento: '2027-01-24' },
    ],
    avisos: [],
    pendencias: [],
    substitui: null,
  })
})

describe('nothing is collected of', () => {
  test.each<[string, Muda, RegExp]>([
    ['a consumer’s note', { campos: { 'ide/mod': '65' } }, /^NFC-e 1001: nota de consumidor/],
    ['another model', { campos: { 'ide/mod': '57' } }, /^Documento de modelo 57/],
    ['no model', { campos: { 'ide/mod': undefined } }, /^Documento de modelo desconhecido/],
    ['a test', { campos: { 'ide/tpAmb': '2' } }, /homologação/],
    ['a test, by its protocol', { protocolo: { tpAmb: '2' } }, /homologação/],
    ['a note without a key', { id: 'NFe' }, /chave de acesso está ausente/],
    ['no number', { campos: { 'ide/nNF': undefined } }, /^NF-e sem número: sem número ou série/],
    ['a number too long', { campos: { 'ide/nNF': '1234567890' } }, /sem número ou série/],
    ['a series too long', { campos: { 'ide/serie': '1000' } }, /sem número ou série/],
    ['another note’s protocol', { protocolo: { chNFe: CHAVE.replace('1001', '1002') } }, /é de outra nota/],
    ...['110', '205', '301', '302', '303'].map((cStat): [string, Muda, RegExp] => [
      `a denied note (${cStat})`,
      { protocolo: { cStat } },
      /denegado/,
    ]),
    ['a rejected note', { protocolo: { cStat: '204' } }, /não autorizada pela SEFAZ \(situação 204\)/],
    ['an adjustment', { campos: { 'ide/finNFe': '3' } }, /nota de ajuste/],
    ['a credit note', { campos: { 'ide/finNFe': '5' } }, /nota de crédito/],
    ['a purchase', { campos: { 'ide/tpNF': '0' } }, /nota de entrada/],
    ['a wrong document', { campos: { 'dest/CPF': '52998224726' } }, /CPF ou CNPJ do cliente não confere/],
    ['nobody', { campos: { 'dest/CPF': undefined } }, /não tem CPF nem CNPJ\.$/],
    ['somebody abroad', { campos: { 'dest/CPF': undefined, 'dest/idEstrangeiro': '' } }, /\(é do exterior\)\.$/],
    ['no day', { campos: { 'ide/dhEmi': '2026-02-30T10:00:00-03:00' } }, /sem data de emissão/],
    ['an unreadable instalment', { duplicatas: [{ vDup: '1,00' }] }, /valor da parcela 1\/1 não é legível/],
    ['too large an instalment', { duplicatas: [{ vDup: '10000000000.00' }] }, /não é legível/],
    ['no such due day', { duplicatas: [{ vDup: '1.00', dVenc: '2026-02-30' }] }, /não é um dia que existe/],
    ['too many instalments', { duplicatas: Array(121).fill({ vDup: '1.00' }) }, /tem 121 parcelas.* até 120/],
    ['an unreadable total', semDup([], { 'total/ICMSTot/vNF': 'x' }), /valor a receber não é legível/],
  ])('%s', (_, muda, frase) => {
    expect(decidir(muda)).toMatchObject({
      resultado: 'recusar',
      mensagem: expect.stringMatching(frase),
      cancelada: false,
    })
  })

  test.each<Muda>([
    { campos: { cancelada: 'sim' } },
    ...['101', '151', '155'].map((cStat) => ({ protocolo: { cStat } })),
  ])('a cancelled note: %j', (muda) => {
    expect(decidir(muda)).toMatchObject({ resultado: 'recusar', chave: CHAVE, cancelada: true })
  })

  test('what was given back, with its amount and of which note', () => {
    const devolucao = (muda: Muda) =>
      (decidir({ ...muda, campos: { 'ide/finNFe': '4', ...muda.campos } }) as { mensagem: string }).mensagem
    expect(devolucao({ referencias: [CHAVE] })).toBe(
      'NF-e 1001: devolução de R$ 300,00, referente à NF-e 1001. Nada a cobrar; decida qual parcela reduzir.',
    )
    expect(devolucao({ campos: { 'total/ICMSTot/vNF': undefined } })).toContain('NF-e 1001: devolução. Nada a cobrar')
  })
})

test('late authorisation, a key or a CNPJ in small letters and 120 instalments are no fault', () => {
  expect(decidir({ protocolo: { cStat: '150', chNFe: CHAVE.toLowerCase() } }).resultado).toBe('cobrar')
  const empresa = { 'dest/CPF': undefined, 'dest/CNPJ': '12abc34501de35' }
  expect(decidir({ campos: empresa })).toMatchObject({ cliente: { documento: '12ABC34501DE35' } })
  const muitas = decidir({ duplicatas: Array(120).fill({ vDup: '1.00', dVenc: '2026-12-24' }) })
  expect(muitas).toMatchObject({ resultado: 'cobrar', valorCentavos: 12_000 })
})

test('instalments of nothing are left out, and keep the others their places', () => {
  const comZero = [{ vDup: '0.00' }, { vDup: '5.00', dVenc: '2026-12-24' }]
  expect(decidir({ duplicatas: comZero })).toMatchObject({ contas: [{ ordem: 2, parcela: '2/2', valorCentavos: 500 }] })
  expect(decidir({ duplicatas: [{ vDup: '0' }] })).toMatchObject({ resultado: 'nada_a_cobrar' })
})

describe('what waits for a person’s word', () => {
  const pendencias = (muda: Muda, dito = palavra()) => {
    const decisao = decidir(muda, dito)
    return decisao.resultado === 'cobrar' ? decisao.pendencias.map(({ motivo }) => motivo) : decisao.resultado
  }

  test('a due day, unless so many days are said', () => {
    const sem = { duplicatas: [{ vDup: '1.00' }, { vDup: '1.00', dVenc: '2026-12-01' }] }
    expect([pendencias(sem), pendencias(sem, palavra(30))]).toEqual([['sem_vencimento'], ['sem_vencimento']])
    expect(pendencias(sem, palavra(null, 'sem_vencimento'))).toEqual(['sem_vencimento'])
    const dito = decidir(sem, palavra(30, 'sem_vencimento'))
    expect(dito).toMatchObject({ pendencias: [], contas: [{ vencimento: '2026-12-24' }, { vencimento: '2026-12-01' }] })
    expect(decidir(semDup([]), palavra(30, 'sem_vencimento'))).toMatchObject({ contas: [{ vencimento: '2026-12-24' }] })
    const semDuplicata = decidir(semDup([], { 'infAdic/infCpl': '30 dias' }))
    expect(semDuplicata).toMatchObject({
      contas: [{ ordem: 1, parcela: '1/1', vencimento: '2026-11-24' }],
      pendencias: [{ mensagem: expect.stringMatching(/ A nota diz: "30 dias"\.$/) }],
    })
    expect(decidir(semDup([]))).toMatchObject({ pendencias: [{ mensagem: expect.stringMatching(/ela vence\.$/) }] })
  })

  test('a note without a protocol, and a key that is another note’s', () => {
    expect(pendencias({ protocolo: null })).toEqual(['sem_protocolo'])
    expect(pendencias({ protocolo: { cStat: undefined } })).toEqual(['sem_protocolo'])
    expect(pendencias({ protocolo: null }, palavra(null, 'sem_protocolo'))).toEqual([])
    expect(pendencias({ campos: { 'ide/nNF': '1002' } }, palavra(null, 'chave_invalida'))).toEqual([])
    const outra: Campos[] = [
      { 'ide/cUF': '33' },
      { 'ide/dhEmi': '2026-10-24T10:00:00-03:00' },
      { 'emit/CNPJ': '11222333000262' },
      { 'ide/serie': '2' },
      { 'ide/nNF': '1002' },
      { 'ide/tpEmis': '6' },
      { 'ide/cNF': '09161487' },
      { 'ide/cDV': '5' },
    ]
    for (const campos of outra) expect([campos, pendencias({ campos })]).toEqual([campos, ['chave_invalida']])
    const digito = { id: `NFe${CHAVE.slice(0, -1)}5`, campos: { 'ide/cDV': '5' }, protocolo: { chNFe: undefined } }
    expect(decidir(digito)).toMatchObject({ pendencias: [{ mensagem: expect.stringContaining('o dígito da chave') }] })
    const antiga = { 'ide/dhEmi': undefined, 'ide/dEmi': '2026-11-24', 'ide/tpEmis': undefined, 'ide/cNF': undefined }
    expect(pendencias({ campos: { ...antiga, 'ide/cDV': undefined } })).toEqual([])
  })
})

test.each([
  ['5206043300991100250655012000000780026730161', 5], // the manual's own
  ['3526111122233300018155001000001001109161486', 4],
  ['352611AB1CD2EG00011455001000000012101329595', 8],
])('the key %s ends in %i', (chave, digito) => expect(digitoDaChave(chave)).toBe(digito))

test.each([
  [CHAVE, true],
  [`352611AB1CD2EG000114${CHAVE.slice(20)}`, true],
  [`A${CHAVE.slice(1)}`, false],
  [`${CHAVE.slice(0, -1)}A`, false],
  [`${CHAVE}1`, false],
  [CHAVE.slice(1), false],
])('%s has the form of a key: %s', (chave, sim) => expect(chaveBemFormada(chave)).toBe(sim))

describe('whose note a key is', () => {
  const comChave = (emitente: string, serie: number, campos: Campos) => {
    const sem = `352611${emitente}55${String(serie).padStart(3, '0')}000001001109161486`
    const chave = `${sem}${digitoDaChave(sem)}`
    const decisao = decidir({
      id: `NFe${chave}`,
      protocolo: { chNFe: chave },
      campos: { 'ide/serie': String(serie), 'ide/cDV': chave.slice(-1), ...campos },
    })
    return decisao.resultado === 'cobrar' ? decisao.pendencias.map(({ motivo }) => motivo) : decisao.resultado
  }

  test.each([
    [889, ['chave_invalida']],
    [890, []],
    [899, []],
    [900, ['chave_invalida']],
  ])('of series %i the tax office stands in it: %j', (serie, pendencias) => {
    expect(comChave('46377222000129', serie, {})).toEqual(pendencias)
    expect(comChave('11222333000181', serie, {})).toEqual([])
  })

  test('a person’s CPF stands in it after zeros', () => {
    const daPessoa = { 'emit/CNPJ': undefined, 'emit/CPF': '52998224725' }
    expect(comChave('00052998224725', 1, daPessoa)).toEqual([])
    expect(comChave('52998224725000', 1, daPessoa)).toEqual(['chave_invalida'])
  })
})

describe('sums that do not agree are told, and stay', () => {
  const avisos = (campos: Campos, muda: Muda = {}) => {
    const decisao = decidir({ ...muda, campos })
    return decisao.resultado === 'cobrar'
      ? decisao.avisos.map((um) => um.replace('NF-e 1001: ', '').slice(0, 21))
      : null
  }
  test.each<[string, Campos, string[]]>([
    [
      'the invoice is what the instalments are',
      { 'cobr/fat/vLiq': '300.00', 'cobr/fat/vOrig': '310.00', 'cobr/fat/vDesc': '10.00' },
      [],
    ],
    ['the invoice is another', { 'cobr/fat/vLiq': '299.99' }, ['as parcelas somam R$ ']],
    ['the discount is another', { 'cobr/fat/vLiq': '300.00', 'cobr/fat/vOrig': '310.00' }, ['o valor original meno']],
    ['the note is less', { 'total/ICMSTot/vNF': '299.99' }, ['as parcelas somam R$ ']],
    ['the note is more', { 'total/ICMSTot/vNF': '300.01' }, []],
    ['nothing is said', { 'total/ICMSTot/vNF': undefined }, []],
  ])('%s', (_, campos, esperados) => expect(avisos(campos)).toEqual(esperados))

  test('without instalments there is nothing to add up', () => {
    expect(avisos({ 'cobr/fat/vLiq': '10.00', 'cobr/fat/vOrig': '99.00' }, semDup([]))).toEqual([])
  })
})

describe('without instalments, what was not paid at issue is collected', () => {
  const pago = (tPag: string, vPag = '50.00', outro: Campos = {}): Campos => ({ tPag, vPag, ...outro })
  test.each<[string, Muda, number | string]>([
    ['the note’s total', semDup([]), 30_000],
    ['the invoice’s', semDup([], { 'cobr/fat/vLiq': '250.00' }), 25_000],
    ['a total of nothing', semDup([], { 'total/ICMSTot/vNF': '0.00' }), 'nada_a_cobrar'],
    ['cash, in the old layout', semDup([], { 'ide/indPag': '0' }), 'nada_a_cobrar'],
    ['cash, with an invoice', semDup([], { 'ide/indPag': '0', 'cobr/fat/vLiq': '250.00' }), 25_000],
    ['term, in the old layout', semDup([], { 'ide/indPag': '1' }), 30_000],
    ...['05', '14', '15', '91', '99'].map((tPag): [string, Muda, number] => [
      `paid by ${tPag}`,
      semDup([pago(tPag)]),
      5_000,
    ]),
    ...['01', '03', '04', '10', '17', '18', '20'].map((tPag): [string, Muda, string] => [
      `paid by ${tPag}`,
      semDup([pago(tPag)]),
      'nada_a_cobrar',
    ]),
    ['by deposit', semDup([pago('16')]), 'nada_a_cobrar'],
    ['a Pix in term', semDup([pago('20', '50.00', { indPag: '1' })]), 5_000],
    ['a card in term', semDup([pago('03', '50.00', { indPag: '1' })]), 'nada_a_cobrar'],
    ['a boleto paid already', semDup([pago('15', '50.00', { dPag: '2026-11-24' })]), 'nada_a_cobrar'],
    ['part cash, part boletos', semDup([pago('01'), pago('15'), pago('15', '60.5')]), 11_050],
    ['a boleto without amount', semDup([pago('15', '0.00')]), 30_000],
    ['a boleto without amount, of an invoice', semDup([pago('15', '0.00')], { 'cobr/fat/vLiq': '250.00' }), 25_000],
    ['an unreadable boleto', semDup([pago('15', 'x')]), 'recusar'],
    ['no payment', semDup([pago('90', '0.00')]), 'nada_a_cobrar'],
    ['no payment, with an invoice', semDup([pago('90', '0.00')], { 'cobr/fat/vLiq': '250.00' }), 25_000],
    ['no payment beside a boleto', semDup([pago('90', '0.00'), pago('15')]), 5_000],
    ['a complementary note', semDup([pago('90', '0.00')], { 'ide/finNFe': '2' }), 30_000],
    ['a debit note', semDup([pago('90', '0.00')], { 'ide/finNFe': '6', 'cobr/fat/vLiq': '250.00' }), 25_000],
  ])('%s', (_, muda, valor) => expect(valorDe(muda)).toBe(valor))

  test.each<[Campos, RegExp]>([
    [pago('16'), /foi tida como paga na emissão/],
    [pago('18'), /foi tida como paga na emissão/],
    [pago('16', '50.00', { indPag: '0' }), /: paga na emissão/],
    [pago('16', '50.00', { dPag: '2026-11-24' }), /: paga na emissão/],
    [pago('17'), /: paga na emissão/],
  ])('%j says that it was paid, or that it may not have been', (pagamento, frase) => {
    expect(decidir(semDup([pagamento]))).toMatchObject({ mensagem: expect.stringMatching(frase) })
  })
})
