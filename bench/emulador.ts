import { type Kysely, sql } from 'kysely'
import { executar } from '#server/cobranca/execucao.actions.ts'
import type { Database } from '#server/db/schema.ts'
import { bancoDeMedida, medir } from './banco.ts'
import { abrirComEmulador, ate } from './com-emulador.ts'

/*
 * One node of the application against the emulator in a separate process: a run of the engine is sent while three statuses of
 * each message come back. How many per second are sent and received, with what latency, each exactly once; and the CPU time of
 * the three processes, which does not depend on the machine's other work.
 *   node bench/emulador.ts [messages, 10000] [WHATSAPP_MAX_MPS, 10000]
 */
const MENSAGENS = Number(process.argv[2] ?? 10_000)
const RITMO = Number(process.argv[3] ?? 10_000)
const AGORA = new Date('2026-11-24T13:00:00.000Z')

const banco = await bancoDeMedida({ duravel: true })
const { servicos, db, perguntar, processadores, prepararModelos, fechar } = await abrirComEmulador(
  banco.url,
  () => AGORA,
  RITMO,
)
try {
  await povoar(db)
  await prepararModelos()
  await medirTudo()
} finally {
  await fechar()
  await banco.fechar()
}

async function medirTudo() {
  const rodada = await medir(() => executar(servicos, {}))
  console.log(`run: ${rodada.valor.enfileiradas} queued in ${rodada.ms} ms`)
  const antes = await processadores()
  const inicio = performance.now()
  const desde = () => (performance.now() - inicio) / 1_000
  // Cheap to poll: partial indexes hold only the pending rows.
  const naoHa = async (onde: string) =>
    (await sql.raw<{ ha: boolean }>(`select exists (select from ${onde}) as ha`).execute(db)).rows[0]!.ha === false
  const marcos = { enviadas: 0, chegadas: 0, processadas: 0 }
  await ate('everything was sent, told and processed', async () => {
    marcos.enviadas ||= (await naoHa(`mensagem where envio in ('fila', 'reivindicada', 'enviando')`)) ? desde() : 0
    if (!marcos.enviadas) return false
    marcos.chegadas ||= (await eventosGuardados()) >= MENSAGENS * 3 ? desde() : 0
    if (!marcos.chegadas) return false
    marcos.processadas ||= (await naoHa('evento_recebido where processado_em is null and posto_de_lado_em is null'))
      ? desde()
      : 0
    return marcos.processadas > 0
  })
  const porSegundo = (n: number, s: number) => `${n} in ${s.toFixed(1)} s, ${Math.round(n / s)} a second`
  console.log(`sent: ${porSegundo(MENSAGENS, marcos.enviadas)}`)
  console.log(`webhook events stored: ${porSegundo(MENSAGENS * 3, marcos.chegadas)}, while sending`)
  console.log(`webhook events processed: ${porSegundo(MENSAGENS * 3, marcos.processadas)}, while sending`)
  const depois = await processadores()
  const gasto = Object.entries(depois).map(
    ([nome, s]) => `${nome} ${((s - antes[nome as keyof typeof antes]) / (MENSAGENS / 1_000)).toFixed(2)}`,
  )
  console.log(`processor, seconds for 1,000 messages and their 3,000 statuses: ${gasto.join(', ')}`)
  const { data } = (await perguntar('/webhooks?limite=500')) as { data: { duracaoMs: number | null }[] }
  const esperas = data.flatMap(({ duracaoMs }) => duracaoMs ?? []).sort((a, b) => a - b)
  const em = (parte: number) => esperas[Math.floor(esperas.length * parte)]
  console.log(`intake, as Meta would see it: p50 ${em(0.5)} ms, p99 ${em(0.99)} ms of the last ${esperas.length}`)
  await conferir()
}

async function eventosGuardados(): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from evento_recebido where tipo = 'status'`.execute(db)
  return rows[0]!.n
}

/** Checks in the emulator's log that each message, and each of its statuses, occurred once. */
async function conferir() {
  const eventos = await eventosGuardados()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from mensagem where status = 'lida'`.execute(db)
  const { data } = (await perguntar('/envios')) as { data: { referencia: string }[] }
  const diferentes = new Set(data.map(({ referencia }) => referencia)).size
  console.log(`exactly once: ${data.length} accepted, ${diferentes} different; ${eventos} statuses of ${MENSAGENS * 3}`)
  const certo = [diferentes, data.length, rows[0]!.n, eventos / 3].every((n) => n === MENSAGENS)
  if (!certo) process.exitCode = 1
}

/** Everybody owes one account, five days overdue. */
async function povoar(db: Kysely<Database>) {
  await sql`insert into contato (canonico, hash) select '5511' || (80000000 + i), int8send(i) from generate_series(1, ${MENSAGENS}::bigint) i`.execute(
    db,
  )
  await sql`insert into cliente (nome, documento, telefone, contato_id, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
    select 'Cliente ' || id, lpad(id::text, 11, '0'), '+55119' || substr(canonico, 5), id, 'ativo', 10000, 1, '2026-11-19', ${AGORA}, ${AGORA} from contato`.execute(
    db,
  )
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select id, 'N1', 10000, '2026-11-19', '2026-11-19', '2026-11-19', 'manual', ${AGORA}, ${AGORA} from cliente`.execute(
    db,
  )
  await sql`analyze`.execute(db)
}
