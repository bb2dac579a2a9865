import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Pool } from 'undici'
import { abrirBanco } from '#server/db/conexao.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { bancoDeMedida, medir } from './banco.ts'
import { type LinhaDoChao, linhasDoChao } from './chao-linhas.ts'
import { AGORA, povoar } from './povoar.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/*
 * The cost of each list compared with what the machine allows: the product and a bare server over the same tables with answers of
 * the same size (`chao-servidor.ts`), each in a separate process and called in turn over 16 connections. Requests per second of
 * both, product ÷ floor, and the CPU time per request of the product's node and of PostgreSQL.
 *   node bench/chao.ts [customers, 100000] [seconds of each turn, 2] [turns, 2] [only rows with this text]
 * The ratio is what counts: it depends little on the machine's other work. BENCH_DATABASE_URL names a database that is kept.
 */
const CLIENTES = Number(process.argv[2] ?? 100_000)
const SEGUNDOS = Number(process.argv[3] ?? 2)
const VEZES = Number(process.argv[4] ?? 2)
const SO = process.argv[5] ?? ''
const CONEXOES = 16
/** A person may search only 300 times a minute, so many take turns. */
const ADMINISTRADORES = 400
const OPERADORES = 20

const mantido = process.env.BENCH_DATABASE_URL
const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
const cliente = new pg.Client({ connectionString: banco.url })
await cliente.connect()
const { db, fechar } = abrirBanco(banco.url)
const filhos: ChildProcess[] = []
try {
  const { rows } = await cliente.query('select from cliente limit 1')
  if (rows.length === 0) console.log(`filled in ${(await medir(() => povoar(banco.url, CLIENTES))).ms} ms`)
  const tokens = await abrirSessoes()
  const produto = await iniciar('produto')
  const chao = await iniciar('chao')
  console.log(
    `${'floor/s'.padStart(9)}${'product/s'.padStart(11)}${'ratio'.padStart(7)}${'node ms'.padStart(9)}${'db ms'.padStart(8)}`,
  )
  for (const linha of await linhasDoChao(cliente)) {
    if (linha.nome.includes(SO)) await comparar(linha, produto, chao, tokens[linha.quem])
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
} finally {
  for (const filho of filhos) filho.kill()
  await fechar()
  await cliente.end()
  await banco.fechar()
}

interface Servidor {
  processo: ChildProcess
  http: Pool
}

async function iniciar(papel: 'produto' | 'chao'): Promise<Servidor> {
  const processo = fork(join(import.meta.dirname, 'chao-servidor.ts'), [papel, banco.url], {
    execArgv: ['--max-semi-space-size=16'], // as `npm start` does
  })
  filhos.push(processo)
  const [porta] = (await once(processo, 'message')) as [number]
  return { processo, http: new Pool(`http://127.0.0.1:${porta}`, { connections: CONEXOES, pipelining: 1 }) }
}

/** Tokens of the operator whose lists are measured, of all operators, and of many administrators. */
async function abrirSessoes() {
  await cliente.query(
    `insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      select 'Admin ' || i, 'a' || i || '@chao.local', '-', 'admin', $2, $2 from generate_series(1, $1::int) i on conflict do nothing`,
    [ADMINISTRADORES, AGORA],
  )
  const ids = async (papel: string, limite: number) =>
    (
      await cliente.query<{ id: string }>('select id from usuario where role = $1 order by id limit $2', [
        papel,
        limite,
      ])
    ).rows
  const criar = async (quem: { id: string }[]) =>
    Promise.all(quem.map(({ id }) => criarSessao(db, Number(id), AGORA, null)))
  const operadores = await criar(await ids('operador', OPERADORES))
  return { admin: await criar(await ids('admin', ADMINISTRADORES)), operador: operadores.slice(0, 1), operadores }
}

async function comparar(linha: LinhaDoChao, produto: Servidor, chao: Servidor, tokens: string[]) {
  const doProduto = (i: number) => ({
    path: `/api/${linha.enderecos[i % linha.enderecos.length]}`,
    headers: { authorization: `Bearer ${tokens[i % tokens.length]}` },
  })
  const doChao = (i: number) => ({ path: `/${i}`, headers: {} })
  const bytes = await tamanho(produto.http, doProduto(0))
  chao.processo.send({ nome: linha.nome, sql: linha.sql, valores: linha.valores, bytes })
  await once(chao.processo, 'message')
  // Warm-up: fills caches, and PostgreSQL plans a statement several times before it keeps a generic plan.
  await carregar(produto.http, doProduto, SEGUNDOS / 2)
  await carregar(chao.http, doChao, SEGUNDOS / 2)
  const soma = { produto: 0, chao: 0, node: 0, banco: 0 }
  for (let vez = 0; vez < VEZES; vez += 1) {
    soma.chao += await carregar(chao.http, doChao, SEGUNDOS)
    const pid = produto.processo.pid!
    const antes = { node: segundosDe(pid), banco: await segundosDoBanco(db) }
    soma.produto += await carregar(produto.http, doProduto, SEGUNDOS)
    soma.node += segundosDe(pid) - antes.node
    soma.banco += (await segundosDoBanco(db)) - antes.banco
  }
  const porSegundo = (pedidos: number) => pedidos / SEGUNDOS / VEZES
  const ms = (segundos: number) => ((segundos * 1_000) / soma.produto).toFixed(2)
  console.log(
    `${porSegundo(soma.chao).toFixed(0).padStart(9)}${porSegundo(soma.produto).toFixed(0).padStart(11)}` +
      `${(soma.produto / soma.chao).toFixed(2).padStart(7)}${ms(soma.node).padStart(9)}${ms(soma.banco).padStart(8)}  ${linha.nome} (${bytes} bytes)`,
  )
}

type Pedido = (i: number) => { path: string; headers: Record<string, string> }

async function tamanho(http: Pool, pedido: ReturnType<Pedido>): Promise<number> {
  const { statusCode, body } = await http.request({ method: 'GET', ...pedido })
  const texto = await body.text()
  if (statusCode !== 200) throw new Error(`${pedido.path}: ${statusCode} ${texto.slice(0, 200)}`)
  return Buffer.byteLength(texto)
}

/** How many requests were answered in this many seconds, with every connection always busy. */
async function carregar(http: Pool, pedido: Pedido, segundos: number): Promise<number> {
  const fim = performance.now() + segundos * 1_000
  let i = 0
  let respondidos = 0
  const perguntar = async () => {
    while (performance.now() < fim) {
      const { statusCode, body } = await http.request({ method: 'GET', ...pedido(i++) })
      await body.dump({ limit: 10_000_000, signal: new AbortController().signal })
      if (statusCode !== 200) throw new Error(`${pedido(i - 1).path}: ${statusCode}`)
      if (performance.now() < fim) respondidos += 1
    }
  }
  await Promise.all(Array.from({ length: CONEXOES }, perguntar))
  return respondidos
}
