import { describe, expect, test } from 'vitest'
import { lerLinha, semDados } from './planilha.ts'
import { CAUSAS } from './planilha-causas.ts'
import { COLUNAS_DO_MODELO as COLUNAS, reconhecerColunas } from './planilha-colunas.ts'

const posicoes = reconhecerColunas(COLUNAS)
const boa = [
  'Padaria Sol',
  '11.222.333/0001-81',
  '(11) 98765-4321',
  'Sol@Exemplo.com.br',
  'C-1',
  'T-1',
  '1.234,56',
  '03/04/2027',
]
const com = (coluna: (typeof COLUNAS)[number], valor: string) =>
  boa.map((celula, i) => (COLUNAS[i] === coluna ? valor : celula))
const errosDe = (celulas: string[]) => lerLinha(celulas, posicoes).erros.map((erro) => erro.campo)

describe('reconhecerColunas', () => {
  test('ignores accents, case, punctuation and order', () => {
    expect(reconhecerColunas(['E-mail', 'RAZÃO SOCIAL', 'CPF/CNPJ', 'Celular', 'Dt. Venc.', 'Valor (R$)'])).toEqual({
      email: [0],
      nome: [1],
      documento: [2],
      telefone: [3],
      vencimento: [4],
      valor: [5],
    })
  })

  test('knows nothing of unknown headers, unless they are mapped', () => {
    expect(reconhecerColunas(['cor', 'peso'])).toEqual({})
    expect(reconhecerColunas(['Comprador', 'CPF'], { comprador: 'nome' })).toEqual({ nome: [0], documento: [1] })
    expect(reconhecerColunas(['nome', 'contato'], { Contato: null })).toEqual({ nome: [0] })
  })

  test('takes "documento" for the number of the title beside a CPF', () => {
    expect(reconhecerColunas(['documento', 'cpf'])).toEqual({ conta_numero: [0], documento: [1] })
    expect(reconhecerColunas(['documento', 'nome'])).toEqual({ documento: [0], nome: [1] })
  })

  test('lets several cells feed one column', () => {
    const lida = lerLinha(
      ['Ana', '52998224725', '1133330000', '11987654321'],
      reconhecerColunas(['nome', 'cpf', 'fone', 'celular']),
    )
    expect(lida).toMatchObject({ linha: { telefone: '+5511987654321' } })
  })
})

