import { expect, test } from 'vitest'
import { contarFixos, faltam, mapeamentoDe, reconhecer, reconhecerPeloNome, repetidas, semTitulos } from './campos.ts'
import type { CsvHead } from './csvHead.ts'

const head = (cabecalhos: string[], ...linhas: string[][]): CsvHead => ({
  cabecalhos,
  linhas,
  linhasEstimadas: linhas.length,
  estimada: false,
  codificacao: 'utf-8',
  certa: true,
  separador: ';',
})

test('headers are recognised as the server does, and only what was changed is sent', () => {
  const cabecalhos = ['RAZAO_SOCIAL', 'CPF_CNPJ', 'VENDEDOR']
  expect(reconhecerPeloNome(cabecalhos)).toEqual(['nome', 'documento', ''])
  expect(mapeamentoDe(cabecalhos, ['nome', 'documento', ''])).toEqual({})
  expect(mapeamentoDe(cabecalhos, ['nome', 'documento', 'codigo_externo'])).toEqual({ VENDEDOR: 'codigo_externo' })
})

test('where the name says nothing, what a column holds does, if only one could be it', () => {
  const linha = ['Ana', '529.982.247-25', '(11) 98765-4321', 'ana@x.example', 'T-1', '1.234,56', '05/12/2026', 'Márcio']
  const nomes = ['nome', 'Doc. fiscal', 'Linha 1', 'Correio', 'Título', 'Aberto', 'Até quando', 'VENDEDOR']
  expect(reconhecer(head(nomes, linha, linha))).toEqual([
    'nome',
    'documento',
    'telefone',
    'email',
    'conta_numero',
    'valor',
    'vencimento',
    '',
  ])
  const duasDatas = reconhecer(head(['nome', 'cpf', 'Um dia', 'Outro dia'], ['Ana', '1', '05/12/2026', '06/12/2026']))
  expect(duasDatas).toEqual(['nome', 'documento', '', ''])
})

test('a field used twice is wrong in both; of telephones there may be several', () => {
  expect([...repetidas(['nome', 'documento', 'nome', ''])]).toEqual([0, 2])
  const campos = reconhecerPeloNome(['nome', 'cpf', 'telefone', 'celular'])
  expect(campos).toEqual(['nome', 'documento', 'telefone', 'telefone2'])
  expect(repetidas(campos).size).toBe(0)
  expect(mapeamentoDe(['nome', 'cpf', 'telefone', 'celular'], campos)).toEqual({})
})

test('a CPF and a CNPJ feed one field, the area code has its own, and the open amount is an amount', () => {
  const cabecalhos = ['Nome', 'CPF', 'CNPJ', 'DDD', 'Fone', 'Duplicata', 'Saldo', 'Vencimento', 'Situação']
  const campos = reconhecer(head(cabecalhos, ['Ana', '52998224725', '', '11', '98765-4321', '1', '9,90', '', 'Pago']))
  expect(campos).toEqual([
    'nome',
    'documento',
    'documento',
    'ddd',
    'telefone',
    'conta_numero',
    'saldo',
    'vencimento',
    'situacao',
  ])
  expect(repetidas(campos).size).toBe(0)
  expect(faltam(campos)).toEqual([])
  expect(mapeamentoDe(cabecalhos, campos.with(8, ''))).toEqual({ Situação: '' })
})

test('what is missing is said with its reason', () => {
  expect(faltam(['nome', ''])).toEqual([
    { campo: 'documento', falta: 'documento', porque: 'Nenhuma coluna traz o campo Documento.' },
  ])
  expect(faltam(['nome', 'documento', 'conta_numero', 'valor'])).toEqual([
    { campo: 'vencimento', falta: 'valor pede vencimento', porque: 'Valor pede vencimento.' },
  ])
  expect(faltam(['nome', 'documento', 'conta_numero'])).toEqual([])
})

test('a file without titles is noticed', () => {
  expect(semTitulos(head(['Ana', '529.982.247-25']))).toBe(true)
  expect(semTitulos(head(['Nome', 'CPF 2026']))).toBe(false)
})

test('landlines are counted', () => {
  const linhas = [['(19) 3871-2200'], ['(19) 98812-4470'], ['x']]
  expect(contarFixos(head(['fone'], ...linhas), 0)).toBe(1)
})
