import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { chegou } from './mesa.ts'
import { ate, chamar, esperar, MESA, type Mundo, type Sessao } from './mundo.ts'

/* What is done at the desk with a customer's accounts: agreed, paid, left in peace, made by hand. */

export async function acordo(mundo: Mundo, pagina: Page, telefone: string) {
  await pagina.getByRole('region', { name: 'Contas do cliente' }).getByRole('button', { name: 'Negociar' }).click()
  await condicoesGuardadas(pagina)
  await pagina.getByLabel('Parcelas', { exact: true }).fill('3')
  const cronograma = pagina.getByRole('region', { name: 'Como vai ficar' }).or(pagina.getByLabel('Como vai ficar'))
  await cronograma
    .getByText(/3\s?[ªa]?|3\/3/)
    .first()
    .waitFor()
  await pagina.getByRole('button', { name: /Fechar acordo/ }).click()
  // The agreement is then shown and has the focus.
  await pagina.getByRole('tab', { name: 'Tratativas', selected: true }).waitFor()
  await ate(
    pagina,
    "document.activeElement?.matches('article.acordo') && /Acordo \\d+/.test(document.activeElement.textContent)",
  )
  await pagina.getByRole('region', { name: 'Conversa' }).getByText('Negociado', { exact: true }).first().waitFor()
  await chegou(mundo, telefone, (uma) => uma.tipo === 'template')
}

/** A started agreement is kept whatever is opened meanwhile; errors are shown at the field. */
async function condicoesGuardadas(pagina: Page) {
  const desconto = pagina.getByLabel('Desconto (opcional)')
  await desconto.fill('1,00')
  await pagina.reload()
  await desconto.waitFor()
  assert.equal(await desconto.inputValue(), '1,00')
  await desconto.fill('')
  const vencimento = pagina.getByLabel('Primeiro vencimento')
  await vencimento.fill('31/02/2027')
  await pagina.getByText('Escreva um dia que exista').waitFor()
  await pagina.getByText('Corrija as condições acima').waitFor()
  await vencimento.fill('25/12/2026')
  await pagina.getByText('feriado (Natal)').waitFor()
}

export async function pagamento(pagina: Page) {
  const painel = pagina.getByRole('region', { name: 'Contas do cliente' })
  await painel.getByRole('tab', { name: /^Contas/ }).click()
  await painel.getByRole('checkbox').first().check()
  // Who clicks twice on everything: what opened stays open, and what is sent goes once.
  await painel.getByRole('button', { name: 'Registrar pagamento' }).dblclick()
  const dialogo = pagina.getByRole('dialog')
  const idas: string[] = []
  pagina.on('request', (um) => um.method() === 'POST' && idas.push(um.url()))
  await pagina.route('**/pagamentos', async (rota) => {
    const lida = pagina.waitForResponse((uma) => /contas-receber\/\d+$/.test(uma.url()))
    const resposta = await rota.fetch()
    // The news of the payment comes before its answer: the account owes less by then, and nothing typed is wrong.
    await (await lida).finished()
    await pagina.evaluate('new Promise((fim) => requestAnimationFrame(() => requestAnimationFrame(fim)))')
    assert.equal(await dialogo.getByText('Passa do que').count(), 0)
    await rota.fulfill({ response: resposta })
  })
  await dialogo.getByRole('button', { name: 'Registrar pagamento' }).dblclick()
  await dialogo.waitFor({ state: 'detached' })
  await pagina.unroute('**/pagamentos')
  await painel.getByRole('tab', { name: 'Contas 2' }).waitFor()
  assert.equal(idas.filter((url) => url.endsWith('/pagamentos')).length, 1, 'two presses pay once')
}

/** R$ 350,00 over two instalments of R$ 306,60: the first is paid in full, the second in part. */
export async function pagamentoDeDuas(pagina: Page) {
  const painel = pagina.getByRole('region', { name: 'Contas do cliente' })
  for (const caixa of await painel.getByRole('checkbox').all()) await caixa.check()
  await painel.getByRole('button', { name: 'Registrar pagamento' }).click()
  const dialogo = pagina.getByRole('dialog')
  const partes = dialogo.getByRole('group', { name: 'Quanto vai para cada conta' }).getByRole('textbox')
  await dialogo.getByLabel('Valor recebido').fill('350,00')
  assert.deepEqual(await Promise.all((await partes.all()).map((um) => um.inputValue())), ['306,60', '43,40'])
  // Changing a part changes the total.
  await partes.nth(1).fill('50,00')
  assert.equal(await dialogo.getByLabel('Valor recebido').inputValue(), '356,60')
  await dialogo.getByText('A conta fica paga.').waitFor()
  await dialogo.getByRole('button', { name: 'Registrar pagamento' }).click()
  await dialogo.waitFor({ state: 'detached' })
  await painel.getByRole('tab', { name: 'Contas 1' }).waitFor()
  await painel.getByText('R$ 256,60').first().waitFor()
  await painel.getByText('já pagos 50,00 de 306,60').waitFor()
}

