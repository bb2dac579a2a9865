import { sql } from 'kysely'
import { preencherConta } from '#domain/conta.ts'
import type { Trx } from '#server/db/schema.ts'
import type { LinhaConta } from './travas.queries.ts'

/**
 * Rewrites locked accounts from their remaining payments: how each is divided, what is paid, whether it is open or settled. An
 * account of a cancelled note is never reopened.
 */
export async function reescreverPagos(trx: Trx, contas: readonly LinhaConta[], agora: Date): Promise<void> {
  const partes = Map.groupBy(await partesDas(trx, contas), ({ contaId }) => contaId)
  const reescritas = contas.map((conta) => {
    const { alocacoes, pagoCentavos, quitadaEm } = preencherConta(conta.valor_centavos, partes.get(conta.id) ?? [])
    const cancelada = conta.situacao === 'cancelada' || conta.nota_cancelada
    const situacao = quitadaEm !== null ? 'paga' : cancelada ? 'cancelada' : 'aberta'
    const linha = { id: conta.id, pago: pagoCentavos, situacao, dia: situacao === 'paga' ? quitadaEm : null }
    return { linha, alocacoes: alocacoes.map((uma) => ({ ...uma, contaId: conta.id })) }
  })
  const alocacoes = reescritas.flatMap((uma) => uma.alocacoes)
  await sql`
    update pagamento_alocacao a set principal_centavos = n.principal, encargos_centavos = n.encargos
    from jsonb_to_recordset(${JSON.stringify(
      alocacoes.map((a) => ({
        conta: a.contaId,
        id: a.pagamentoId,
        principal: a.principalCentavos,
        encargos: a.encargosCentavos,
      })),
    )}::jsonb) as n(conta bigint, id bigint, principal bigint, encargos bigint)
    where a.conta_id = n.conta and a.pagamento_id = n.id
      and (a.principal_centavos, a.encargos_centavos) is distinct from (n.principal, n.encargos)`.execute(trx)
  await sql`
    update conta c set pago_centavos = n.pago, situacao = n.situacao, pago_em = n.dia, updated_at = ${agora}
    from jsonb_to_recordset(${JSON.stringify(reescritas.map(({ linha }) => linha))}::jsonb)
      as n(id bigint, pago bigint, situacao text, dia date)
    where c.id = n.id`.execute(trx)
}

async function partesDas(trx: Trx, contas: readonly LinhaConta[]) {
  const ids = contas.map(({ id }) => id)
  const linhas = await trx
    .selectFrom('pagamento_alocacao as a')
    .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
    .select(['p.id', 'p.pago_em', 'a.conta_id', 'a.principal_centavos', 'a.encargos_centavos'])
    .where('a.conta_id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('p.estornado_em', 'is', null)
    .execute()
  return linhas.map((linha) => ({
    contaId: linha.conta_id,
    pagamentoId: linha.id,
    valorCentavos: linha.principal_centavos + linha.encargos_centavos,
    pagoEm: linha.pago_em,
  }))
}
