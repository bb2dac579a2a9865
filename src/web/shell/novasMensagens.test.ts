import { afterEach, expect, test, vi } from 'vitest'
import { ErroDaApi } from '#web/api/erro.ts'

const pagina = Object.assign(new EventTarget(), { hasFocus: () => comFoco })
const guardado = new Map<string, string>()
let comFoco = false
vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('document', pagina)
vi.stubGlobal('navigator', {})
vi.stubGlobal('localStorage', {
  getItem: (chave: string) => guardado.get(chave) ?? null,
  setItem: (chave: string, valor: string) => guardado.set(chave, valor),
  removeItem: (chave: string) => guardado.delete(chave),
})
const [avisar, callApi, aoReceberEvento] = [vi.fn(), vi.fn(), vi.fn(() => () => undefined)]
const [notificar, tocar, mostrarContagem] = [vi.fn(), vi.fn(), vi.fn()]
const escolha = { notificacao: false, som: false }
vi.mock('#web/ui/avisar.tsx', () => ({ avisar }))
vi.mock('#web/api/callApi.ts', () => ({ callApi }))
vi.mock('#web/api/eventos.ts', () => ({ aoReceberEvento }))
vi.mock('./comoAvisar.ts', () => ({ lerEscolha: () => escolha }))
vi.mock('./sinais.ts', () => ({ mostrarContagem, notificar, tocar }))
const { vigiarNovasMensagens } = await import('./novasMensagens.ts')

const focar = () => {
  comFoco = true
  window.dispatchEvent(new Event('focus'))
}
const ditas = () => avisar.mock.calls.map(([frase]) => frase)

/** A tab without the focus hears of two decisions. */
async function longeDaTela() {
  callApi
    .mockResolvedValueOnce(undefined)
    .mockResolvedValueOnce({ nome: 'Nilo' })
    .mockRejectedValueOnce(new Error('rede'))
  const parar = vigiarNovasMensagens(1, () => undefined)
  const [receber] = aoReceberEvento.mock.lastCall as unknown as [(tipos: string, acordo: object) => void]
  receber('acordo', { cliente_id: 7, status: 'ativa' })
  receber('acordo', { cliente_id: 8, status: 'recusada' })
  await new Promise((pronto) => setTimeout(pronto)) // the answers are read
  return parar
}

afterEach(() => {
  comFoco = false
  guardado.clear()
  vi.clearAllMocks()
})

test('what was decided while no tab had the focus is told at the first look, all of it, and once', async () => {
  const parar = await longeDaTela()
  expect(ditas()).toEqual([])
  focar()
  focar()
  expect(ditas()).toEqual(['Acordo aprovado: Nilo; Acordo recusado'])
  parar()
})

test('another tab that got the focus first has told it', async () => {
  const parar = await longeDaTela()
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'aba-com-foco', newValue: '2' }))
  focar()
  expect(ditas()).toEqual([])
  parar()
})

test('nobody who signs in afterwards in the same tab is told', async () => {
  const parar = await longeDaTela()
  parar()
  focar()
  expect(ditas()).toEqual([])
})

test('an agreement that expired is told as such, and a customer of another operator by now is not offered', async () => {
  focar()
  const deOutro = new ErroDaApi('Este cliente não existe.', 404)
  callApi.mockResolvedValueOnce(undefined).mockResolvedValueOnce({ nome: 'Nilo' }).mockRejectedValueOnce(deOutro)
  const parar = vigiarNovasMensagens(1, () => undefined)
  const [receber] = aoReceberEvento.mock.lastCall as unknown as [(tipos: string, acordo: object) => void]
  receber('acordo', { cliente_id: 7, status: 'expirada' })
  receber('acordo', { cliente_id: 8, status: 'ativa' })
  await new Promise((pronto) => setTimeout(pronto)) // the answers are read
  expect(avisar.mock.calls).toEqual([
    ['Acordo expirado: Nilo', { rotulo: 'Abrir', fazer: expect.any(Function) }],
    ['Acordo aprovado: O cliente está com outro operador.', undefined],
  ])
  parar()
})

test('who wrote is told once whoever has it open had time to read it, in the tab that has the focus or else by a notification', async () => {
  vi.useFakeTimers()
  const abrir = vi.fn()
  const nilo = { id: 7, nome: 'Nilo', ultima_mensagem: { conteudo: `Oi${'!'.repeat(200)}` } }
  const listas = [2, 2, 1, 2, 3].map((nao_lidas) => ({ nao_lidas, data: [{ ...nilo, nao_lidas }] }))
  callApi.mockReset().mockImplementation(async () => listas.shift() ?? Promise.reject(new Error('rede')))
  comFoco = true
  const parar = vigiarNovasMensagens(1, abrir)
  const [receber] = aoReceberEvento.mock.lastCall as unknown as [(tipos: string) => void]
  const olhar = async (tipos: string) => {
    receber(tipos)
    await vi.advanceTimersByTimeAsync(950)
  }
  await vi.advanceTimersByTimeAsync(0)
  await olhar('badges')
  expect([listas.length, mostrarContagem.mock.lastCall]).toEqual([4, [2]])
  for (const tipos of ['mensagem', 'cliente']) await olhar(tipos)
  expect(ditas(), 'nothing new').toEqual([])
  receber('mensagem')
  await vi.advanceTimersByTimeAsync(949)
  await olhar('mensagem')
  expect(avisar.mock.calls).toEqual([
    [`Nilo: “Oi${'!'.repeat(118)}”`, { rotulo: 'Abrir', fazer: expect.any(Function) }],
  ])
  avisar.mock.lastCall![1].fazer()
  expect(abrir).toHaveBeenCalledExactlyOnceWith(7)
  expect([notificar, tocar].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  comFoco = false
  window.dispatchEvent(new Event('blur'))
  Object.assign(escolha, { notificacao: true, som: true })
  await olhar('mensagem')
  expect(notificar.mock.calls).toMatchObject([[{ chave: 'cliente-7', titulo: 'Nilo' }]])
  expect([avisar, tocar].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  parar()
  expect(mostrarContagem).toHaveBeenLastCalledWith(0)
  vi.useRealTimers()
})
