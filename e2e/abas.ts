import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { escrever, FILA, thread } from './mesa.ts'
import { abrirPagina, assentar, ate, esperar, fechar, type Mundo, OPERADOR, type Sessao, sessaoDe } from './mundo.ts'

/* A browser full of tabs: all of them hear of what happens, and one of them tells the operator. */

/** Notifications that a page would have shown on the desktop. The page has focus when the journey says so, not when a tab was opened. */
const NOTIFICACAO_DE_TESTE = `
  window.notificadas = []
  window.Notification = class { constructor(titulo) { window.notificadas.push(titulo) } close() {} }
  Notification.permission = 'granted'
  Notification.requestPermission = async () => 'granted'
  Document.prototype.hasFocus = () => window.comFoco === true
  for (const tipo of ['focus', 'blur'])
    window.addEventListener(tipo, (dito) => dito.target === window && dito.isTrusted && dito.stopImmediatePropagation(), true)
`

interface Cliente {
  nome: string
  telefone: string
}

export async function avisos(mundo: Mundo, pagina: Page, cliente: Cliente) {
  const contexto = pagina.context()
  await contexto.addInitScript(NOTIFICACAO_DE_TESTE)
  // Messages unread before are not new.
  const contar = (aba: Page) => aba.waitForResponse((resposta) => resposta.url().includes('nao_lidas=com'))
  await Promise.all([contar(pagina), pagina.goto('/operador/preferencias')])
  await pagina.getByRole('switch', { name: 'Mostrar uma notificação na área de trabalho' }).check()
  const outra = await contexto.newPage()
  await Promise.all([contar(outra), outra.goto('/operador/contas-receber')])
  for (const aba of [pagina, outra]) await assentar(aba)
  await escrever(mundo, cliente.telefone, 'Já paguei hoje cedo')
  for (const aba of [pagina, outra]) {
    await ate(aba, `/^\\(1\\) /.test(document.title)`)
    await ate(aba, `document.querySelector('link[rel=icon]').href.includes('marca-com-novas')`)
  }
  const ditas = async () =>
    (await Promise.all([pagina, outra].map((aba) => aba.evaluate<string[]>('window.notificadas')))).flat()
  await esperar(
    () => 'told on the desktop',
    async () => (await ditas()).length > 0,
  )
  assert.deepEqual(await ditas(), [cliente.nome])
  await outra.evaluate('window.comFoco = true')
  await outra.evaluate("window.dispatchEvent(new Event('focus'))")
  await escrever(mundo, cliente.telefone, 'Segue o comprovante')
  await outra.getByText('Segue o comprovante').waitFor()
  await outra.getByRole('button', { name: 'Abrir' }).click()
  await thread(outra).getByText('Segue o comprovante').waitFor()
  for (const aba of [pagina, outra]) await ate(aba, `!/^\\(/.test(document.title)`)
  await outra.close()
}

/** Over HTTP/1.1 a browser opens six connections per site, and an event stream occupies one. */
export async function oitoAbas(mundo: Mundo, { user }: Sessao, cliente: Cliente) {
  const primeira = await abrirPagina(mundo, { ...(await sessaoDe(mundo, OPERADOR)), user })
  const outras = await Promise.all(Array.from({ length: 7 }, () => primeira.context().newPage()))
  const abas: Page[] = [primeira, ...outras]
  await Promise.all(abas.map((aba) => aba.goto(FILA)))
  for (const aba of abas) await assentar(aba)
  await escrever(mundo, cliente.telefone, 'Recebi a cobrança, e agora?')
  for (const aba of abas) {
    await aba.bringToFront()
    await aba.locator('[data-cliente]', { hasText: cliente.nome }).waitFor()
  }
  // A page left and reopened listens again.
  await primeira.bringToFront()
  await primeira.goto('/emulador')
  await primeira.goBack()
  await assentar(primeira)
  await primeira.getByRole('button', { name: 'Sair', exact: true }).click()
  for (const aba of abas) await aba.waitForURL('**/login')
  await ate(primeira, `localStorage.getItem('token') === null`)
  await fechar(mundo, primeira)
}
