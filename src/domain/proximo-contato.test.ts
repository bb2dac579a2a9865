import { describe, expect, test } from 'vitest'
import { cliente, conta, DEVIDA, ESGOTADA, momento, SEM_PASSO } from '#test/na-regua.ts'
import { criarCalendario } from './calendario.ts'
import type { Momento } from './decisao.ts'
import { type ComPausa, proximoContato } from './proximo-contato.ts'

const perguntado = (perguntas: number) => ({ ouvidaEm: null, perguntas, perguntadaEm: '2026-11-20' })

describe('proximoContato', () => {
  test.each<[string, Partial<ComPausa>, Partial<Momento>, string | null]>([
    ['due now', {}, {}, '2026-11-24'],
    ['due, after hours', {}, { hora: '21:00' }, '2026-11-25'],
    ['due on a Sunday', {}, { dia: '2026-11-29' }, '2026-11-30'],
    [
      'billed today',
      { cobradoHoje: true, contas: [{ ...DEVIDA, coberto: 5 }], ultimaCobrancaDia: '2026-11-24' },
      {},
      '2026-11-30',
    ],
    ['a reminder ahead', { contas: [SEM_PASSO] }, {}, '2026-12-17'],
    ['the first of two ahead', { contas: [SEM_PASSO, conta('2026-11-30')] }, {}, '2026-11-27'],
    ['held by the interval', { ultimaCobrancaDia: '2026-11-23' }, {}, '2026-11-25'],
    [
      'held by the interval, and reminded before the due day that comes after it',
      { ultimaCobrancaDia: '2026-11-23', contas: [conta('2026-11-27')] },
      {},
      '2026-11-25',
    ],
    ['written to today by a person', { ultimoModeloDia: '2026-11-24' }, {}, '2026-11-25'],
    ['an engine message of today stands', { cobradoHoje: true }, {}, '2026-11-25'],
    ['no phone', { numeroValido: false }, {}, null],
    ['on a list', { bloqueado: true }, {}, null],
    ['on a list from tomorrow on, and due now', { bloqueadoDesde: '2026-11-25' }, {}, '2026-11-24'],
    ['on a list by the day of the step', { contas: [SEM_PASSO], bloqueadoDesde: '2026-12-17' }, {}, null],
    ['an agreement broke, and somebody saw to it', { acordoQuebrado: true }, {}, '2026-11-24'],
    [
      'held, but due tomorrow',
      {
        ultimaCobrancaDia: '2026-11-24',
        ultimoModeloDia: '2026-11-24',
        contas: [conta('2026-11-25', { coberto: -3 })],
      },
      {},
      '2026-11-25',
    ],
    ['waiting', { status: 'aguardando_atendimento' }, {}, null],
    ['paused until a day', { status: 'pausado', pausadoAte: '2026-12-05' }, {}, '2026-12-05'],
    [
      'paused, and an agreement broke meanwhile: the pause ends in the queue',
      { status: 'pausado', pausadoAte: '2026-12-05', acordoQuebrado: true },
      {},
      null,
    ],
    [
      'paused, and a promise broke meanwhile',
      { status: 'pausado', pausadoAte: '2026-12-05', promessaQuebrada: true },
      {},
      null,
    ],
    ['paused until a day that is over', { status: 'pausado', pausadoAte: '2026-11-20' }, {}, '2026-11-24'],
    [
      'paused, and one of two agreements broke meanwhile',
      {
        status: 'pausado',
        pausadoAte: '2026-12-05',
        acordoQuebrado: true,
        contas: [SEM_PASSO, conta('2026-12-20', { parcelaDeAcordo: true })],
      },
      {},
      '2026-12-17',
    ],
    ['paused for good', { status: 'pausado' }, {}, null],
    ['attempts ran out', { numeroChamadas: 6 }, {}, null],
    [
      'attempts ran out before the agreement',
      { status: 'negociado', numeroChamadas: 6, tentativasVistas: 6, contas: [SEM_PASSO] },
      {},
      '2026-12-17',
    ],
    [
      'attempts ran out before the pause',
      { status: 'pausado', pausadoAte: '2026-12-05', numeroChamadas: 6 },
      {},
      '2026-12-05',
    ],
    ['nothing ahead', { contas: [ESGOTADA] }, {}, null],
    [
      'nothing ahead for one account: the queue comes before the other one',
      { contas: [ESGOTADA, SEM_PASSO] },
      {},
      null,
    ],
    [
      'the last step goes today, and the queue comes before the other account',
      { cobradoHoje: true, ultimaCobrancaDia: '2026-11-24', contas: [conta('2026-10-23', { coberto: 30 }), SEM_PASSO] },
      {},
      null,
    ],
    [
      'nothing ahead for an account that is not yet overdue when the other is due',
      { contas: [conta('2026-11-25', { coberto: 30 }), DEVIDA] },
      {},
      '2026-11-24',
    ],
    [
      'a step that went, and that a holiday put off',
      { contas: [conta('2026-11-23', { coberto: 2 })] },
      { calendario: criarCalendario(['2026-11-23']) },
      '2026-11-28',
    ],
    [
      'the agreement breaks before the next step',
      { status: 'negociado', contas: [conta('2026-11-20', { parcelaDeAcordo: true, coberto: 2 })] },
      {},
      null,
    ],
    [
      'the agreement breaks before another account has a step',
      {
        status: 'negociado',
        contas: [conta('2026-11-23', { parcelaDeAcordo: true, coberto: 2 }), conta('2026-12-04')],
      },
      {},
      null,
    ],
    [
      'a held instalment breaks nothing before another account has a step',
      {
        status: 'negociado',
        contas: [
          conta('2026-11-20', { parcelaDeAcordo: true, coberto: 2, retencao: { motivo: 'contestacao', ate: null } }),
          conta('2026-12-04'),
        ],
      },
      {},
      '2026-12-01',
    ],
    ['asked whose the phone is', { pessoa: perguntado(1) }, { confirmarPessoa: 'sempre' }, '2026-11-27'],
    ['asked as often as it is asked', { pessoa: perguntado(2) }, { confirmarPessoa: 'sempre' }, null],
    ['opted out', { aceitaMensagens: false }, {}, null],
  ])('%s', (_, campos, quando, esperado) => {
    expect(
      proximoContato({ ...cliente(campos), pausadoAte: campos.pausadoAte ?? null }, { ...momento, ...quando }),
    ).toBe(esperado)
  })
})
