import { expect, test } from 'vitest'
import type { ContaDaPagina, EmpresaDaPagina } from '#contract/pagina.ts'
import type { Tentativa } from './campos.ts'
import { telaDeEntrada } from './entrada.ts'
import { type DosFormularios, formaDaContestacao, formasDeFalar } from './formularios.ts'

const CONTA = { id: 1, numero: '7', vencimento: '2026-11-01', status: 'vencida', valor_atualizado: 10 } as ContaDaPagina
const FRASE = 'Diga por que não concorda.'
const tentativa = (forma: string, campo: string): Tentativa => ({
  forma,
  campos: {},
  erros: { [campo]: [FRASE] },
  mensagem: FRASE,
})
const contestar = (outros: Partial<DosFormularios> = {}) =>
  formaDaContestacao({
    base: '/c/t',
    contas: [CONTA],
    hoje: '2026-11-24',
    promessaMaxDias: 10,
    chave: 'k',
    ...outros,
  }).texto
const vezes = (texto: string) => texto.split(FRASE).length - 1

test('a customer disputes in their own words, not in those in which the company speaks of them', () => {
  expect(contestar()).toContain('>Já paguei<')
  expect(contestar()).not.toMatch(/Diz que|Não reconhece |Discorda/)
})

test('what is wrong with a field is said once, at the field; half of the digits are no try', () => {
  expect(vezes(contestar({ tentativa: tentativa('contestacoes', 'motivo') }))).toBe(1)
  const empresa = { nome: 'Serra', cnpj: null, endereco: null, telefone: null } as EmpresaDaPagina
  const porta = { empresa, pede: 'cnpj', base: '/c/t', tentativa: tentativa('entrar', 'digitos') } as const
  const tela = telaDeEntrada(porta).texto
  expect(vezes(tela)).toBe(1)
  expect(tela).toMatch(/<div role="alert"><p [^>]*>Diga por que/)
  expect(tela).toContain('minlength="4"')
  expect(vezes(telaDeEntrada({ ...porta, tentativa: { ...porta.tentativa, erros: {} } }).texto)).toBe(1)
})

test('a CNPJ that is pasted with its points is not cut to three digits and a point', () => {
  const empresa = { nome: 'Serra', cnpj: null, endereco: null, telefone: null } as EmpresaDaPagina
  const tela = telaDeEntrada({ empresa, pede: 'cnpj', base: '/c/t' }).texto
  expect(Number(/maxlength="(\d+)"/.exec(tela)?.[1])).toBeGreaterThanOrEqual('12.ABC.345/01DE-35'.length)
  expect(tela).toContain('sem o ponto')
})

test('who owes nothing is not told that something stays open', () => {
  const dados = { base: '/c/t', contas: [CONTA], hoje: '2026-11-24', promessaMaxDias: 10, chave: 'k' }
  expect(formasDeFalar(dados).texto).toContain('continua em aberto')
  expect(formasDeFalar({ ...dados, contas: [] }).texto).not.toContain('em aberto')
})

test('a form that is refused is shown where it is, and the door leads back to one that was kept', () => {
  const forma = contestar()
  expect(forma).toContain('action="/c/t/contestacoes#contestar"')
  expect(forma).toContain('id="contestar"')
  const empresa = { nome: 'Serra', cnpj: null, endereco: null, telefone: null } as EmpresaDaPagina
  const porta = { empresa, pede: 'cnpj', base: '/c/t' } as const
  expect(telaDeEntrada(porta).texto).toContain('action="/c/t/entrar"')
  expect(telaDeEntrada({ ...porta, guardado: { forma: 'contestacoes' } }).texto).toContain('/c/t/entrar#contestar"')
})
