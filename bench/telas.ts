import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium } from 'playwright-core'
import { LOGINS_DA_DEMONSTRACAO } from '#server/demonstracao/logins.actions.ts'
import { ARGUMENTOS } from '../e2e/navegador.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from '../test/aplicacao.mjs'
import { chamarCliente } from './cliente-da-pagina.ts'

/*
 * Lighthouse on the sign-in page, on each role's main screen and on a customer's own page (`/c/`, `/c/#dentro`), over the
 * demonstration's company, with its throttled phone and network and cold caches. For each category, the median of the rounds;
 * fails under 95 of performance (the customer's page: 99) or 100 of the others.
 *   node bench/telas.ts [rounds, 3] [address…]
 * Lighthouse is downloaded by npx and is no dependency of the product. It measures the last build of the web: run `npm run build`
 * before it. It measures time, so other work on the machine lowers the scores.
 */
const LIGHTHOUSE = 'lighthouse@13.0.1'
const MINIMO = { performance: 95, accessibility: 100, 'best-practices': 100 }
const NA_PAGINA = { ...MINIMO, performance: 99 }
type Categoria = keyof typeof MINIMO
const CATEGORIAS = Object.keys(MINIMO) as Categoria[]
const VEZES = Number(process.argv[2] ?? 3)
const pedidas = process.argv.slice(3)
/** A customer's own page, before and after signing in. */
const DA_PAGINA = { porta: '/c/', dentro: '/c/#dentro' }
const TELAS =
  pedidas.length > 0 ? pedidas : ['/login', '/admin/dashboard', '/operador/dashboard', ...Object.values(DA_PAGINA)]
/** A Tuesday during working hours, after the day's run. */
const AGORA = '2026-11-24T10:26:00-03:00'
const MARCAS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

interface Relatorio {
  categories: Record<Categoria, { score: number }>
  audits: Record<string, { numericValue: number }>
}
let cliente: Awaited<ReturnType<typeof chamarCliente>> | undefined
const aplicacao = await iniciarAplicacao({
  DEMO: '1',
  ADMIN_EMAIL: '',
  ADMIN_PASSWORD: '',
  CLOCK_START: AGORA,
  LOG_LEVEL: 'error',
})
try {
  for (const tela of TELAS) {
    const relatorios: Relatorio[] = []
    for (let vez = 0; vez < VEZES; vez += 1) relatorios.push(await medirGravando(tela))
    contar(tela, relatorios)
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await aplicacao.parar()
}

/** Sometimes a browser gives Lighthouse a trace without its beginning: the measurement is then repeated. */
async function medirGravando(tela: string, tentativas = 3): Promise<Relatorio> {
  try {
    return await medir(tela)
  } catch (erro) {
    if (tentativas === 1 || !String(erro).includes('NO_NAVSTART')) throw erro
    return medirGravando(tela, tentativas - 1)
  }
}

/** One run in a new browser, with the session where the application keeps it. */
async function medir(tela: string): Promise<Relatorio> {
  const perfil = mkdtempSync(join(tmpdir(), 'cobranca-telas-'))
  const porta = 20_000 + Math.floor(Math.random() * 20_000)
  const contexto = await chromium.launchPersistentContext(perfil, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...ARGUMENTOS, `--remote-debugging-port=${porta}`],
  })
  try {
    const guardado = await sessaoDe(tela)
    const pagina = await contexto.newPage()
    await pagina.goto(`${aplicacao.url}/health/live`)
    for (const item of Object.entries(guardado)) {
      await pagina.evaluate(`localStorage.setItem(${item.map((texto) => JSON.stringify(texto)).join()})`)
    }
    await pagina.close()
    return await lighthouse(
      tela.startsWith(DA_PAGINA.porta) ? await abrirDoCliente(contexto, tela) : `${aplicacao.url}${tela}`,
      porta,
    )
  } finally {
    await contexto.close()
    rmSync(perfil, { recursive: true, force: true })
  }
}

/** The address of a customer's page, sent to their phone by an operator; signed in, if that is measured. */
async function abrirDoCliente(contexto: BrowserContext, tela: string): Promise<string> {
  cliente ??= await chamarCliente(aplicacao.url, (await sessaoDe('/operador/')).token!, AGORA)
  if (tela !== DA_PAGINA.dentro) return cliente.endereco
  const pagina = await contexto.newPage()
  await pagina.goto(cliente.endereco)
  await pagina.getByLabel(/primeiros números/).fill(cliente.digitos)
  await pagina.getByRole('button', { name: 'Ver a minha conta' }).click()
  await pagina.getByRole('heading', { name: /^Olá/ }).waitFor()
  await pagina.close()
  return cliente.endereco
}

async function sessaoDe(tela: string): Promise<Record<string, string>> {
  const login = LOGINS_DA_DEMONSTRACAO.find(({ papel }) => tela.startsWith(`/${papel}/`))
  if (!login) return {}
  const resposta = await fetch(`${aplicacao.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ email: login.email, password: login.senha }),
  })
  const { token, user } = (await resposta.json()) as { token: string; user: object }
  return { token, user: JSON.stringify(user) }
}

async function lighthouse(endereco: string, porta: number): Promise<Relatorio> {
  const opcoes = ['--output=json', '--quiet', '--disable-storage-reset', `--port=${porta}`]
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, endereco, `--only-categories=${CATEGORIAS.join()}`, ...opcoes],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
    },
  )
  return JSON.parse(stdout) as Relatorio
}

function contar(tela: string, relatorios: Relatorio[]) {
  const notas = CATEGORIAS.map((categoria) => {
    const nota = mediana(relatorios.map(({ categories }) => Math.round(categories[categoria].score * 100)))
    const minimo = tela.startsWith(DA_PAGINA.porta) ? NA_PAGINA[categoria] : MINIMO[categoria]
    if (nota < minimo) process.exitCode = 1
    return `${categoria} ${nota}${nota < minimo ? ' !' : ''}`
  })
  const marcas = MARCAS.map((marca) => {
    const valor = mediana(relatorios.map(({ audits }) => audits[marca]?.numericValue ?? 0))
    return marca.endsWith('shift') ? `CLS ${valor.toFixed(3)}` : `${marca} ${Math.round(valor)} ms`
  })
  console.log(`${tela}: ${notas.join(', ')} (${marcas.join(', ')})`)
}

function mediana(valores: number[]): number {
  return valores.sort((a, b) => a - b)[Math.floor(valores.length / 2)] ?? 0
}
