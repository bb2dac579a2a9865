import { sql } from 'kysely'
import { DIA_MS, diaDe } from '#domain/data.ts'
import { MODELOS_DO_MOTOR } from '#domain/decisao.ts'
import { COM_MENSAGEM, fraseDaDecisao } from '#domain/explicacao.ts'
import { DA_REGUA, finalidadeDaRegua } from '#domain/mensagem.ts'
import { MODELO_DA_PERGUNTA } from '#domain/pessoa.ts'
import { plural } from '#domain/plural.ts'
import { moverParaFila as moverClientesParaFila } from '#server/clientes/automaticas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { type Faixa, faixasDe, sqlNaFaixa } from '#server/regua/faixa.ts'
import { lerMomento } from '#server/regua/momento.queries.ts'
import type { Rodada } from '#server/regua/rodada.ts'
import { decidir } from '#server/regua/selecao.ts'
import { IDS_POR_FAIXA, selecionar } from '#server/regua/selecionar.actions.ts'
import { acordarSaida } from '#server/saida/saida.actions.ts'
import type { Relogio, Servicos } from '#server/servicos.ts'
import { virarODia } from './virada.actions.ts'

export interface PedidoDeExecucao {
  simular?: boolean
  /** Lifts hours, Sundays and holidays. */
  forcado?: boolean
  /** The day's own run, by the clock. */
  automatica?: boolean
  usuarioId?: number | null
  ip?: string | null
}

export interface Executada {
  execucao_id: number
  avaliados: number
  enfileiradas: number
  ignorados: Record<string, number>
}

/**
 * A run: decides for everyone and queues the messages with the steps they cover, in one transaction; then moves to the
 * queue those for whom the engine can do no more, some thousands at a time, to hold no lock long. Runs wait for each
 * other and see what the previous one queued, so running twice sends nothing twice. An interrupted run queued all or
 * nothing, and the next run moves the customers that it did not. `simular` writes only its own report.
 */
export async function executar(
  { db, relogio }: Pick<Servicos, 'db' | 'relogio'>,
  pedido: PedidoDeExecucao,
): Promise<Executada> {
  if (!pedido.simular) await virarODia(db, relogio.agora())
  const { executada, rodada, paraFila } = await rodar(db, relogio, pedido)
  for (let i = 0; i < paraFila.length; i += LOTE_DA_FILA) {
    const clientes = paraFila.slice(i, i + LOTE_DA_FILA)
    await emTransacao(db, (trx) => moverParaFila(trx, { ...rodada, clientes }))
  }
  // The queue went from empty to many rows: without new statistics the dispatcher's statements get bad plans.
  if (executada.enfileiradas > MUITAS) await sql`select analisar('fila')`.execute(db)
  return executada
}

const MUITAS = 1_000

interface Rodou {
  executada: Executada
  rodada: Rodada
  /** Whom the engine can do no more for. */
  paraFila: number[]
}

