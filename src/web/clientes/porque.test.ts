import { describe, expect, test } from 'vitest'
import type { Cliente } from '#contract/clientes.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { oQueFoiDito, porque, porquePausado } from './porque.ts'

type Ultima = NonNullable<Cliente['ultima_mensagem']>
const DELE: Ultima = {
  conteudo: 'Dá para dividir?',
  direcao: 'recebida',
  tipo: 'texto',
  status: 'recebida',
  automatica: false,
  passo: null,
  created_at: '2026-11-24T13:26:00.000Z',
}
const NOSSA: Ultima = { ...DELE, conteudo: 'Dá sim.', direcao: 'enviada', status: 'lida' }

describe('oQueFoiDito', () => {
  test.each<[string, Ultima, string]>([
    ["the customer's, as it was written", DELE, 'Dá para dividir?'],
    [
      'what was done on their page, told as that',
      { ...DELE, tipo: 'pagina', conteudo: 'Pediu para falar com uma pessoa.' },
      'Na página: Pediu para falar com uma pessoa.',
    ],
    ["a person's, never to be taken for the customer's", NOSSA, 'Enviada: Dá sim.'],
    ['one that waits to go, or is held', { ...NOSSA, status: 'pendente' }, 'Na fila de envio: Dá sim.'],
    ['one that did not go', { ...NOSSA, status: 'falha' }, 'Não saiu: Dá sim.'],
    ['one held and given up by an administrator', { ...NOSSA, status: 'cancelada' }, 'Não saiu: Dá sim.'],
    [
      "the engine's, by its step and what became of it",
      { ...NOSSA, automatica: true, passo: 5 },
      'Automática, D+5, lida',
    ],
    [
      'one that was called back before it left',
      { ...NOSSA, automatica: true, passo: 5, status: 'cancelada' },
      'Automática, D+5, cancelada antes de sair',
    ],
    ['an answer of the engine, of no step', { ...NOSSA, automatica: true, status: 'enviada' }, 'Automática, enviada'],
  ])('%s', (_, ultima, dito) => {
    expect(oQueFoiDito(ultima)).toBe(dito)
  })
})

describe('porque', () => {
  test.each<[string, number, string]>([
    ['of so many attempts', 5, '5 tentativas sem resposta'],
    ['of none, when the régua has nothing left to send', 0, 'A régua terminou sem resposta'],
  ])('without an answer, %s', (_, numero_chamadas, dito) => {
    expect(porque({ aguardando_motivo: 'sem_resposta', numero_chamadas } as Cliente)).toBe(dito)
  })

  const parcela = { numero: 2, total: 6, vencimento: '2026-11-10' }
  test.each<[string, Partial<Cliente>, string]>([
    ['who answered', { aguardando_motivo: 'respondeu', ultima_mensagem: DELE }, '“Dá para dividir?”'],
    ['who was answered', { aguardando_motivo: 'respondeu', ultima_mensagem: NOSSA }, 'Respondeu'],
    [
      'who broke an instalment',
      { aguardando_motivo: 'acordo_quebrado', parcela_quebrada: parcela },
      'Parcela 2/6 venceu em 10/11 e não foi paga',
    ],
    [
      'who broke the down payment',
      { aguardando_motivo: 'acordo_quebrado', parcela_quebrada: { ...parcela, numero: 0 } },
      'A entrada venceu em 10/11 e não foi paga',
    ],
    [
      'who broke what is not known any more',
      { aguardando_motivo: 'acordo_quebrado', parcela_quebrada: null },
      'Uma parcela do acordo venceu e não foi paga',
    ],
  ])('of one %s', (_, cliente, dito) => {
    expect(porque(cliente as Cliente)).toBe(dito)
  })

  test.each([
    ['(11) 98765-4321', null, 'O número não está no WhatsApp'],
    ['(11) 98765-4321', '2026-11-24T13:00:00.000Z', 'Quem tem o telefone disse que não é o cliente'],
    [null, null, 'Não tem telefone'],
  ])('where nothing can be sent, by the telephone %s, refused %s', (telefone, telefone_negado_em, dito) => {
    expect(porque({ aguardando_motivo: 'contato_invalido', telefone, telefone_negado_em } as ClienteDetalhado)).toBe(
      dito,
    )
  })
})

describe('porquePausado', () => {
  test.each<[string, string | null, string | null, string]>([
    ['of no day', 'Pediu um prazo', null, 'Pausado: “Pediu um prazo”'],
    [
      'another reason, in the words it was given',
      'Contestou o valor',
      '2026-12-04',
      'Pausado até 04/12: “Contestou o valor”',
    ],
  ])('%s', (_, motivo_pausa, pausado_ate, dito) => {
    expect(porquePausado({ status: 'pausado', motivo_pausa, pausado_ate } as Cliente)).toBe(dito)
  })
})
