import { describe, expect, test } from 'vitest'
import {
  ACOES,
  ACONTECIMENTOS,
  acoesAceitas,
  aoAcontecer,
  porqueEspera,
  STATUS_CLIENTE,
  statusPelasContas,
  transitar,
} from './cliente.ts'

const LIVRE = { ativo: false, quebrado: false }
const resultado = (fazer: () => string) => {
  try {
    return fazer()
  } catch (erro) {
    return (erro as { codigo: string }).codigo
  }
}

const _ = 'transicao_invalida'
const PEDIDOS = {
  //                       assumir            negociar     pausar     reativar  devolver
  ativo: ['em_atendimento', 'negociado', 'pausado', _, _],
  aguardando_atendimento: ['em_atendimento', 'negociado', _, _, _],
  em_atendimento: [_, 'negociado', 'pausado', 'ativo', 'aguardando_atendimento'],
  negociado: ['em_atendimento', _, 'pausado', _, _],
  pausado: [_, _, _, 'ativo', _],
  concluido: [_, _, _, 'sem_contas_em_aberto', _],
} as const

const FILA = 'aguardando_atendimento'
const FATOS = {
  //                       responder esgotar quebrar_acordo quebrar_promessa cancelar_acordo perder_operador terminar_pausa
  ativo: [FILA, FILA, FILA, FILA, 'em_atendimento', 'ativo', 'ativo'],
  aguardando_atendimento: [FILA, FILA, FILA, FILA, 'em_atendimento', FILA, FILA],
  em_atendimento: [
    'em_atendimento',
    'em_atendimento',
    FILA,
    'em_atendimento',
    'em_atendimento',
    FILA,
    'em_atendimento',
  ],
  negociado: [FILA, FILA, FILA, FILA, 'em_atendimento', 'negociado', 'negociado'],
  pausado: [FILA, 'pausado', 'pausado', 'pausado', 'em_atendimento', 'pausado', 'ativo'],
  concluido: ['concluido', 'concluido', 'concluido', 'concluido', 'concluido', 'concluido', 'concluido'],
} as const

describe.each(STATUS_CLIENTE)('a customer in %s', (status) => {
  test.each(ACOES.map((acao, i) => [acao, PEDIDOS[status][i]]))('asked to %s: %s', (acao, esperado) => {
    expect(resultado(() => transitar(status, acao, LIVRE, true))).toBe(esperado)
    const aceita = esperado !== 'transicao_invalida' && esperado !== 'sem_contas_em_aberto'
    expect(acoesAceitas(status, true).includes(acao)).toBe(aceita)
    if (acao !== 'devolver') return expect(acoesAceitas(status).includes(acao)).toBe(aceita)
    expect(acoesAceitas(status)).not.toContain('devolver')
    expect(resultado(() => transitar(status, acao, LIVRE))).toBe(aceita ? 'nao_veio_da_fila' : esperado)
  })

  test.each(ACONTECIMENTOS.map((fato, i) => [fato, FATOS[status][i]]))('after %s: %s', (fato, esperado) => {
    expect(aoAcontecer(status, fato, LIVRE)).toBe(esperado)
  })

  test.each([
    [0, false, 'concluido'],
    [0, true, 'concluido'],
    [2, false, { concluido: 'ativo', negociado: 'ativo' }],
    [2, true, { concluido: 'negociado', ativo: 'negociado' }],
  ] as const)('with %i accounts open and an agreement running: %s', (abertas, acordo, esperado) => {
    const destinos: Partial<Record<string, string>> = typeof esperado === 'string' ? { [status]: esperado } : esperado
    expect(statusPelasContas(status, abertas, acordo)).toBe(destinos[status] ?? status)
  })
})

describe('who goes back to the engine', () => {
  test.each([
    [{ ativo: true, quebrado: false }, 'negociado'],
    [{ ativo: true, quebrado: true }, 'negociado'],
    [{ ativo: true, quebrado: false, promessaQuebrada: true }, 'aguardando_atendimento'],
    [{ ativo: false, quebrado: true }, 'aguardando_atendimento'],
    [{ ativo: false, quebrado: false }, 'ativo'],
  ])('with agreement %o: %s', (acordo, esperado) => {
    expect(transitar('pausado', 'reativar', acordo)).toBe(esperado)
    expect(transitar('em_atendimento', 'reativar', acordo)).toBe(esperado)
    expect(aoAcontecer('pausado', 'terminar_pausa', acordo)).toBe(esperado)
  })
})

test.each([
  ['contato_invalido', false, false, 'não tem telefone'],
  ['contato_invalido', true, true, 'quem tem o telefone disse que não é o cliente'],
  ['contato_invalido', true, false, 'o número não está no WhatsApp'],
  ['sem_resposta', false, false, 'as tentativas acabaram sem resposta'],
] as const)('%s, with a telephone %s, denied %s, waits since %s', (motivo, tem, negado, porque) => {
  expect(porqueEspera(motivo, { tem, negado })).toBe(porque)
})
