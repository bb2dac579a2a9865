import { strict as assert } from 'node:assert'
import type { Locator, Page } from 'playwright-core'
import { ate } from './mundo.ts'

export async function modelos(pagina: Page) {
  await pagina.goto('/admin/mensagens?tipo=lembrete')
  const deUm = pagina.getByRole('textbox', { name: /^Texto do modelo Lembrete/ })
  const deOutro = pagina.getByRole('textbox', { name: /^Texto do modelo Vencimento/ })
  const lista = pagina.getByRole('navigation', { name: 'Modelos' })
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await pagina.route('**/api/admin/configuracoes/mensagens/lembrete', async (rota) => {
    await solto
    await rota.fulfill({ json: { situacao: 'pendente' } })
  })
  await noComeco(deUm, 'Um. ')
  await pagina.getByRole('button', { name: /^Salvar e enviar/ }).click()
  await noComeco(deUm, 'Mais. ')
  await lista.getByRole('button', { name: /^Vencimento/ }).click()
  await noComeco(deOutro, 'Outro. ')
  soltar()
  await pagina.getByText('“Lembrete” está em análise na Meta.').waitFor()
  assert.match((await deOutro.textContent()) ?? '', /^Outro\. /)
  await lista.getByRole('button', { name: /^Lembrete/ }).click()
  assert.match((await deUm.textContent()) ?? '', /^Mais\. Um\. /)
  for (const [nome, campo] of [
    ['Lembrete', deUm],
    ['Vencimento', deOutro],
  ] as const) {
    await lista.getByRole('button', { name: new RegExp(`^${nome}`) }).click()
    await campo.waitFor()
    await pagina.getByRole('button', { name: 'Descartar' }).click()
  }
  await ate(pagina, `!document.querySelector('.editor-modelo')?.textContent.includes('Alteração não salva')`)
  await pagina.unrouteAll()
}

async function noComeco(campo: Locator, texto: string) {
  await campo.click()
  await campo.press('Control+Home')
  await campo.pressSequentially(texto)
}

/** A template being submitted is not submitted again, and its result is shown whichever one is open. */
export async function doisModelos(pagina: Page) {
  const campo = (nome: string) => pagina.getByRole('textbox', { name: new RegExp(`^Texto do modelo ${nome}`) })
  const salvar = pagina.getByRole('button', { name: /^Salvar e enviar/ })
  const abrir = (nome: string) =>
    pagina
      .getByRole('navigation', { name: 'Modelos' })
      .getByRole('button', { name: new RegExp(`^${nome}`) })
      .click()
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  let vezes = 0
  await pagina.route('**/api/admin/configuracoes/mensagens/lembrete', async (rota) => {
    await solto
    vezes += 1
    await rota.fulfill({ status: 422, json: { message: `Recusado de propósito ${vezes}.` } })
  })
  await pagina.route('**/api/admin/configuracoes/mensagens/vencimento', (rota) =>
    rota.fulfill({ json: { situacao: 'pendente' } }),
  )
  await abrir('Lembrete')
  await noComeco(campo('Lembrete'), 'Um. ')
  await salvar.click()
  await abrir('Vencimento')
  await noComeco(campo('Vencimento'), 'Outro. ')
  await salvar.click()
  await pagina.getByText('“Vencimento” está em análise na Meta.').waitFor()
  await abrir('Lembrete')
  await campo('Lembrete').waitFor()
  assert.equal(await salvar.getAttribute('aria-busy'), 'true')
  await abrir('Vencimento')
  soltar()
  await pagina.getByText('“Lembrete” não foi salvo: Recusado de propósito 1.').waitFor()
  await abrir('Lembrete')
  await pagina.getByText('Recusado de propósito 1.', { exact: true }).waitFor()
  await salvar.click()
  const denovo = pagina.getByText('Recusado de propósito 2.')
  await denovo.waitFor()
  assert.equal(await denovo.count(), 1, 'beside its text, which is open, and nowhere else')
  await pagina.getByRole('button', { name: 'Descartar' }).click()
  await ate(pagina, `!document.querySelector('.editor-modelo')?.textContent.includes('Alteração não salva')`)
  await pagina.unrouteAll()
}

export async function versaoDoColega(pagina: Page) {
  const base = '**/api/admin/configuracoes/mensagens'
  const salvos: unknown[] = []
  let outra = false
  let antes = 0
  await pagina.route(`${base}/templates`, async (rota) => {
    const json = (await (await rota.fetch()).json()) as { lembrete: { texto: string; versao: number } }
    const { lembrete } = json
    antes = lembrete.versao
    const versao = antes + 1
    await rota.fulfill({
      json: outra ? { ...json, lembrete: { ...lembrete, texto: 'Do colega, até já.', versao } } : json,
    })
  })
  const autor = { id: 99, name: 'Rita Colega' }
  const dela = { versao: 2, texto: 'Do colega, até já.', cabecalho: null, botoes: [], situacao: 'local', motivo: null }
  await pagina.route(`${base}/lembrete/versoes`, (rota) =>
    rota.fulfill({ json: { data: [{ ...dela, created_at: '2026-11-24T13:32:00Z', aprovada_em: null, autor }] } }),
  )
  await pagina.route(`${base}/lembrete`, (rota) => {
    const salvo = rota.request().postDataJSON() as { se_versao: number }
    if (outra && salvos.length === 0 && salvo.se_versao === antes)
      return rota.fulfill({ status: 409, json: { message: 'Este texto mudou enquanto você escrevia o seu.' } })
    salvos.push(salvo)
    return rota.fulfill({ json: { situacao: 'pendente', versao: 3 } })
  })
  await pagina.goto('/admin/mensagens?tipo=lembrete')
  const campo = pagina.getByRole('textbox', { name: /^Texto do modelo Lembrete/ })
  const salvar = pagina.getByRole('button', { name: /^Salvar e enviar/ })
  await noComeco(campo, 'Meu. ')
  outra = true
  await salvar.click()
  await pagina.getByText(/^Este texto mudou enquanto você escrevia/).waitFor()
  await pagina.getByText(/^Rita Colega salvou outra versão em 24\/11.* 10:32/).waitFor()
  assert.deepEqual(salvos, [])
  assert.match((await campo.textContent()) ?? '', /^Meu\. /)
  await salvar.click()
  await pagina.getByText('“Lembrete” está em análise na Meta.').waitFor()
  assert.equal(salvos.length, 1)
  await pagina.unrouteAll()
}
