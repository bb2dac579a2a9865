import { strict as assert } from 'node:assert'
import { abrirPagina, fechar, type Mundo, OPERADOR, OPERADORA, preencherEntrada, type Sessao } from './mundo.ts'

/** The session ends when a form is sent; signing in happens in another tab, or in this one read again. */
export async function semSessaoEscrevendo(mundo: Mundo, sessao: Sessao) {
  const pagina = await abrirPagina(mundo, sessao)
  const frases = '**/api/operador/frases'
  const recusar = () => pagina.route(frases, (rota) => rota.fulfill({ status: 401, json: { message: 'Entre.' } }))
  const forma = pagina.getByRole('dialog', { name: 'Nova frase' })
  const escrito = forma.getByLabel('Texto')
  const escrever = async () => {
    await pagina.goto('/operador/preferencias')
    await pagina.getByRole('button', { name: 'Nova frase' }).first().click()
    await forma.getByLabel('Atalho').fill('bomdia')
    await escrito.fill('Bom dia, em que posso ajudar?')
  }
  await escrever()
  await recusar()
  const salvar = pagina.getByRole('button', { name: 'Salvar frase' })
  await salvar.click()
  const capa = pagina.getByRole('dialog', { name: 'Sua sessão terminou' })
  await capa.waitFor()
  for (const tecla of ['Escape', 'Escape', 'Control+k']) await pagina.keyboard.press(tecla)
  await capa.waitFor()
  assert.equal(await escrito.or(pagina.getByRole('heading', { name: 'Preferências' })).count(), 0)
  assert.equal(await pagina.evaluate(() => localStorage.getItem('token')), null)

  const entrarNoutraAba = async ({ email, senha }: typeof OPERADORA) => {
    const outra = pagina.context().waitForEvent('page')
    await capa.getByRole('link').click()
    await preencherEntrada(await outra, email, senha)
    await (await outra).waitForURL('**/operador/dashboard')
    await (await outra).close()
  }
  await pagina.unroute(frases)
  await entrarNoutraAba(OPERADORA)
  await capa.waitFor({ state: 'detached' })
  assert.equal(await escrito.inputValue(), 'Bom dia, em que posso ajudar?')
  await pagina.getByRole('alert').getByText('e nada foi feito. Tente de novo.').waitFor()
  await recusar()
  await salvar.click()
  await entrarNoutraAba(OPERADOR)
  await pagina.waitForURL('**/operador/dashboard')
  assert.equal(await pagina.getByRole('dialog').count(), 0)

  await pagina.unroute(frases)
  await escrever()
  await recusar()
  await salvar.click()
  await capa.waitFor()
  pagina.on('dialog', (deixar) => void deixar.accept())
  await pagina.reload()
  await preencherEntrada(pagina, OPERADORA.email, OPERADORA.senha)
  await pagina.waitForURL('**/operador/dashboard') // where the other person was is told to nobody else
  await fechar(mundo, pagina)
}
