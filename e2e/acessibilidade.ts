import { strict as assert } from 'node:assert'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { TELAS } from './casca.ts'
import {
  ADMINISTRADOR,
  abrirPagina,
  assentar,
  ate,
  CELULAR,
  chamar,
  fechar,
  garantirPessoas,
  MESA,
  type Mundo,
  OPERADORA,
  passo,
  type Sessao,
  sessaoDe,
} from './mundo.ts'

/** What axe finds on every screen, in every state, on a desk and on a phone: nothing, by WCAG 2.2 AA and good practice. */
export async function acessibilidade(mundo: Mundo) {
  await garantirPessoas(mundo)
  const sessoes = { operador: await sessaoDe(mundo, OPERADORA), admin: await sessaoDe(mundo, ADMINISTRADOR) }
  const achados: string[] = []
  await passo('axe: entrada e página não encontrada', () => fora(mundo, achados))
  await passo('axe: as telas dos dois papéis, cheias, vazias e com erro', async () => {
    await Promise.all([
      telas(mundo, 'operador', sessoes.operador, achados),
      telas(mundo, 'admin', sessoes.admin, achados),
    ])
  })
  await passo('axe: diálogos, gavetas e abas dos dois papéis', async () => {
    await Promise.all([
      abertosDoOperador(mundo, sessoes.operador, achados),
      abertosDoAdmin(mundo, sessoes.admin, achados),
    ])
  })
  assert.deepEqual([...new Set(achados)], [], 'axe found something')
}

async function conferir(pagina: Page, onde: string, achados: string[]) {
  await ate(pagina, PARADO)
  const axe = new AxeBuilder({ page: pagina })
  // A menu hangs over the page, outside every landmark, as the ARIA practices have it.
  if (await pagina.getByRole('menu').count()) axe.disableRules(['region'])
  const { violations } = await axe.analyze()
  const largura = pagina.viewportSize()?.width
  for (const { id, nodes } of violations)
    for (const { target, failureSummary } of nodes.slice(0, 3))
      achados.push(
        `${onde} (${largura}): ${id} ${target.join(' ')} — ${failureSummary?.replaceAll(/\s+/g, ' ').slice(0, 220)}`,
      )
}

/** Nothing moves: what is half faded in has half its contrast. */
const PARADA = { reducedMotion: 'reduce' } as const
const PARADO = `document.getAnimations().every((uma) => uma.playState !== 'running' || uma.effect.getTiming().iterations === Infinity)`

async function fora(mundo: Mundo, achados: string[]) {
  const pagina = await abrirPagina(mundo, undefined, PARADA)
  await pagina.route('**/api/login', (rota) => rota.fulfill({ status: 422, json: { message: 'Senha errada.' } }))
  for (const tamanho of [MESA, CELULAR]) {
    await pagina.setViewportSize(tamanho)
    await pagina.goto('/nada')
    await pagina.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await conferir(pagina, '/nada', achados)
    await pagina.goto('/login')
    await pagina.getByLabel('E-mail').fill('a@b.example')
    await conferir(pagina, '/login', achados)
    await pagina.getByLabel('Senha', { exact: true }).fill('x')
    await pagina.getByRole('button', { name: 'Entrar' }).click()
    await pagina.getByText('Senha errada.').waitFor()
    await conferir(pagina, '/login, recusada', achados)
  }
  await fechar(mundo, pagina)
}

const CHAMADAS = /\/api\/(operador|admin)\//

