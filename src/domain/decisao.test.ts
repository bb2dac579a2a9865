import { describe, expect, test } from 'vitest'
import { cliente, conta, DEVIDA, ESGOTADA, momento, retida, SEM_PASSO } from '#test/na-regua.ts'
import { avaliar, avaliarTodos, type ClienteNaRegua, MODELOS_DA_REGUA, type Momento } from './decisao.ts'
import { fraseDaDecisao, ROTULOS_DA_DECISAO } from './explicacao.ts'
import { PESSOA_DESCONHECIDA } from './pessoa.ts'
import { proximoContato } from './proximo-contato.ts'

describe('the reason is the first that applies', () => {
  test.each<[string, Partial<ClienteNaRegua>, Partial<Momento>, string, string | null]>([
    ['is due', {}, {}, 'prevista', null],
    ['has no phone', { numeroValido: false, aceitaMensagens: false }, {}, 'contato_invalido', 'contato_invalido'],
    ['has no phone, in service', { numeroValido: false, status: 'em_atendimento' }, {}, 'contato_invalido', null],
    ['opted out, step due', { aceitaMensagens: false }, {}, 'nao_aceita_mensagens', 'nao_aceita_mensagens'],
    ['opted out, no step due', { aceitaMensagens: false, contas: [SEM_PASSO] }, {}, 'nao_aceita_mensagens', null],
    [
      'opted out, step due on a Sunday',
      { aceitaMensagens: false },
      { dia: '2026-11-29' },
      'nao_aceita_mensagens',
      null,
    ],
    [
      'opted out, step due on a Sunday, forced',
      { aceitaMensagens: false },
      { dia: '2026-11-29', forcado: true },
      'nao_aceita_mensagens',
      'nao_aceita_mensagens',
    ],
    ['is on a list, step due', { bloqueado: true }, {}, 'bloqueio_legal', 'bloqueio_legal'],
    ['is on a list, no step due', { bloqueado: true, contas: [SEM_PASSO] }, {}, 'bloqueio_legal', null],
    ['is paused', { status: 'pausado' }, {}, 'pausado', null],
    ['is in service', { status: 'em_atendimento' }, {}, 'em_atendimento', null],
    ['waits', { status: 'aguardando_atendimento' }, {}, 'aguardando', null],
    ['keeps an agreement', { status: 'negociado', contas: [SEM_PASSO] }, {}, 'acordo', null],
    ['keeps an agreement, another account due', { status: 'negociado' }, {}, 'prevista', null],
    ['has nothing due', { contas: [SEM_PASSO] }, {}, 'sem_conta_no_passo', null],
    ['promised what is due', { contas: [retida(DEVIDA, 'promessa')] }, {}, 'promessa', null],
    ['promised what has no step due', { contas: [retida(SEM_PASSO, 'promessa')] }, {}, 'sem_conta_no_passo', null],
    ['promised until yesterday', { contas: [retida(DEVIDA, 'promessa', '2026-11-23')] }, {}, 'prevista', null],
    ['proposed what has no step due', { contas: [retida(SEM_PASSO, 'acordo')] }, {}, 'acordo', null],
    [
      'is held for several reasons, of which the first is named',
      { contas: [retida(DEVIDA, 'promessa'), retida(DEVIDA, 'contestacao')] },
      {},
      'contestacao',
      null,
    ],
    ['has nothing open', { status: 'concluido', contas: [] }, {}, 'sem_conta_no_passo', null],
    ['was billed today', { cobradoHoje: true, contas: [{ ...DEVIDA, coberto: 5 }] }, {}, 'ja_contatado_hoje', null],
    ['was written to by a person', { ultimoModeloDia: '2026-11-24' }, {}, 'ja_contatado_hoje', null],
    ['was billed yesterday', { ultimaCobrancaDia: '2026-11-23' }, {}, 'ja_contatado_hoje', null],
    ['was billed two days ago', { ultimaCobrancaDia: '2026-11-22' }, {}, 'prevista', null],
    [
      'was billed yesterday, due today',
      { ultimaCobrancaDia: '2026-11-23', contas: [conta('2026-11-24')] },
      {},
      'prevista',
      null,
    ],
    [
      'was billed yesterday, and reminded of what is due in three days',
      { ultimaCobrancaDia: '2026-11-23', contas: [conta('2026-11-27')] },
      {},
      'ja_contatado_hoje',
      null,
    ],
    [
      'was billed yesterday, and one of two is due today',
      { ultimaCobrancaDia: '2026-11-23', contas: [DEVIDA, conta('2026-11-24')] },
      {},
      'prevista',
      null,
    ],
    ['takes marketing, which the template now is', {}, { marketing: new Set(MODELOS_DA_REGUA) }, 'prevista', null],
    ['stopped marketing, utility template', { aceitaMarketing: false }, {}, 'prevista', null],
    [
      'stopped marketing, which the template now is',
      { aceitaMarketing: false },
      { marketing: new Set(MODELOS_DA_REGUA) },
      'nao_aceita_mensagens',
      'nao_aceita_mensagens',
    ],
    ['has no approved template', {}, { aprovados: new Set(['lembrete']) }, 'modelo_nao_aprovado', null],
    ['is due on a Sunday', {}, { dia: '2026-11-29' }, 'feriado', null],
    ['is due on a Sunday, forced', {}, { dia: '2026-11-29', forcado: true }, 'prevista', null],
    ['is due before opening', {}, { hora: '07:59' }, 'fora_do_horario', null],
    ['is due before opening, forced', {}, { hora: '07:59', forcado: true }, 'prevista', null],
    ['is beyond the limit', {}, { limite: 0 }, 'limite_do_numero', null],
    [
      'attempts ran out',
      { numeroChamadas: 6, ultimoContatoEm: '2026-11-23T13:00:00.000Z' },
      {},
      'aguardando',
      'sem_resposta',
    ],
    [
      'attempts ran out today',
      { numeroChamadas: 6, ultimoContatoEm: '2026-11-24T13:00:00.000Z', ultimoModeloDia: '2026-11-24' },
      {},
      'ja_contatado_hoje',
      null,
    ],
    ['has attempts left', { numeroChamadas: 5, ultimoContatoEm: '2026-11-21T13:00:00.000Z' }, {}, 'prevista', null],
    ['has no step ahead', { contas: [ESGOTADA] }, {}, 'aguardando', 'sem_resposta'],
    ['has no step ahead of one of two', { contas: [ESGOTADA, DEVIDA] }, {}, 'aguardando', 'sem_resposta'],
    [
      'agreed after the last attempt',
      { status: 'negociado', numeroChamadas: 6, tentativasVistas: 6, contas: [DEVIDA] },
      {},
      'prevista',
      null,
    ],
    [
      'agreed after the last attempt, and heard of another account without an answer',
      { status: 'negociado', numeroChamadas: 7, tentativasVistas: 6, contas: [SEM_PASSO] },
      {},
      'aguardando',
      'sem_resposta',
    ],
    ['has no step ahead, on a Sunday', { contas: [ESGOTADA] }, { dia: '2026-11-29' }, 'sem_conta_no_passo', null],
    ['got the last step today', { contas: [ESGOTADA], cobradoHoje: true }, {}, 'ja_contatado_hoje', null],
  ])('%s', (_, campos, quando, motivo, fila) => {
    const [avaliacao] = avaliarTodos([cliente(campos)], { ...momento, ...quando }).values()
    expect([avaliacao?.motivo, avaliacao?.fila]).toEqual([motivo, fila])
  })
})

