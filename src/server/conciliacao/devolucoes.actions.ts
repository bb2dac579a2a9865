import { sql } from 'kysely'
import { diaDe } from '#domain/data.ts'
import {
  type CreditoDevolvivel,
  type CreditoNoDia,
  creditoDaDevolucao,
  DIAS_ATE_VOLTAR,
  DIAS_NO_EXTRATO,
  tomarDoCredito,
} from '#domain/devolucao.ts'
import { formatarReais } from '#domain/dinheiro.ts'
import { RegraViolada } from '#domain/erros.ts'
import { frase } from '#domain/frase-do-log.ts'
import { indeciso, type Movimento as MovimentoDito } from '#domain/movimento.ts'
import type { Pagador } from '#domain/pagador.ts'
import { mesmoPagador } from '#domain/repeticao.ts'
import { normalizar } from '#domain/texto.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { esquecerQuemPagou } from '#server/movimentos/de-anonimos.actions.ts'
import { comClientes, emMovimento } from '#server/movimentos/mesmo-dinheiro.queries.ts'
import { anotar, aplicarPartes, dito } from './aplicar.actions.ts'
import { avisarMovimentos } from './avisar.ts'
import { soltarPagamentos, travarDonos } from './decisoes.actions.ts'
import { outrosDoMesmo } from './mesmo-boleto.actions.ts'
import type { CausaDaConciliacao, Movimento } from './travas.queries.ts'

const LOTE = 100

