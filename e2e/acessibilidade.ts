import { strict as assert } from 'node:assert'
import type { Page } from 'playwright-core'
import { alvosPequenos, palavrasForaDaJanela, palavrasParaFora, rolaDeLado } from './alvos.ts'
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
 * axe finds nothing on any screen, in any state, on a desktop or a phone, by WCAG 2.2 AA and its best practices. On a phone every target
 * is large enough for a finger. Escape closes whatever was opened and returns the focus. Writes nothing, so that the other journeys
 * find their data unchanged.
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
  const voltas = ([MESA, CELULAR] as const).flatMap((tamanho) => [
    ...emTrechos(estadosDe.admin(ids)).map((trecho) => () => percorrer(mundo, sessoes.admin, trecho, tamanho)),
    ...emTrechos(estadosDe.operador(ids)).map((trecho) => () => percorrer(mundo, sessoes.operador, trecho, tamanho)),
    () => percorrer(mundo, undefined, estadosDe.fora(), tamanho),
    () => percorrer(mundo, sessoes.admin, estadosDe.emulador(), tamanho),
  ])
  const porTeclado = [MESA, CELULAR].flatMap((tamanho) => [
    () => porTab(mundo, sessoes.operador, 'operador', tamanho),
    () => porTab(mundo, sessoes.admin, 'admin', tamanho),
  ])
  return (await aosPoucos(PAGINAS, [...voltas, ...porTeclado])).flat()
}

/** Enough to keep two processors busy: a page spends half of its time waiting for answers. */
const PAGINAS = 8
/** States per walk. Shorter walks end at about the same time; a long one would run on alone, on one processor. */
const TRECHO = 40

const emTrechos = (estados: Estado[]): Estado[][] =>
  Array.from({ length: Math.ceil(estados.length / TRECHO) }, (_, i) => estados.slice(i * TRECHO, (i + 1) * TRECHO))

/** Runs all functions, at most `quantos` at a time. */
async function aosPoucos<T>(quantos: number, fazeres: (() => Promise<T>)[]): Promise<T[]> {
  const feitos: T[] = []
  const esperam = fazeres.entries()
  const andar = async () => {
    for (const [i, fazer] of esperam) feitos[i] = await fazer()
  }
  await Promise.all(Array.from({ length: quantos }, andar))
  return feitos
}

/** The desk's viewport at 200 % zoom. */
const DUZENTOS_POR_CENTO = { width: MESA.width / 2, height: MESA.height / 2 }

/** A phone's, at the same zoom. */
const CELULAR_A_DUZENTOS = { width: CELULAR.width / 2, height: CELULAR.height / 2 }

/** Walks each screen by Tab after its load; on a desktop also at 200 % zoom, where a phone shows every word. */
async function porTab(mundo: Mundo, sessao: Sessao, papel: keyof typeof TELAS, tamanho: typeof MESA) {
  const pagina = await abrirPagina(mundo, sessao, { viewport: tamanho })
  await pagina.addInitScript(PARADO)
  const ditos: string[] = []
  for (const [, rota] of TELAS[papel]) {
    await pagina.goto(rota)
    await assentar(pagina)
    ditos.push(...(await percorrerPorTab(pagina, rota)))
    await pagina.setViewportSize(tamanho === MESA ? DUZENTOS_POR_CENTO : CELULAR_A_DUZENTOS)
    await assentar(pagina)
    ditos.push(...(await (tamanho === MESA ? percorrerPorTab : palavrasForaDaJanela)(pagina, rota)))
    await pagina.setViewportSize(tamanho)
  }
  await fechar(mundo, pagina)
  return ditos
}

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

