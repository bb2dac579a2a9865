import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { alvosPequenos, palavrasParaFora, rolaDeLado } from './alvos.ts'
import { AXE, achados, PARADO } from './axe.ts'
import type { Estado, Ids } from './estados/estado.ts'
import { estadosDe } from './estados.ts'
import { interceptar } from './interceptar.ts'
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
import { abrirNavegador, SEM_DESENHAR, SEM_OTIMIZAR } from './navegador.ts'
import { TELAS } from './shell.ts'
import { percorrerPorTab } from './teclado.ts'

/**
 * axe finds nothing on any screen, in any state, on a desk or a phone, by WCAG 2.2 AA and good practice.
 * On a phone every target is as large as a finger. What was opened closes by Escape and gives the focus back. Writes nothing: the other journeys find their data unchanged.
 */
export async function acessibilidade(mundo: Mundo) {
  await garantirPessoas(mundo)
  const navegador = await abrirNavegador(SEM_OTIMIZAR, ...SEM_DESENHAR)
  const ditos: string[] = []
  await passo(
    'axe e teclado: telas, diálogos, menus, assistentes e falhas dos dois papéis, na mesa e no celular; e por Tab, com o anel à vista, também a 200 %',
    async () => void ditos.push(...(await percorrerTudo({ ...mundo, navegador, paginas: [] }))),
  ).finally(() => navegador.close())
  assert.deepEqual([...new Set(ditos)], [], 'found by axe and by the keyboard')
}

async function percorrerTudo(mundo: Mundo): Promise<string[]> {
  const sessoes = { operador: await sessaoDe(mundo, OPERADORA), admin: await sessaoDe(mundo, ADMINISTRADOR) }
  const ids = await acharIds(mundo, sessoes)
  const voltas = [
    () => porTab(mundo, sessoes.admin, 'admin'),
    () => porTab(mundo, sessoes.operador, 'operador'),
    ...emTrechos(estadosDe.admin(ids)).map((trecho) => () => percorrer(mundo, sessoes.admin, trecho)),
    ...emTrechos(estadosDe.operador(ids)).map((trecho) => () => percorrer(mundo, sessoes.operador, trecho)),
    () => percorrer(mundo, undefined, estadosDe.fora()),
    () => percorrer(mundo, sessoes.admin, estadosDe.emulador()),
  ]
  return (await aosPoucos(PAGINAS, voltas)).flat()
}

/** Enough to keep both processors busy: a page waits for answers half of the time. */
const PAGINAS = 8
/** States per walk: a whole walk in one piece would end on one processor, long after the others. */
const TRECHO = 20

const emTrechos = (estados: Estado[]): Estado[][] =>
  Array.from({ length: Math.ceil(estados.length / TRECHO) }, (_, i) => estados.slice(i * TRECHO, (i + 1) * TRECHO))

/** Runs all of them, at most `quantos` at a time. */
async function aosPoucos<T>(quantos: number, fazeres: (() => Promise<T>)[]): Promise<T[]> {
  const feitos: T[] = []
  const esperam = fazeres.entries()
  const andar = async () => {
    for (const [i, fazer] of esperam) feitos[i] = await fazer()
  }
  await Promise.all(Array.from({ length: quantos }, andar))
  return feitos
}

type Tamanho = typeof MESA
/** The desk's viewport at 200 % zoom. */
const DUZENTOS_POR_CENTO = { width: MESA.width / 2, height: MESA.height / 2 }

/** Each screen by Tab as it is loaded, then as somebody zooms it, and as narrow as a phone. */
async function porTab(mundo: Mundo, sessao: Sessao, papel: keyof typeof TELAS) {
  const pagina = await abrirPagina(mundo, sessao)
  await pagina.addInitScript(PARADO)
  const ditos: string[] = []
  for (const [, rota] of TELAS[papel]) {
    await pagina.setViewportSize(MESA)
    await pagina.goto(rota)
    for (const tamanho of [MESA, DUZENTOS_POR_CENTO, CELULAR]) {
      await pagina.setViewportSize(tamanho)
      await pagina.evaluate(DOIS_QUADROS)
      await assentar(pagina)
      ditos.push(...(await percorrerPorTab(pagina, rota)))
    }
  }
  await fechar(mundo, pagina)
  return ditos
}

