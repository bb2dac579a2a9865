import { expect, test } from 'vitest'
import { criarCalendario, HORARIO_PADRAO } from './calendario.ts'
import type { ContatoLegal } from './contato-legal.ts'
import { somarDias } from './data.ts'
import { PESSOA_DESCONHECIDA } from './pessoa.ts'
import { type ClientePrevisto, type ContaPrevista, diasDoLugar, preverEnvios } from './previsao.ts'
import { REGUA_PADRAO } from './regua.ts'

const conta = (vencimento: string, mais: Partial<ContaPrevista> = {}): ContaPrevista => ({
  vencimento,
  coberto: null,
  parcelaDeAcordo: false,
  ...mais,
})
type Grupo = Omit<ClientePrevisto, 'dias'> & { clientes: number; ultimaCobranca: string | null; depois: Grupo[] }
const grupo = (contas: ContaPrevista[], mais: Partial<Grupo> = {}): Grupo => ({
  clientes: 1,
  contas,
  ultimaCobranca: null,
  depois: [],
  numeroChamadas: 0,
  tentativasVistas: 0,
  voltaEm: null,
  pessoa: null,
  ...mais,
})
const DE = '2026-11-25'
const SEM_LEI: ContatoLegal = { linhas: [], feriados: [] }
function preverEm(
  grupos: Grupo[],
  { regua = REGUA_PADRAO, quantos = 14, feriados = [] as string[], lei = SEM_LEI, uf = null as 'RJ' | null },
) {
  const calendario = criarCalendario(feriados)
  const dias = diasDoLugar({ uf, municipio: null }, { calendario, horario: HORARIO_PADRAO, lei }, DE, quantos)
  return preverEnvios(
    grupos.map(({ clientes, ultimaCobranca, ...um }) => ({
      telefones: clientes,
      ultimaCobranca,
      clientes: [um, ...um.depois].map((cliente) => ({ ...cliente, dias })),
    })),
    regua,
    calendario,
    DE,
    quantos,
  )
}
/** The days with messages, as `[day of the month, messages, steps]`. */
const prever = (grupos: Grupo[], regua = REGUA_PADRAO, quantos = 14, feriados: string[] = []) =>
  preverEm(grupos, { regua, quantos, feriados })
    .filter(({ mensagens }) => mensagens > 0)
    .map(({ dia, mensagens, porPasso }) => [dia.slice(8), mensagens, porPasso])

test('each step counts on the day it would be sent, what falls on a Sunday on Monday', () => {
  const grupos = [
    grupo([conta('2026-11-24', { coberto: 0 })], { clientes: 3, ultimaCobranca: '2026-11-24' }), // D+5 on Sunday 29
    grupo([conta('2026-11-30')], { clientes: 2 }),
    grupo([conta('2026-11-30')]),
  ]
  expect(prever(grupos, REGUA_PADRAO, 7)).toEqual([
    ['26', 3, { 2: 3 }],
    ['27', 3, { '-3': 3 }],
    ['30', 6, { 0: 3, 5: 3 }],
  ])
  expect(preverEm(grupos, { quantos: 7 }).filter(({ adiadasPelaLei }) => adiadasPelaLei > 0)).toEqual([])
})

test('nobody gets two messages on a day: the most overdue account says which step, and covers the others', () => {
  const contas = [conta('2026-11-25'), conta('2026-11-19', { coberto: 2 })]
  for (const quais of [contas, [...contas].reverse()])
    expect(prever([grupo(quais)], REGUA_PADRAO, 2)).toEqual([['25', 1, { 5: 1 }]])
})

test('customers of one phone share its message of the day: who waited longest first, the others after the interval', () => {
  const outro = (vencimento: string) => grupo([conta(vencimento)])
  expect(prever([grupo([conta('2026-11-23')], { depois: [outro('2026-11-19')] })], REGUA_PADRAO, 4)).toEqual([
    ['25', 1, { 2: 1 }],
    ['27', 1, { 5: 1 }],
  ])
  // On a due day the interval does not hold it, but the day's message does.
  expect(prever([grupo([conta('2026-11-23')], { depois: [outro('2026-11-26')] })], REGUA_PADRAO, 3)).toEqual([
    ['25', 1, { 2: 1 }],
    ['26', 1, { 0: 1 }],
  ])
  // Who leaves for the queue leaves the phone to the other.
  const esgotada = grupo([conta('2026-10-10', { coberto: 30 })], { depois: [outro('2026-11-23')] })
  expect(prever([esgotada], REGUA_PADRAO, 2)).toEqual([['25', 1, { 2: 1 }]])
})

