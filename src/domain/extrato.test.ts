import { expect, test } from 'vitest'
import { interpretar, semValor } from './extrato.ts'

const lancamento = { linha: 1, tipo: 'CREDIT', dia: '2026-11-10', valorCentavos: 500, fitid: '', nome: '', memo: '' }
const ler = (memo: string, valorCentavos: number, tipo: string, temNegativo = false, nome = '') =>
  interpretar(
    { ...lancamento, memo, valorCentavos, tipo, nome },
    { cartao: false, posicao: null },
    { temNegativo, hoje: '2026-11-22' },
  )

test.each([
  // what the words of a credit say, in the order in which they are asked
  ['DEVOLUCAO PIX', 'devolucao_recebida'],
  ['DEVOL. TED', 'devolucao_recebida'],
  ['DEV PIX', 'devolucao_recebida'],
  ['DEV. DE TED 1234', 'devolucao_recebida'],
  ['PIX DEV 10/11', 'devolucao_recebida'],
  ['PIX RECEBIDO - DEV SISTEMAS LTDA', 'entrada'],
  ['PIX RECEBIDO GO DEV', 'entrada'],
  ['PIX RECEBIDO GO DEV CHAVES', 'entrada'],
  ['TED DEV PAGAMENTOS LTDA', 'entrada'],
  ['DEV CHEQUE 123', 'devolucao_recebida'],
  ['Estorno de boleto', 'devolucao_recebida'],
  ['REEMBOLSO', 'devolucao_recebida'],
  ['TED MESMA TITULARIDADE', 'propria'],
  ['TRANSF ENTRE CONTAS', 'propria'],
  ['Pix conta própria', 'propria'],
  ['PIX RENDIMENTOS LTDA', 'entrada'],
  ['TED JUROS', 'entrada'],
  ['TEF POUPANCA', 'entrada'],
  ['DOC RESGATE', 'entrada'],
  ['TRANSFERENCIA APLICACAO', 'entrada'],
  ['DEPOSITO CASHBACK', 'entrada'],
  ['SISPAG REND', 'entrada'],
  ['LIQUIDACAO DE COBRANCA', 'lote_de_boletos'],
  ['LIQ TITULO', 'lote_de_boletos'],
  ['CREDITO BOLETOS', 'lote_de_boletos'],
  ['CRED BOLETO', 'lote_de_boletos'],
  ['RECEBIMENTO TITULOS', 'lote_de_boletos'],
  ['COBRANCA - LIQUIDADA', 'lote_de_boletos'],
  ['COBRANCA LIQ', 'lote_de_boletos'],
  ['MOV TIT COB DISP 13/10S', 'lote_de_boletos'],
  ['COB COMPE', 'lote_de_boletos'],
  ['COB LOTERI', 'lote_de_boletos'],
  ['COB C BANC', 'lote_de_boletos'],
  ['COB INTERN', 'lote_de_boletos'],
  ['COB AGENC', 'lote_de_boletos'],
  ['COB LOT DH 090926', 'lote_de_boletos'],
  ['COB AGENCIA DE VIAGENS LTDA', 'entrada'],
  ['COB INTERNET BANDA LARGA', 'entrada'],
  ['COB LOTERICA', 'entrada'],
  ['COB COMPENSADOS LTDA', 'entrada'],
  ['COB INTERN MEDICA LTDA', 'entrada'],
  ['COBRANCA JUDICIAL', 'entrada'],
  ['COB DE JOSE', 'entrada'],
  ['PIX COB COMPENSADOS LTDA', 'entrada'],
  ['RENDIMENTO', 'outra_entrada'],
  ['REND PAGO', 'outra_entrada'],
  ['APLIC AUT', 'outra_entrada'],
  ['APLICACAO', 'outra_entrada'],
  ['RESGATE CDB', 'outra_entrada'],
  ['JUROS', 'outra_entrada'],
  ['REMUNERACAO', 'outra_entrada'],
  ['CASHBACK', 'outra_entrada'],
  ['POUPANCA', 'outra_entrada'],
  ['DEVANIR SILVA', 'entrada'],
  ['RENDA CERTA', 'entrada'],
  ['SALDO ANTERIOR', 'saldo'],
  ['S A L D O', 'saldo'],
  ['SDO DIA', 'saldo'],
  ['SALDOBEM LTDA', 'entrada'],
  ['PIX SALDO', 'entrada'],
])('“%s” that came is %s', (memo, especie) => {
  expect(ler(memo, 500, 'CREDIT', true).especie).toBe(especie)
})

test.each([
  ['DEVOLUCAO PIX', 'devolucao_feita'],
  ['PIX DEV JOSE DA SILVA', 'devolucao_feita'],
  ['TED ENTRE CONTAS', 'propria'],
  ['TAR PIX', 'tarifa'],
  ['TARIFA', 'tarifa'],
  ['TARIFAS', 'tarifa'],
  ['CESTA', 'tarifa'],
  ['MENSALIDADE', 'tarifa'],
  ['PACOTE', 'tarifa'],
  ['IOF', 'tarifa'],
  ['ANUIDADE', 'tarifa'],
  ['TARCISIO', 'saida'],
  ['PIX ENVIADO', 'saida'],
])('“%s” that went is %s', (memo, especie) => {
  expect(ler(memo, -500, 'DEBIT', true).especie).toBe(especie)
})

test('where no amount has a sign, the type says which way it went, else the words do', () => {
  const valor = (tipo: string) => ler('x', 500, tipo).valorCentavos
  for (const tipo of ['CREDIT', 'DEP', 'DIRECTDEP', 'INT', 'DIV']) expect([tipo, valor(tipo)]).toEqual([tipo, 500])
  const saem = ['DEBIT', 'PAYMENT', 'FEE', 'SRVCHG', 'CHECK', 'POS', 'ATM', 'CASH', 'DIRECTDEBIT', 'REPEATPMT']
  for (const tipo of saem) expect([tipo, valor(tipo)]).toEqual([tipo, -500])
  const especie = (memo: string) => ler(memo, 500, 'OTHER').especie
  for (const memo of ['PIX RECEBIDO', 'RECEBIMENTO PIX', 'CRED PIX', 'CREDITO PIX', 'DEPOSITO', 'LIQ COBRANCA'])
    expect([memo, especie(memo)]).not.toEqual([memo, 'sem_sinal'])
  expect(especie('ACRED')).toBe('sem_sinal')
})

test.each([
  ['', 'PIX RECEBIDO', 'PIX RECEBIDO'],
  ['José', '', 'José'],
  ['JOSE', 'Pix de José', 'Pix de José'],
  ['José', 'PIX RECEBIDO', 'José · PIX RECEBIDO'],
])('“%s” and “%s” are described “%s”', (nome, memo, descricao) => {
  expect(ler(memo, 500, 'CREDIT', true, nome).descricao).toBe(descricao)
})

test.each<[number | null, string, boolean]>([
  [0, 'PIX', true],
  [-0, 'PIX', true],
  [null, 'PIX', true],
  [null, 'SALDO DO DIA', false],
  [0, 'Saldo', false],
  [1, 'PIX', false],
])('%s of “%s” is left out: %s', (valorCentavos, memo, fora) => {
  expect(semValor({ ...lancamento, valorCentavos, memo })).toBe(fora)
})
