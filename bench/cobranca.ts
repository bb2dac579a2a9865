import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import Fastify from 'fastify'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { CLIENTE_PADRAO, criarPsp } from '#emulator/pix/psp.ts'
import { cifrar } from '#server/chaves/cifra.ts'
import { criarCloudApi } from '#server/cloud-api/criar-cloud-api.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import type { Database, Db } from '#server/db/schema.ts'
import { despachante } from '#server/despacho/despachante.jobs.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { criarProvedorPix, SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import { criarSaidaSegura } from '#server/rede/saida-segura.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import { sqlDecisao } from '#server/regua/selecao.ts'
import { bancoDeMedida, COMO_O_PROGRAMA, medir } from './banco.ts'

/*
 * The engine over a large database: the duration of the selection and of a whole run, and how many messages per second the
 * dispatcher sends to a WhatsApp that answers at once.
 *   node bench/cobranca.ts [customers, 100000] [messages to send, 5000] [WHATSAPP_MAX_MPS, 10000]
 * CONFIRMAR=sempre: the engine asks whose the phones are; two in three are known, and one in ten was asked before.
 * CODIGOS=estatico, or =psp: each message carries a payment code, a PSP's from an emulator in this process.
 */
const CLIENTES = Number(process.argv[2] ?? 100_000)
const ENVIOS = Number(process.argv[3] ?? 5_000)
const RITMO = Number(process.argv[4] ?? 10_000)
const CODIGOS = process.env.CODIGOS as 'estatico' | 'psp' | undefined
const CONFIRMAR = process.env.CONFIRMAR as 'cpf' | 'sempre' | undefined
const AGORA = new Date('2026-11-24T13:00:00.000Z')

const banco = await bancoDeMedida()
const { db, fechar } = abrirBanco(banco.url)
try {
  // Filling a million customers takes longer than the application's statement timeout.
  const semPrazo = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: banco.url, options: COMO_O_PROGRAMA }) }),
  })
  await povoar(semPrazo)
  await semPrazo.destroy()
  if (CODIGOS)
    await sql`update modelo_versao set texto = ${'Oi, {{primeiro_nome}}. Pague a conta {{numero}} com o código {{pix_copia_e_cola}} ainda hoje.'}`.execute(
      db,
    )
  const momento = await lerMomento(db, AGORA)
  if (process.env.EXPLAIN) {
    const { rows } = await sql<{
      'QUERY PLAN': string
    }>`explain (analyze, buffers) ${sqlDecisao({ momento, agora: AGORA })}`.execute(db)
    console.log(rows.map((linha) => linha['QUERY PLAN']).join('\n'))
  }
  const contar = () =>
    sql`select motivo, count(*) from (${sqlDecisao({ momento, agora: AGORA })}) d group by 1 order by 2 desc`.execute(
      db,
    )
  const selecao = await medir(contar)
  console.log(`selection over ${CLIENTES} customers, ${CLIENTES * 3} accounts: ${selecao.ms} ms`, selecao.valor.rows)
  const relogio = { agora: () => AGORA, deFora: () => AGORA }
  const simulada = await medir(() => executar({ db, relogio }, { simular: true }))
  console.log(`simulated run: ${simulada.ms} ms`)
  const rodada = await medir(() => executar({ db, relogio }, {}))
  console.log(
    `run: ${rodada.ms} ms, ${rodada.valor.enfileiradas} queued, peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  )
  await medirDespacho(db)
} finally {
  await fechar()
  await banco.fechar()
}

/** One customer in five is due today; the others have paid, are ahead of their steps, paused, or opted out. */
async function povoar(db: Kysely<Database>) {
  await garantirModelos(db, AGORA)
  await sql`update modelo_versao set situacao = 'aprovado', nome_meta = tipo || '_v1', aprovada_em = ${AGORA}`.execute(
    db,
  )
  await sql`insert into contato (canonico, hash, aceita_mensagens, ultimo_contato_em)
    select '5511' || lpad(i::text, 8, '0'), int8send(i), i % 50 <> 0, ${AGORA}::timestamptz - make_interval(days => (i % 40)::int + 3)
    from generate_series(1, ${CLIENTES}::bigint) i`.execute(db)
  await sql`insert into cliente (nome, documento, telefone, contato_id, status, motivo_pausa, aberto_centavos, contas_abertas,
      vencimento_mais_antigo, ultimo_contato_em, created_at, updated_at)
    select 'Cliente ' || t.id, lpad(t.id::text, 11, '0'), '+' || t.canonico, t.id, case when t.id % 30 = 0 then 'pausado' else 'ativo' end,
      case when t.id % 30 = 0 then 'prazo' end, 30000, 3, date '2026-11-24' - (t.id % 40)::int, t.ultimo_contato_em, ${AGORA}, ${AGORA}
    from contato t`.execute(db)
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select c.id, 'N' || k, 10000, d, d, d, 'manual', ${AGORA}, ${AGORA}
    from cliente c, generate_series(0, 2) k, lateral (select date '2026-11-24' - (c.id % 40)::int + 30 * k as d) v`.execute(
    db,
  )
  await sql`insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, aceita_em, created_at)
    select id, contato_id, 'enviada', 'template', 'x', 'lida', 'regua', 'aceita', date '2026-11-01', ${AGORA}, ${AGORA} from cliente`.execute(
    db,
  )
  await sql`insert into cobranca_passo (conta_id, dias, vencimento, mensagem_id, cliente_id)
    select a.id, p.dias, a.vencimento, m.id, a.cliente_id
    from conta a join mensagem m on m.cliente_id = a.cliente_id, passo_regua p
    where a.vencimento + p.dias <= date '2026-11-24' and a.cliente_id % 5 <> 0`.execute(db)
  if (CONFIRMAR) await perguntar(db, CONFIRMAR)
  await sql`analyze`.execute(db)
}