/** The answer is lost, the page reloaded, and the same typed again: it was paid once, and that is said; unless it was reversed. */
export async function pagamentoSemResposta(pagina: Page) {
  const painel = pagina.getByRole('region', { name: 'Contas do cliente' })
  const dialogo = pagina.getByRole('dialog')
  const pagarDez = async () => {
    await painel.getByRole('checkbox').first().check()
    await painel.getByRole('button', { name: 'Registrar pagamento' }).click()
    await dialogo.getByLabel('Valor recebido').fill('10,00')
    await dialogo.getByRole('button', { name: 'Registrar pagamento' }).click()
  }
  const perder = async () => {
    let pago = ''
    await pagina.route('**/pagamentos', async (rota) => {
      const { id, conta } = await (await rota.fetch()).json()
      pago = `/api/operador/contas-receber/${conta.id}/pagamentos/${id}`
      await rota.abort()
    })
    await pagarDez()
    await dialogo.getByText(/pode ter feito o que você pediu/).waitFor()
    await pagina.unroute('**/pagamentos')
    return pago
  }
  await perder()
  await pagina.reload()
  await pagarDez()
  await pagina.getByText(/foi registrado uma vez só\. Se este é outro pagamento, registre-o de novo\.$/).waitFor()
  await painel.getByText('já pagos 60,00 de 306,60').waitFor()
  const estornado = await perder()
  assert.equal(await pagina.evaluate(estornar, estornado), 200)
  await pagina.reload()
  await painel.getByText('já pagos 60,00 de 306,60').waitFor()
  await pagarDez()
  await painel.getByText('já pagos 70,00 de 306,60').waitFor()
}

/** As somebody else would, elsewhere. Runs in the page, for its session. */
const estornar = async (pago: string) => {
  const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ motivo: 'Lançado por engano.' })
  return (await fetch(pago, { method: 'DELETE', headers, body })).status
}

export async function pausa(pagina: Page) {
  // On a common laptop the three actions for a selection fit into the narrower pane.
  await pagina.setViewportSize({ width: 1280, height: 800 })
  const contas = pagina.getByRole('region', { name: 'Contas do cliente' })
  await contas.getByRole('button', { name: 'Registrar pagamento', exact: true }).waitFor()
  const botao = contas.getByRole('button', { name: 'Pausar' })
  await esperar(
    () => 'so that the last button ends inside of the pane',
    async () => {
      const caixa = await botao.boundingBox()
      return caixa && caixa.x + caixa.width <= 1280 - 16
    },
  )
  await pagina.setViewportSize(MESA)
  await pagina.getByRole('button', { name: 'Mais ações do cliente' }).click()
  await pagina.getByRole('menuitem', { name: 'Pausar cobrança' }).click()
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByRole('button', { name: 'Pediu um prazo' }).click()
  // A day that does not exist is not one left out, which pauses until somebody comes.
  await dialogo.getByLabel('Volta à cobrança em').fill('31/02/2027')
  await dialogo.getByRole('button', { name: 'Pausar cobrança' }).click()
  await dialogo.locator('[aria-invalid=true]:focus').waitFor()
  await dialogo.getByRole('button', { name: '7 dias' }).click()
  await dialogo.getByRole('button', { name: 'Pausar cobrança' }).click()
  const dito = pagina.getByRole('region', { name: 'Conversa' }).getByText('Pausado até 14/12/2026')
  await dito.first().waitFor()
  // The toast's action is refused after its dialog closed: it says so, and the customer stays paused.
  const voltar = '**/api/operador/clientes/*/reativar'
  await pagina.route(voltar, (rota) => rota.fulfill({ status: 503, json: { message: 'Volte em instantes.' } }))
  await pagina.getByRole('button', { name: 'Reativar', exact: true }).click()
  await pagina.getByText(/: Volte em instantes\.$/).waitFor()
  await pagina.unroute(voltar)
  await pagina.getByRole('button', { name: 'Reativar cobrança' }).click()
  await dito.first().waitFor({ state: 'detached' })
}