function rodar(db: Db, relogio: Relogio, pedido: PedidoDeExecucao): Promise<Rodou> {
  return emTransacao(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('cobranca.executar', 0))`.execute(trx)
    const agora = relogio.agora()
    const rodada: Rodada = { agora, momento: await lerMomento(trx, agora, pedido.forcado) }
    await selecionar(trx, rodada)
    const id = await abrirExecucao(trx, pedido, agora)
    if (!pedido.simular) await enfileirarPrevistas(trx, id, pedido.forcado ?? false, agora)
    const executada = await fecharExecucao(trx, id)
    if (pedido.simular) return { executada, rodada, paraFila: [] }
    await anunciarExecucao(trx, executada, pedido, agora)
    const { rows } = await sql<{ id: number }>`
      select cliente_id as id from decisao where fila is not null order by cliente_id`.execute(trx)
    return { executada, rodada, paraFila: rows.map((linha) => linha.id) }
  })
}

async function abrirExecucao(trx: Trx, pedido: PedidoDeExecucao, agora: Date): Promise<number> {
  const { id } = await trx
    .insertInto('execucao')
    .values({
      dia: diaDe(agora),
      simulada: pedido.simular ?? false,
      forcada: pedido.forcado ?? false,
      automatica: pedido.automatica ?? false,
      usuario_id: pedido.usuarioId ?? null,
      criada_em: agora,
      avaliados: 0,
      enfileiradas: 0,
      ignorados: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const LOTE_DA_FILA = 2_000

/** Judged again under the customers' locks: a payment or a reply that came meanwhile keeps them out of the queue. */
async function moverParaFila(trx: Trx, rodada: Rodada & { clientes: readonly number[] }) {
  await travarClientes(trx, rodada.clientes)
  const porMotivo = Map.groupBy(await decidir(trx, rodada), ({ fila }) => fila)
  for (const [motivo, linhas] of porMotivo) {
    if (motivo === null) continue
    const clientes = linhas.map(({ cliente_id }) => cliente_id)
    await moverClientesParaFila(trx, clientes, motivo, rodada.agora)
  }
}

const quem = ({ usuarioId = null, ip = null }: PedidoDeExecucao) => ({ usuarioId, ip })

const FINALIDADE_POR_MODELO = JSON.stringify(
  Object.fromEntries(MODELOS_DO_MOTOR.map((um) => [um, finalidadeDaRegua(um)])),
)

const PERGUNTADO = fraseDaDecisao('enviada', null, true)

const MENSAGENS_POR_VEZ = 5_000

/** In the order in which they shall go, so many at a time that no statement is long. */
async function enfileirarPrevistas(trx: Trx, execucaoId: number, forcada: boolean, agora: Date) {
  const { rows } = await sql<{ ultima: number }>`
    select coalesce(max(ordem), 0) as ultima from decisao where motivo = 'prevista'`.execute(trx)
  const faixas = faixasDe(1, rows[0]!.ultima, MENSAGENS_POR_VEZ)
  // Without statistics the planner expects a handful of rows, and compares each message with every other.
  await sql`analyze decisao (cliente_id, motivo, ordem)`.execute(trx)
  if (faixas.length > 1) {
    await sql`create index on decisao (ordem) where ordem is not null`.execute(trx)
    await sql`create index on decisao (cliente_id)`.execute(trx)
  }
  for (const faixa of faixas) await enfileirarFaixa(trx, faixa, execucaoId, forcada, agora)
}

/** The text is written at the claim; until then it is a placeholder. A question is about no step, and covers none. */
async function enfileirarFaixa(trx: Trx, faixa: Faixa, execucaoId: number, forcada: boolean, agora: Date) {
  await sql`
    with previstas as (select * from decisao where motivo = 'prevista' ${sqlNaFaixa('ordem', faixa)}),
    novas as (
      insert into mensagem (cliente_id, contato_id, direcao, tipo, conteudo, status, finalidade, modelo_tipo, automatica,
        envio, dia, forcada, execucao_id, passo, proxima_em, created_at)
      select p.cliente_id, p.contato_id, 'enviada', 'template', 'Mensagem automática: ' || m.titulo, 'pendente',
        ${FINALIDADE_POR_MODELO}::jsonb ->> p.modelo, p.modelo, true,
        'fila', ${diaDe(agora)}::date, ${forcada}, ${execucaoId}, case when p.modelo <> ${MODELO_DA_PERGUNTA} then p.passo end, ${agora}, ${agora}
      from previstas p join modelo m on m.tipo = p.modelo
      order by p.ordem
      on conflict (dia, contato_id) where finalidade in ${lista(DA_REGUA)} and not liberada do nothing
      returning id, cliente_id
    ), passos as (
      insert into cobranca_passo (conta_id, dias, vencimento, mensagem_id, cliente_id)
      select c.id, s.dias, c.vencimento, n.id, n.cliente_id
      from novas n join previstas p on p.cliente_id = n.cliente_id and p.modelo <> ${MODELO_DA_PERGUNTA},
        lateral unnest(p.contas, p.passos) as s(conta_id, dias) join conta c on c.id = s.conta_id
      on conflict do nothing
    )
    update decisao set motivo = case when n.id is null then 'ja_contatado_hoje' else 'enviada' end,
      detalhe = case when n.id is not null and p.modelo = ${MODELO_DA_PERGUNTA} then ${PERGUNTADO} end
    from previstas p left join novas n on n.cliente_id = p.cliente_id
    where decisao.cliente_id = p.cliente_id`.execute(trx)
}

async function fecharExecucao(trx: Trx, id: number): Promise<Executada> {
  const { rows: ids } = await sql<{ primeiro: number; ultimo: number }>`
    select coalesce(min(cliente_id), 0) as primeiro, coalesce(max(cliente_id), 0) as ultimo from decisao`.execute(trx)
  for (const faixa of faixasDe(ids[0]!.primeiro, ids[0]!.ultimo, IDS_POR_FAIXA))
    await sql`
      insert into execucao_item (execucao_id, cliente_id, enviada, motivo, passo, detalhe)
      select ${id}, cliente_id, motivo = 'enviada', motivo, passo, detalhe from decisao where true ${sqlNaFaixa('cliente_id', faixa)}`.execute(
      trx,
    )
  const { rows } = await sql<Omit<Executada, 'execucao_id'>>`
    update execucao set avaliados = f.avaliados, enfileiradas = f.enfileiradas, ignorados = f.ignorados
    from (
      select coalesce(sum(n), 0) as avaliados,
        coalesce(sum(n) filter (where motivo in ${lista(COM_MENSAGEM)}), 0) as enfileiradas,
        coalesce(jsonb_object_agg(motivo, n) filter (where motivo not in ${lista(COM_MENSAGEM)}), '{}') as ignorados
      from (select motivo, count(*) as n from decisao group by motivo) as contagem
    ) as f
    where execucao.id = ${id}
    returning execucao.avaliados, execucao.enfileiradas, execucao.ignorados`.execute(trx)
  return { execucao_id: id, ...rows[0]! }
}

async function anunciarExecucao(trx: Trx, executada: Executada, pedido: PedidoDeExecucao, agora: Date) {
  const { execucao_id, avaliados, enfileiradas, ignorados } = executada
  await registrar(trx, {
    agora,
    ...quem(pedido),
    acao: 'cobranca.executar',
    descricao: `Rodada de cobrança${pedido.automatica ? ' do dia' : ''}: ${plural(avaliados, 'cliente avaliado', 'clientes avaliados')}, ${plural(enfileiradas, 'mensagem', 'mensagens')} na fila.`,
    entidade: 'execucao',
    entidadeId: execucao_id,
    dados: { avaliados, enfileiradas, ignorados, forcada: pedido.forcado ?? false },
  })
  if (enfileiradas === 0) return
  await acordarSaida(trx)
  await notificarTodos(trx, 'mensagem')
}

const GUARDAR_SIMULADAS_MS = DIA_MS
const GUARDAR_MS = 60 * DIA_MS

/** Simulations are looked at once; the figures of a run stay, who was in it is kept for two months. */
export async function esquecerRelatorios(db: Db, agora: Date): Promise<void> {
  const antes = (ms: number) => new Date(agora.getTime() - ms)
  await sql`delete from execucao where simulada and criada_em < ${antes(GUARDAR_SIMULADAS_MS)}`.execute(db)
  await sql`
    delete from execucao_item i using execucao e
    where e.id = i.execucao_id and e.criada_em < ${antes(GUARDAR_MS)}`.execute(db)
}