describe('whose the phone is', () => {
  const asked = (pessoa: Partial<ClienteNaRegua['pessoa']>, campos: Partial<ClienteNaRegua> = {}) =>
    cliente({ documento: '52998224725', pessoa: { ...PESSOA_DESCONHECIDA, ...pessoa }, ...campos })
  const SETE = { perguntas: 1, perguntadaEm: '2026-11-17' }
  test.each<[string, ClienteNaRegua, Partial<Momento>, string, string | null, string | null]>([
    ['is asked before anything is billed', asked({}), {}, 'prevista', null, 'confirmar_pessoa'],
    ['is asked of nobody', asked({}), { confirmarPessoa: 'nunca' }, 'prevista', null, 'atraso'],
    ['is known', asked({ ouvidaEm: '2026-11-01' }), {}, 'prevista', null, 'atraso'],
    [
      'is waited for',
      asked({ perguntas: 1, perguntadaEm: '2026-11-18' }),
      {},
      'pessoa_nao_confirmada',
      null,
      'confirmar_pessoa',
    ],
    ['is asked once more', asked(SETE), {}, 'prevista', null, 'confirmar_pessoa'],
    [
      'was asked twice',
      asked({ ...SETE, perguntas: 2 }),
      {},
      'aguardando',
      'pessoa_nao_confirmada',
      'confirmar_pessoa',
    ],
    [
      'was asked twice, on a Sunday',
      asked({ ...SETE, perguntas: 2 }),
      { dia: '2026-11-29' },
      'pessoa_nao_confirmada',
      null,
      'confirmar_pessoa',
    ],
    [
      'was asked twice, no step due',
      asked({ ...SETE, perguntas: 2 }, { contas: [SEM_PASSO] }),
      {},
      'sem_conta_no_passo',
      null,
      null,
    ],
    [
      'waits behind the day’s message',
      asked({}, { ultimoModeloDia: '2026-11-24' }),
      {},
      'ja_contatado_hoje',
      null,
      'confirmar_pessoa',
    ],
    ['waits for the hour', asked({}), { hora: '07:00' }, 'fora_do_horario', null, 'confirmar_pessoa'],
    [
      'has no approved template',
      asked({}),
      { aprovados: new Set(MODELOS_DA_REGUA) },
      'modelo_nao_aprovado',
      null,
      'confirmar_pessoa',
    ],
    [
      'asks of an instalment too',
      asked({}, { contas: [conta('2026-11-24', { parcelaDeAcordo: true })] }),
      {},
      'prevista',
      null,
      'confirmar_pessoa',
    ],
  ])('%s', (_, quem, quando, motivo, fila, modelo) => {
    const [avaliacao] = avaliarTodos([quem], { ...momento, confirmarPessoa: 'cpf', ...quando }).values()
    expect([avaliacao?.motivo, avaliacao?.fila, avaliacao?.modelo]).toEqual([motivo, fila, modelo])
  })

  test.each<[string, ClienteNaRegua, string | null]>([
    ['asked today', asked({}), '2026-11-24'],
    ['asked again a week after', asked({ perguntas: 1, perguntadaEm: '2026-11-20' }), '2026-11-27'],
    ['asked twice, the queue', asked({ perguntas: 2, perguntadaEm: '2026-11-23' }), null],
    ['known', asked({ ouvidaEm: '2026-11-23' }), '2026-11-24'],
  ])('the next contact: %s', (_, quem, esperado) => {
    expect(proximoContato({ ...quem, pausadoAte: null }, { ...momento, confirmarPessoa: 'cpf' })).toBe(esperado)
  })
})