export async function contaNova(pagina: Page) {
  await pagina.getByRole('button', { name: 'Mais ações do cliente' }).click()
  await pagina.getByRole('menuitem', { name: 'Nova conta' }).click()
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByLabel('Número').fill('PED-77')
  await dialogo.getByLabel('Valor').fill('1.234,56')
  await dialogo.getByLabel('Vencimento').fill('20/12/2026')
  const criar = dialogo.getByRole('button', { name: 'Criar conta' })
  await pagina.route('**/contas-receber', async (rota) => {
    await rota.fetch()
    await rota.abort()
  })
  await criar.click()
  await dialogo.getByText(/nada será feito duas vezes/).waitFor()
  await pagina.unroute('**/contas-receber')
  await criar.click()
  await dialogo.waitFor({ state: 'detached' })
  const contas = pagina.getByRole('region', { name: 'Contas do cliente' })
  await contas.getByText('R$ 1.234,56').first().waitFor()
  assert.equal(await contas.getByText('PED-77', { exact: true }).count(), 1, 'a lost answer makes no second account')
}

/** From the story of an account to its customer: on the desk where they are open already, the story closes all the same. */
export async function doCliente(pagina: Page, nome: string) {
  for (const _ of ['from the queue', 'from the list of customers']) {
    await pagina.getByRole('button', { name: 'Mais ações de PED-77' }).click()
    await pagina.getByRole('menuitem', { name: 'Ver conta' }).click()
    await pagina.getByRole('dialog').getByRole('link', { name: nome }).click()
    await pagina.getByRole('dialog').waitFor({ state: 'detached' })
    await pagina.waitForURL('**/operador/clientes?cliente=*')
  }
}

/** Only what was changed is sent: somebody else may correct another field while the dialog stands open. */
export async function contato(mundo: Mundo, { token }: Sessao, pagina: Page) {
  const endereco = `/api/operador/clientes/${new URL(pagina.url()).searchParams.get('cliente')}`
  await pagina.getByRole('button', { name: 'Mais ações do cliente' }).click()
  await pagina.getByRole('menuitem', { name: 'Editar contato' }).click()
  const dialogo = pagina.getByRole('dialog')
  await dialogo.getByLabel('Município').fill('Campinas')
  await chamar(mundo, 'PATCH', endereco, { email: 'dalva@exemplo.com.br' }, token)
  await dialogo.getByRole('button', { name: 'Salvar contato' }).click()
  await dialogo.waitFor({ state: 'detached' })
  const lido = await chamar<{ email: string; municipio: string }>(mundo, 'GET', endereco, undefined, token)
  assert.deepEqual([lido.email, lido.municipio], ['dalva@exemplo.com.br', 'Campinas'])
}

/** A dialog that was opened and closed leaves no history entry for "back". */
export async function historico(pagina: Page) {
  const sair = async () => {
    await pagina.goBack()
    await pagina.waitForURL('**/operador/dashboard')
    await pagina.goto('/operador/contas-receber')
  }
  await pagina.goto('/operador/dashboard')
  await pagina.goto('/operador/contas-receber?page=2')
  await pagina.getByRole('button', { name: 'Importar XML' }).click()
  // The list of imports has a page of its own.
  await pagina.waitForURL('**/operador/contas-receber?importar=xml')
  await pagina.getByRole('button', { name: 'Voltar às contas' }).click()
  await pagina.waitForURL('**/operador/contas-receber?page=2')
  await pagina.getByRole('button', { name: 'Importar XML' }).waitFor()
  await sair()
  await pagina.getByText('D-1', { exact: true }).first().click()
  await pagina.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  await pagina.getByRole('dialog').waitFor({ state: 'detached' })
  await sair()
}

/** At 1,280 with the menu open, the bands of much money stand below the figures, whole: the last one is the worst. */
export async function faixasInteiras(pagina: Page) {
  await pagina.route('**/api/operador/contas-receber/resumo*', async (rota) => {
    const lido = (await (await rota.fetch()).json()) as { aging: object[] }
    const aging = lido.aging.map((uma) => ({ ...uma, valor: 480_962.05 }))
    await rota.fulfill({
      json: { ...lido, valor_total: 1_831_467.55, valor_vencido: 350_505.5, valor_contestado: 3_817.09, aging },
    })
  })
  await pagina.setViewportSize({ width: 1280, height: 800 })
  await pagina.goto('/operador/contas-receber')
  await pagina.locator('.resumo-faixa').nth(4).waitFor()
  await ate(
    pagina,
    `[...document.querySelectorAll('.resumo-faixa')].every((um) =>
      um.getBoundingClientRect().right <= document.querySelector('.resumo').getBoundingClientRect().right)`,
  )
  // What is still being read would end with the page, and the journey with it.
  await pagina.unrouteAll({ behavior: 'wait' })
  await pagina.setViewportSize(MESA)
}
