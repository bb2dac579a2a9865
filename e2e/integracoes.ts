import type { Page, Route } from 'playwright-core'
import { dialogo, dito } from './tela.ts'

export async function tokenSoComTeclas(pagina: Page) {
  const endereco = '**/api/admin/tokens'
  const pedirSenha = (rota: Route) =>
    rota.request().method() === 'POST'
      ? rota.fulfill({ status: 403, json: { message: 'Confirme a sua senha.', codigo: 'confirme_a_senha' } })
      : rota.continue()
  await pagina.goto('/admin/integracoes')
  await pagina.getByRole('button', { name: 'Novo token' }).press('Enter')
  const novo = pagina.getByRole('dialog', { name: 'Novo token' })
  await novo.getByLabel('Programa').fill('ERP')
  await novo.getByLabel('Ler clientes').press('Space')
  await pagina.route(endereco, pedirSenha)
  const criar = novo.getByRole('button', { name: 'Criar token' })
  await criar.press('Enter')
  await pagina.getByRole('dialog', { name: 'Confirme a sua senha' }).waitFor()
  await pagina.keyboard.press('Escape')
  await criar.and(pagina.locator(':focus')).waitFor()
  // The focus is back a moment before the form may be sent again.
  await novo.locator('.dialog-body:not([inert])').waitFor()
  await pagina.unroute(endereco)
  await pagina.keyboard.press('Enter')
  // The token is never shown again, so a single key must not close it.
  await pagina.getByRole('dialog', { name: 'Token de ERP' }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('dialog', { name: 'Fechar sem guardar?' }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Já guardei' }).press('Enter')
  await pagina.getByRole('button', { name: 'Revogar' }).press('Enter')
  await pagina.getByRole('dialog').getByRole('button', { name: 'Revogar token' }).press('Enter')
  await dito(pagina, 'Token revogado: o programa que o usava não entra mais.')
  await pagina.getByRole('region', { name: 'Tokens de acesso' }).locator(':focus').waitFor()
}

/** Mocked answers play the receiver: 500, and 200 on the next try. */
/** The token may have been made: the list behind the dialog is read again, so that whoever checks it sees. */
export async function tokenSemResposta(pagina: Page) {
  const endereco = '**/api/admin/tokens'
  await pagina.goto('/admin/integracoes')
  await pagina.getByRole('button', { name: 'Novo token' }).click()
  const novo = pagina.getByRole('dialog', { name: 'Novo token' })
  await novo.getByLabel('Programa').fill('Sem resposta')
  await novo.getByLabel('Ler clientes').check()
  await pagina.route(endereco, async (rota) => {
    if (rota.request().method() !== 'POST') return rota.continue()
    await rota.fetch()
    await rota.abort()
  })
  await novo.getByRole('button', { name: 'Criar token' }).click()
  await novo.getByText(/confira antes de tentar de novo/).waitFor()
  await pagina.getByText('Sem resposta', { exact: true }).waitFor()
  await pagina.unroute(endereco)
}

export async function avisoDeNovo(pagina: Page) {
  const quando = '2026-12-07T13:00:00.000Z'
  const webhook = { id: 7, url: 'https://erp.example/avisos', eventos: ['conta.paga'], autor: { id: 1, name: 'Ana' } }
  const entrega = { id: 9, evento_id: 4, tipo: 'conta.paga', cliente_id: 1, http: 500, created_at: quando }
  const datas = { tentada_em: quando, proxima_em: null, entregue_em: null }
  const separada = { ...entrega, ...datas, status: 'separada', tentativas: 14, erro: 'O endereço respondeu 500.' }
  const indo = { ...separada, status: 'pendente', tentativas: 0, proxima_em: quando }
  const chegou = { ...separada, status: 'entregue', tentativas: 1, http: 200, erro: null, entregue_em: quando }
  const respostas = [separada, indo, chegou]
  let pedida = 0
  await pagina.route('**/api/admin/webhooks', (rota) =>
    rota.fulfill({
      json: { data: [{ ...webhook, created_at: quando, pendentes: 0, separadas: 1, entregue_em: null, erro: null }] },
    }),
  )
  await pagina.route('**/api/admin/webhooks/7/entregas?**', (rota) => {
    const data = [respostas[pedida]]
    if (pedida === 1) pedida = 2
    return rota.fulfill({ json: { data, current_page: 1, last_page: 1, per_page: 20, total: 1 } })
  })
  await pagina.route('**/api/admin/webhooks/7/entregas/9/repetir', (rota) => {
    pedida = 1
    return rota.fulfill({ json: indo })
  })
  await pagina.goto('/admin/integracoes')
  await pagina.getByRole('button', { name: 'Entregas' }).press('Enter')
  await dialogo(pagina).getByText('O endereço respondeu 500.').waitFor()
  await dialogo(pagina)
    .getByRole('button', { name: /^Enviar de novo/ })
    .press('Enter')
  await dito(pagina, 'Enviando de novo: a resposta aparece na lista.')
  await dialogo(pagina).locator('.chip').getByText('Entregue', { exact: true }).waitFor()
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Entregas' }).and(pagina.locator(':focus')).waitFor()
  await pagina.unrouteAll()
}