describe('lerLinha', () => {
  test('reads a whole row', () => {
    expect(lerLinha(boa, posicoes)).toEqual({
      erros: [],
      linha: {
        nome: 'Padaria Sol',
        documento: '11222333000181',
        telefone: '+5511987654321',
        email: 'sol@exemplo.com.br',
        codigoExterno: 'C-1',
        uf: null,
        municipio: null,
        conta: {
          numero: 'T-1',
          valorCentavos: 123456,
          vencimento: '2027-04-03',
          linhaDigitavel: null,
          nossoNumero: null,
        },
      },
    })
  })

  test('a short row has its last cells empty', () => {
    expect(lerLinha(['Ana', '52998224725'], posicoes)).toEqual({
      erros: [],
      linha: {
        nome: 'Ana',
        documento: '52998224725',
        telefone: null,
        email: null,
        codigoExterno: null,
        uf: null,
        municipio: null,
        conta: null,
      },
    })
  })

  test.each([
    ['nome', ''],
    ['nome', 'x'.repeat(201)],
    ['nome', '000123'],
    ['documento', ''],
    ['documento', '12345678900'],
    ['documento', '1,12223E+13'],
    ['telefone', '12'],
    ['email', 'sem arroba'],
    ['codigo_externo', 'x'.repeat(61)],
    ['nome', '12.345/0-1 2'],
    ['conta_numero', ''],
    ['conta_numero', 'x'.repeat(61)],
    ['valor', ''],
    ['valor', '9.999.999.999,99 0'],
    ['valor', '-10,00'],
    ['valor', '0'],
    ['valor', '99999999999,00'],
    ['vencimento', ''],
    ['vencimento', '31/02/2026'],
  ] as const)('%s as %j is an error of that field alone', (coluna, valor) => {
    expect(errosDe(com(coluna, valor))).toEqual([coluna])
  })

  test.each([
    ['nome', 'x'.repeat(200)],
    ['nome', '12 Anos'],
    ['codigo_externo', 'x'.repeat(60)],
    ['conta_numero', 'x'.repeat(60)],
    ['valor', '0,01'],
    ['valor', '9.999.999.999,99'],
    ['email', 'nada;sol@exemplo.com.br'],
    ['email', 'nada, sol@exemplo.com.br'],
    ['email', 'nada sol@exemplo.com.br'],
    ['telefone', '1133330000;11987654321'],
    ['telefone', '1133330000 | 11987654321'],
    ['telefone', '1133330000 ou 11987654321'],
    ['telefone', '1133330000 E 11987654321'],
    ['documento', '="11222333000181 "'],
    ['valor', "'10,00"],
  ] as const)('%s as %j is right', (coluna, valor) => expect(errosDe(com(coluna, valor))).toEqual([]))

  test.each([
    ['uf', 'SP', { uf: 'SP' }, []],
    ['uf', 'são paulo', { uf: 'SP' }, []],
    ['uf', '', { uf: null }, []],
    ['uf', 'XX', { uf: null }, ['uf']],
    ['municipio', 'x'.repeat(100), { municipio: 'x'.repeat(100) }, []],
    ['municipio', 'x'.repeat(101), { municipio: null }, ['municipio']],
  ] as const)('of the place, %s as %j', (coluna, valor, linha, erros) => {
    const lida = lerLinha(['Ana', '52998224725', valor], { ...reconhecerColunas(['nome', 'cpf']), [coluna]: [2] })
    expect([lida.linha, lida.erros.map(({ campo }) => campo)]).toMatchObject([linha, erros])
  })

  test('of the boleto, its line and number, when they are of this account', () => {
    const comBoleto = (linha: string, nosso: string, valor = '1.234,56') =>
      lerLinha([...com('valor', valor), linha, nosso], { ...posicoes, linha_digitavel: [8], nosso_numero: [9] })
    expect(comBoleto('', 'x'.repeat(30)).linha?.conta).toMatchObject({
      linhaDigitavel: null,
      nossoNumero: 'x'.repeat(30),
    })
    expect(comBoleto('', 'x'.repeat(31))).toMatchObject({ linha: null, erros: [{ campo: 'nosso_numero' }] })
    const doReferencia = '00190.00009 01234.567004 00000.123174 5 16560000123456'
    expect(comBoleto(doReferencia, '').erros).toMatchObject([{ campo: 'linha_digitavel', causa: 'boleto_errado' }])
    expect(comBoleto('1', '').erros).toMatchObject([{ campo: 'linha_digitavel' }])
    expect(comBoleto('1', '', 'x').erros).toMatchObject([{ campo: 'valor' }])
  })

  test.each([
    ['telefone', '12', { telefone: null }],
    ['email', 'sem arroba', { email: null }],
    ['codigo_externo', 'x'.repeat(61), { codigoExterno: null }],
  ] as const)('a bad %s is left out, and the row comes in', (coluna, valor, linha) => {
    expect(lerLinha(com(coluna, valor), posicoes)).toMatchObject({ linha, erros: [{ campo: coluna }] })
    expect(lerLinha(com('documento', '12345678900'), posicoes).linha).toBe(null)
  })

  test('of a row that stays out, nothing that is wrong is said to let it in', () => {
    const celulas = boa.with(COLUNAS.indexOf('documento'), '12345678900').with(COLUNAS.indexOf('telefone'), '12')
    const { linha, erros } = lerLinha(celulas, posicoes)
    expect([linha, erros.map(({ campo }) => campo)]).toEqual([null, ['documento', 'telefone']])
    for (const { dica } of Object.values(CAUSAS)) expect(dica).not.toMatch(/cliente entra/)
  })

  test('a record that brings nothing but a wrong telephone stays out', () => {
    expect(lerLinha(['Ana', '52998224725', '12'], posicoes)).toMatchObject({
      linha: null,
      erros: [{ campo: 'telefone', causa: 'sem_contato' }],
    })
    for (const resto of [['ana@x.example'], ['', 'C-1'], ['', '', 'T-1', '100,00', '10/12/2026']])
      expect(lerLinha(['Ana', '52998224725', '12', ...resto], posicoes)).toMatchObject({
        linha: { nome: 'Ana', telefone: null },
        erros: [{ causa: 'telefone_errado' }],
      })
  })

  test.each([
    ['(11) 3333-2222 (11) 98765-4321', '+5511987654321'],
    ['(11) 98765-4321   (21) 98765-4322', '+5511987654321'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['(11) 3333-2222', '+551133332222'],
    ['ramal 12 / (11) 3333-2222', '+551133332222'],
    ['11 98765\u20114321', '+5511987654321'],
    ['11 98765\u22124321', '+5511987654321'],
    ['11987654321.0', '+5511987654321'],
    ['1198765432.0', '+5511998765432'],
  ])('of the cell %s the telephone is %s', (celula, telefone) => {
    expect(lerLinha(com('telefone', celula), posicoes)).toMatchObject({ linha: { telefone }, erros: [] })
  })

  test('tells of a cell all that it holds, and of an amount that it is too high', () => {
    const ditoDe = (coluna: (typeof COLUNAS)[number], valor: string) =>
      lerLinha(com(coluna, valor), posicoes).erros[0]?.mensagem
    expect(ditoDe('telefone', '1,1988E+10')).toMatch(/^"1,1988E\+10" não é um telefone/)
    expect(ditoDe('valor', '999999999999999999999')).toBe('O valor passa de R$ 9.999.999.999,99.')
    expect(ditoDe('valor', '999999999999999999999 reais')).toMatch(/não é um valor/)
  })

  test('takes out of names what does not show', () => {
    const nomeDe = (nome: string) => lerLinha(com('nome', nome), posicoes).linha?.nome ?? null
    expect(nomeDe('Co\u00admér\u2060cio\u2800do Zé')).toBe('Comércio do Zé')
    expect(nomeDe('\u2060\u3164\u00ad')).toBe(null)
  })

  test('shows the cell beside what is wrong with it', () => {
    expect(lerLinha(com('telefone', ' 12 '), posicoes)).toMatchObject({ erros: [{ campo: 'telefone', valor: '12' }] })
    expect(lerLinha(com('nome', ''), posicoes)).toMatchObject({ erros: [{ campo: 'nome', valor: null }] })
  })

  test('names everything that is wrong', () => {
    expect(errosDe(['', '1', '2', '3', '', '', '4', '5'])).toEqual([
      'nome',
      'documento',
      'telefone',
      'email',
      'conta_numero',
      'vencimento',
    ])
  })

  test('takes off what protects a cell from a spreadsheet, and keeps formulas as text', () => {
    const nomeDe = (nome: string) => lerLinha(com('nome', nome), posicoes).linha?.nome
    expect(nomeDe("'=HYPERLINK(1)")).toBe('=HYPERLINK(1)')
    expect(nomeDe('=HYPERLINK(1)')).toBe('=HYPERLINK(1)')
    expect(nomeDe("'s Lanches")).toBe("'s Lanches")
    expect(lerLinha(com('telefone', "'+55 11 98765-4321"), posicoes)).toMatchObject({
      linha: { telefone: '+5511987654321' },
    })
    for (const escrito of ['="52998224725"', '52998224725.0', '52998224725,00'])
      expect(lerLinha(com('documento', escrito), posicoes)).toMatchObject({ linha: { documento: '52998224725' } })
  })

  test('cleans control characters and takes the first of several contacts', () => {
    const lida = lerLinha(
      ['Ana\u0000\nMaria', '52998224725', '3333-0000 / (11) 98765-4321', 'a@b.com; c@d.com'],
      posicoes,
    )
    expect(lida).toMatchObject({ linha: { nome: 'Ana Maria', telefone: '+5511987654321', email: 'a@b.com' } })
  })
})

describe('the area code in a column of its own', () => {
  const ler = (cabecalhos: string[], celulas: string[]) =>
    lerLinha(['Ana', '52998224725', ...celulas], reconhecerColunas(['nome', 'cpf', ...cabecalhos])).linha?.telefone ??
    null

  test.each([
    [['DDD', 'Telefone'], ['11', '98765-4321'], '+5511987654321'],
    [['DDD', 'Telefone'], ['(011)', '98765-4321'], '+5511987654321'],
    [['Telefone', 'DDD'], ['98765-4321', '11'], '+5511987654321'],
    [['DDD', 'Telefone', 'Celular'], ['19', '3871-2200', '98812-4470'], '+5519988124470'],
    [['DDD 1', 'Fone 1', 'DDD 2', 'Fone 2'], ['19', '3871-2200', '11', '98812-4470'], '+5511988124470'],
    [['DDD', 'Telefone'], ['11', '(21) 98765-4321'], '+5521987654321'],
    [['DDD', 'Telefone'], ['11.0', '987654321.0'], '+5511987654321'],
    [['DDD', 'Telefone'], ['11,0', '987654321,0'], '+5511987654321'],
    [['DDD Telefone', 'Telefone'], ['21 98765-4321', ''], '+5521987654321'],
    [['DDD', 'Telefone'], ['', '98765-4321'], null],
    [['DDD', 'Telefone'], ['11', ''], null],
  ])('%j of %j', (cabecalhos, celulas, telefone) => {
    expect(ler(cabecalhos, celulas)).toBe(telefone)
  })
})

describe('what the file says is not open', () => {
  const colunas = ['nome', 'cpf', 'duplicata', 'valor', 'saldo', 'vencimento', 'situação', 'data de pagamento']
  const ler = (valor: string, saldo: string, situacao: string, pagoEm: string) => {
    const celulas = ['Ana', '52998224725', 'T-1', valor, saldo, '03/04/2027', situacao, pagoEm]
    const { linha, erros } = lerLinha(celulas, reconhecerColunas(colunas))
    return [linha?.conta?.valorCentavos ?? null, erros[0]?.causa ?? null]
  }

  test.each([
    ['100,00', '', 'Em aberto', '', 10_000, null],
    ['100,00', '', '', '', 10_000, null],
    ['100,00', '', 'Pago', '', null, 'conta_paga'],
    ['100,00', '0,00', '', '', null, 'conta_paga'],
    ['100,00', '0,00', 'Em aberto', '', null, 'conta_paga'],
    ['100,00', '', '', '01/03/2026', null, 'conta_paga'],
    ['100,00', '', 'Vencida', '01/03/2026', 10_000, null],
    ['100,00', '', '', '00/00/0000', 10_000, null],
    ['100,00', '40,00', 'Parcial', '01/03/2026', 4_000, null],
    ['100,00', '40,00', '', '01/03/2026', 4_000, null],
    ['100,00', '', 'Parcial', '', null, 'conta_paga_em_parte'],
    ['100,00', '', 'Jurídico', '', null, 'situacao_desconhecida'],
  ])('%s, saldo %s, %s, paid on %s', (valor, saldo, situacao, pagoEm, centavos, causa) => {
    expect(ler(valor, saldo, situacao, pagoEm)).toEqual([centavos, causa])
  })

  test('it keeps the customer, and says nothing of rows without an account', () => {
    const posicoesDeClientes = reconhecerColunas(['nome', 'cpf', 'situação'])
    expect(lerLinha(['Ana', '52998224725', 'Inativo'], posicoesDeClientes)).toMatchObject({
      linha: { nome: 'Ana', conta: null },
      erros: [],
    })
  })
})

test('blank rows and totals are no rows', () => {
  expect(semDados(['', ' ', '\u00a0'], posicoes)).toBe(true)
  expect(semDados(['TOTAL GERAL', '', '', '', '', '', '9.999,00'], posicoes)).toBe(true)
  expect(semDados(['Total da Bahia Ltda', '11222333000181'], posicoes)).toBe(false)
  for (const soma of ['Total', 'TOTAL:', 'Sub-total', 'Totais', 'Total de 30 contas', 'Total (30)', 'Total R$ 9,00'])
    expect(semDados([soma, '', '9,00'], posicoes), soma).toBe(true)
  // A customer without a document is told, whatever the name begins with.
  for (const nome of ['Total Peças Ltda', 'Totalmix', 'Total Express'])
    expect(semDados([nome, ''], posicoes)).toBe(false)
  expect(semDados(['Ana', ''], posicoes)).toBe(false)
})
