import { sql } from 'kysely'
import { type Causa, peloSistema } from '#domain/causa.ts'
import { type Dia, diaDe, somarDias } from '#domain/data.ts'
import { frase, oCliente } from '#domain/frase-do-log.ts'
import { DIAS_ATE_QUEBRAR, realocarPagamentos } from '#domain/negociacao.ts'
import { aosPoucos } from '#server/clientes/aos-poucos.ts'
import { aoQuebrarAcordo, reconciliar } from '#server/clientes/automaticas.actions.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { type Registro, registrar } from '#server/logs/logs.actions.ts'
import { contasRetidas, type QuandoRetem } from '#server/regua/retencao.queries.ts'

type Negociacao = Linha<'negociacao'>

/**
 * Agreements of different customers end early: their instalments are cancelled (a paid one keeps its day), the originals reopen
 * (those of a cancelled note as `cancelada`), and what was paid moves to the customer's oldest of them, each payment keeping its id
 * and day. The caller has locked the customers, and afterwards moves them and reconciles.
 */
export async function encerrar(
  trx: Trx,
  negociacoes: readonly Pick<Negociacao, 'id' | 'cliente_id'>[],
  status: 'quebrada' | 'cancelada',
  motivo: string,
  causa: Causa,
) {
  const ids = negociacoes.map(({ id }) => id)
  const pagamentos = Map.groupBy(await tirarPagamentos(trx, ids), ({ clienteId }) => clienteId)
  await cancelarParcelas(trx, ids, motivo, causa.agora)
  const originais = Map.groupBy(await devolverOriginais(trx, ids, causa.agora), ({ clienteId }) => clienteId)
  const alocacoes = negociacoes.flatMap(({ cliente_id }) =>
    realocarPagamentos(pagamentos.get(cliente_id) ?? [], originais.get(cliente_id) ?? []),
  )
  await alocar(trx, alocacoes, causa.agora)
  await trx
    .updateTable('negociacao')
    .set({ status, motivo, encerrada_em: causa.agora })
    .where('id', '=', umDestes(ids))
    .execute()
  const dizer = (negociacao: (typeof negociacoes)[number]) => registro(negociacao, status, motivo, causa)
  await registrar(trx, ...negociacoes.map(dizer))
}

function registro(
  { id, cliente_id }: Pick<Negociacao, 'id' | 'cliente_id'>,
  status: 'quebrada' | 'cancelada',
  motivo: string,
  causa: Causa,
): Registro {
  return {
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
  }
}

const umDestes = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** The instalments' valid payments, detached from them. A paid instalment records which payments paid it. */
async function tirarPagamentos(trx: Trx, acordos: readonly number[]) {
  const { rows } = await sql<{ id: number; cliente_id: number; valor: number; pago_em: Dia }>`
    with tiradas as (
      delete from pagamento_alocacao a using conta c, pagamento p
      where c.id = a.conta_id and c.acordo_id = ${umDestes(acordos)} and p.id = a.pagamento_id and p.estornado_em is null
      returning a.pagamento_id, a.conta_id, c.cliente_id, a.principal_centavos + a.encargos_centavos as valor
    ), pagas as (
      update conta c set pagamentos_no_acordo = t.ids
      from (select conta_id, array_agg(pagamento_id) as ids from tiradas group by 1) t
      where c.id = t.conta_id and c.situacao = 'paga'
    )
    select p.id, t.cliente_id, sum(t.valor)::bigint as valor, p.pago_em from tiradas t join pagamento p on p.id = t.pagamento_id
    group by p.id, t.cliente_id, p.pago_em`.execute(trx)
  return rows.map(({ id, cliente_id, valor, pago_em }) => ({
    id,
    clienteId: cliente_id,
    valorCentavos: valor,
    pagoEm: pago_em,
  }))
}

const cancelarParcelas = (trx: Trx, acordos: readonly number[], motivo: string, agora: Date) =>
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
    .where('acordo_id', '=', umDestes(acordos))
    .execute()