test('the interval holds a message until it is over, but not on the due day itself', () => {
  const recente = { ultimaCobranca: '2026-11-24' }
  expect(prever([grupo([conta('2026-11-23')], recente)], REGUA_PADRAO, 3)).toEqual([['26', 1, { 2: 1 }]])
  expect(prever([grupo([conta('2026-11-25')], recente)], REGUA_PADRAO, 1)).toEqual([['25', 1, { 0: 1 }]])
  expect(prever([grupo([conta('2026-11-25')], { ultimaCobranca: DE })], REGUA_PADRAO, 1)).toEqual([])
  expect(prever([grupo([conta('2026-11-28')], recente)], REGUA_PADRAO, 3)).toEqual([['26', 1, { '-3': 1 }]])
  const aCadaTres = { ...REGUA_PADRAO, intervaloMinimoDias: 3 }
  expect(prever([grupo([conta('2026-11-25')])], aCadaTres, 4).map(([dia]) => dia)).toEqual(['25', '28'])
})

test('what was missed is not owed: one message, by the latest step', () => {
  expect(prever([grupo([conta('2026-11-10')])], REGUA_PADRAO, 4)).toEqual([['25', 1, { 10: 1 }]])
})

test('who ran out of attempts, or of steps, is the queue’s', () => {
  expect(prever([grupo([conta('2026-11-25')], { numeroChamadas: 6 })])).toEqual([])
  const esgotada = conta('2026-10-10', { coberto: 30 })
  expect(prever([grupo([esgotada, conta('2026-11-27')])])).toEqual([])
  expect(prever([grupo([conta('2026-11-25')], { numeroChamadas: 4 })]).map(([dia]) => dia)).toEqual(['25', '27'])
})

test('an account is out of steps only once it is late, and an instalment never', () => {
  const soLembra = { ...REGUA_PADRAO, passos: REGUA_PADRAO.passos.slice(0, 1) }
  const com = (outra: ContaPrevista) => prever([grupo([outra, conta('2026-11-28')])], soLembra, 1)
  expect(com(conta('2026-11-25', { coberto: -3 }))).toEqual([['25', 1, { '-3': 1 }]])
  expect(com(conta('2026-11-24', { coberto: -3 }))).toEqual([])
  expect(com(conta('2026-11-24', { coberto: -3, parcelaDeAcordo: true }))).toEqual([['25', 1, { '-3': 1 }]])
})

test('an agreement’s instalments are reminded of without being attempts', () => {
  const contas = [conta('2026-11-28', { parcelaDeAcordo: true }), conta('2026-12-28')]
  expect(prever([grupo(contas, { numeroChamadas: 5 })], REGUA_PADRAO, 9).map(([dia]) => dia)).toEqual([
    '25',
    '28',
    '02',
  ])
})

test('who ran out of attempts before an agreement is reminded, and the queue’s after one more attempt', () => {
  const contas = [conta('2026-11-28', { parcelaDeAcordo: true }), conta('2026-12-01')]
  expect(prever([grupo(contas, { numeroChamadas: 6, tentativasVistas: 6 })], REGUA_PADRAO, 9)).toEqual([
    ['25', 1, { '-3': 1 }],
    ['28', 1, { 0: 1 }],
    ['01', 1, { 0: 1 }],
  ])
})

test('who is paused until a day is written to from that day on', () => {
  expect(prever([grupo([conta('2026-11-24')], { voltaEm: '2026-11-30' })], REGUA_PADRAO, 11)).toEqual([
    ['30', 1, { 5: 1 }],
    ['04', 1, { 10: 1 }],
  ])
})

test('an instalment not paid breaks its agreement before the step five days after, and nobody is told of it', () => {
  const parcela = conta('2026-11-26', { parcelaDeAcordo: true, coberto: -3 })
  expect(prever([grupo([parcela, conta('2026-12-05')])])).toEqual([
    ['26', 1, { 0: 1 }],
    ['28', 1, { 2: 1 }],
  ])
  expect(prever([grupo([{ ...parcela, retidaAte: null }, conta('2026-12-05')])])).toEqual([
    ['02', 1, { '-3': 1 }],
    ['05', 1, { 0: 1 }],
  ])
})

test('a holiday moves what falls on it to the next day, and the due day with it', () => {
  expect(prever([grupo([conta('2026-11-27')])], REGUA_PADRAO, 8, ['2026-11-27']).map(([dia]) => dia)).toEqual([
    '25',
    '28',
    '02',
  ])
})

