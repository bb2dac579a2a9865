import type { Page } from 'playwright-core'
import {
  abrirPagina,
  assentar,
  ate,
  fechar,
  garantirPessoas,
  importarClientes,
  type Mundo,
  noEmulador,
  OPERADOR,
  passo,
  type Sessao,
  sessaoDe,
} from './mundo.ts'

const FILA = '/operador/aguardando-atendimento'
const ELISA = { nome: 'Elisa Moura', telefone: '5511987660001' }
const CSV = [`${ELISA.nome};295.379.955-93;${ELISA.telefone};E-1;300,00;01/12/2026`]

/* What is done at the desk all day, and what a browser full of tabs does to it. Customers of its own, as in `atendimento`. */
export async function habitos(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessao = await sessaoDe(mundo, OPERADOR)
  await importarClientes(mundo, sessao, CSV)
  await passo('oito abas sobre http carregam, ouvem o que acontece e saem juntas', () => oitoAbas(mundo, sessao))
}

const escrever = (mundo: Mundo, telefone: string, texto: string) =>
  noEmulador(mundo, 'POST', `/telefones/${telefone}/mensagens`, { tipo: 'texto', texto })

/** http/1.1 gives a site six connections, and a stream never gives its own back. */
async function oitoAbas(mundo: Mundo, { user }: Sessao) {
  const primeira = await abrirPagina(mundo, { ...(await sessaoDe(mundo, OPERADOR)), user })
  const outras = await Promise.all(Array.from({ length: 7 }, () => primeira.context().newPage()))
  const abas: Page[] = [primeira, ...outras]
  await Promise.all(abas.map((aba) => aba.goto(FILA)))
  for (const aba of abas) await assentar(aba)
  await escrever(mundo, ELISA.telefone, 'Recebi a cobrança, e agora?')
  for (const aba of abas) {
    await aba.bringToFront()
    await aba.locator('[data-cliente]', { hasText: ELISA.nome }).waitFor()
  }
  // Gone and come back to, a page hears again.
  await primeira.bringToFront()
  await primeira.goto('/login')
  await primeira.goBack()
  await assentar(primeira)
  await primeira.getByRole('button', { name: 'Sair' }).click()
  for (const aba of abas) await aba.waitForURL('**/login')
  await ate(primeira, `localStorage.getItem('token') === null`)
  await fechar(mundo, primeira)
}
