import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import pg from 'pg'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { abrirComEmulador, ate } from './com-emulador.ts'
import { AGORA } from './povoar.ts'

/*
 * A whole run of a large company through the program, with its messages through the emulator, step by step: the clock, the CPU
 * time of each process, and the longest block of node's event loop, by its own work and by anything.
 *   node bench/guardado.ts <folder> -- rodada [WHATSAPP_MAX_MPS, 10000]
 * Its writes are kept: give it a copy of the folder.
 */
const RITMO = Number(process.argv[2] ?? 10_000)
const url = process.env.BENCH_DATABASE_URL
if (!url) throw new Error('BENCH_DATABASE_URL names no database of bench/guardado.ts')

/** The statement that begins each step; before the first step runs the day's turn. */
const COMECAM: [passo: string, comando: RegExp][] = [
  ['selection', /^select pg_advisory_xact_lock\(hashtextextended\('cobranca.executar'/],
  ['messages and steps', /^insert into "execucao"/],
  ['report', /^\s*select coalesce\(min\(cliente_id\)/],
  ['moves to the queue', /for no key update/],
]

// The clock must advance, because a retried message waits for its time.
const programa = await abrirComEmulador(url, () => new Date(AGORA.getTime() + performance.now()), RITMO)
const { servicos, db, processadores } = programa
try {
  // Templates are reset, so that this emulator is the one that approves them.
  await sql`update modelo_versao set situacao = 'local', nome_meta = null, meta_id = null, aprovada_em = null`.execute(
    db,
  )
  await programa.prepararModelos()
  await emDia()
  await medirRodada()
} catch (erro) {
  console.error(erro)
  process.exitCode = 1
} finally {
  await programa.fechar()
}

/** Moves long overdue agreements and promises forward; otherwise weeks of them would break on one morning. */
async function emDia() {
  // Over a million customers it exceeds the program's statement timeout, so it has its own connection.
  const cliente = new pg.Client({ connectionString: url })
  await cliente.connect()
  await cliente.query(`
    update conta set vencimento = '2026-12-10', vencimento_util = '2026-12-10'
      where situacao = 'aberta' and acordo_id in (select id from negociacao where status = 'ativa') and vencimento_util < '2026-11-24';
    update promessa set ate = '2026-12-10', limite = '2026-12-11' where status = 'pendente' and limite < '2026-11-24';
    analyze conta, promessa`)
  await cliente.end()
}

async function medirRodada() {
  const passo = await abrirPasso()
  const original = pg.Client.prototype.query
  let i = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [um] = args as [string | { text: string }]
    const texto = typeof um === 'string' ? um : um.text
    const [nome, comando] = COMECAM[i] ?? []
    if (nome && comando?.test(texto)) {
      passo.comecar(nome)
      i += 1
    }
    return original.apply(this, args as never)
  } as never
  const rodada = await executar(servicos, {}).finally(() => {
    pg.Client.prototype.query = original
  })
  passo.comecar('sends and their statuses')
  const naoHa = async (onde: string) =>
    (await sql.raw<{ ha: boolean }>(`select exists (select from ${onde}) as ha`).execute(db)).rows[0]!.ha === false
  await ate(
    'everything was sent, told and processed',
    async () =>
      // The emulator refuses some numbers temporarily, as Meta does; messages to be retried are not waited for.
      (await naoHa(`mensagem where envio in ('fila', 'reivindicada', 'enviando') and tentativas = 0`)) &&
      (await naoHa('evento_recebido where processado_em is null and posto_de_lado_em is null')),
    3_600,
  )
  await passo.terminar()
  console.log(rodada)
  const { rows } = await sql`
    select envio, status, count(*) as messages, count(distinct contato_id) as phones from mensagem where execucao_id = ${rodada.execucao_id} group by 1, 2`.execute(
    db,
  )
  console.table(rows)
}

/** Measures until the next step begins. */
async function abrirPasso() {
  const atraso = monitorEventLoopDelay({ resolution: 5 })
  atraso.enable()
  let parada = 0
  let linha = process.threadCpuUsage()
  const vigia = setInterval(() => {
    const gasto = process.threadCpuUsage(linha)
    linha = process.threadCpuUsage()
    parada = Math.max(parada, (gasto.user + gasto.system) / 1_000)
  }, 5)
  const lidos: Promise<Awaited<ReturnType<typeof ler>>>[] = []
  // Read while the step's first statement is already running, which costs little compared with a step.
  const ler = async (nome: string) => {
    const lido = { nome, em: performance.now(), atraso: atraso.max / 1e6, parada }
    parada = 0
    atraso.reset()
    return { ...lido, ...(await processadores()) }
  }
  const casa = (n: number) => Number(n.toFixed(1))
  const seguir = (nome: string) => {
    const antes = lidos.at(-1)
    const agora = ler(nome)
    lidos.push(agora)
    return Promise.all([antes, agora]).then(([marco, depois]) => {
      if (!marco) return
      console.log(
        `${marco.nome}: ${casa((depois.em - marco.em) / 1_000)} s by the clock; processor: node ${casa(depois.node - marco.node)} s, ` +
          `PostgreSQL ${casa(depois.postgresql - marco.postgresql)}, emulator ${casa(depois.emulator - marco.emulator)}; ` +
          `the loop stopped by its own work ${Math.round(depois.parada)} ms, late ${Math.round(depois.atraso)}`,
      )
    })
  }
  await seguir('the day turns')
  return {
    comecar: (nome: string) => void seguir(nome),
    async terminar() {
      await seguir('end')
      clearInterval(vigia)
    },
  }
}
