import { strict as assert } from 'node:assert'
import type { Locator, Page } from 'playwright-core'
import { palavrasForaDaJanela } from './alvos.ts'
import { ate, CELULAR, esperar, MESA } from './mundo.ts'
import { dialogo } from './tela.ts'

const ROLAM_NA_REGUA = `[...document.querySelectorAll('#painel *')]
  .filter((um) => /auto|scroll/.test(getComputedStyle(um).overflowY) && um.scrollHeight > um.clientHeight)
  .map((um) => um.className || um.tagName)`

export async function regua(pagina: Page) {
  await pagina.goto('/admin/mensagens?aba=regua')
  const parar = pagina.getByLabel('Parar após')
  const antes = await parar.inputValue()
  await pagina.getByText('Chave Pix', { exact: false }).first().waitFor()
  assert.deepEqual(await pagina.evaluate(ROLAM_NA_REGUA), [], 'no part of the régua scrolls down inside the page')
  const previsao = async () => (await pagina.getByRole('heading', { name: /^Próximos 30 dias/ }).boundingBox())?.y ?? 0
  const dobrada = await previsao()
  assert.ok(dobrada > 0 && dobrada < 640, `a long message leaves the forecast in the window: ${dobrada}`)
  await pagina.getByRole('button', { name: 'Ver a mensagem inteira' }).click()
  assert.ok((await previsao()) > dobrada, 'and is read whole on demand')
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  await parar.fill('9')
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  assert.equal(await parar.inputValue(), antes)
  await pagina.getByRole('button', { name: /ou incluir$/ }).click()
  await dialogo(pagina).getByLabel('Novo feriado').fill('08/12/2026')
  await dialogo(pagina).getByLabel('Nome').fill('Padroeira')
  await pagina.keyboard.press('Escape')
  await pagina.getByRole('button', { name: 'Continuar editando' }).click()
  assert(await pagina.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))"), 'closing asks too')
  await dialogo(pagina).getByRole('button', { name: 'Incluir' }).click()
  // Written, and used without being included first.
  await dialogo(pagina).getByLabel('Nome').fill('Ponte')
  await dialogo(pagina).getByRole('button', { name: 'Usar estes feriados' }).click()
  await dialogo(pagina).getByText('Informe o dia.').waitFor()
  await dialogo(pagina).getByLabel('Novo feriado').fill('09/12/2026')
  await dialogo(pagina).getByRole('button', { name: 'Usar estes feriados' }).click()
  await mudancas.waitFor()
  await pagina.getByText('Ponte', { exact: true }).waitFor()
  // The chart is redrawn with the day too.
  const naLista = pagina.getByText('Padroeira', { exact: true })
  await naLista.waitFor()
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  await naLista.waitFor({ state: 'detached' })
  await alemDaLei(pagina)
  for (const novo of ['9', antes]) {
    await parar.fill(novo)
    await mudancas.getByRole('button', { name: 'Salvar régua' }).click()
    await mudancas.waitFor({ state: 'detached' })
    await pagina.reload()
    await parar.waitFor()
    assert.equal(await parar.inputValue(), novo)
  }
  await enquantoSalva(pagina)
  await passoNovo(pagina)
  await janelaBaixa(pagina)
}

const ENDERECO = '/api/admin/configuracoes/regua'

/** Text typed during a save stays, and so does a refused draft when a colleague saved something else meanwhile. */
async function enquantoSalva(pagina: Page) {
  const parar = pagina.getByLabel('Parar após')
  const multa = pagina.getByLabel('Multa')
  const juros = pagina.getByLabel('Juros ao mês')
  const campos = [parar, multa, juros]
  const antes = await Promise.all(campos.map((um) => um.inputValue()))
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const salvar = mudancas.getByRole('button', { name: 'Salvar régua' })
  const fim = Promise.withResolvers<void>()
  await pagina.route(`**${ENDERECO}`, async (rota) => {
    if (rota.request().method() === 'PUT') await fim.promise
    await rota.continue()
  })
  await parar.fill('9')
  await salvar.click()
  await multa.fill('1,50')
  fim.resolve()
  await mudancas.getByText('1 alteração não salva').waitFor()
  await mudancas.getByText(/^multa de 1,50 %/).waitFor()
  assert.deepEqual([await parar.inputValue(), await multa.inputValue()], ['9', '1,50'])
  await pagina.unroute(`**${ENDERECO}`)
  const recusar = { status: 503, json: { message: 'Tente de novo em instantes.' } }
  let vez = 0
  await pagina.route(`**${ENDERECO}`, (rota) =>
    rota.request().method() === 'PUT' && vez++ > 0 ? rota.fulfill(recusar) : rota.continue(),
  )
  await umColega(pagina, { juros_percentual_mes: 0.5 })
  await salvar.click()
  await pagina.getByText(/^A régua mudou enquanto você escrevia/).waitFor()
  await salvar.click()
  await acima(pagina.getByText(recusar.json.message), mudancas)
  await mudancas.getByText(/^multa de 1,50 %/).waitFor()
  assert.deepEqual(await Promise.all(campos.map((um) => um.inputValue())), ['9', '1,50', '0,50'])
  await pagina.unroute(`**${ENDERECO}`)
  for (const [i, campo] of campos.entries()) await campo.fill(antes[i]!)
  await salvar.click()
  await mudancas.waitFor({ state: 'detached' })
}

