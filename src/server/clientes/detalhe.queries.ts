import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { decisaoComRazoes } from '#server/cobranca/decisao.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { buscarHistorico } from '#server/logs/logs.queries.ts'
import { negociacaoAtiva } from '#server/negociacoes/negociacoes.queries.ts'
import { lerCliente } from './cliente.queries.ts'

/** A customer with what it owes, its agreement, what happened to it, and why it was or was not billed today. */
export async function detalharCliente(
  { db, agora }: { db: Db; agora: Date },
  id: number,
  operadorId?: number,
): Promise<ClienteDetalhado> {
  if (operadorId !== undefined) await exigirVisivel(db, id, operadorId)
  const hoje = diaDe(agora)
  const cliente = await lerCliente({ db, agora }, id)
  const [contas, negociacao, historico, decisao, taxas] = await Promise.all([
    contasDe(db, id, hoje),
    negociacaoAtiva(db, id, hoje),
    buscarHistorico(db, id),
    decisaoComRazoes(db, id, agora),
    lerTaxas(db),
  ])
  return {
    ...cliente,
    contas,
    negociacao,
    historico,
    decisao,
    taxas: { multa_percentual: taxas.multaCentesimos / 100, juros_percentual_mes: taxas.jurosMesCentesimos / 100 },
  }
}

/** 404 for a customer that is not there, or is another operator's. */
export async function exigirVisivel(db: Db, id: number, operadorId: number): Promise<void> {
  const achado = await db.selectFrom('cliente').select('operador_id').where('id', '=', id).executeTakeFirst()
  if (!achado || (achado.operador_id !== null && achado.operador_id !== operadorId)) {
    throw new NaoEncontrado('Este cliente não existe ou é de outro operador.')
  }
}