/**
 * Gives what makes of this page another size's: with a finger on a phone, as Playwright's `hasTouch` has it. Of a page that was touched
 * Chromium says until the next load that it has no mouse: what waits for one to pass over it is in sight, and what only a mouse is offered is not.
 */
async function redimensionar(pagina: Page): Promise<(tamanho: Tamanho) => Promise<void>> {
  const cdp = await pagina.context().newCDPSession(pagina)
  let agora = MESA
  return async (tamanho) => {
    if (tamanho === agora) return
    agora = tamanho
    await pagina.setViewportSize(tamanho)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: tamanho === CELULAR })
    await pagina.evaluate(DOIS_QUADROS)
  }
}
/** Queries of the window's size are told of by the first, and what hears of it has drawn by the second. */
const DOIS_QUADROS = 'new Promise((pronto) => requestAnimationFrame(() => requestAnimationFrame(pronto)))'

async function acharIds(mundo: Mundo, { operador, admin }: Record<'operador' | 'admin', Sessao>): Promise<Ids> {
  const primeiro = async (caminho: string, token: string) => {
    const { data } = await chamar<{ data: { id: number }[] }>(mundo, 'GET', caminho, undefined, token)
    return data[0]?.id ?? assert.fail(`nothing in ${caminho}`)
  }
  const importacao = async (tipo: string) => {
    const lista = '/api/operador/importacoes'
    const { data } = await chamar<{ data: { id: number; tipo: string }[] }>(
      mundo,
      'GET',
      lista,
      undefined,
      operador.token,
    )
    return data.find((uma) => uma.tipo === tipo)?.id ?? assert.fail(`no import of ${tipo}`)
  }
  return {
    cliente: await primeiro('/api/operador/clientes/ativos', operador.token),
    espera: await primeiro('/api/operador/clientes/aguardando-atendimento', operador.token),
    conta: await primeiro('/api/operador/contas-receber/listar?status=em_aberto,vencida', operador.token),
    clienteDoAdmin: await primeiro('/api/admin/clientes', admin.token),
    csv: await importacao('csv'),
    xml: await importacao('xml'),
    execucao: await primeiro('/api/admin/cobranca/execucoes', admin.token),
  }
}

/**
 * One page walks through all of them as a person would, without loading the application again where it need not. A state is opened
 * once and looked at in both sizes, first in that of the state before.
 */
async function percorrer(mundo: Mundo, sessao: Sessao | undefined, estados: Estado[]) {
  const pagina = await abrirPagina(mundo, sessao)
  for (const roteiro of [PARADO, AXE]) await pagina.addInitScript(roteiro)
  pagina.on('dialog', (deixar) => void deixar.accept())
  const responder = await interceptar(pagina)
  const passarA = await redimensionar(pagina)
  const ditos: string[] = []
  let tamanho = MESA
  /** The state before; undefined when the page cannot go on from where it is. */
  let antes: Estado | undefined
  for (const estado of estados.flatMap(umPorTamanho)) {
    const onde = `${estado.rota} ${estado.nome ?? ''}`.trim()
    try {
      const [primeiro, ...outro] = tamanhosDe(estado, tamanho)
      tamanho = primeiro
      await passarA(tamanho)
      if (antes && antes.respostas === estado.respostas && podeSair(antes) && !estado.porTamanho)
        await irPara(pagina, estado.rota, antes)
      else {
        await responder(estado.respostas)
        await pagina.goto(estado.rota)
      }
      await estar(pagina, estado)
      await estado.fazer?.(pagina)
      ditos.push(...(await olhar(pagina, estado, onde)))
      for (tamanho of outro) {
        await passarA(tamanho)
        await estar(pagina, estado)
        ditos.push(...(await olhar(pagina, estado, onde)))
      }
      await estado.depois?.(pagina)
      antes = estado
    } catch (erro) {
      antes = undefined
      ditos.push(`${onde} (${tamanho.width}): ${String(erro).split('\n', 2).join(' ')}`)
    }
  }
  await fechar(mundo, pagina)
  return ditos
}

