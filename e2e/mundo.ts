import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { abrirCaixa, type Recebido } from '#emulator/correio/caixa.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { ADMIN, controlarEmulador, iniciarAplicacao, recomecar } from '../test/aplicacao.mjs'
import { abrirNavegador, fotografar, novaPagina, PACIENCIA_MS, SEM_OTIMIZAR } from './navegador.ts'

export interface Pessoa {
  email: string
  senha: string
}
export interface Sessao {
  token: string
  user: { id: number; name: string; role: string }
}
/** One started application and one browser for all journeys of a group; the open pages are photographed when one fails. */
export interface Mundo {
  url: string
  navegador: Browser
  problemas: string[]
  paginas: Page[]
  /** The mails that the application sent, the latest first. */
  emails: () => readonly Recebido[]
  /** Restarts the application with the same data and another clock; sessions may have expired by then. */
  passarPara: (quando: string) => Promise<void>
}

export const ADMINISTRADOR: Pessoa = ADMIN
export const OPERADORA = { nome: 'Camila Rocha', email: 'camila@exemplo.com.br', senha: 'Jacaranda-4417-rosa' }
export const OPERADOR = { nome: 'Rafael Prado', email: 'rafael@exemplo.com.br', senha: 'Aroeira-5528-verde' }
export const CELULAR = { width: 390, height: 844 }
export const MESA = { width: 1440, height: 900 }

/**
 * Monday 7 December 2026, 10:00 in São Paulo: the first instalment of sample 01 is four days late.
 * Returns how many journeys passed before the first failure, whose pages are photographed.
 */
export async function comMundo(jornadas: ((mundo: Mundo) => Promise<void>)[]): Promise<number> {
  const caixa = await abrirCaixa()
  const ambiente = { LOG_LEVEL: 'warn', SMTP_URL: caixa.url, MAIL_FROM: 'cobranca@exemplo.com.br' }
  let aplicacao = await iniciarAplicacao({ ...ambiente, CLOCK_START: '2026-12-07T10:00:00-03:00' })
  const navegador = await abrirNavegador(SEM_OTIMIZAR)
  const passarPara = async (quando: string) => {
    aplicacao = await recomecar(aplicacao, { ...ambiente, CLOCK_START: quando })
  }
  const mundo: Mundo = {
    url: aplicacao.url,
    navegador,
    problemas: [],
    paginas: [],
    emails: caixa.recebidos,
    passarPara,
  }
  let passaram = 0
  try {
    for (const jornada of jornadas) {
      await jornada(mundo)
      passaram += 1
    }
  } catch (erro) {
    for (const [i, pagina] of mundo.paginas.entries()) await fotografar(pagina, `falha-${i + 1}`).catch(() => undefined)
    console.error(erro)
    console.error(ultimosErros(aplicacao.saida()))
  } finally {
    await mundo.navegador.close()
    await aplicacao.parar()
    await caixa.fechar()
  }
  return passaram
}

const ultimosErros = (saida: string) =>
  saida
    .split('\n')
    .filter((linha) => /"level":(50|60)/.test(linha))
    .slice(-3)
    .map((linha) => linha.slice(0, 600))
    .join('\n')

/** A page in a new browser context; a session is put into its storage before the first load. */
export async function abrirPagina(mundo: Mundo, sessao?: Sessao, opcoes: BrowserContextOptions = {}): Promise<Page> {
  const guardado = sessao && [
    { name: 'token', value: sessao.token },
    { name: 'user', value: JSON.stringify(sessao.user) },
  ]
  const contexto = await mundo.navegador.newContext({
    baseURL: mundo.url,
    viewport: MESA,
    locale: 'pt-BR',
    ...(guardado && { storageState: { cookies: [], origins: [{ origin: mundo.url, localStorage: guardado }] } }),
    ...opcoes,
  })
  const pagina = await novaPagina(contexto, mundo.problemas)
  mundo.paginas.push(pagina)
  return pagina
}

export async function fechar(mundo: Mundo, ...paginas: Page[]) {
  mundo.paginas = mundo.paginas.filter((pagina) => !paginas.includes(pagina))
  await Promise.all(paginas.map((pagina) => pagina.context().close()))
}

/** Signs in over the API, for journeys that do not test the sign-in page. */
export async function sessaoDe(mundo: Mundo, { email, senha }: Pessoa): Promise<Sessao> {
  return chamar(mundo, 'POST', '/api/login', { email, password: senha })
}

