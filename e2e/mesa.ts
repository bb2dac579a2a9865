import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { esperar, type Mundo, noEmulador } from './mundo.ts'

/* The desk's parts as the journeys find them, and the customer's phone beside it. */

export const FILA = '/operador/aguardando-atendimento'

export const aparelho = (telefone: string) => `/telefones/${telefone}`
export const escrever = (mundo: Mundo, telefone: string, texto: string) =>
  noEmulador(mundo, 'POST', `${aparelho(telefone)}/mensagens`, { tipo: 'texto', texto })

export interface NoAparelho {
  direcao: string
  tipo: string
  texto: string | null
}
/** Waits for a message on the customer's phone. */
export async function chegou(mundo: Mundo, telefone: string, qual: (uma: NoAparelho) => boolean) {
  return esperar(
    () => `on the phone ${telefone}`,
    async () => {
      const { mensagens } = await noEmulador<{ mensagens: NoAparelho[] }>(mundo, 'GET', aparelho(telefone))
      return mensagens.find((mensagem) => mensagem.direcao === 'empresa' && qual(mensagem))
    },
  )
}

export const lista = (pagina: Page) => pagina.getByRole('region', { name: 'Lista de clientes' })
export const thread = (pagina: Page) => pagina.getByRole('log', { name: 'Conversa' })
export const campo = (pagina: Page) => pagina.getByRole('textbox', { name: /^Mensagem para/ })
export const nomeAberto = (pagina: Page, nome: string) =>
  pagina.getByRole('region', { name: 'Conversa' }).getByRole('heading', { name: nome }).waitFor()

/** Only a template with an approved text may be chosen, also while its newer version waits for Meta. */
export async function soOQueSePodeMandar(pagina: Page) {
  const lidos = '**/api/operador/clientes/*/modelos'
  const data = [
    { tipo: 'reengajar', titulo: 'Reabrir conversa', situacao: 'local', conteudo: '' },
    { tipo: 'atraso', titulo: 'Atraso', situacao: 'pendente', conteudo: 'Olá, Dalva.' },
  ]
  await pagina.route(lidos, (rota) => rota.fulfill({ json: { data, pix: null, confirmacao: null } }))
  await pagina.reload()
  await pagina.getByRole('button', { name: 'Enviar “Atraso”' }).waitFor()
  const radios = pagina.getByRole('radiogroup', { name: 'Modelo a enviar' }).getByRole('radio')
  assert.deepEqual(await radios.evaluateAll((todos) => todos.map((um) => um.matches(':disabled'))), [true, false])
  await pagina.unroute(lidos)
  await pagina.reload()
}
