import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { abrirBanco } from '#server/db/conexao.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { abrirPagina, assentar, ate, chamar, fechar, type Mundo, type Sessao } from '../e2e/mundo.ts'
import { abrirNavegador } from '../e2e/navegador.ts'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from '../test/aplicacao.mjs'
import { bancoDeMedida } from './banco.ts'
import { AGORA, povoar } from './povoar.ts'

/*
 * The operator's desk on a slow machine: 5,000 customers waiting and a thread of 10,000 messages, in a real browser against the
 * whole application, with the CPU throttled 4 ×. For each step, the median of three rounds: the page's longest task (in CPU time)
 * and layout shift (CLS). Fails over 200 ms or 0.02.
 *   node bench/mesa.ts [waiting, 5000] [messages, 10000] [slowdown, 4] [rounds, 3]
 * It measures the last build of the web: run `npm run build` before it. Nothing else should be running.
 */
const ESPERANDO = Number(process.argv[2] ?? 5_000)
const MENSAGENS = Number(process.argv[3] ?? 10_000)
const LENTIDAO = Number(process.argv[4] ?? 4)
const VEZES = Number(process.argv[5] ?? 3)
const TAREFA_MS = 200
const CLS = 0.02
const FILA = '/operador/aguardando-atendimento'
const ADMINISTRADORA = 1
const OPERADORA = 2

/** Runs in the page before its first script: records layout shifts without user input. */
const OBSERVAR = `
  window.mudancas = [];
  new PerformanceObserver((lista) => mudancas.push(...lista.getEntries().filter((um) => !um.hadRecentInput).map((um) => um.value)))
    .observe({ type: 'layout-shift', buffered: true });
`
const TAREFAS = 'disabled-by-default-devtools.timeline'
const NO_FIM =
  "((fila) => fila.scrollTop + fila.clientHeight >= fila.scrollHeight - 2)(document.querySelector('.fila'))"

interface Medida {
  tarefa: number
  cls: number
}
const banco = await bancoDeMedida()
await povoar(banco.url, ESPERANDO * 2)
const { token, controle, grande } = await encher(banco.url)
const aplicacao = await iniciarAplicacao({
  DATABASE_URL: banco.url,
  SECRET_KEY: randomBytes(32).toString('base64'),
  CLOCK_START: AGORA.toISOString(),
  COLLECTION_ENGINE: 'off',
  LOG_LEVEL: 'error',
})
const mundo: Mundo = {
  url: aplicacao.url,
  navegador: await abrirNavegador(),
  problemas: [],
  paginas: [],
  emails: () => [],
  passarPara: async () => undefined,
}
const medidas = new Map<string, Medida[]>()
try {
  const { user } = await chamar<Pick<Sessao, 'user'>>(mundo, 'GET', '/api/me', undefined, token)
  for (let vez = 0; vez < VEZES; vez += 1) {
    const pagina = await abrirPagina(mundo, { token, user })
    await pagina.addInitScript(OBSERVAR)
    const cdp = await pagina.context().newCDPSession(pagina)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: LENTIDAO })
    await percorrer(pagina)
    await fechar(mundo, pagina)
  }
  contar()
} finally {
  await mundo.navegador.close()
  await aplicacao.parar()
  await banco.fechar()
}

async function percorrer(pagina: Page) {
  const fila = pagina.getByRole('region', { name: 'Lista de clientes' })
  const thread = pagina.getByRole('log', { name: 'Conversa' })
  await medir(pagina, 'load the page, on the dashboard', async () => {
    await pagina.goto('/operador/dashboard')
  })
  await medir(pagina, 'go to the desk', async () => {
    await pagina.getByRole('link', { name: /^Aguardando Atendimento/ }).click()
    await fila.locator('[data-cliente]').first().waitFor()
  })
  await medir(pagina, 'J, 30 times', async () => {
    for (let i = 0; i < 30; i += 1) {
      await pagina.keyboard.press('j')
      await pagina.waitForTimeout(250)
    }
    await assentar(pagina)
  })
  await medir(pagina, 'J held down, 30 times', async () => {
    for (let i = 0; i < 30; i += 1) {
      await pagina.keyboard.press('j')
      await pagina.waitForTimeout(33)
    }
    await assentar(pagina)
  })
  await medir(pagina, 'scroll the queue to its end', async () => {
    await fila.hover()
    while (!(await pagina.evaluate(NO_FIM))) {
      await pagina.mouse.wheel(0, 4_000)
      await pagina.waitForTimeout(40)
    }
    await fila.locator('[data-cliente]').last().waitFor()
  })
  await medir(pagina, `open the thread of ${MENSAGENS}`, async () => {
    await pagina.evaluate(
      `history.pushState({}, '', '${FILA}?cliente=${grande.id}'); dispatchEvent(new PopStateEvent('popstate'))`,
    )
    await pagina.waitForURL(`**${FILA}?cliente=${grande.id}`)
    await thread.locator('[data-chave^=mensagem]').first().waitFor()
  })
  await medir(pagina, 'scroll up 1,500 messages', async () => {
    await thread.hover()
    for (let i = 0; i < 120 && (await maisAntiga(pagina)) > MENSAGENS - 1_500; i += 1) {
      await pagina.mouse.wheel(0, -3_000)
      await pagina.waitForTimeout(120)
    }
  })
  await medir(pagina, 'ten messages arrive meanwhile', async () => {
    for (let i = 0; i < 10; i += 1) {
      const uma = { tipo: 'texto', texto: `Chegou agora, ${i}` }
      await chamar(mundo, 'POST', `/emulador/api/telefones/${grande.telefone}/mensagens`, uma, controle)
      await pagina.mouse.wheel(0, i % 2 ? -400 : 400)
      await pagina.waitForTimeout(300)
    }
    await ate(pagina, `/nova/.test(document.querySelector('.thread-frame').textContent)`)
  })
}

