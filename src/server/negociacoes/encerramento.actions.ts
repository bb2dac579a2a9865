import { sql } from 'kysely'
import { type Causa, peloSistema } from '#domain/causa.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { DIAS_ATE_QUEBRAR, realocarPagamentos } from '#domain/negociacao.ts'
import { aoQuebrarAcordo, reconciliar } from '#server/clientes/automaticas.actions.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { contasRetidas, type QuandoRetem } from '#server/regua/retencao.queries.ts'

type Negociacao = Linha<'negociacao'>

/**
 * An agreement ends early: its instalments are cancelled (a paid one keeps its day), the originals reopen (those of a cancelled
 * note as `cancelada`), and what was paid moves to the oldest of them, each payment keeping its id and day. The caller has locked
 * the customer, and afterwards moves it and reconciles.
 */
export async function encerrar(
  trx: Trx,
  negociacao: Negociacao,
  status: 'quebrada' | 'cancelada',
  motivo: string,
  causa: Causa,
) {
  const { id, cliente_id } = negociacao
  const pagamentos = await tirarPagamentos(trx, id)
  await cancelarParcelas(trx, id, motivo, causa.agora)
  const originais = await devolverOriginais(trx, id, causa.agora)
  await alocar(trx, realocarPagamentos(pagamentos, originais), causa.agora)
  await trx.updateTable('negociacao').set({ status, motivo, encerrada_em: causa.agora }).where('id', '=', id).execute()
  await registrar(trx, {
    agora: causa.agora,
    usuarioId: causa.usuarioId ?? null,
    ip: causa.ip ?? null,
    nivel: status === 'quebrada' ? 'aviso' : 'info',
    acao: status === 'quebrada' ? 'negociacao.quebrar' : 'negociacao.cancelar',
    ...(status === 'quebrada'
      ? { descricao: frase`Acordo ${id} de ${oCliente(cliente_id)} quebrado: ${motivo}` }
      : { descricao: frase`Acordo ${id} de ${oCliente(cliente_id)} cancelado.`, motivo }),
    entidade: 'cliente',
    entidadeId: cliente_id,
    dados: { negociacao: id },
  })
}

/** The instalments' valid payments, detached from them. A paid instalment records which payments paid it. */
async function tirarPagamentos(trx: Trx, acordoId: number) {
  const { rows } = await sql<{ id: number; valor: number; pago_em: Dia }>`
    with tiradas as (
      delete from pagamento_alocacao a using conta c, pagamento p
      where c.id = a.conta_id and c.acordo_id = ${acordoId} and p.id = a.pagamento_id and p.estornado_em is null
      returning a.pagamento_id, a.conta_id, a.principal_centavos + a.encargos_centavos as valor
    ), pagas as (
      update conta c set pagamentos_no_acordo = t.ids
      from (select conta_id, array_agg(pagamento_id) as ids from tiradas group by 1) t
      where c.id = t.conta_id and c.situacao = 'paga'
    )
    select p.id, sum(t.valor)::bigint as valor, p.pago_em from tiradas t join pagamento p on p.id = t.pagamento_id
    group by p.id, p.pago_em`.execute(trx)
  return rows.map(({ id, valor, pago_em }) => ({ id, valorCentavos: valor, pagoEm: pago_em }))
}

const cancelarParcelas = (trx: Trx, acordoId: number, motivo: string, agora: Date) =>
  trx
    .updateTable('conta')
    .set((eb) => ({
      situacao: 'cancelada' as const,
      pago_centavos: 0,
      paga_no_acordo_em: eb.ref('pago_em'),
      pago_em: null,
      motivo_cancelamento: motivo,
      updated_at: agora,
    }))
    .where('acordo_id', '=', acordoId)
    .execute()