async function devolverOriginais(trx: Trx, acordos: readonly number[], agora: Date) {
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
    .where('substituida_por', '=', umDestes(acordos))
    .returning(['id', 'cliente_id', 'valor_centavos', 'pago_centavos', 'vencimento', 'nota_cancelada'])
    .execute()
  return contas.map((conta) => ({
    id: conta.id,
    clienteId: conta.cliente_id,
    abertoCentavos: conta.valor_centavos - conta.pago_centavos,
    vencimento: conta.vencimento,
    notaCancelada: conta.nota_cancelada,
  }))
}

/** Payments stand on these accounts now; one that reaches its face value is `paga`, on the day of the last that filled it. */
async function alocar(trx: Trx, alocacoes: ReturnType<typeof realocarPagamentos>, agora: Date) {
  if (alocacoes.length === 0) return
  const linhas = alocacoes.map((alocacao) => ({
    pagamento_id: alocacao.pagamentoId,
    conta_id: alocacao.contaId,
    principal: alocacao.principalCentavos,
    encargos: alocacao.encargosCentavos,
  }))
  const novas = sql`jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb)
    as x(pagamento_id bigint, conta_id bigint, principal bigint, encargos bigint)`
  await sql`
    insert into pagamento_alocacao (pagamento_id, conta_id, principal_centavos, encargos_centavos)
    select pagamento_id, conta_id, principal, encargos from ${novas}`.execute(trx)
  await sql`
    update conta c set
      pago_centavos = c.pago_centavos + n.principal,
      situacao = case when c.situacao = 'aberta' and c.pago_centavos + n.principal = c.valor_centavos then 'paga' else c.situacao end,
      pago_em = case when c.situacao = 'aberta' and c.pago_centavos + n.principal = c.valor_centavos then (
        select max(p.pago_em) from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id
        where a.conta_id = c.id and a.principal_centavos > 0 and p.estornado_em is null) else c.pago_em end,
      updated_at = ${agora}
    from (select conta_id, sum(principal)::bigint as principal from ${novas} group by conta_id) n
    where c.id = n.conta_id`.execute(trx)
}

/**
 * Breaks every agreement with an instalment five days overdue, counted from its due day moved to a business day; one that is on hold
 * is not broken until the hold ends. Run by a job; safe anywhere, any time. Returns how many broke.
 */
export async function quebrarVencidas(db: Db, agora: Date): Promise<number> {
  const dia = diaDe(agora)
  const { calendario, carenciaDiasUteis } = await lerConfiguracao(db)
  const quando = { dia, calendario, carenciaDiasUteis }
  const limite = somarDias(dia, -DIAS_ATE_QUEBRAR)
  const candidatas = await comParcelaVencida(db, limite, quando).execute()
  return aosPoucos(db, candidatas, async (trx, _, clientes) => {
    // Under the locks: they may have been paid or cancelled meanwhile.
    const negociacoes = await comParcelaVencida(trx, limite, quando, clientes).execute()
    const motivo = `Parcela com ${DIAS_ATE_QUEBRAR} dias ou mais de atraso.`
    await encerrar(trx, negociacoes, 'quebrada', motivo, peloSistema(agora))
    const deles = negociacoes.map(({ cliente_id }) => cliente_id)
    await aoQuebrarAcordo(trx, deles, agora)
    await reconciliar(trx, deles, peloSistema(agora))
    return negociacoes.length
  })
}

const comParcelaVencida = (db: Db | Trx, limite: Dia, quando: QuandoRetem, clientes?: readonly number[]) =>
  db
    .selectFrom('negociacao as n')
    .select(['n.id', 'n.cliente_id'])
    .where('n.status', '=', 'ativa')
    .$if(clientes !== undefined, (q) => q.where('n.cliente_id', '=', umDestes(clientes!)))
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
