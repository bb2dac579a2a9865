import { strict as assert } from 'node:assert'
import { abrirPagina, chamar, esperar, fechar, type Mundo, OPERADOR, preencherEntrada, sessaoDe } from './mundo.ts'
import { dito } from './tela.ts'

export async function senhaEsquecida(mundo: Mundo) {
  const pagina = await abrirPagina(mundo)
  await pagina.goto('/login')
  await pagina.getByRole('link', { name: 'Esqueci a senha' }).click()
  await pagina.getByLabel('E-mail').fill(OPERADOR.email)
  await pagina.getByRole('button', { name: 'Mandar o link' }).click()
  await pagina.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
  await pagina.getByText('peça de novo, até 3 vezes por hora').waitFor()
  // Who mistyped the address has a way back to it.
  await pagina.getByRole('link', { name: 'Pedir de novo' }).click()
  await pagina.getByRole('button', { name: 'Mandar o link' }).waitFor()
  await esperar(
    () => 'in the mailbox',
    () => mundo.emails().length > 0,
  )
  const link = /\S+\/senha\/nova#\S+/.exec(mundo.emails()[0]?.texto ?? '')?.[0] ?? ''
  await pagina.goto(link)
  const nova = pagina.getByLabel('Senha nova', { exact: true })
  await nova.fill(OPERADOR.senha)
  assert.equal(pagina.url(), `${mundo.url}/senha/nova`, 'the link’s secret is gone from the address')
  await pagina.getByLabel('Repita a senha nova').fill('outra')
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  await dito(pagina, 'As duas senhas não são iguais.')
  await pagina.getByLabel('Repita a senha nova').fill(OPERADOR.senha)
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  // Refused, because the administrator chose it.
  await pagina.getByText('Esta senha foi escolhida por outra pessoa.').waitFor()
  const propria = { ...OPERADOR, senha: 'Peroba-6639-parda' }
  await nova.fill(propria.senha)
  await pagina.getByLabel('Repita a senha nova').fill(propria.senha)
  await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
  await pagina.getByRole('heading', { name: 'Senha trocada' }).waitFor()
  await pagina.getByRole('link', { name: 'Entrar' }).click()
  await preencherEntrada(pagina, propria.email, propria.senha)
  await pagina.waitForURL('**/operador/dashboard')
  // The following journeys sign in with the original password.
  const { token } = await sessaoDe(mundo, propria)
  const deVolta = { password_atual: propria.senha, password: OPERADOR.senha, password_confirmation: OPERADOR.senha }
  await chamar(mundo, 'PUT', '/api/me/senha', deVolta, token)
  await fechar(mundo, pagina)
}
