import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/schema.ts'
import { tiposPg } from '#server/db/tipos-pg.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { selecionar } from '#server/regua/selecionar.actions.ts'
import { bancoDeMedida, COMO_O_PROGRAMA } from './banco.ts'
import { AGORA, povoar } from './povoar.ts'
import { segundosDe } from './processador.ts'

/*
 * The selection of a day: PostgreSQL's CPU time per statement (those over a tenth of a second), first without asking whose phones
 * are, then asking everybody, then with a state and a town for each customer and one account in twenty held.
 *   node bench/selecao.ts [customers, 300000]
 * Everything is rolled back. BENCH_DATABASE_URL names a database of `bench/povoar.ts` that is kept; only the first case is
 * measured there unless TODAS=1, because rolled-back writes still take space.
 */
const mantido = process.env.BENCH_DATABASE_URL
const banco = mantido ? { url: mantido, fechar: async () => {} } : await bancoDeMedida()
try {
  if (!mantido) await povoar(banco.url, Number(process.argv[2] ?? 300_000))
  for (const modo of ['nunca', 'sempre', 'sempre, places and holds'] as const)
    if (mantido === undefined || modo === 'nunca' || process.env.TODAS) await medirSelecao(modo)
} finally {
  await banco.fechar()
}

async function medirSelecao(modo: 'nunca' | 'sempre' | 'sempre, places and holds') {
  let pid = 0
  let ate = 0
  const pool = new pg.Pool({ connectionString: banco.url, max: 1, types: tiposPg, options: COMO_O_PROGRAMA })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      if (pid === 0) return
      const agora = segundosDe(pid)
      if (agora - ate > 0.1)
        console.log(`  ${(agora - ate).toFixed(2)}  ${query.sql.replaceAll(/\s+/g, ' ').slice(0, 60)}`)
      ate = agora
    },
  })
  const trx = await db.startTransaction().execute()
  if (modo !== 'nunca') await perguntar(trx)
  if (modo === 'sempre, places and holds') await reter(trx)
  const momento = await lerMomento(trx, AGORA)
  const backend = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]!.pid
  const inicio = performance.now()
  const antes = segundosDe(backend)
  ;[pid, ate] = [backend, antes]
  await selecionar(trx, { momento, agora: AGORA })
  const s = ((performance.now() - inicio) / 1_000).toFixed(1)
  pid = 0
  const { rows } = await sql<{ motivo: string; n: number }>`
    select motivo, count(*) as n from decisao group by 1 order by 2 desc`.execute(trx)
  console.log(
    `${modo}: ${(segundosDe(backend) - antes).toFixed(1)} s of PostgreSQL's processor, ${s} s in all; ${rows.map(({ motivo, n }) => `${motivo} ${n}`).join(', ')}`,
  )
  await trx.rollback().execute()
  await db.destroy()
}

/** Two phones in three are known, one in ten was asked ten days ago. */
async function perguntar(trx: Kysely<Database>) {
  await sql`update recebimento set confirmar_pessoa = 'sempre'`.execute(trx)
  await sql`
    insert into pessoa_do_telefone (cliente_id, contato_id, confirmada_em, confirmada_por, ouvida_em)
    select id, contato_id, ${AGORA}, 'sim', ${AGORA} from cliente where id % 3 <> 0 and contato_id is not null`.execute(
    trx,
  )
  await sql`
    insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, created_at)
    select id, contato_id, 'enviada', 'template', 'x', 'entregue', 'confirmacao', 'aceita', '2026-11-14', '2026-11-14T12:00:00Z'
    from cliente where id % 10 = 0 and id % 3 = 0 and contato_id is not null on conflict do nothing`.execute(trx)
  await sql`analyze pessoa_do_telefone`.execute(trx)
}

async function reter(trx: Kysely<Database>) {
  await sql`update cliente set uf = 'AM', municipio = 'Tabatinga' where id % 4 = 0`.execute(trx)
  await sql`update cliente set uf = 'SP', municipio = 'São Paulo' where id % 4 = 1`.execute(trx)
  await sql`
    with nova as (
      insert into contestacao (cliente_id, motivo, prazo, origem, criada_em)
      select id, 'valor', '2026-12-01', 'operador', ${AGORA} from cliente where id % 20 = 0 and contas_abertas > 0 returning id, cliente_id)
    insert into contestacao_conta (contestacao_id, conta_id, devido_centavos)
    select distinct on (n.id) n.id, a.id, 1 from nova n join conta a on a.cliente_id = n.cliente_id and a.situacao = 'aberta'
      and not exists (select from contestacao_conta outra where outra.conta_id = a.id and outra.aberta) order by n.id, a.id`.execute(
    trx,
  )
  await sql`analyze contestacao_conta, cliente`.execute(trx)
}
