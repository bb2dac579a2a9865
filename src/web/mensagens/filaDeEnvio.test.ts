import { afterEach, expect, test, vi } from 'vitest'
import type { Mensagem } from '#contract/mensagens.ts'
import type { Pendente } from './filaDeEnvio.ts'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock('#web/api/callApi.ts', () => ({ callApi }))
vi.mock('#web/api/novaChave.ts', () => ({ novaChave: () => 'nova' }))
vi.mock('#web/api/recarregar.ts', () => ({ recarregarCliente: vi.fn() }))
vi.mock('#web/api/rede.ts', () => ({ aoVoltarARede: vi.fn() }))
vi.mock('#web/api/sessao.ts', () => ({ sessaoAtual: () => ({ user: { id: 7 } }), aoMudarSessao: vi.fn() }))
const { avisar } = vi.hoisted(() => ({ avisar: vi.fn() }))
vi.mock('#web/ui/avisar.tsx', () => ({ avisar }))
vi.mock('./mensagens.queries.ts', () => ({ mudarConversa: vi.fn() }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

function guardado(...pendentes: Partial<Pendente>[]) {
  const guarda = new Map([['envios:7', JSON.stringify(pendentes)]])
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { search: '' })
  vi.stubGlobal('localStorage', {
    getItem: (chave: string) => guarda.get(chave) ?? null,
    setItem: (chave: string, valor: string) => guarda.set(chave, valor),
    removeItem: (chave: string) => guarda.delete(chave),
  })
  return guarda
}
/** Written while the company's clock, which the page has yet to learn, was moved. */
const escrita = {
  clienteId: 3,
  conteudo: 'Bom dia',
  criadaEm: '2026-11-24T13:26:00.000Z',
  desde: Date.now(),
  estado: 'esperando',
} as const

test('what was written without the network leaves when the page is read again, under its own key and in order', async () => {
  callApi.mockReset().mockResolvedValue({ id: 1 })
  const guarda = guardado({ ...escrita, chave: 'a' }, { ...escrita, chave: 'b', conteudo: 'Tudo bem?' })
  await import('./filaDeEnvio.ts')
  await expect.poll(() => guarda.size).toBe(0)
  const envios = callApi.mock.calls.map(([, { body }, { chave }]) => [chave, body.conteudo])
  expect(envios).toEqual([
    ['a', 'Bom dia'],
    ['b', 'Tudo bem?'],
  ])
})

test('what waits is tried again under the same key, what was refused under another', async () => {
  guardado({ ...escrita, chave: 'a' })
  const { ErroDaApi } = await import('#web/api/erro.ts')
  const falhas = [new ErroDaApi('Sem rede.'), new ErroDaApi('Escreva menos.', 422)]
  callApi.mockReset().mockImplementation(async () => {
    throw falhas.shift() ?? new Error('asked once more than expected')
  })
  const { tentarDeNovo } = await import('./filaDeEnvio.ts')
  await assentada('esperando')
  tentarDeNovo({ ...escrita, chave: 'a' })
  await assentada('recusada')
  callApi.mockResolvedValue({ id: 1 })
  tentarDeNovo({ ...escrita, chave: 'a', estado: 'recusada' })
  expect(callApi.mock.calls.map(([, , { chave }]) => chave)).toEqual(['a', 'a', 'nova'])
})

test('what was refused before the page was read again is told, with the way to it, unless it is on view', async () => {
  guardado({ ...escrita, chave: 'a', estado: 'recusada' })
  const assign = vi.fn()
  vi.stubGlobal('location', { search: '?cliente=3', assign })
  await import('./filaDeEnvio.ts')
  expect(avisar).not.toHaveBeenCalled()
  for (const search of ['', '?cliente=31']) {
    vi.resetModules()
    vi.stubGlobal('location', { search, assign })
    await import('./filaDeEnvio.ts')
    avisar.mock.lastCall![1].fazer()
    expect(assign).toHaveBeenLastCalledWith('/operador/clientes?cliente=3')
  }
  expect(avisar).toHaveBeenCalledTimes(2)
})

test('what is refused while somebody else is on view, or nobody, is told too', async () => {
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValue(new ErroDaApi('Este cliente não está com você.', 404))
  for (const [search, vezes] of [
    ['?cliente=3', 0],
    ['?cliente=5', 1],
  ] as const) {
    vi.resetModules()
    avisar.mockReset()
    guardado({ ...escrita, chave: 'a' })
    vi.stubGlobal('location', { search })
    await import('./filaDeEnvio.ts')
    await assentada('recusada')
    expect(avisar).toHaveBeenCalledTimes(vezes)
  }
})

test('what is written behind what waits, waits too and says why', async () => {
  guardado({ ...escrita, chave: 'a' })
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValue(new ErroDaApi('Muitos pedidos.', 429))
  const { enviarTexto } = await import('./filaDeEnvio.ts')
  await assentada('esperando')
  enviarTexto(3, 'Tudo bem?')
  const espera = { estado: 'esperando', porque: 'Muitos pedidos.' }
  await expect.poll(() => JSON.parse(localStorage.getItem('envios:7') ?? '[]')).toMatchObject([espera, espera])
})

test('what waited for longer than the server knows its key is sent again only when a person asks', async () => {
  callApi.mockReset().mockResolvedValue({ id: 1 })
  const ha = (minutos: number) => Date.now() - minutos * 60_000
  guardado({ ...escrita, chave: 'a', desde: ha(23 * 60 + 1) }, { ...escrita, chave: 'b', desde: ha(23 * 60 - 1) })
  await import('./filaDeEnvio.ts')
  await assentada('recusada')
  expect(callApi.mock.calls.map(([, , { chave }]) => chave)).toEqual(['b'])
  expect(JSON.parse(localStorage.getItem('envios:7') ?? '')[0].porque).toMatch(/mais de um dia/)
})

test('what waits is tried again by itself, five seconds later', async () => {
  vi.useFakeTimers()
  guardado({ ...escrita, chave: 'a' })
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValueOnce(new ErroDaApi('Sem rede.')).mockResolvedValue({ id: 1 })
  await import('./filaDeEnvio.ts')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(callApi).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(callApi.mock.calls.map(([, , { chave }]) => chave)).toEqual(['a', 'a'])
  vi.useRealTimers()
})

test('it is tried again once in five seconds, however much was written meanwhile', async () => {
  vi.useFakeTimers()
  guardado({ ...escrita, chave: 'a' })
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValue(new ErroDaApi('Em manutenção.', 503))
  const { enviarTexto } = await import('./filaDeEnvio.ts')
  for (const texto of ['um', 'dois', 'três']) {
    await vi.advanceTimersByTimeAsync(1_000)
    enviarTexto(3, texto)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  callApi.mockClear()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(callApi).toHaveBeenCalledTimes(12)
  vi.useRealTimers()
})

test('what is refused keeps nothing behind it waiting', async () => {
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValueOnce(new ErroDaApi('Escreva menos.', 422)).mockResolvedValue({ id: 1 })
  guardado({ ...escrita, chave: 'a' }, { ...escrita, chave: 'b' })
  await import('./filaDeEnvio.ts')
  await assentada('recusada')
  expect(callApi).toHaveBeenCalledTimes(2)
})

test('a file goes again without being uploaded, with what was written under it alone', async () => {
  guardado()
  callApi.mockReset().mockResolvedValue({ id: 1 })
  const { reenviar } = await import('./filaDeEnvio.ts')
  const arquivo = { nome: 'acordo.pdf', mime: 'application/pdf', tamanho: 1 }
  const mensagem = (conteudo: string, parte: object) => ({ id: 9, tipo: 'documento', conteudo, ...parte }) as Mensagem
  reenviar(3, mensagem('acordo.pdf', { arquivo }))
  reenviar(4, mensagem('o acordo', { arquivo }))
  reenviar(5, mensagem('Bom dia', { tipo: 'texto', arquivo: null }))
  const corpos = callApi.mock.calls.map(([, { body }]) => body)
  expect(corpos).toEqual([{ arquivo_de: 9 }, { arquivo_de: 9, conteudo: 'o acordo' }, { conteudo: 'Bom dia' }])
})

test('what another tab of the same person still has to send is kept', async () => {
  const guarda = guardado()
  callApi.mockReset().mockResolvedValue({ id: 1 })
  const { enviarTexto } = await import('./filaDeEnvio.ts')
  guarda.set('envios:7', JSON.stringify([{ ...escrita, chave: 'de outra aba' }]))
  enviarTexto(3, 'Tudo bem?')
  expect(JSON.parse(guarda.get('envios:7') ?? '[]')).toMatchObject([{ chave: 'de outra aba' }, { chave: 'nova' }])
  await expect
    .poll(() => JSON.parse(guarda.get('envios:7') ?? '[]'))
    .toMatchObject([{ conteudo: 'Bom dia', chave: 'de outra aba' }])
  expect(callApi).toHaveBeenCalledTimes(1)
})

test('what another tab of the same person discarded is not sent, nor kept again', async () => {
  const guarda = guardado({ ...escrita, chave: 'a' })
  const { ErroDaApi } = await import('#web/api/erro.ts')
  callApi.mockReset().mockRejectedValue(new ErroDaApi('Sem rede.'))
  const { retomar, enviarTexto } = await import('./filaDeEnvio.ts')
  await assentada('esperando')
  guarda.delete('envios:7')
  callApi.mockReset().mockResolvedValue({ id: 1 })
  retomar()
  enviarTexto(3, 'Tudo bem?')
  await expect.poll(() => guarda.size).toBe(0)
  expect(callApi.mock.calls.map(([, , { chave }]) => chave)).toEqual(['nova'])
})

const assentada = (estado: Pendente['estado']) =>
  expect.poll(() => JSON.parse(localStorage.getItem('envios:7') ?? '[]')).toMatchObject([{ estado }])

test('while a file is on its way, which only this page has, leaving the page asks first', async () => {
  guardado()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  callApi.mockReset().mockReturnValue(promise)
  const { enviarArquivo } = await import('./filaDeEnvio.ts')
  const perguntaAoSair = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(perguntaAoSair()).toBe(false)
  enviarArquivo(3, new File(['%PDF'], 'boleto.pdf'), '')
  expect([perguntaAoSair(), localStorage.getItem('envios:7')]).toEqual([true, null])
  resolve({ id: 1 })
  await expect.poll(perguntaAoSair).toBe(false)
})