async function devolverOriginais(trx: Trx, acordoId: number, agora: Date) {
  const contas = await trx
    .updateTable('conta')
    .set((eb) => ({
      situacao: eb
        .case()
        .when('nota_cancelada', '=', true)
        .then('cancelada' as const)
        .else('aberta' as const)
        .end(),
      substituida_por: null,
      updated_at: agora,
    }))
    .where('substituida_por', '=', acordoId)
    .returning(['id', 'valor_centavos', 'pago_centavos', 'vencimento', 'nota_cancelada'])
    .execute()
  return contas.map((conta) => ({
    id: conta.id,
    abertoCentavos: conta.valor_centavos - conta.pago_centavos,
    vencimento: conta.vencimento,
    notaCancelada: conta.nota_cancelada,
  }))
}

/** Payments stand on these accounts now; one that reaches its face value is `paga`, on the day of the last that filled it. */
async function alocar(trx: Trx, alocacoes: ReturnType<typeof realocarPagamentos>, agora: Date) {
  if (alocacoes.length === 0) return
  await trx
    .insertInto('pagamento_alocacao')
    .values(
      alocacoes.map((alocacao) => ({
        pagamento_id: alocacao.pagamentoId,
        conta_id: alocacao.contaId,
        principal_centavos: alocacao.principalCentavos,
        encargos_centavos: alocacao.encargosCentavos,
      })),
    )
    .execute()
  await sql`
    update conta c set
      pago_centavos = c.pago_centavos + n.principal,
      situacao = case when c.situacao = 'aberta' and c.pago_centavos + n.principal = c.valor_centavos then 'paga' else c.situacao end,
      pago_em = case when c.situacao = 'aberta' and c.pago_centavos + n.principal = c.valor_centavos then (
        select max(p.pago_em) from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id
        where a.conta_id = c.id and a.principal_centavos > 0 and p.estornado_em is null) else c.pago_em end,
      updated_at = ${agora}
    from (
      select conta_id, sum(principal)::bigint as principal
      from jsonb_to_recordset(${JSON.stringify(alocacoes.map((a) => ({ conta_id: a.contaId, principal: a.principalCentavos })))}::jsonb)
        as x(conta_id bigint, principal bigint)
      group by conta_id
    ) n
    where c.id = n.conta_id`.execute(trx)
}

/**
 * Breaks every agreement with an instalment five days overdue, counted from its due day moved to a business day, each in its own
 * transaction; one that is on hold is not broken until the hold ends. Run by a job; safe anywhere, any time. Returns how many
 * broke.
 */
export async function quebrarVencidas(db: Db, agora: Date): Promise<number> {
  const dia = diaDe(agora)
  const { calendario, carenciaDiasUteis } = await lerConfiguracao(db)
  const quando = { dia, calendario, carenciaDiasUteis }
  const limite = somarDias(dia, -DIAS_ATE_QUEBRAR)
  const candidatas = await comParcelaVencida(db, limite, quando).execute()
  let quebradas = 0
  for (const { id, cliente_id } of candidatas) {
    quebradas += await emTransacao(db, async (trx) => {
      await travarClientes(trx, [cliente_id])
      // Under the lock: it may have been paid or cancelled meanwhile.
      const negociacao = await comParcelaVencida(trx, limite, quando, [cliente_id])
        .where('n.id', '=', id)
        .executeTakeFirst()
      if (!negociacao) return 0
      await encerrar(
        trx,
        negociacao,
        'quebrada',
        `Parcela com ${DIAS_ATE_QUEBRAR} dias ou mais de atraso.`,
        peloSistema(agora),
      )
      await aoQuebrarAcordo(trx, [cliente_id], agora)
      await reconciliar(trx, [cliente_id], peloSistema(agora))
      return 1
    })
  }
  return quebradas
}

const comParcelaVencida = (db: Db | Trx, limite: Dia, quando: QuandoRetem, clientes?: readonly number[]) =>
  db
    .selectFrom('negociacao as n')
    .selectAll('n')
    .where('n.status', '=', 'ativa')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('conta as c')
          .select('c.id')
          .whereRef('c.acordo_id', '=', 'n.id')
          .where('c.situacao', '=', 'aberta')
          .where('c.vencimento_util', '<=', limite)
          .where(sql<boolean>`c.id not in (select conta_id from (${contasRetidas(quando, clientes)}) as retidas)`),
      ),
    )
    .orderBy('n.id')