describe('what is said', () => {
  test('covers every account with a step due, by the template of the most overdue', () => {
    const contas = [conta('2026-11-24', { id: 3 }), conta('2026-10-05', { id: 2 }), conta('2026-12-20', { id: 4 })]
    expect(avaliar(cliente({ contas }), momento)).toMatchObject({
      passo: 30,
      modelo: 'atraso_grave',
      contas: [
        { id: 2, passo: 30 },
        { id: 3, passo: 0 },
      ],
    })
  })

  test('reminds of an instalment with its own template', () => {
    const contas = [conta('2026-11-24', { parcelaDeAcordo: true })]
    expect(avaliar(cliente({ status: 'negociado', contas }), momento)).toMatchObject({ modelo: 'parcela', passo: 0 })
  })
})

describe('shared phones and the limit', () => {
  const motivos = (clientes: ClienteNaRegua[], limite: number | null = null) => {
    const todos = avaliarTodos(clientes, { ...momento, limite })
    return clientes.map(({ id }) => todos.get(id)?.motivo)
  }

  test('one phone hears once a day: who waited longest goes first', () => {
    const a = cliente({ id: 1, ultimoContatoEm: '2026-11-10T13:00:00.000Z' })
    const b = cliente({ id: 2, ultimoContatoEm: '2026-11-01T13:00:00.000Z' })
    expect(motivos([a, b])).toEqual(['ja_contatado_hoje', 'prevista'])
    expect(motivos([b, a])).toEqual(['prevista', 'ja_contatado_hoje'])
    const nunca = cliente({ id: 3 })
    expect(motivos([b, nunca])).toEqual(['ja_contatado_hoje', 'prevista'])
    expect(motivos([nunca, b])).toEqual(['prevista', 'ja_contatado_hoje'])
  })

  test('who hears nothing today takes neither the phone nor of the limit', () => {
    const pausado = cliente({ id: 1, status: 'pausado' })
    const devido = cliente({ id: 2, ultimoContatoEm: '2026-11-10T13:00:00.000Z' })
    const doMesmo = cliente({ id: 3, ultimoContatoEm: '2026-11-11T13:00:00.000Z' })
    const outro = cliente({ id: 4, contatoId: 4, ultimoContatoEm: '2026-11-12T13:00:00.000Z' })
    const esperados = ['pausado', 'prevista', 'ja_contatado_hoje', 'prevista']
    expect(motivos([pausado, devido, doMesmo, outro], 2)).toEqual(esperados)
  })

  test('who waited and owes as long goes by who came first, and the oldest account says how long', () => {
    const [um, dois] = [cliente({ id: 1, contatoId: 1 }), cliente({ id: 2, contatoId: 2 })]
    expect(motivos([dois, um], 1)).toEqual(['limite_do_numero', 'prevista'])
    const devePouco = { ...um, contas: [DEVIDA, conta('2026-11-09')] }
    const deveMuito = { ...dois, contas: [conta('2026-11-23'), conta('2026-10-13')] }
    expect(motivos([devePouco, deveMuito], 1)).toEqual(['limite_do_numero', 'prevista'])
  })

  test('the limit goes to whoever waited longest, then to whoever owes longest; who was reached today takes nothing of it', () => {
    const nunca = cliente({ id: 1, contatoId: 1 })
    const deveMais = cliente({ id: 2, contatoId: 2, contas: [conta('2026-10-01')] })
    const alcancado = cliente({ id: 3, contatoId: 3, alcancado: true, ultimoContatoEm: '2026-11-23T20:00:00.000Z' })
    expect(motivos([nunca, deveMais, alcancado], 1)).toEqual(['limite_do_numero', 'prevista', 'prevista'])
  })
})

test('an agreement is not said to be up to date: an instalment may be late between two steps', () => {
  const parcela = conta('2026-11-21', { parcelaDeAcordo: true, coberto: 0 })
  const { motivo, passo } = avaliar(cliente({ status: 'negociado', contas: [parcela] }), momento)
  expect(motivo).toBe('acordo')
  expect([fraseDaDecisao(motivo, passo), ROTULOS_DA_DECISAO[motivo]].join()).not.toMatch(/em dia/i)
})