async function perguntar(db: Kysely<Database>, confirmar: 'cpf' | 'sempre') {
  await db.updateTable('recebimento').set({ confirmar_pessoa: confirmar }).execute()
  await sql`insert into pessoa_do_telefone (cliente_id, contato_id, confirmada_em, confirmada_por, ouvida_em)
    select id, contato_id, ${AGORA}::timestamptz - interval '60 days', 'sim', ${AGORA}::timestamptz - interval '20 days'
    from cliente where id % 3 <> 0`.execute(db)
  await sql`insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, envio, dia, aceita_em, created_at)
    select id, contato_id, 'enviada', 'template', 'x', 'lida', 'confirmacao', 'aceita', date '2026-11-15', ${AGORA}, date '2026-11-15'
    from cliente where id % 10 = 3`.execute(db)
}

/** Only `ENVIOS` messages stay queued; the fake Meta answers at once, so that only our side is measured. */
async function medirDespacho(db: Kysely<Database>) {
  await sql`update mensagem set proxima_em = 'infinity' where envio = 'fila' and id not in
    (select id from mensagem where envio = 'fila' order by id limit ${ENVIOS})`.execute(db)
  const vistas = new Set<string>()
  let recebidas = 0
  const chegadas: number[] = []
  const meta = Fastify()
  meta.post('/v23.0/1/messages', async (pedido) => {
    recebidas += 1
    chegadas.push(performance.now())
    vistas.add((pedido.body as { biz_opaque_callback_data: string }).biz_opaque_callback_data)
    return { messaging_product: 'whatsapp', contacts: [], messages: [{ id: `wamid.${recebidas}` }] }
  })
  await meta.listen({ host: '127.0.0.1', port: 0 })
  const { port } = meta.server.address() as AddressInfo
  const api = criarCloudApi({
    apiUrl: `http://127.0.0.1:${port}/v23.0`,
    token: 't',
    phoneNumberId: '1',
    businessAccountId: '2',
  })
  // The dispatcher uses nothing of the PSP service but its client.
  const whatsapp = { api: async () => api } as unknown as Parameters<typeof despachante>[0]['whatsapp']
  const log = pino({ level: 'error' })
  const { pix, fechar: fecharPix } = await abrirPix(db as Db)
  const servicos = {
    db: db as Db,
    relogio: { agora: () => AGORA, deFora: () => AGORA },
    log,
    whatsapp,
    pix,
    pastaDados: tmpdir(),
    origem: 'http://127.0.0.1:3000',
    maxPorSegundo: RITMO,
  }
  const despacho = await medir(async () => despachante(servicos).executar(new AbortController().signal))
  const segundos = Math.max(1, despacho.ms - 1_000) / 1_000 // the dispatcher holds its lock for a second after its last send
  console.log(
    `dispatch: ${recebidas} messages (${vistas.size} different) in ${segundos.toFixed(1)} s, ${Math.round(recebidas / segundos)} a second`,
  )
  console.log(
    `at the receiver: at most ${maisEm(chegadas, 1_000)} in any second, ${maisEm(chegadas, 100)} in any tenth`,
  )
  if (CODIGOS)
    console.log('codes:', (await sql`select tipo, situacao, count(*) from codigo group by 1, 2`.execute(db)).rows)
  await api.fechar()
  await meta.close()
  await fecharPix()
}

/** The largest number of these instants within any window of so many milliseconds. */
function maisEm(instantes: number[], ms: number): number {
  let primeiro = 0
  return instantes.reduce((mais, em, i) => {
    while (em - instantes[primeiro]! >= ms) primeiro += 1
    return Math.max(mais, i - primeiro + 1)
  }, 0)
}

/** How the company receives, with its own PSP if asked for. */
async function abrirPix(db: Db) {
  const [chaveSecreta, relogio] = [Buffer.alloc(32), { agora: () => AGORA, deFora: () => AGORA }]
  const psp = criarPsp({ relogio, chaves: ['11222333000181'] })
  const banco = Fastify()
  await banco.register(psp.plugin, { prefix: '/v2' })
  await banco.listen({ host: '127.0.0.1', port: 0 })
  const destino = `127.0.0.1:${(banco.server.address() as AddressInfo).port}`
  if (CODIGOS) {
    await sql`update configuracao set pix = '11222333000181'`.execute(db)
    await sql`update recebimento set pix_nome = 'Modelo', pix_cidade = 'Campinas'`.execute(db)
  }
  if (CODIGOS === 'psp')
    await db
      .updateTable('recebimento')
      .set({
        psp_base_url: `http://${destino}/v2`,
        psp_token_url: `http://${destino}/v2/oauth/token`,
        psp_client_id: CLIENTE_PADRAO.id,
        psp_client_secret_cifrado: cifrar(
          chaveSecreta,
          CLIENTE_PADRAO.segredo,
          SEGREDOS_DO_PSP.psp_client_secret_cifrado,
        ),
      })
      .execute()
  const saida = criarSaidaSegura({ nomeados: () => [destino] })
  const pix = criarProvedorPix({ db, log: pino({ level: 'error' }), chaveSecreta, saida })
  const fechar = async () => {
    await pix.fechar()
    await psp.fechar()
    await banco.close()
  }
  return { pix, fechar }
}
