import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as esperar } from 'node:timers/promises'
import pg from 'pg'
import { abrirBanco } from '#server/db/conexao.ts'
import { notificar } from '#server/eventos/notificar.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { refetchDelay } from '#web/api/refetchDelay.ts'
import { percentil } from './aplicacao.ts'
import { bancoDeMedida } from './banco.ts'
import { AGORA, povoar } from './povoar.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/*
 * Many operators' browsers on one node, and an event that all of them receive (a change of a customer without operator): how soon
 * all have it, and what happens when each reloads what its screen shows, as `src/web/api/eventos.ts` does. Meanwhile a small
 * request shows by its latency how busy the node is.
 *   node bench/navegadores.ts [browsers, 1000] [customers, 20000] [ms between events of the second part, 500]
 */
const NAVEGADORES = Number(process.argv[2] ?? 1_000)
const CLIENTES = Number(process.argv[3] ?? 20_000)
const RITMO_MS = Number(process.argv[4] ?? 500)
const EVENTO = { tipo: 'cliente', cliente_id: 3, operador_id: null } as const
/** What the desk reloads: the menu's counts, the queue, the list, whose messages are unread. */
const DA_TELA = [
  'operador/clientes/aguardando-atendimento?per_page=1',
  'operador/clientes/ativos?per_page=1',
  'operador/clientes/aguardando-atendimento?per_page=50',
  'operador/clientes/aguardando-atendimento/contagem',
  'operador/clientes/carteira?status=em_atendimento&nao_lidas=com&per_page=100',
]

const banco = await bancoDeMedida()
const { db, fechar } = abrirBanco(banco.url)
let servidor: ChildProcess | undefined
try {
  await povoar(banco.url, CLIENTES)
  const tokens = await abrirSessoes()
  servidor = fork(join(import.meta.dirname, 'chao-servidor.ts'), ['produto', banco.url])
  const [porta] = (await once(servidor, 'message')) as [number]
  const navegadores = await Promise.all(tokens.map((token) => abrirNavegador(porta, token)))
  console.log(`${NAVEGADORES} browsers listen`)
  await medirAviso(navegadores)
  await medirReleitura(servidor.pid!, porta, navegadores)
} finally {
  servidor?.kill()
  await fechar()
  await banco.fechar()
}

async function abrirSessoes(): Promise<string[]> {
  const cliente = new pg.Client({ connectionString: banco.url })
  await cliente.connect()
  const { rows } = await cliente.query<{ id: string }>(
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      select 'Operadora ' || i, 'n' || i || '@bench.local', '-', 'operador', $2, $2 from generate_series(1, $1::int) i returning id`,
    [NAVEGADORES, AGORA],
  )
  await cliente.end()
  const tokens: string[] = []
  for (const { id } of rows) tokens.push(await criarSessao(db, Number(id), AGORA, null))
  return tokens
}

interface Navegador {
  pedir(caminho: string): Promise<number>
  aoOuvir(ouvir: () => void): void
}

/** Its event stream and its other connections; a request without an answer has status 0. */
async function abrirNavegador(porta: number, token: string): Promise<Navegador> {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 })
  const headers = { authorization: `Bearer ${token}` }
  const abrir = (caminho: string) => get({ host: '127.0.0.1', port: porta, path: `/api/${caminho}`, headers, agent })
  let ouvinte = () => {}
  const [linha] = await once(abrir('eventos'), 'response')
  linha.setEncoding('utf8').on('data', (texto: string) => texto.includes('event: cliente') && ouvinte())
  return {
    aoOuvir: (ouvir) => {
      ouvinte = ouvir
    },
    pedir: (caminho) =>
      new Promise((pronto) => {
        const falhar = () => pronto(0)
        abrir(caminho)
          .on('error', falhar)
          .on('response', (resposta) => {
            resposta.on('error', falhar).on('end', () => pronto(resposta.statusCode ?? 0))
            resposta.resume()
          })
      }),
  }
}

/** Milliseconds from the commit of an event to the last browser. */
async function medirAviso(navegadores: readonly Navegador[]) {
  const ultimos: number[] = []
  for (let vez = 0; vez < 20; vez += 1) {
    const { promise, resolve } = Promise.withResolvers<void>()
    let faltam = navegadores.length
    for (const um of navegadores) um.aoOuvir(() => --faltam === 0 && resolve())
    const inicio = performance.now()
    await notificar(db, EVENTO)
    await promise
    ultimos.push(performance.now() - inicio)
    await esperar(100)
  }
  ultimos.sort((a, b) => a - b)
  console.log(
    `told to all: median ${percentil(ultimos, 0.5).toFixed(0)} ms, at most ${ultimos.at(-1)!.toFixed(0)} ms (20 events)`,
  )
}

/** All browsers reload: at once, and one after another. */
async function medirReleitura(pid: number, porta: number, navegadores: readonly Navegador[]) {
  for (const [como, juntos, segundos] of [
    ['one event, at once', 0, 0],
    ['one event, one after the other', navegadores.length, 0],
    ['events for half a minute, one after the other', navegadores.length, 30],
  ] as const) {
    const tempos: number[] = []
    let recusados = 0
    const reler = async ({ pedir }: Navegador) => {
      const inicio = performance.now()
      const respostas = await Promise.all(DA_TELA.map(pedir))
      tempos.push(performance.now() - inicio)
      recusados += respostas.filter((status) => status !== 200).length
    }
    const emCurso = new Set<Promise<void>>()
    for (const um of navegadores) {
      let marcado = false
      um.aoOuvir(() => {
        if (marcado) return
        marcado = true
        const leitura = esperar(refetchDelay(juntos, Math.random())).then(() => {
          marcado = false
          return reler(um)
        })
        emCurso.add(leitura)
        void leitura.finally(() => emCurso.delete(leitura))
      })
    }
    const antes = { node: segundosDe(pid), db: await segundosDoBanco(db) }
    const inicio = performance.now()
    const vigia = vigiar(porta)
    do {
      await notificar(db, EVENTO)
      await esperar(RITMO_MS)
    } while (performance.now() - inicio < segundos * 1_000)
    for (const um of navegadores) um.aoOuvir(() => {})
    await Promise.all(emCurso)
    const s = (performance.now() - inicio) / 1_000
    const esperas = await vigia()
    tempos.sort((a, b) => a - b)
    const ms = (lista: number[], parte: number) => percentil(lista, parte).toFixed(0)
    const nucleos = (segundos: number) => (segundos / s).toFixed(2)
    console.log(
      `${como}: ${(tempos.length / s).toFixed(0)} screens a second, each in ${ms(tempos, 0.5)} ms (99 % within ${ms(tempos, 0.99)}), ${recusados} refused; ` +
        `something small meanwhile ${ms(esperas, 0.5)} ms (99 % within ${ms(esperas, 0.99)}); ` +
        `cores: node ${nucleos(segundosDe(pid) - antes.node)}, PostgreSQL ${nucleos((await segundosDoBanco(db)) - antes.db)}; ${s.toFixed(0)} s`,
    )
    await esperar(2_000)
  }
}

/** Makes a small request ten times a second until stopped; returns the latencies. */
function vigiar(porta: number) {
  const esperas: number[] = []
  let fim = false
  const feito = (async () => {
    while (!fim) {
      const inicio = performance.now()
      await (await fetch(`http://127.0.0.1:${porta}/health/live`)).text()
      esperas.push(performance.now() - inicio)
      await esperar(100)
    }
  })()
  return async () => {
    fim = true
    await feito
    return esperas.sort((a, b) => a - b)
  }
}
