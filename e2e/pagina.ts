import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { achados, PARADO } from './axe.ts'
import {
  abrirPagina,
  CELULAR,
  chamar,
  esperar,
  fechar,
  garantirPessoas,
  importarClientes,
  MESA,
  type Mundo,
  noEmulador,
  OPERADOR,
  passo,
  sessaoDe,
} from './mundo.ts'

/*
 * A customer's own page on a phone without scripts: from the message to the sign-in, a promise, a dispute with a photo, and out
 * again; then axe on each of its states, and the desk's screen updated live.
 */
const ELIS = { nome: 'Elis Moura', documento: '390.745.123-64', telefone: '5511987650077' }
/** The smallest valid picture. */
export const FOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function pagina(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADOR)
  await importarClientes(mundo, sessao, [`${ELIS.nome};${ELIS.documento};${ELIS.telefone};E-1;900,00;01/12/2026`])
  const endereco = await pedirEndereco(mundo, sessao.token)
  await semScript(mundo, endereco)
  await semRede(mundo, endereco)
  await meiaHora(mundo, endereco)
  await porAxe(mundo, endereco)
}

/** What the phone gets when an operator sends a text. */
async function pedirEndereco(mundo: Mundo, token: string): Promise<string> {
  const telefone = `/telefones/${ELIS.telefone}`
  await noEmulador(mundo, 'POST', `${telefone}/mensagens`, { tipo: 'texto', texto: 'oi' })
  const busca = `/api/operador/clientes/aguardando-atendimento?busca=${encodeURIComponent(ELIS.nome)}`
  const id = await esperar(
    () => 'in the queue',
    async () => (await chamar<{ data: { id: number }[] }>(mundo, 'GET', busca, undefined, token)).data[0]?.id,
  )
  const mensagens = `/api/operador/clientes/${id}/mensagens`
  await chamar(mundo, 'POST', mensagens, { conteudo: 'Veja em {{link}} o que está em aberto.' }, token)
  const achar = async () =>
    /https?:\/\/[^\s"]+\/c\/[\w-]{22}/.exec(JSON.stringify(await noEmulador(mundo, 'GET', telefone)))?.[0]
  return new URL(await esperar(() => 'on the phone', achar)).pathname
}

async function entrarNela(tela: Page, endereco: string) {
  await tela.goto(endereco)
  await tela.getByLabel(/primeiros números/).fill('390')
  await tela.getByRole('button', { name: 'Ver a minha conta' }).click()
  await tela.getByRole('heading', { name: 'Olá, Elis' }).waitFor()
}

async function semScript(mundo: Mundo, endereco: string) {
  const tela = await abrirPagina(mundo, undefined, { viewport: CELULAR, javaScriptEnabled: false })
  await passo('the page without a script: the door, wrong and right', async () => {
    await tela.goto(endereco)
    await tela.getByLabel(/primeiros números/).fill('999')
    await tela.getByRole('button', { name: 'Ver a minha conta' }).click()
    await tela.getByRole('alert').waitFor()
    await tela.locator('#digitos:focus').waitFor()
    await entrarNela(tela, endereco)
    assert.match((await tela.locator('.total').textContent()) ?? '', /R\$\s9\d\d,/)
  })
  await passo('the page without a script: a promise', async () => {
    const forma = tela.locator('#prometer')
    await forma.locator('summary').click()
    await forma.getByLabel('Em que dia?').fill('2026-12-11')
    await forma.getByRole('button', { name: 'Prometer' }).click()
    await tela.getByText('Sua promessa foi registrada.').waitFor()
  })
  await passo(
    'the page without a script: a dispute is refused without a reason, keeps what was typed, and goes with a photo',
    async () => {
      const forma = tela.locator('#contestar')
      await forma.locator('summary').click()
      await forma.getByLabel('Por quê?').selectOption('valor')
      await forma.getByLabel(/Conte o que aconteceu/).fill('Combinamos outro preço')
      await forma
        .getByLabel(/Foto ou PDF/)
        .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') })
      await forma.getByRole('button', { name: 'Enviar contestação' }).click()
      await tela.getByRole('alert').waitFor()
      assert.equal(await forma.getByLabel(/Conte o que aconteceu/).inputValue(), 'Combinamos outro preço')
      await forma.getByLabel(/Foto ou PDF/).setInputFiles({ name: 'nota.png', mimeType: 'image/png', buffer: FOTO })
      await forma.getByRole('button', { name: 'Enviar contestação' }).click()
      await tela.getByText('Sua contestação foi enviada.').waitFor()
      await tela.getByText('Contestada', { exact: true }).waitFor()
    },
  )
  await fechar(mundo, tela)
}

/** Typed text stays while the network is away, and is sent once it is back. */
async function semRede(mundo: Mundo, endereco: string) {
  const tela = await abrirPagina(mundo, undefined, { viewport: CELULAR })
  await passo('the page without a network keeps what was typed, and sends it later', async () => {
    await entrarNela(tela, endereco)
    const forma = tela.locator('#falar')
    await forma.locator('summary').click()
    await forma.getByLabel('Sobre o quê?').fill('Quero o recibo')
    await tela.context().setOffline(true)
    await forma.getByRole('button').click()
    await forma.getByText('Sem internet agora.').waitFor()
    await tela.context().setOffline(false)
    await forma.getByText('Sem internet agora.').waitFor({ state: 'detached' })
    assert.equal(await forma.getByLabel('Sobre o quê?').inputValue(), 'Quero o recibo')
    await pararOEnvio(tela)
    await forma.getByRole('button', { name: 'Quero falar com alguém' }).click()
    await tela.getByText('Avisamos a equipe').waitFor()
  })
  await fechar(mundo, tela)
}

/** Sends the form, and stops it on its way as the browser's Stop does: its button is there again. */
async function pararOEnvio(tela: Page) {
  await tela.route('**/falar', () => undefined) // never answered
  const botao = tela.locator('#falar').getByRole('button')
  const partiu = tela.waitForRequest('**/falar')
  await botao.click({ noWaitAfter: true })
  await partiu
  await (await tela.context().newCDPSession(tela)).send('Page.stopLoading')
  await tela.unroute('**/falar')
  await botao.getByText('Quero falar com alguém').waitFor()
}

/** The door keeps the form that came too late, also when it is read again; back from inside, nothing asks to send that form once more. */
async function meiaHora(mundo: Mundo, endereco: string) {
  const tela = await abrirPagina(mundo, undefined, { viewport: CELULAR })
  await passo('the page keeps at its door what was typed when the half hour was over', async () => {
    await entrarNela(tela, endereco)
    await tela.context().clearCookies()
    const forma = tela.locator('#falar')
    await forma.locator('summary').click()
    await forma.getByLabel('Sobre o quê?').fill('E o boleto?')
    await forma.getByRole('button', { name: 'Quero falar com alguém' }).click()
    await tela.getByLabel(/primeiros números/).waitFor()
    await tela.reload()
    await tela.getByLabel(/primeiros números/).fill('390')
    await tela.getByRole('button', { name: 'Ver a minha conta' }).click()
    assert.equal(await forma.getByLabel('Sobre o quê?').inputValue(), 'E o boleto?')
    await tela.goBack()
    await tela.getByRole('heading', { name: 'Olá, Elis' }).waitFor()
  })
  await fechar(mundo, tela)
}

/** At 200 % zoom a phone has half the width: nothing scrolls sideways, an amount stays on one line, and beside it a name stays whole. */
async function aDuzentosPorCento(tela: Page): Promise<string[]> {
  await tela.setViewportSize({ width: CELULAR.width / 2, height: CELULAR.height / 2 })
  const [sobra, linhas, nome] = (await tela.evaluate(`(() => {
    const quanto = document.querySelector('.soma > :nth-child(even)')
    quanto.textContent = 'R$\u00a0107.570,76'
    const alto = (valor) => valor.getBoundingClientRect().height / parseFloat(getComputedStyle(valor).lineHeight)
    // A customer with several accounts chooses among them.
    document.querySelector('main').insertAdjacentHTML('beforeend', '<label class="escolha cartao"><input type="checkbox"><span>16469/001</span><b>R$ 7.570,76</b></label>')
    return [
      document.documentElement.scrollWidth - innerWidth,
      Math.max(alto(document.querySelector('.total strong')), alto(quanto)),
      document.querySelector('main > .escolha span').clientWidth,
    ]
  })()`)) as [number, number, number]
  await tela.setViewportSize(CELULAR)
  return [
    ...(sobra > 0 ? [`at 200 %: ${sobra} points beside`] : []),
    ...(linhas > 1.1 ? ['at 200 %: an amount cut'] : []),
    ...(nome < 60 ? [`at 200 %: a name has ${nome} points`] : []),
  ]
}

async function porAxe(mundo: Mundo, endereco: string) {
  const ditos: string[] = []
  for (const [viewport, colorScheme] of [
    [CELULAR, 'light'],
    [CELULAR, 'dark'],
    [MESA, 'light'],
  ] as const) {
    const tela = await abrirPagina(mundo, undefined, { viewport, colorScheme, bypassCSP: true })
    await tela.addInitScript(PARADO)
    const olhar = async (onde: string) => ditos.push(...(await achados(tela, `${onde} ${colorScheme}`)))
    await tela.goto(endereco)
    await olhar('door')
    await tela.getByLabel(/primeiros números/).fill('999')
    await tela.getByRole('button', { name: 'Ver a minha conta' }).click()
    await tela.getByRole('alert').first().waitFor()
    await olhar('wrong digits')
    await tela.goto(`${endereco}/nao-sou-eu`)
    await olhar('not me')
    await entrarNela(tela, endereco)
    for (const um of await tela.locator('details > summary').all()) await um.click()
    await olhar('inside, all open')
    if (viewport === CELULAR) ditos.push(...(await aDuzentosPorCento(tela)))
    await tela.getByRole('button', { name: /^Gerar o código Pix/ }).click()
    await tela.getByRole('alert').or(tela.locator('#copia-e-cola')).first().waitFor()
    await olhar('after a form')
    await tela.goto('/verificar')
    await olhar('verificar')
    await tela.goto('/c/nada')
    await olhar('no page')
    await fechar(mundo, tela)
  }
  await passo('the page by axe, in every state, both themes', async () => assert.deepEqual(ditos, []))
}
