import { sql } from 'kysely'
import { compactarContas } from '#server/contas-receber/contagem.queries.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { abrirAplicacao, cronometrar, percentil } from './aplicacao.ts'
import { bancoDeMedida } from './banco.ts'

/*
 * A page of the customers' list, and of an operator's accounts (four for each customer that owes) with their summary, over a
 * large database, through the whole application: p50 and p99 in milliseconds.
 *   node bench/listas.ts [customers, 100000] [requests of each kind, 200]
 */
const CLIENTES = Number(process.argv[2] ?? 100_000)
const PEDIDOS = Number(process.argv[3] ?? 200)
const AGORA = new Date('2026-11-24T13:00:00.000Z')

const banco = await bancoDeMedida()
const { app, db, fechar } = await abrirAplicacao(banco.url, AGORA)
try {
  const token = await povoar()
  const ultima = Math.ceil(CLIENTES / 20)
  await medirLista('first page', token, () => '/api/admin/clientes?page=1')
  await medirLista('any page', token, (i) => `/api/admin/clientes?page=${1 + ((i * 7_919) % ultima)}`)
  await medirLista('by status', token, () => '/api/admin/clientes/por-status/ativo?page=3')
  await medirLista('by a word', token, (i) => `/api/admin/clientes?busca=cliente%20${i}`)
  const operador = await darCarteira()
  const contas = '/api/operador/contas-receber'
  await medirLista('accounts, summary', operador, () => `${contas}/resumo`)
  await medirLista('accounts, first page', operador, () => `${contas}/listar`)
  await medirLista('accounts, to receive', operador, () => `${contas}/listar?status=em_aberto,vencida`)
  await medirLista('accounts, one band', operador, () => `${contas}/listar?faixa=31-60`)
  await medirLista('accounts, by value', operador, () => `${contas}/listar?ordenar=-valor&status=vencida`)
  await medirLista('accounts, by a word', operador, (i) => `${contas}/listar?busca=cliente%20${i}`)
} finally {
  await fechar()
  await banco.fechar()
}

/** Customers with one account each, four of five of them owing; returns an administrator's token. */
async function povoar(): Promise<string> {
  await garantirModelos(db, AGORA)
  const { id } = await db
    .insertInto('usuario')
    .values({
      name: 'Admin',
      email: 'admin@bench.local',
      senha_hash: '-',
      role: 'admin',
      created_at: AGORA,
      updated_at: AGORA,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into cliente (nome, documento, telefone, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
    select 'Cliente ' || i, lpad(i::text, 11, '0'), '+55119' || lpad(i::text, 8, '0'),
      case when i % 5 = 0 then 'concluido' else 'ativo' end, case when i % 5 = 0 then 0 else 10000 end,
      case when i % 5 = 0 then 0 else 1 end, case when i % 5 = 0 then null else ${'2026-11-24'}::date - (i % 90) end, ${AGORA}, ${AGORA}
    from generate_series(1, ${CLIENTES}::int) i`.execute(db)
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select id, 'N' || id, 10000, vencimento_mais_antigo, vencimento_mais_antigo, vencimento_mais_antigo, 'manual', ${AGORA}, ${AGORA}
    from cliente where contas_abertas = 1`.execute(db)
  await sql`analyze`.execute(db)
  return criarSessao(db, id, AGORA, null)
}

/** Three more accounts for each customer that owes, half of the customers with one operator; returns that operator's token. */
async function darCarteira(): Promise<string> {
  const { id } = await db
    .insertInto('usuario')
    .values({
      name: 'Operadora',
      email: 'operadora@bench.local',
      senha_hash: '-',
      role: 'operador',
      created_at: AGORA,
      updated_at: AGORA,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select id, 'N' || id || '-' || n, 10000 + id % 977, vencimento_mais_antigo, vencimento_mais_antigo + n * 30, vencimento_mais_antigo + n * 30,
      'manual', ${AGORA}, ${AGORA}
    from cliente, generate_series(1, 3) n where contas_abertas = 1`.execute(db)
  await sql`update cliente set contas_abertas = 4, aberto_centavos = 40000, operador_id = case when id % 2 = 0 then ${id}::bigint end
    where contas_abertas = 1`.execute(db)
  await sql`vacuum analyze`.execute(db)
  await compactarContas(db)
  return criarSessao(db, id, AGORA, null)
}

async function medirLista(nome: string, token: string, url: (i: number) => string) {
  const tempos = await cronometrar(app, token, PEDIDOS, url)
  const p = (parte: number) => percentil(tempos, parte).toFixed(1)
  console.log(`${CLIENTES} customers, ${nome}: p50 ${p(0.5)} ms, p99 ${p(0.99)} ms (${PEDIDOS} requests)`)
}
