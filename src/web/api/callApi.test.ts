import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const nada = { addEventListener: () => undefined }
vi.stubGlobal('window', nada)
vi.stubGlobal('document', { ...nada, cookie: '', querySelector: () => null })
vi.stubGlobal('navigator', { onLine: true })
const vazia = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
vi.stubGlobal('localStorage', vazia)
vi.stubGlobal('sessionStorage', vazia)
vi.mock('./presenca.ts', () => ({ haAlguem: () => true }))
/** A server that takes the request and never answers. */
const calado = vi.fn(
  (_url: string, { signal }: { signal?: AbortSignal }) =>
    new Promise<Response>((_, falhar) => signal?.addEventListener('abort', () => falhar(signal.reason))),
)
vi.stubGlobal('fetch', calado)
vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
  const corte = new AbortController()
  setTimeout(() => corte.abort(), ms)
  return corte.signal
})
const { baixar, callApi } = await import('./callApi.ts')
const { aoPedirSenha } = await import('./confirmacao.ts')
const { queryClient } = await import('./queryClient.ts')
const { aoPerderResposta, faltaAtual } = await import('./rede.ts')
const { sair } = await import('./sair.ts')
const { iniciarSessao } = await import('./sessao.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  calado.mockClear()
})

const assumir = () => callApi('POST /api/operador/clientes/:id/assumir', { params: { id: 1 } })

test('what is asked and never answered ends in the end, and says that it may have been done', async () => {
  const assumido = assumir().then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(74_000)
  expect(await Promise.race([assumido, 'waits'])).toBe('waits')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await assumido).toMatch(/não respondeu.*pode ter feito.*confira/)
  expect(faltaAtual.ler(), 'meanwhile the server is asked whether it is there').toBe(null)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(faltaAtual.ler()?.causa, 'a network that swallows what is sent counts as away').toBe('rede')
})

test('what is read and never answered ends too, and nobody waits for two more', async () => {
  const lido = queryClient
    .fetchQuery({ queryKey: ['empresa'], queryFn: () => callApi('GET /api/empresa', {}) })
    .then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await Promise.race([lido, 'waits'])).toMatch(/não respondeu.*tente de novo/)
})

test('who leaves is signed out here after five seconds, whatever the server does', async () => {
  const dito = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const saiu = sair().then(() => 'out')
  await vi.advanceTimersByTimeAsync(4_900)
  expect(await Promise.race([saiu, 'waits'])).toBe('waits')
  await vi.advanceTimersByTimeAsync(100)
  expect(await Promise.race([saiu, 'waits'])).toBe('out')
  expect(dito).toHaveBeenCalledOnce()
  dito.mockRestore()
})

test('what a session that ended refused is told as will still be so once its person is back', async () => {
  iniciarSessao({ token: 'novo', user: { id: 1, name: 'Ana', email: 'ana@exemplo.com.br', role: 'operador' } })
  calado.mockResolvedValueOnce(Response.json({ message: 'Sua sessão terminou. Entre de novo.' }, { status: 401 }))
  await expect(assumir()).rejects.toThrow('A sessão tinha terminado, e nada foi feito. Tente de novo.')
})