/** The number of the oldest message on the screen. */
async function maisAntiga(pagina: Page): Promise<number> {
  return Number(
    await pagina.evaluate(
      `/mensagem número (\\d+)/.exec(document.querySelector('.balao-texto')?.textContent ?? '')?.[1] ?? ${MENSAGENS}`,
    ),
  )
}

async function medir(pagina: Page, nome: string, fazer: () => Promise<void>) {
  await pagina.evaluate('window.mudancas && (mudancas.length = 0)')
  await mundo.navegador.startTracing(pagina, { categories: [TAREFAS] })
  await fazer()
  await assentar(pagina)
  await pagina.waitForTimeout(500)
  const tarefa = maiorTarefa(await mundo.navegador.stopTracing())
  const cls = Number(await pagina.evaluate('mudancas.reduce((soma, uma) => soma + uma, 0)'))
  if (VEZES === 1) console.log(`${Math.round(tarefa)} ms, CLS ${cls.toFixed(3)}  ${nome}`)
  medidas.set(nome, [...(medidas.get(nome) ?? []), { tarefa, cls }])
}

interface Acontecimento {
  name: string
  tid: number
  pid: number
  tdur?: number
  args: { name?: string }
}
/** The longest task in CPU time, so that the machine's other work does not count. */
function maiorTarefa(tracado: Buffer): number {
  const { traceEvents } = JSON.parse(tracado.toString()) as { traceEvents: Acontecimento[] }
  const principais = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tarefas = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && principais.has(`${pid}/${tid}`))
  return Math.max(0, ...tarefas.map(({ tdur = 0 }) => tdur / 1000))
}

function contar() {
  let acima = 0
  for (const [nome, vezes] of medidas) {
    const tarefa = mediana(vezes.map((uma) => uma.tarefa))
    const cls = mediana(vezes.map((uma) => uma.cls))
    const passou = tarefa > TAREFA_MS || cls > CLS
    if (passou) acima += 1
    const todas = vezes.map((uma) => Math.round(uma.tarefa)).join(', ')
    console.log(
      `${String(Math.round(tarefa)).padStart(6)} ms ${passou ? '!' : ' '} CLS ${cls.toFixed(3)}  ${nome} (${todas})`,
    )
  }
  console.log(`at ${LENTIDAO}× CPU, load average ${loadavg()[0]?.toFixed(1)}`)
  if (acima > 0) process.exitCode = 1
}
function mediana(valores: number[]): number {
  return valores.sort((a, b) => a - b)[Math.floor(valores.length / 2)] ?? 0
}

/**
 * Puts half of the company into the queue, within the window, with one customer who wrote for years; returns the operator's token
 * and the emulator's.
 */
async function encher(url: string) {
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  await cliente.query(`
    update cliente set status = 'ativo', aguardando_desde = null, aguardando_motivo = null where status = 'aguardando_atendimento';
    update cliente set status = 'aguardando_atendimento', operador_id = null, motivo_pausa = null, pausado_ate = null,
      aguardando_motivo = 'respondeu', nao_lidas = id % 3, aguardando_desde = timestamptz '${AGORA.toISOString()}' - make_interval(mins => (id % 900)::int)
    where id in (select id from cliente where contas_abertas > 0 order by id limit ${ESPERANDO});
    update contato set aceita_mensagens = true, invalido_em = null, janela_ate = timestamptz '${AGORA.toISOString()}' + interval '20 hours';`)
  const { rows } = await cliente.query<{ id: number; telefone: string }>(
    `select id::int, telefone from cliente where status = 'aguardando_atendimento' order by id offset 40 limit 1`,
  )
  const grande = rows[0]!
  await cliente.query(`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, automatica, finalidade, envio, created_at, wamid, meta_em)
    select c.id, c.contato_id, x.direcao, 'texto', 'Mensagem, mensagem número ' || k || '. ' || repeat('Podemos ver isso amanhã? ', k % 7),
      case x.direcao when 'enviada' then 'lida' else 'recebida' end, false, case x.direcao when 'enviada' then 'atendimento' else 'recebida' end,
      case x.direcao when 'enviada' then 'aceita' end, x.em, 'wamid.grande.' || k, x.em
    from cliente c, generate_series(1, ${MENSAGENS}) k,
      lateral (select case when k % 5 < 2 then 'enviada' else 'recebida' end as direcao,
        timestamptz '${AGORA.toISOString()}' - make_interval(mins => 11 * (${MENSAGENS} - k) + 5) as em) x
    where c.id = ${grande.id}`)
  // Canonical form, without the ninth digit, so that messages from this phone find the customer.
  await cliente.query(
    `update contato set canonico = '5511' || right(canonico, 8) where id = (select contato_id from cliente where id = ${grande.id})`,
  )
  await cliente.query('vacuum analyze')
  await cliente.end()
  const { db, fechar: fecharBanco } = abrirBanco(url)
  const token = await criarSessao(db, OPERADORA, AGORA, null)
  const controle = await criarSessao(db, ADMINISTRADORA, AGORA, null)
  await fecharBanco()
  return { token, controle, grande }
}
