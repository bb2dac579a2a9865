import { randomBytes } from 'node:crypto'
import type { Recebido } from '#emulator/correio/caixa.ts'
import { esperar } from '../ilhas/programa.ts'
import { Celular } from './celular.ts'
import type { Navegador } from './telas.ts'

export const LIA = { nome: 'Lia Reis', email: 'lia@padaria.example', senha: 'Umbuzeiro-3391-azul' }

export async function ativarSegundoFator(navegador: Navegador): Promise<Celular> {
  const { pagina } = navegador
  if (!pagina.url().endsWith('/conta')) await navegador.abrirTela('/admin/conta', 'Minha conta')
  await navegador.botao('Ativar segundo fator').click()
  await pagina.locator('.conta-qr').waitFor()
  await navegador.foto('qr')
  const celular = await Celular.apontar(pagina, '.conta-qr')
  await pagina.getByLabel('Código que o aplicativo mostra').fill(await celular.codigo())
  await navegador.botao('Ativar').click()
  await pagina.getByText('Guarde os códigos de recuperação').waitFor()
  await pagina.getByLabel('Guardei os códigos').check()
  await navegador.foto('codigos-de-recuperacao')
  await navegador.botao('Concluir').click()
  return celular
}

/** Invited with a temporary password: she chooses her own. */
export async function convidar(navegador: Navegador) {
  const { pagina } = navegador
  await navegador.abrirTela('/admin/administradores', 'Administradores')
  await navegador.botao('Novo administrador').click()
  const senha = randomBytes(18).toString('base64')
  for (const [campo, texto] of Object.entries({
    Nome: LIA.nome,
    'E-mail': LIA.email,
    Senha: senha,
    'Repita a senha': senha,
  }))
    await pagina.getByRole('dialog').getByLabel(campo, { exact: true }).fill(texto)
  await navegador.botao('Criar administrador').click()
  await navegador.ver(`${LIA.nome} já pode entrar.`, 'segunda-administradora')
}

export async function exigirSegundoFator(navegador: Navegador) {
  await navegador.abrirTela('/admin/acesso', 'Acesso')
  await navegador.pagina.getByLabel('Exigir segundo fator').check()
  await navegador.botao('Salvar').click()
  await navegador.ver('Acesso salvo', 'acesso')
}

export async function escolherSenha(navegador: Navegador, emails: () => readonly Recebido[]) {
  const { pagina } = navegador
  await pagina.goto('/login')
  await pagina.getByRole('link', { name: 'Esqueci a senha' }).click()
  await pagina.getByLabel('E-mail').fill(LIA.email)
  await navegador.botao('Mandar o link').click()
  await pagina.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor()
  const carta = () => emails().find(({ para }) => para.includes(LIA.email))
  await esperar('a carta chega', async () => Boolean(carta()))
  await pagina.goto(/https?:\S+/.exec(carta()!.texto)![0])
  await pagina.getByLabel('Senha nova', { exact: true }).fill(LIA.senha)
  await pagina.getByLabel('Repita a senha nova').fill(LIA.senha)
  await navegador.botao('Trocar a senha').click()
  await pagina.getByRole('heading', { name: 'Senha trocada' }).waitFor()
  await navegador.fechar()
}

export async function entrarSemSegundoFator(navegador: Navegador): Promise<Celular> {
  const { pagina } = navegador
  await navegador.entrar(LIA)
  await pagina.waitForURL('**/admin/conta')
  await navegador.ver('Ativar segundo fator', 'so-a-minha-conta')
  const celular = await ativarSegundoFator(navegador)
  await pagina.waitForURL('**/admin/dashboard')
  return celular
}
