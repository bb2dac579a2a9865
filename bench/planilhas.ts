import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { abrirAplicacao } from './aplicacao.ts'
import { bancoDeMedida } from './banco.ts'
import { AGORA, povoar } from './povoar.ts'
import { segundosDe, segundosDoBanco } from './processador.ts'

/*
 * Whole lists as spreadsheets, read to the end over HTTP: size, time, CPU time of node and PostgreSQL, peak memory growth, and
 * the longest block of node's event loop by its own work (a timer of five milliseconds).
 *   node bench/planilhas.ts [customers, 100000] [only those with this text]
 * BENCH_DATABASE_URL names a database that is kept.
 */
const CLIENTES = Number(process.argv[2] ?? 100_000)
const SO = process.argv[3] ?? ''
const PLANILHAS: ['admin' | 'operador', string][] = [
  ['admin', 'admin/clientes/exportar.csv'],
  ['admin', 'admin/clientes/exportar.csv?status=ativo&ordenar=-valor'],
  ['operador', 'operador/contas-receber/exportar.csv'],
  ['operador', 'operador/clientes/ativos/exportar.csv'],
  ['admin', 'admin/logs/exportar.csv?de=2026-11-20&ate=2026-11-24'],
  ['admin', 'admin/cobranca/execucoes/59/exportar.csv'],
  ['admin', 'admin/conciliacao/movimentos/exportar.csv'],
  ['admin', 'admin/configuracoes/mensagens/desempenho/exportar.csv'],
]

const mantido = process.env.BENCH_DATABASE_URL
const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
const { app, db, fechar } = await abrirAplicacao(banco.url, AGORA)
try {
  if (!mantido) await povoar(banco.url, CLIENTES)
  const tokens = { admin: await criarSessao(db, 1, AGORA, null), operador: await criarSessao(db, 2, AGORA, null) }
  const onde = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const [quem, caminho] of PLANILHAS) if (caminho.includes(SO)) await medir(`${onde}/api/${caminho}`, tokens[quem])
} finally {
  await fechar()
  await banco.fechar()
}

async function medir(url: string, token: string) {
  const antes = { node: segundosDe('self'), db: await segundosDoBanco(db), memoria: process.memoryUsage.rss() }
  let parada = 0
  let pico = antes.memoria
  let linha = process.threadCpuUsage()
  const vigia = setInterval(() => {
    const { user, system } = process.threadCpuUsage(linha)
    linha = process.threadCpuUsage()
    parada = Math.max(parada, (user + system) / 1_000)
    pico = Math.max(pico, process.memoryUsage.rss())
  }, 5)
  const inicio = performance.now()
  const pedido = request(url, { headers: { authorization: `Bearer ${token}` } }).end()
  const [resposta] = (await once(pedido, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const parte of resposta) bytes += (parte as Buffer).length
  clearInterval(vigia)
  const s = (performance.now() - inicio) / 1_000
  console.log(
    `${new URL(url).pathname.slice(5)}${new URL(url).search}: ${resposta.statusCode}, ${(bytes / 1e6).toFixed(1)} MB in ${s.toFixed(1)} s; ` +
      `processor: node ${(segundosDe('self') - antes.node).toFixed(1)} s, PostgreSQL ${((await segundosDoBanco(db)) - antes.db).toFixed(1)}; ` +
      `+${Math.round((pico - antes.memoria) / 2 ** 20)} MiB; the loop stopped by its own work at most ${parada.toFixed(0)} ms`,
  )
}