async function umColega(pagina: Page, parte: object) {
  const headers = { authorization: `Bearer ${await pagina.evaluate<string>('localStorage.token')}` }
  const lida = (await (await pagina.request.get(ENDERECO, { headers })).json()) as object
  const salva = await pagina.request.put(ENDERECO, { headers, data: { ...lida, ...parte } })
  assert.equal(salva.status(), 200)
}

/** On a phone a new step scrolls into view and takes the focus; a toast appears above the bar of changes. */
async function passoNovo(pagina: Page) {
  await pagina.setViewportSize(CELULAR)
  const barra = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const aviso = pagina.locator('.toast:not(.empty)')
  const parar = pagina.getByLabel('Parar após')
  const antes = await parar.inputValue()
  await pagina.getByRole('button', { name: 'Novo passo' }).click()
  await ate(pagina, `document.activeElement?.closest('[data-aberto]')?.dataset.passo === '-1'`)
  await acima(pagina.getByRole('textbox', { name: 'Quando' }), barra)
  await pagina.setViewportSize({ width: CELULAR.width / 2, height: CELULAR.height / 2 })
  assert.deepEqual(await palavrasForaDaJanela(pagina, 'an open step at 200 %'), [])
  await pagina.setViewportSize(CELULAR)
  await pagina.getByRole('button', { name: 'Remover passo' }).press('Enter')
  await pagina.locator('[data-passo] button:focus').waitFor()
  await barra.waitFor({ state: 'detached' })
  await pagina.getByRole('button', { name: 'Novo passo' }).click()
  await barra.getByRole('button', { name: 'Descartar' }).click()
  // The last one stays while the pointer is over it.
  await pagina.mouse.move(200, 10)
  await aviso.waitFor({ state: 'detached' })
  await pagina.evaluate(OLHAR_O_AVISO)
  for (const novo of ['9', antes]) {
    await parar.fill(novo)
    if (novo === antes) await acima(aviso, barra)
    await barra.getByRole('button', { name: 'Salvar régua' }).click()
    await barra.waitFor({ state: 'detached' })
    // It stays while the pointer is over it.
    await aviso.hover()
    await ate(pagina, `getComputedStyle(document.querySelector('.toast:not(.empty)')).opacity === '1'`)
    if (novo === '9') assert.equal(await pagina.evaluate('visto.size'), 1, 'the toast jumped')
  }
  await pagina.setViewportSize(MESA)
}

/** At 400 % zoom nothing that stays in view covers the field being written in. */
async function janelaBaixa(pagina: Page) {
  await pagina.setViewportSize({ width: 320, height: 256 })
  const parar = pagina.getByLabel('Parar após')
  const antes = await parar.inputValue()
  await parar.fill('12')
  await pagina.getByRole('region', { name: 'Mudanças não salvas' }).getByText('1 alteração não salva').waitFor()
  const coberto = `(() => {
    const { left, top, bottom, width } = document.activeElement.getBoundingClientRect()
    return [top + 2, bottom - 2].some((y) => !document.activeElement.parentElement.contains(document.elementFromPoint(left + width / 2, y)))
  })()`
  await ate(pagina, `!${coberto}`)
  await parar.fill(antes)
  await pagina.setViewportSize(MESA)
}

/** Where a toast that can be seen stands, in steps wider than its own slide, at each frame. */
const OLHAR_O_AVISO = `window.visto = new Set(); (function olhar() {
  const aviso = document.querySelector('.toast:not(.empty)')
  if (aviso && getComputedStyle(aviso).opacity > 0) visto.add(Math.round(aviso.getBoundingClientRect().bottom / 40))
  requestAnimationFrame(olhar)
})()`

/** Sliding and anchored elements reach their place some frames later. */
async function acima(um: Locator, outro: Locator) {
  const ficam: unknown[] = []
  await esperar(
    () => `one above the other: ${JSON.stringify(ficam)}`,
    async () => {
      const [de, ao] = [await um.boundingBox(), await outro.boundingBox()]
      ficam.splice(0, 2, de, ao)
      return de && ao && de.y > 0 && de.y + de.height <= ao.y
    },
  )
}

/** Hours beyond the law are pointed out as they are typed, and need a confirmation to be saved. */
async function alemDaLei(pagina: Page) {
  const fim = pagina.getByLabel('Segunda a sexta, fim')
  const antes = await fim.inputValue()
  const mudancas = pagina.getByRole('region', { name: 'Mudanças não salvas' })
  const aviso = pagina.getByRole('region', { name: 'Quando enviar' }).getByText(/passam do que a lei/)
  await fim.fill('22:00')
  await aviso.waitFor()
  await mudancas.getByRole('button', { name: 'Salvar régua' }).click()
  await dialogo(pagina).getByRole('button', { name: 'Rever as horas' }).click()
  await mudancas.getByRole('button', { name: 'Descartar' }).click()
  await aviso.waitFor({ state: 'detached' })
  assert.equal(await fim.inputValue(), antes)
}