/** Walks one page through the states as a person would, reloading the application only when it must. */
async function percorrer(mundo: Mundo, sessao: Sessao | undefined, estados: Estado[], tamanho: typeof MESA) {
  const celular = tamanho === CELULAR
  const pagina = await abrirPagina(mundo, sessao, { viewport: tamanho, hasTouch: celular })
  for (const roteiro of [PARADO, AXE]) await pagina.addInitScript(roteiro)
  pagina.on('dialog', (deixar) => void deixar.accept())
  const responder = await interceptar(pagina)
  const ditos: string[] = []
  /** The previous state; undefined when the page cannot continue from it. */
  let antes: Estado | undefined
  for (const estado of estados) {
    if (estado.so && (estado.so === 'celular') !== celular) continue
    const onde = `${estado.rota} ${estado.nome ?? ''}`.trim()
    try {
      if (antes && antes.respostas === estado.respostas && podeSair(antes)) await irPara(pagina, estado.rota, antes)
      else {
        await responder(estado.respostas)
        await pagina.goto(estado.rota)
      }
      ditos.push(...(await olhar(pagina, estado, onde, celular)))
      antes = estado
    } catch (erro) {
      antes = undefined
      const porque = String(erro).split('\n', 2).join(' ')
      ditos.push(`${onde} (${tamanho.width}): ${porque} ${pagina.url()} shows: ${await mostrado(pagina)}`)
    }
  }
  await fechar(mundo, pagina)
  return ditos
}

/** What a screen says in place of the state that did not come. */
async function mostrado(pagina: Page): Promise<string> {
  const palavras = await pagina.locator('main, body').last().textContent({ timeout: 5_000 }).catch(String)
  return (palavras ?? '').replaceAll(/\s+/g, ' ').slice(0, 400)
}

async function olhar(pagina: Page, estado: Estado, onde: string, celular: boolean): Promise<string[]> {
  const { ver, fazer, abrir, depois, esperar = true } = estado
  await ver?.(pagina).first().waitFor()
  if (esperar) await assentar(pagina)
  await fazer?.(pagina)
  const abertos = abrir && (await pagina.evaluate(`(window.abertos = ${ABERTOS}).length`))
  await abrir?.(pagina)
  if (abrir) await ate(pagina, `${QUANTOS_ABERTOS} > ${abertos}`)
  if (esperar && (fazer || abrir)) await assentar(pagina)
  // The screen below it is a state of its own.
  const ditos = await achados(pagina, onde, abrir && `${ABERTOS}.filter((um) => !window.abertos.includes(um))`)
  ditos.push(...(await palavrasParaFora(pagina, onde)))
  if (celular) ditos.push(...(await alvosPequenos(pagina, onde)), ...(await rolaDeLado(pagina, onde)))
  if (abrir) ditos.push(...(await fecharComEscape(pagina, onde)))
  await depois?.(pagina)
  return ditos
}

/** Whether the router can continue from this state: showing another screen in between resets what was done, unless it stays (`fica`). */
const podeSair = ({ rota, fazer, fica }: Estado) => /^\/(operador|admin)\//.test(rota) && !(fazer && fica)

/** Navigates as a link inside the application does: the router follows the history, and sets the title once the screen is drawn. */
async function irPara(pagina: Page, rota: string, antes: Estado) {
  const empurrar = async (para: string) => {
    await pagina.evaluate(`{ document.title = ''; history.pushState(null, '', ${JSON.stringify(para)}) }`)
    await ate(pagina, 'document.title')
  }
  if (antes.fazer) await empurrar(antes.rota.replace(/^(\/\w+).*$/, '$1/nada'))
  await empurrar(rota)
}

const ABERTOS = `[...document.querySelectorAll('dialog[open], [popover]:popover-open, :is([role=dialog], [role=menu]):not([popover])')]`
const QUANTOS_ABERTOS = `${ABERTOS}.length`

const FOCO_DE_VOLTA = 'document.activeElement === window.dono'

/** Escape closes what was opened and returns the focus to where it was: WCAG 2.4.3. */
async function fecharComEscape(pagina: Page, onde: string): Promise<string[]> {
  const abertos = await pagina.evaluate(QUANTOS_ABERTOS)
  await pagina.keyboard.press('Escape')
  await ate(pagina, `${QUANTOS_ABERTOS} < ${abertos}`)
  // The focus returns a moment after the dialog is gone.
  await ate(pagina, FOCO_DE_VOLTA).catch(() => undefined)
  const foco = await pagina.evaluate(`${FOCO_DE_VOLTA} || document.activeElement?.outerHTML.slice(0, 160)`)
  return foco === true ? [] : [`${onde}: the focus is lost to ${foco}`]
}
