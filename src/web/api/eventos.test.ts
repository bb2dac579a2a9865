import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lido, Ouvido } from './stream.ts'

const pagina = { hidden: false }
const janela = new EventTarget()
vi.stubGlobal('window', janela)
vi.stubGlobal('document', pagina)
const { ouvirEventos, parar, conferirRede, recusarSessao, sessao } = vi.hoisted(() => ({
  ouvirEventos: vi.fn(),
  parar: vi.fn(),
  conferirRede: vi.fn(),
  recusarSessao: vi.fn(),
  sessao: { token: 'dela' as string | null, mudou: (() => undefined) as () => void },
}))
vi.mock('./ouvirEventos.ts', () => ({ ouvirEventos }))
vi.mock('./rede.ts', () => ({ conferirRede }))
vi.mock('./sessao.ts', () => ({
  sessaoAtual: () => ({ user: { id: 7 } }),
  tokenAtual: () => sessao.token,
  recusarSessao,
  aoMudarSessao: (ouvir: () => void) => {
    sessao.mudou = ouvir
  },
}))
const { aoReceberEvento, ouvirServidor } = await import('./eventos.ts')
const { queryClient } = await import('./queryClient.ts')

const relidas = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
const chaves = () => relidas.mock.calls.map(([um]) => um?.queryKey?.join(' ') ?? 'tudo').sort()
const ditos = vi.fn()
aoReceberEvento(ditos)
let dizer: (ouvido: Ouvido) => void = () => undefined
ouvirEventos.mockImplementation((ouvinte) => {
  dizer = ouvinte
  return parar
})
ouvirServidor()
const acontece = (tipo: string, dados: Lido['dados']) => dizer({ evento: { tipo, dados } })
const MINHA = { cliente_id: 3, operador_id: 7 }
/** What is fetched of the customer again: also the texts that say what is owed. */
const DELA = ['cliente 3', 'modelos 3', 'frases 3']
const LISTAS = ['admin', 'clientes', 'contas', 'contestacoes', 'dashboard', 'negociacoes', 'promessas']

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test.each([
  ['mensagem', MINHA, [...DELA, 'conta 1', ...LISTAS, 'mensagens 3']],
  ['mensagem_status', MINHA, ['mensagens 3']],
  ['mensagem_status', { operador_id: 7 }, ['mensagens']],
  ['cliente', MINHA, [...DELA, 'conta 1', ...LISTAS]],
  ['cliente', { operador_id: 7 }, ['cliente', 'modelos', 'frases', 'conta 1', 'conta 2', ...LISTAS]],
  ['movimento', { operador_id: 7 }, ['conciliacao']],
  ['mencao', { operador_id: 7 }, ['mencoes']],
  ['badges', MINHA, []],
  ['badges', { operador_id: 7 }, ['avisos', 'dashboard admin', 'whatsapp']],
] as const)('%s of %o reads again what shows it, and nothing else', (tipo, dados, esperadas) => {
  queryClient.setQueryData(['conta', 1], { cliente: { id: 3 } })
  queryClient.setQueryData(['conta', 2], { cliente: { id: 4 } })
  acontece(tipo, dados)
  vi.advanceTimersByTime(250)
  expect(chaves()).toEqual([...esperadas].sort())
  expect(ditos.mock.calls).toEqual(tipo === 'mensagem_status' ? [] : [[tipo]])
})

test('a busy minute reads each thing once, and a hidden tab waits until somebody looks', () => {
  for (const tipo of ['mensagem', 'mensagem_status', 'mensagem']) acontece(tipo, MINHA)
  vi.advanceTimersByTime(250)
  expect(chaves().filter((uma) => uma === 'mensagens 3')).toHaveLength(1)
  expect(relidas.mock.calls[0]![0]?.refetchType).toBe('active')
  relidas.mockClear()
  pagina.hidden = true
  acontece('mensagem_status', MINHA)
  vi.advanceTimersByTime(250)
  pagina.hidden = false
  expect(relidas.mock.calls.map(([um]) => um?.refetchType)).toEqual(['none'])
})

test('what is another’s is read the later the more listen, but the customer on view at once', () => {
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(1).mockReturnValueOnce(1)
  dizer({ juntos: 100 })
  acontece('mensagem', { cliente_id: 3, operador_id: 8 })
  vi.advanceTimersByTime(250)
  expect(chaves()).toEqual([...DELA, 'mensagens 3'].sort())
  vi.advanceTimersByTime(3_000)
  expect(chaves()).toContain('clientes')
  dizer({ juntos: 1 })
})

test('an agreement is told at once, with what became of it, and reads nothing', () => {
  const dados = { ...MINHA, status: 'recusada' }
  acontece('acordo', dados)
  expect(ditos.mock.calls).toEqual([['acordo', dados]])
  vi.advanceTimersByTime(1_000)
  expect(chaves()).toEqual([])
})

test('what was missed while the connection was down is read when it is back, and the first opening reads nothing', () => {
  dizer({ aberto: true })
  vi.advanceTimersByTime(1_000)
  expect(chaves()).toEqual([])
  dizer({ caiu: true })
  expect(conferirRede).toHaveBeenCalledOnce()
  dizer({ aberto: true })
  vi.advanceTimersByTime(1_000)
  dizer({ aberto: true }) // of the other connection
  vi.advanceTimersByTime(1_000)
  expect([chaves(), ditos.mock.calls]).toEqual([['tudo'], [['badges']]])
})

test('a refusal is of the token it was opened with; another session listens anew, and nobody not at all', () => {
  const antiga = dizer
  sessao.mudou()
  expect(ouvirEventos, 'the same session').not.toHaveBeenCalled()
  sessao.token = 'de outra'
  sessao.mudou()
  expect([parar.mock.calls.length, ouvirEventos.mock.calls.length]).toEqual([1, 1])
  antiga({ recusado: true })
  dizer({ recusado: true })
  expect(recusarSessao.mock.calls).toEqual([['dela'], ['de outra']])
  sessao.token = null
  sessao.mudou()
  expect([parar.mock.calls.length, ouvirEventos.mock.calls.length]).toEqual([2, 1])
})

test('a page that goes stops listening, and one that the browser brings back is put right', () => {
  sessao.token = 'dela'
  sessao.mudou()
  janela.dispatchEvent(new Event('pagehide'))
  expect(parar).toHaveBeenCalledOnce()
  janela.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(chaves()).toEqual([])
  janela.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect([chaves(), ouvirEventos.mock.calls.length]).toEqual([['tudo'], 2])
})