async function telas(mundo: Mundo, papel: keyof typeof TELAS, sessao: Sessao, achados: string[]) {
  const pagina = await abrirPagina(mundo, sessao, PARADA)
  for (const [, endereco] of TELAS[papel]) {
    await pagina.goto(endereco)
    for (const tamanho of [MESA, CELULAR]) {
      await pagina.setViewportSize(tamanho)
      await assentar(pagina)
      await conferir(pagina, endereco, achados)
    }
    await pagina.goto(`${endereco}?busca=zzzzzz`)
    await assentar(pagina)
    await conferir(pagina, `${endereco}, vazia`, achados)
  }
  await pagina.route(CHAMADAS, (rota) => rota.fulfill({ status: 422, json: { message: 'Recusado de propósito.' } }))
  for (const [, endereco] of TELAS[papel]) {
    await pagina.goto(endereco)
    await assentar(pagina)
    await conferir(pagina, `${endereco}, com erro`, achados)
  }
  await fechar(mundo, pagina)
}

type Abrir = (pagina: Page) => Promise<unknown>
/** Where, how it is opened, and whether only a desk has that button. */
type Estado = [endereco: string, abrir?: Abrir, soMesa?: boolean]
const botao =
  (nome: string | RegExp): Abrir =>
  (pagina) =>
    pagina.getByRole('button', { name: nome }).first().click()
const menuDe =
  (nome: string | RegExp, item: string | RegExp): Abrir =>
  async (pagina) => {
    await botao(nome)(pagina)
    await pagina.getByRole('menuitem', { name: item }).click()
  }

/** Each of `estados`, on a desk and on a phone. */
async function abertos(mundo: Mundo, sessao: Sessao, estados: Estado[], achados: string[]) {
  const pagina = await abrirPagina(mundo, sessao, PARADA)
  for (const tamanho of [MESA, CELULAR])
    for (const [endereco, abrir, soMesa] of estados) {
      if (soMesa && tamanho === CELULAR) continue
      await pagina.setViewportSize(tamanho)
      await pagina.goto(endereco)
      await assentar(pagina)
      await abrir?.(pagina)
      if (abrir) await pagina.getByRole('dialog').or(pagina.getByRole('menu')).first().waitFor()
      await assentar(pagina)
      await conferir(pagina, `${endereco}${abrir ? ', aberta' : ''}`, achados)
    }
  await fechar(mundo, pagina)
}

async function abertosDoOperador(mundo: Mundo, sessao: Sessao, achados: string[]) {
  const caminho = '/api/operador/clientes/ativos'
  const { data } = await chamar<{ data: { id: number }[] }>(mundo, 'GET', caminho, undefined, sessao.token)
  const um = data[0]?.id
  const estados: Estado[] = [
    [`/operador/clientes?cliente=${um}`],
    [`/operador/clientes?cliente=${um}&painel=contas`],
    [`/operador/clientes?cliente=${um}&painel=negociar`],
    [`/operador/clientes?cliente=${um}`, botao('Mais ações do cliente')],
    ['/operador/dashboard', botao('Buscar cliente ou nota')],
    ['/operador/clientes?recorte=todos'],
    ['/operador/dashboard?ver=cobrancas'],
    ['/operador/contas-receber', botao('Nova conta')],
    ['/operador/contas-receber', botao(/^Registrar pagamento de/), true],
    ['/operador/contas-receber?importar=xml'],
  ]
  await abertos(mundo, sessao, estados, achados)
}

async function abertosDoAdmin(mundo: Mundo, sessao: Sessao, achados: string[]) {
  const { data } = await chamar<{ data: { id: number }[] }>(
    mundo,
    'GET',
    '/api/admin/clientes',
    undefined,
    sessao.token,
  )
  const estados: Estado[] = [
    ['/admin/operadores', botao('Novo operador')],
    ['/admin/operadores', botao(/^Editar /)],
    ['/admin/operadores', botao(/^Trocar a senha de/)],
    ['/admin/operadores', menuDe(/^Mais ações de/, /Bloquear/)],
    [`/admin/clientes?cliente=${data[0]?.id}`],
    ['/admin/mensagens?aba=regua'],
    ['/admin/mensagens?aba=execucoes'],
    ['/admin/mensagens?aba=desempenho'],
    ['/admin/mensagens?aba=empresa'],
    ['/admin/whatsapp?passos=1'],
  ]
  await abertos(mundo, sessao, estados, achados)
}
