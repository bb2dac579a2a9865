import { expect, test } from 'vitest'
import type { Campos, MotivoDaPendencia } from './documento-fiscal.ts'
import { decidirNfse } from './nfse.ts'

/** City, generator, inscription, CNPJ, number, month, code, digit. */
const CHAVE = `3550308${'1'}${'2'}11222333000181${'0000000000022'}2611123456789${'0'}`
const decidir = (
  campos: Campos = {},
  id = `NFS${CHAVE}`,
  dias: number | null = null,
  ...aceitar: MotivoDaPendencia[]
) =>
  decidirNfse(
    {
      tipo: 'nfse',
      id,
      campos: {
        nNFSe: '22',
        'emit/CNPJ': '11222333000181',
        'DPS/infDPS/tpAmb': '1',
        'DPS/infDPS/dhEmi': '2026-11-24T22:30:00-03:00',
        'DPS/infDPS/toma/CPF': '52998224725',
        'DPS/infDPS/toma/xNome': 'Ana Lima',
        'valores/vLiq': '150.00',
        ...campos,
      },
      duplicatas: [],
      pagamentos: [],
      referencias: [],
      protocolo: null,
    },
    { aceitar: new Set(aceitar), diasVencimento: dias },
  )

test('a note of services is one account of its net value, whose day a person says', () => {
  expect(decidir({}, undefined, 30, 'sem_vencimento')).toEqual({
    resultado: 'cobrar',
    nota: { tipo: 'nfse', chave: CHAVE, emitente: '11222333000181', modelo: 'nfse', serie: '3550308', numero: '22' },
    titulo: 'NFS-e 22',
    emissao: '2026-11-24',
    valorCentavos: 15_000,
    cliente: { documento: '52998224725', nome: 'Ana Lima', telefone: null, email: null, uf: null, municipio: null },
    contas: [{ ordem: 1, parcela: '1/1', valorCentavos: 15_000, vencimento: '2026-12-24' }],
    avisos: [],
    pendencias: [],
    substitui: null,
  })
  const sem = decidir({ 'DPS/infDPS/serv/cServ/xDescServ': 'Aula' }, undefined, 30)
  expect(sem).toMatchObject({
    contas: [{ vencimento: '2026-11-24' }],
    pendencias: [{ motivo: 'sem_vencimento', mensagem: expect.stringMatching(/ela vence\. A nota diz: "Aula"\.$/) }],
  })
  expect(decidir()).toMatchObject({ pendencias: [{ mensagem: expect.stringMatching(/ela vence\.$/) }] })
})

test.each<[Campos, RegExp]>([
  [{ 'DPS/infDPS/tpAmb': '2' }, /homologação/],
  [{ 'DPS/infDPS/toma/CPF': undefined }, /não tem CPF nem CNPJ/],
  [{ 'DPS/infDPS/toma/CPF': '52998224726' }, /não confere/],
  [{ 'DPS/infDPS/dhEmi': 'x' }, /sem data de emissão/],
  [{ 'valores/vLiq': '1,00' }, /valor líquido não é legível/],
  [{ 'valores/vLiq': '10000000000.00' }, /valor líquido não é legível/],
])('with %j nothing is collected', (campos, frase) => {
  expect(decidir(campos)).toMatchObject({
    resultado: 'recusar',
    cancelada: false,
    mensagem: expect.stringMatching(frase),
  })
})

test('nor of one without a key, of nothing, or cancelled', () => {
  for (const id of ['NFS', `NFS${CHAVE}1`, `NFS${CHAVE.slice(1)}`, `NFSA${CHAVE.slice(1)}`])
    expect(decidir({}, id)).toMatchObject({ resultado: 'recusar', chave: null })
  expect(decidir({ 'valores/vLiq': '0.00' })).toMatchObject({ resultado: 'nada_a_cobrar', chave: CHAVE })
  expect(decidir({ cancelada: 'sim' })).toMatchObject({ resultado: 'recusar', chave: CHAVE, cancelada: true })
})

test('the key says whose it is and of which number, where the note does not, and waits where they differ', () => {
  const motivos = (campos: Campos, ...aceitar: MotivoDaPendencia[]) => {
    const decisao = decidir(campos, undefined, 1, 'sem_vencimento', ...aceitar)
    return decisao.resultado === 'cobrar' ? decisao.pendencias.map(({ motivo }) => motivo) : decisao.resultado
  }
  expect([motivos({}), motivos({ nNFSe: '23' }), motivos({ 'emit/CNPJ': '11222333000262' })]).toEqual([
    [],
    ['chave_invalida'],
    ['chave_invalida'],
  ])
  expect(motivos({ nNFSe: '23' }, 'chave_invalida')).toEqual([])
  expect(decidir({ nNFSe: undefined, 'emit/CNPJ': undefined })).toMatchObject({
    titulo: 'NFS-e sem número',
    nota: { numero: '22', emitente: '11222333000181' },
  })
  const deCpf = CHAVE.replace('11222333000181', '00052998224725')
  expect(
    decidir({ 'emit/CNPJ': undefined, 'emit/CPF': '52998224725' }, `NFS${deCpf}`, 1, 'sem_vencimento'),
  ).toMatchObject({
    nota: { emitente: '52998224725' },
    pendencias: [],
  })
  expect(decidir({ 'DPS/infDPS/dhEmi': undefined, dhProc: '2026-11-25T00:00:00-03:00' })).toMatchObject({
    emissao: '2026-11-25',
  })
  expect(decidir({ 'DPS/infDPS/subst/chSubstda': '9' })).toMatchObject({ substitui: '9' })
})

test.each([
  ['11222333000181', '11222333000181'],
  ['12abc34501de35', '12ABC34501DE35'],
])('who is told by the CNPJ %s is the customer too', (cnpj, documento) => {
  const campos = { 'DPS/infDPS/toma/CPF': undefined, 'DPS/infDPS/toma/CNPJ': cnpj }
  expect(decidir(campos)).toMatchObject({ resultado: 'cobrar', cliente: { documento } })
})