test('a held account has no step due nor covered, and its step goes on the first allowed day after the hold', () => {
  expect(prever([grupo([conta('2026-11-25', { retidaAte: '2026-11-28' })])], REGUA_PADRAO, 6)).toEqual([
    ['30', 1, { 5: 1 }], // from Saturday the 28th to Monday
  ])
  expect(prever([grupo([conta('2026-11-25', { retidaAte: null })])])).toEqual([])
  const outra = conta('2026-11-25', { retidaAte: '2026-11-25' })
  expect(prever([grupo([conta('2026-11-24', { coberto: 0 }), outra])], REGUA_PADRAO, 2).map(([dia]) => dia)).toEqual([
    '26',
  ])
  const ateDepois = conta('2026-11-24', { coberto: 0, retidaAte: '2026-11-26' }) // not covered by what goes that day
  expect(
    prever([grupo([conta('2026-11-24', { coberto: 0 }), ateDepois])], REGUA_PADRAO, 4).map(([dia]) => dia),
  ).toEqual(['26', '28'])
  expect(prever([grupo([conta('2026-11-23', { retidaAte: DE })])], REGUA_PADRAO, 2)).toEqual([['26', 1, { 2: 1 }]])
  const esgotada = conta('2026-10-10', { coberto: 30, retidaAte: null })
  expect(prever([grupo([esgotada, conta('2026-11-27')])], REGUA_PADRAO, 2).map(([dia]) => dia)).toEqual(['25'])
})

test('a hundred thousand customers of the most various kind are foreseen in a blink', () => {
  const grupos = Array.from({ length: 100_000 }, (_, n) =>
    grupo([
      conta(`2026-${String(10 + (n % 3)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`),
      conta('2026-11-28'),
    ]),
  )
  const antes = process.threadCpuUsage()
  prever(grupos, REGUA_PADRAO, 30)
  const { user, system } = process.threadCpuUsage(antes) // processor time: other work of the machine does not count
  expect((user + system) / 1_000).toBeLessThan(2_000)
})

test('what the law keeps from a day goes on the next allowed one there, and is counted once, on the first day', () => {
  const rj = { uf: 'RJ', semana: { inicio: '09:00', fim: '19:00' }, sabado: null, fonte: 'x', conferidoEm: DE } as const
  const feriados = ['2026-11-30', '2026-12-03'].map((dia) => ({ dia, uf: 'RJ' as const, municipio: null }))
  const lei: ContatoLegal = { linhas: [rj], feriados }
  const grupos = [grupo([conta('2026-12-01', { coberto: null })], { clientes: 2 })] // D-3 on Saturday 28
  const resumo = (uf: 'RJ' | null, quem = grupos) =>
    preverEm(quem, { lei, uf, quantos: 10 })
      .filter(({ mensagens, adiadasPelaLei }) => mensagens + adiadasPelaLei > 0)
      .map(({ dia, mensagens, adiadasPelaLei }) => [dia.slice(8), mensagens, adiadasPelaLei])
  expect(resumo(null)).toEqual([
    ['28', 2, 0],
    ['01', 2, 0],
    ['03', 2, 0],
  ])
  expect(resumo('RJ')).toEqual([
    ['28', 0, 2],
    ['01', 2, 0],
    ['03', 0, 2],
    ['04', 2, 0],
  ])
  const doMesmoTelefone = grupo([conta('2026-12-01')], { depois: [grupo([conta('2026-12-01')])] })
  expect(resumo('RJ', [doMesmoTelefone])).toEqual([
    ['28', 0, 1],
    ['01', 1, 0],
    ['03', 0, 1],
    ['04', 1, 0],
  ])
})

test('whose the phone is not known is asked twice, a week apart, and then is the queue’s; nothing is billed before', () => {
  const vezes = (pessoa: ClientePrevisto['pessoa']) =>
    preverEm([grupo([conta('2026-11-23')], { pessoa })], { quantos: 30 })
      .filter(({ mensagens }) => mensagens > 0)
      .map(({ dia, perguntas, porPasso }) => [dia.slice(5), perguntas, Object.keys(porPasso)])
  expect(vezes(PESSOA_DESCONHECIDA)).toEqual([
    ['11-25', 1, []],
    ['12-02', 1, []],
  ])
  expect(vezes({ ...PESSOA_DESCONHECIDA, perguntas: 1, perguntadaEm: '2026-11-24' })).toEqual([['12-01', 1, []]])
  expect(vezes({ ...PESSOA_DESCONHECIDA, perguntas: 2, perguntadaEm: '2026-11-20' })).toEqual([])
  // Known for three days more: two steps go, and then it is asked, by the interval after the last of them.
  const quaseCalada = { ...PESSOA_DESCONHECIDA, ouvidaEm: somarDias(DE, 3 - 180) }
  expect(vezes(quaseCalada)).toEqual([
    ['11-25', 0, ['2']],
    ['11-28', 1, []],
    ['12-05', 1, []],
  ])
})