/** Deducts refunds from the credits they refer to, each in its own transaction. Returns how many it processed. */
export async function aplicarDevolucoes(db: Db, agora: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from movimento where a_julgar and tipo = 'devolucao' order by dia, id limit ${sql.lit(LOTE)}`.execute(db)
  for (const { id } of rows) await aplicarDevolucao(db, id, agora)
  await avisarMovimentos(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Refunds, of whatever file, that a credit of this import could explain: few wait, so each looks for it. */
const explicadas = (importacaoId: number) => {
  const dela = sql`select from movimento c where c.importacao_id = ${importacaoId} and c.tipo = 'credito'`
  return sql`m.tipo = 'devolucao' and m.situacao = 'novo' and (
    exists (${dela} and c.end_to_end_id = m.end_to_end_id)
    or m.end_to_end_id is null and exists (${dela} and c.valor_centavos = m.valor_centavos
      and c.dia between m.dia - ${sql.lit(DIAS_ATE_VOLTAR)} and m.dia))`
}

/** Has them looked for again. */
export const remarcarDevolucoes = (trx: Trx, importacaoId: number) =>
  sql`update movimento set a_julgar = true where id in (
    select m.id from movimento m where ${explicadas(importacaoId)} order by m.id for update)`.execute(trx)

/** Like `aplicarDevolucoes`, for one import's refunds or those it explains, in a transaction that is rolled back. */
export async function preverDevolucoes(trx: Trx, agora: Date, importacaoId: number): Promise<void> {
  const causa = { origem: 'conciliacao' as const, agora }
  const { rows } = await sql<Movimento>`
    select * from movimento m where (m.a_julgar and m.tipo = 'devolucao' and m.importacao_id = ${importacaoId})
      or (${explicadas(importacaoId)}) order by m.dia, m.id`.execute(trx)
  for (const devolucao of rows) {
    const { id } = devolucao
    if (devolucao.importacao_id !== importacaoId) {
      await preverDeAntes(trx, devolucao, importacaoId)
      continue
    }
    await sql`savepoint devolucao`.execute(trx)
    await tomar(trx, id, causa).catch(async (erro: unknown) => {
      if (!(erro instanceof RegraViolada)) throw erro
      await sql`rollback to savepoint devolucao`.execute(trx)
    })
  }
}

/** Only in the import's credit, which nobody else sees: a lock on the refund would be waited for. */
async function preverDeAntes(trx: Trx, devolucao: Movimento, importacaoId: number): Promise<void> {
  const achado = await acharCredito(trx, devolucao)
  const credito =
    achado &&
    (await trx
      .selectFrom('movimento')
      .selectAll()
      .where('id', '=', achado.id)
      .where('importacao_id', '=', importacaoId)
      .executeTakeFirst())
  if (credito) await tirarDoCredito(trx, credito, tomarDoCredito(devolucao.valor_centavos, partesDe(credito)))
}

async function aplicarDevolucao(db: Db, id: number, agora: Date): Promise<void> {
  const causa = { origem: 'conciliacao' as const, agora }
  try {
    await emTransacao(db, (trx) => tomar(trx, id, causa))
  } catch (erro) {
    if (!(erro instanceof RegraViolada)) throw erro
    await emTransacao(db, (trx) => deixarParaDepois(trx, id, erro.message, causa))
  }
}

async function tomar(trx: Trx, id: number, causa: CausaDaConciliacao): Promise<void> {
  const devolucao = await travarDevolucao(trx, id)
  if (!devolucao) return
  const achado = await acharCredito(trx, devolucao)
  if (!achado) return deixarParaDepois(trx, id, CREDITO_DESCONHECIDO, causa)
  const credito = await trx
    .selectFrom('movimento')
    .selectAll()
    .where('id', '=', achado.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const outro = credito.ignorado_centavos > 0 ? await outroDoIgnorado(trx, credito.id) : undefined
  if (outro) return deixarParaDepois(trx, id, podeSerO(outro), causa)
  const tomado = tomarDoCredito(devolucao.valor_centavos, partesDe(credito))
  if (tomado.sobraCentavos > 0) return deixarParaDepois(trx, id, CREDITO_DESCONHECIDO, causa)
  const contas = tomado.aplicadoCentavos > 0 ? await reaplicar(trx, credito, tomado.aplicadoCentavos, causa) : []
  await tirarDoCredito(trx, credito, tomado)
  await trx
    .updateTable('movimento')
    .set({
      situacao: 'aplicado',
      a_julgar: false,
      motivo: null,
      credito_id: credito.id,
      cliente_id: credito.cliente_id,
      tomado: JSON.stringify(tomado),
    })
    .where('id', '=', id)
    .execute()
  await reabrir(trx, contas, causa.agora)
  await esquecerQuemPagou(trx, [id])
  const texto = frase`${formatarReais(devolucao.valor_centavos)} de ${dito(credito)} voltaram, diz o banco.`
  await anotar(trx, credito, 'receber_devolucao', credito.cliente_id, texto, causa)
}

const CREDITO_DESCONHECIDO = 'Não se sabe de qual crédito é esta devolução. Será procurado de novo a cada dia.'

/** Told of the same money as this that was ignored, and paid, or may still pay. */
const outroDoIgnorado = async (trx: Trx, creditoId: number) =>
  (await outrosDoMesmo(trx, [creditoId])).find(({ situacao }) => situacao !== 'ignorado' && situacao !== 'devolvido')

/** Why what went back of the other, which was ignored, waits for a person. */
function podeSerO(outro: Movimento): string {
  const faca = indeciso(outro) ? 'ignore' : 'desfaça e depois ignore'
  const casos = outro.pelo_pix
    ? `O Pix devolvido foi ignorado, e pode ser o ${outro.nosso_numero ? `do boleto ${outro.nosso_numero}` : 'de um boleto'}. Se o boleto deixou de estar pago, ${faca} o boleto; se continua pago, desfaça o Pix.`
    : `O que voltou é de um boleto ignorado, que pode ter sido pago pelo Pix ${outro.txid}. Se o dinheiro desse Pix voltou, ${faca} o Pix; se não voltou, desfaça o boleto.`
  return `${casos} Depois a devolução é descontada, em até um dia.`
}

const travarDevolucao = (trx: Trx, id: number) =>
  trx
    .selectFrom('movimento')
    .selectAll()
    .where('id', '=', id)
    .where('tipo', '=', 'devolucao')
    .where('situacao', '=', 'novo')
    .forUpdate()
    .executeTakeFirst()

const partesDe = (credito: Movimento): CreditoNoDia => ({
  devolvidoSemProvaCentavos: credito.sem_prova_centavos,
  indecisoCentavos: credito.sem_dono_centavos + credito.ignorado_centavos,
  creditoCentavos: credito.credito_centavos,
  aplicadoCentavos: credito.aplicado_centavos,
})

/** The refunded credit; matched by the beginning of an erased name only if nobody else we know has the refund's name. */
async function acharCredito(trx: Trx, devolucao: Movimento): Promise<CreditoDevolvivel | null> {
  const dita = emMovimento(devolucao)
  const creditos = await creditosPossiveis(trx, devolucao)
  const achado = creditoDaDevolucao(dita, creditos)
  if (!achado?.movimento.sinais) return achado
  const [sabida] = await comClientes(trx, [dita])
  return creditoDaDevolucao({ ...sabida!, deCliente: sabida!.deCliente || (await pagouMais(trx, dita)) }, creditos)
}

/** Whoever it names paid something of which it may be a part. */
async function pagouMais(trx: Trx, { pagador, dia, valorCentavos }: MovimentoDito): Promise<boolean> {
  if (!pagador?.nome) return false
  const inicio = normalizar(pagador.nome).split(/[^a-z0-9]/)[0]
  const { rows } = await sql<Pagador>`
    select pagador_nome as nome, pagador_documento as documento from movimento
    where tipo = 'credito' and valor_centavos > ${valorCentavos} and dia between ${dia}::date - ${DIAS_NO_EXTRATO}::int and ${dia}::date
      and starts_with(normalizar(pagador_nome), ${inicio})`.execute(trx)
  return rows.some((outro) => mesmoPagador(outro, pagador))
}

/** Credits by the refund's id, whatever day a statement gave them, or of its amount and from before it. */
async function creditosPossiveis(trx: Trx, devolucao: Movimento): Promise<CreditoDevolvivel[]> {
  const { rows } = await sql<Movimento>`
    select * from movimento where tipo = 'credito' and ${
      devolucao.end_to_end_id === null
        ? sql`valor_centavos = ${devolucao.valor_centavos} and dia between ${devolucao.dia}::date - ${sql.lit(DIAS_ATE_VOLTAR)} and ${devolucao.dia}::date`
        : sql`end_to_end_id = ${devolucao.end_to_end_id}`
    }
    order by dia desc, id desc limit 500`.execute(trx)
  return rows.map((linha) => ({
    id: linha.id,
    movimento: emMovimento(linha),
    restaCentavos: linha.valor_centavos - linha.devolvido_centavos + linha.sem_prova_centavos,
  }))
}

/**
 * Payments of a credit, some of which went back: all are reversed, and what stays is applied again to the same accounts, in their
 * order. Gives the accounts.
 */
async function reaplicar(
  trx: Trx,
  credito: Movimento,
  tomadoCentavos: number,
  causa: CausaDaConciliacao,
): Promise<number[]> {
  // Before their accounts are read: an agreement that ends meanwhile moves them to others.
  await travarDonos(trx, [credito.id])
  const { rows } = await sql<{ conta_id: number; cliente_id: number; centavos: number; operador_id: number | null }>`
    select a.conta_id, p.cliente_id, sum(a.principal_centavos + a.encargos_centavos)::bigint as centavos,
      (array_agg(p.operador_id order by p.id))[1] as operador_id
    from pagamento p join pagamento_alocacao a on a.pagamento_id = p.id
    where p.movimento_id = ${credito.id} and p.estornado_em is null group by 1, 2 order by 1`.execute(trx)
  await soltarPagamentos(trx, [credito.id], 'O banco informou que o dinheiro voltou.', causa, true)
  let resta = credito.aplicado_centavos - tomadoCentavos
  const partes = rows.flatMap(({ conta_id, centavos, operador_id }) => {
    const parte = Math.min(resta, centavos)
    resta -= parte
    return parte > 0 ? [{ id: conta_id, valorCentavos: parte, deNovo: { operador_id } }] : []
  })
  await aplicarPartes(trx, credito, partes, causa, true)
  // Not before: a promise, or an agreement, is judged by what stays and not by what stood in between.
  await reconciliar(
    trx,
    rows.map(({ cliente_id }) => cliente_id),
    causa,
  )
  return rows.map(({ conta_id }) => conta_id)
}

async function tirarDoCredito(trx: Trx, credito: Movimento, tomado: CreditoNoDia): Promise<void> {
  const { devolvidoSemProvaCentavos: semProva, indecisoCentavos, creditoCentavos, aplicadoCentavos } = tomado
  const aplicado = credito.aplicado_centavos - aplicadoCentavos
  const doCredito = credito.credito_centavos - creditoCentavos
  const ignorado = Math.max(0, credito.ignorado_centavos - indecisoCentavos)
  const devolvido = credito.devolvido_centavos + indecisoCentavos + creditoCentavos + aplicadoCentavos
  const semDono = credito.valor_centavos - aplicado - doCredito - ignorado - devolvido
  await trx
    .updateTable('movimento')
    .set({
      aplicado_centavos: aplicado,
      credito_centavos: doCredito,
      ignorado_centavos: ignorado,
      devolvido_centavos: devolvido,
      sem_prova_centavos: credito.sem_prova_centavos - semProva,
      situacao: situacaoDe({ aplicado, doCredito, ignorado, semDono, antes: credito.situacao }),
      a_julgar: semDono > 0,
    })
    .where('id', '=', credito.id)
    .execute()
}

interface Partes {
  aplicado: number
  doCredito: number
  ignorado: number
  semDono: number
  antes: Movimento['situacao']
}

const situacaoDe = ({ aplicado, doCredito, ignorado, semDono, antes }: Partes): Movimento['situacao'] => {
  if (semDono > 0) return antes
  if (doCredito > 0) return 'credito'
  if (aplicado > 0) return 'aplicado'
  return ignorado > 0 ? 'ignorado' : 'devolvido'
}

/** Holds reopened accounts for a day, because their customer may not know of the refund. */
const reabrir = (trx: Trx, contas: readonly number[], agora: Date) =>
  sql`
    insert into conta_a_caminho (conta_id, reaberta_em)
    select id, ${agora} from conta where id = any(${[...contas]}::bigint[]) and situacao = 'aberta' order by id
    on conflict (conta_id) do update set reaberta_em = excluded.reaberta_em`.execute(trx)

/** Leaves a refund unassigned: administrators are told once, and it is retried every day. */
async function deixarParaDepois(trx: Trx, id: number, motivo: string, causa: CausaDaConciliacao): Promise<void> {
  const devolucao = await travarDevolucao(trx, id)
  if (!devolucao) return
  await trx
    .updateTable('movimento')
    .set({ a_julgar: false, julgado_dia: diaDe(causa.agora), motivo })
    .where('id', '=', id)
    .execute()
  if (devolucao.motivo === motivo) return
  const texto = frase`Devolução de ${formatarReais(devolucao.valor_centavos)} à espera: ${motivo}`
  await anotar(trx, devolucao, 'avisar_devolucao', null, texto, causa, { nivel: 'aviso' })
}
