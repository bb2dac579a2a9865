import type { Locator, Page } from 'playwright-core'
import type { Pedido, Respostas } from '../interceptar.ts'
import { TELAS } from '../shell.ts'

/** One record of each kind that the journeys created. */
export interface Ids {
  cliente: number
  espera: number
  conta: number
  clienteDoAdmin: number
  csv: number
  xml: number
  execucao: number
}
export type { Respostas } from '../interceptar.ts'
export type Fazer = (pagina: Page) => Promise<unknown>
/** A state of a screen: its address and how to reach it. */
export interface Estado {
  rota: string
  nome?: string
  /** Mocked answers of the server; the application is reloaded for them. */
  respostas?: Respostas
  /** Until this appears, the previous screen is still shown. */
  ver?: (pagina: Page) => Locator
  /** Leads to a state that lasts until the screen is left. */
  fazer?: Fazer
  /** The state outlives the screen, so the application is reloaded after it. */
  fica?: true
  /** Opens something that Escape closes. */
  abrir?: Fazer
  depois?: Fazer
  /** False: the screen is checked while it is still loading. */
  esperar?: boolean
  so?: 'mesa' | 'celular'
}

export const botao =
  (nome: string | RegExp): Fazer =>
  async (pagina) => {
    const um = pagina.getByRole('button', { name: nome }).first()
    await um.focus()
    await pagina.evaluate('window.dono = document.activeElement')
    await um.click()
  }
export const tecla =
  (qual: string): Fazer =>
  async (pagina) => {
    await pagina.evaluate('window.dono = document.activeElement')
    await pagina.keyboard.press(qual)
  }
export const menuDe =
  (nome: string | RegExp, item: string | RegExp): Fazer =>
  async (pagina) => {
    await botao(nome)(pagina)
    await pagina.getByRole('menuitem', { name: item }).click()
    // A dialog that is closing is hidden from screen readers but still in the DOM; a closed popover always is.
    await pagina.locator('[role=menu]:not([popover]:not(:popover-open))').waitFor({ state: 'detached' })
  }
export const emOrdem =
  (...passos: Fazer[]): Fazer =>
  async (pagina) => {
    for (const um of passos) await um(pagina)
  }
export const aba =
  (nome: string | RegExp): Fazer =>
  (pagina) =>
    pagina.getByRole('tab', { name: nome }).click()
export const texto =
  (palavras: string | RegExp): NonNullable<Estado['ver']> =>
  (pagina) =>
    pagina.getByText(palavras)

/** The page sets its clock by every answer's `date` header, and this may be the first answer. */
export const responder =
  (json: object) =>
  async (pedido: Pedido): Promise<void> => {
    const url = new URL('/health/live', pedido.request().url()).href
    await pedido.fulfill({ json, headers: relogio(await pedido.fetch({ url, method: 'GET' })) })
  }
const relogio = ({ headers }: Response) => ({ 'x-agora': headers.get('x-agora') ?? '' })
export const recusar = (status: number, message: string) => (pedido: Pedido) =>
  pedido.fulfill({ status, json: { message } })
/** The server's own answer, changed where the journeys created nothing of the kind. */
export const mudando =
  (mudar: (corpo: Record<string, unknown>) => unknown) =>
  async (pedido: Pedido): Promise<void> => {
    const resposta = await pedido.fetch()
    const corpo = (await resposta.json().catch(() => null)) as Record<string, unknown> | null
    // A screen may have the same URL as the data it requests.
    if (!corpo) return pedido.fallback()
    await pedido.fulfill({ status: resposta.status, headers: relogio(resposta), json: mudar(corpo) })
  }
const VAZIA = { data: [], current_page: 1, last_page: 1, total: 0 }
const DADOS = /\/api\/(operador|admin)\//
export const DETALHE = /\/api\/operador\/clientes\/\d+$/

const ERRO: Respostas = [[DADOS, recusar(422, 'Recusado de propósito.')]]
const SEM_FIM: Respostas = [[DADOS, () => new Promise<void>(() => {})]]
const SEM_LINHAS: Respostas = [[DADOS, mudando((um) => (Array.isArray(um.data) ? { ...um, ...VAZIA } : um))]]

/** One screen per layout: on a phone all screens of a layout show loading, errors and emptiness with the same component. */
const LAYOUTS = [
  '/operador/dashboard',
  '/operador/aguardando-atendimento',
  '/operador/contas-receber',
  '/admin/clientes',
  '/admin/recebimento',
]

/** Each screen while loading, with an error, empty, full, and with filters that match nothing. */
export const telas = (papel: keyof typeof TELAS): Estado[] => {
  const enderecos = TELAS[papel].map(([, rota]) => rota)
  const inicio = enderecos[0] ?? '/'
  const carregando = (pagina: Page) => pagina.locator('main .skeleton, main [role=progressbar], input[type=file]')
  const pobre = (rota: string) => (LAYOUTS.includes(rota) ? {} : { so: 'mesa' as const })
  return [
    ...enderecos.map((rota) => ({
      ...pobre(rota),
      rota,
      nome: 'carregando',
      respostas: SEM_FIM,
      ver: carregando,
      esperar: false,
    })),
    ...enderecos.map((rota) => ({ ...pobre(rota), rota, nome: 'com erro', respostas: ERRO })),
    ...enderecos.map((rota) => ({ ...pobre(rota), rota, nome: 'vazia', respostas: SEM_LINHAS })),
    ...enderecos.flatMap((rota) => [{ rota }, { ...pobre(rota), rota: `${rota}?busca=zzzzzz`, nome: 'filtrada' }]),
    { rota: `/${papel}/nada`, ver: (pagina) => pagina.getByRole('heading', { name: 'Página não encontrada' }) },
    { rota: inicio, nome: 'menu da pessoa', so: 'mesa', abrir: botao(/sua conta/) },
    { rota: inicio, nome: 'menu do celular', so: 'celular', abrir: botao('Abrir menu') },
    {
      rota: inicio,
      nome: 'rail',
      so: 'mesa',
      fazer: botao('Recolher menu'),
      depois: botao('Abrir menu'),
    },
    { rota: inicio, nome: 'trocar senha', so: 'mesa', abrir: menuDe(/sua conta/, 'Trocar senha') },
    { rota: inicio, nome: 'paleta', abrir: botao(/^Buscar cliente ou/) },
    {
      rota: inicio,
      nome: 'paleta com achados',
      abrir: async (pagina) => {
        await botao(/^Buscar cliente ou/)(pagina)
        await pagina.getByRole('combobox').fill('a')
        await pagina.getByRole('option').first().waitFor()
        await pagina.getByRole('combobox').fill('pad')
        await pagina.getByRole('option').first().waitFor()
      },
    },
  ]
}

/** The element that selects each item of a list. */
export const marcar: Fazer = (pagina) =>
  pagina
    .getByRole('checkbox', { name: /^Selecionar (?!tod)/ })
    .first()
    .check()