test('the answer that came in time is read to its end, however long that takes', async () => {
  const { readable, writable } = new TransformStream()
  calado.mockResolvedValueOnce(new Response(readable))
  const assumido = assumir()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(calado.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  const escrita = writable.getWriter()
  void escrita.write(new TextEncoder().encode('{"cliente":1}')).then(() => escrita.close())
  expect(await assumido).toEqual({ cliente: 1 })
})

const MINUTO_MS = 60_000
test.each([
  ['a run', () => callApi('POST /api/admin/cobranca/executar', { body: {} })],
  ['an undone import', () => callApi('POST /api/operador/importacoes/:id/desfazer', { params: { id: 1 } })],
  ['a blocked operator', () => callApi('PATCH /api/admin/operadores/:id/bloquear', { params: { id: 1 } })],
  ['another Pix key', () => callApi('PUT /api/admin/configuracoes/recebimento', { body: {} })],
  ['an export', () => baixar('GET /api/admin/clientes/exportar.csv')],
  ['a file', () => callApi('POST /api/admin/bloqueios/importar', { form: new FormData() })],
])('%s, which may be about a million customers, is waited for', async (_nome, pedir) => {
  const feito = pedir().then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(14 * MINUTO_MS)
  expect(await Promise.race([feito, 'waits'])).toBe('waits')
  await vi.advanceTimersByTimeAsync(MINUTO_MS)
  expect(await feito).toMatch(/não respondeu/)
})

test('a setting that touches no customers is not waited for that long', async () => {
  const salvo = callApi('PUT /api/admin/configuracoes/acesso', { body: {} }).then(() => 'answered', String)
  await vi.advanceTimersByTimeAsync(75_000)
  expect(await Promise.race([salvo, 'waits'])).toMatch(/nada será feito duas vezes/)
})

test('what was cancelled is not sent, nor sent again after the password', async () => {
  const cancelado = new AbortController()
  const { signal } = cancelado
  const ler = () =>
    callApi('GET /api/empresa', {}, { signal }).then(
      () => 'answered',
      ({ name }: Error) => name,
    )
  calado.mockResolvedValueOnce(Response.json({ codigo: 'confirme_a_senha' }, { status: 403 }))
  aoPedirSenha(async () => {
    cancelado.abort()
    return true
  })
  expect(await ler()).toBe('AbortError')
  expect(calado).toHaveBeenCalledTimes(1)
  expect(await ler()).toBe('AbortError')
  expect(calado).toHaveBeenCalledTimes(1)
})

test('a cancel stops an answer that is still coming, and is listened to no longer than that', async () => {
  const { signal } = new AbortController()
  const [ouvir, calar] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
  const { readable, writable } = new TransformStream()
  calado.mockResolvedValueOnce(new Response(readable))
  const lida = callApi('GET /api/empresa', {}, { signal })
  await vi.advanceTimersByTimeAsync(1)
  expect(ouvir).toHaveBeenCalledOnce()
  expect(calar).not.toHaveBeenCalled()
  const escrita = writable.getWriter()
  void escrita.write(new TextEncoder().encode('{}')).then(() => escrita.close())
  await lida
  expect(calar.mock.calls[0]?.[1]).toBe(ouvir.mock.calls[0]?.[1])
})

const TOKEN = 'POST /api/admin/tokens'
const RECEBIMENTO = 'PUT /api/admin/configuracoes/recebimento'
const CSV = 'POST /api/operador/clientes/importar-csv'
const CONFERENCIA = 'POST /api/operador/clientes/:id/negociacoes/conferencia'
const cortada = () => Promise.reject(new TypeError('Failed to fetch'))
const html = (status: number) => async () => new Response('<html>', { status })
const pelaMetade = async () => new Response('{"id":')
const pedido = { body: {} as never }
const arquivo = (simular: '0' | '1') => ({ query: { simular }, form: new FormData() })
const NADA_SE_PERDEU = /^O servidor não respondeu\. Nada do que você fez se perdeu/
const CONFIRA = /pode ter feito.*: confira antes de tentar de novo/
const REPITA = /pode ter feito.*Tente de novo aqui mesmo: nada será feito duas vezes/
test.each([
  ['what is read', () => callApi('GET /api/empresa', {}), cortada, NADA_SE_PERDEU],
  ['what is only judged', () => callApi(CONFERENCIA, { params: { id: 1 }, ...pedido }), cortada, NADA_SE_PERDEU],
  ['what is only tried', () => callApi(CSV, arquivo('1')), cortada, NADA_SE_PERDEU],
  ['what would be done again', () => callApi(TOKEN, pedido), cortada, CONFIRA],
  ['what has a key', () => callApi(TOKEN, pedido, { chave: 'uma' }), cortada, REPITA],
  ['what sets', () => callApi(RECEBIMENTO, pedido), cortada, REPITA],
  ['an imported file', () => callApi(CSV, arquivo('0')), cortada, REPITA],
  ['an answer that broke off', () => callApi(TOKEN, pedido), pelaMetade, CONFIRA],
  ['a page in the place of what is read', () => callApi('GET /api/empresa', {}), html(200), NADA_SE_PERDEU],
  ['a proxy that waited enough', () => callApi(CSV, arquivo('0')), html(504), REPITA],
  ['a proxy that lost the server', () => callApi(TOKEN, pedido), html(502), CONFIRA],
  ['a proxy without a server', () => callApi(TOKEN, pedido), html(503), /manutenção/],
  ['a proxy that takes less', () => callApi(CSV, arquivo('0')), html(413), /tamanho que o servidor aceita/],
  ['a proxy that counts', () => callApi(CSV, arquivo('0')), html(429), /Espere um minuto/],
])('%s, unanswered, says whether it may have been done', async (_nome, pedir, responder, frase) => {
  calado.mockImplementationOnce(responder)
  const reler = vi.fn()
  const calar = aoPerderResposta(reler)
  await expect(pedir()).rejects.toThrow(frase)
  expect(reler, 'what is looked at to know').toHaveBeenCalledTimes(frase === CONFIRA ? 1 : 0)
  calar()
})

test('what was pressed without a network was not sent', async () => {
  calado.mockImplementationOnce(cortada)
  vi.stubGlobal('navigator', { onLine: false })
  const recusa = callApi(TOKEN, pedido)
  vi.stubGlobal('navigator', { onLine: true })
  await expect(recusa).rejects.toThrow(NADA_SE_PERDEU)
})

test('a file that changed after it was chosen is told as that, and not as a network that failed', async () => {
  const form = new FormData()
  form.set('csv_file', new File(['nome'], 'a.csv'))
  vi.spyOn(File.prototype, 'slice').mockReturnValueOnce({
    arrayBuffer: () => Promise.reject(new Error('NotReadable')),
  } as never)
  calado.mockImplementationOnce(cortada)
  await expect(callApi(CSV, { form })).rejects.toThrow(/arquivo mudou.*Escolha-o de novo/)
})