const umPorTamanho = (estado: Estado): Estado[] =>
  estado.porTamanho && !estado.so ? (['mesa', 'celular'] as const).map((so) => ({ ...estado, so })) : [estado]

const tamanhosDe = ({ so }: Estado, agora: Tamanho): [Tamanho, ...Tamanho[]] => {
  if (so) return [so === 'mesa' ? MESA : CELULAR]
  return agora === CELULAR ? [CELULAR, MESA] : [MESA, CELULAR]
}

async function estar(pagina: Page, { ver, esperar = true }: Estado) {
  await ver?.(pagina).first().waitFor()
  if (esperar) await assentar(pagina)
}

async function olhar(pagina: Page, { fazer, abrir, esperar = true }: Estado, onde: string): Promise<string[]> {
  const celular = pagina.viewportSize()?.width === CELULAR.width
  const abertos = abrir && (await pagina.evaluate(`(window.abertos = ${ABERTOS}).length`))
  await abrir?.(pagina)
  if (abrir) await ate(pagina, `${QUANTOS_ABERTOS} > ${abertos} && ${NOVOS}.some((um) => um.innerText.trim())`)
  if (esperar && (fazer || abrir)) await assentar(pagina)
  // What lies under it was looked at as a state of its own.
  const ditos = await achados(pagina, onde, abrir && NOVOS)
  ditos.push(...(await palavrasParaFora(pagina, onde)))
  if (celular) ditos.push(...(await alvosPequenos(pagina, onde)), ...(await rolaDeLado(pagina, onde)))
  if (abrir) ditos.push(...(await fecharComEscape(pagina, onde)))
  return ditos
}

/** What was made of a screen goes with it, where the application's router has another to show in between. */
const podeSair = ({ rota, fazer, fica }: Estado) => !fazer || (!fica && /^\/(operador|admin)\//.test(rota))

/** Navigates as a link inside the application does: the router listens to the history. */
async function irPara(pagina: Page, rota: string, antes: Estado) {
  const empurrar = (para: string) => pagina.evaluate(`history.pushState(null, '', ${JSON.stringify(para)})`)
  if (antes.fazer) {
    await empurrar(antes.rota.replace(/^(\/\w+).*$/, '$1/nada'))
    await pagina.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  }
  const nome = NOMES.get(rota.replace(/\?.*$/, ''))
  await empurrar(rota)
  if (nome) await ate(pagina, `document.body.dataset.route === ${JSON.stringify(nome)}`)
}
const NOMES = new Map<string, string>([...TELAS.operador, ...TELAS.admin].map(([, rota, nome]) => [rota, nome]))

const ABERTOS = `[...document.querySelectorAll('dialog[open], [popover]:popover-open, :is([role=dialog], [role=menu]):not([popover])')]`
const NOVOS = `${ABERTOS}.filter((um) => !window.abertos.includes(um))`
const QUANTOS_ABERTOS = `${ABERTOS}.length`

const FOCO_DE_VOLTA = 'document.activeElement === window.dono'

/** Escape closes what was opened, and the focus is again where it was: WCAG 2.4.3. */
async function fecharComEscape(pagina: Page, onde: string): Promise<string[]> {
  const abertos = await pagina.evaluate(QUANTOS_ABERTOS)
  await pagina.keyboard.press('Escape')
  await ate(pagina, `${QUANTOS_ABERTOS} < ${abertos}`)
  // It comes back a moment after what was open is gone.
  await ate(pagina, FOCO_DE_VOLTA).catch(() => undefined)
  const foco = await pagina.evaluate(`${FOCO_DE_VOLTA} || document.activeElement?.outerHTML.slice(0, 160)`)
  return foco === true ? [] : [`${onde}: the focus is lost to ${foco}`]
}