/** Creates the two operators, unless a journey has created them already. */
export async function garantirPessoas(mundo: Mundo) {
  const { token } = await sessaoDe(mundo, ADMINISTRADOR)
  const { data } = await chamar<{ data: { email: string }[] }>(mundo, 'GET', '/api/admin/operadores', undefined, token)
  for (const { nome, email, senha } of [OPERADORA, OPERADOR]) {
    if (data.some((um) => um.email === email)) continue
    const corpo = { name: nome, email, password: senha, password_confirmation: senha }
    await chamar(mundo, 'POST', '/api/admin/operadores', corpo, token)
  }
}

export async function chamar<T>(
  mundo: Mundo,
  method: string,
  caminho: string,
  corpo?: unknown,
  token?: string,
): Promise<T> {
  const resposta = await fetch(mundo.url + caminho, {
    method,
    headers: {
      accept: 'application/json',
      ...(corpo !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(corpo !== undefined && { body: JSON.stringify(corpo) }),
  })
  const texto = await resposta.text()
  if (!resposta.ok) throw new Error(`${method} ${caminho}: ${resposta.status} ${texto}`)
  return (resposta.status === 204 ? undefined : JSON.parse(texto)) as T
}

/** Calls the emulator, to read or to act as the customer. */
export const noEmulador = <T>(mundo: Mundo, metodo: string, caminho: string, corpo?: unknown): Promise<T> =>
  controlarEmulador(mundo.url, metodo, caminho, corpo)

/** Imports new customers with one account each: `nome;documento;telefone;conta_numero;valor;vencimento`. */
export async function importarClientes(mundo: Mundo, { token }: Sessao, linhas: string[]) {
  const csv = ['nome;documento;telefone;conta_numero;valor;vencimento', ...linhas].join('\n')
  const body = new FormData()
  body.append('csv_file', new Blob([csv]), 'clientes.csv')
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const resposta = await fetch(`${mundo.url}/api/operador/clientes/importar-csv`, { method: 'POST', headers, body })
  const resultado = (await resposta.json()) as { importados: number }
  if (resultado.importados !== linhas.length) throw new Error(`Not all came in: ${JSON.stringify(resultado)}`)
}

export async function entrar(pagina: Page, { email, senha }: Pessoa, destino: string) {
  await pagina.goto('/login')
  await preencherEntrada(pagina, email, senha)
  await pagina.waitForURL(`**${destino}`)
}

export async function preencherEntrada(pagina: Page, email: string, senha: string) {
  await pagina.getByLabel('E-mail').fill(email)
  await pagina.getByLabel('Senha', { exact: true }).fill(senha)
  await pagina.getByRole('button', { name: 'Entrar' }).click()
}

/** Waits until the screen has its title and shows no skeleton, progress bar or old rows. The network is never idle: live events keep it open. */
export const assentar = (pagina: Page) => ate(pagina, ASSENTADA)
const ASSENTADA = `Boolean(document.querySelector('h1') && document.querySelector('main')?.textContent) && !document.querySelector('.skeleton, progress[aria-label=Carregando], .data-table-rows.old')`

/** Waits until an expression is true in the page; it is text, because these files are type-checked without the DOM. */
export const ate = (pagina: Page, expressao: string) =>
  esperar(
    () => `true in ${pagina.url()}: ${expressao}`,
    // A page that is navigating cannot evaluate anything, and one with a stopped clock never answers.
    () => Promise.race([pagina.evaluate(olharLa(expressao)).catch(() => false), dormir(2 * OLHAR_LA_MS)]),
  )

const OLHAR_LA_MS = 250
/** The page itself polls for a moment: each call from outside costs more than evaluating the expression. */
const olharLa = (expressao: string) => `new Promise((dizer, negar) => {
  const limite = performance.now() + ${OLHAR_LA_MS}
  const olhar = () => {
    try {
      const visto = ${expressao}
      if (visto || performance.now() > limite) dizer(visto)
      else setTimeout(olhar, 25)
    } catch (erro) {
      negar(erro)
    }
  }
  olhar()
})`
const dormir = (ms: number) => new Promise<void>((pronto) => setTimeout(pronto, ms))

/** Polls until `olhar` returns something truthy, and returns it. */
export async function esperar<T>(oQue: () => string, olhar: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const limite = Date.now() + PACIENCIA_MS; Date.now() < limite; ) {
    const visto = await olhar()
    if (visto) return visto
    await dormir(50)
  }
  throw new Error(`In ${PACIENCIA_MS / 1_000} s it did not come to be ${oQue()}`)
}

export async function passo(nome: string, fazer: () => Promise<void>) {
  const inicio = performance.now()
  await fazer().catch((erro) => {
    console.error(`  ✘ ${nome}`)
    throw erro
  })
  console.log(`  ✓ ${nome} (${((performance.now() - inicio) / 1000).toFixed(1)} s)`)
}
