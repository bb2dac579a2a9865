import type { ClienteDetalhado } from '#contract/clientes.ts'
import { diaDe } from '#domain/data.ts'
import { anotacoesDe } from '#server/anotacoes/anotacoes.queries.ts'
import { lerCliente } from '#server/clientes/cliente.queries.ts'
import { exigirVisivel, vontadeDe } from '#server/clientes/destinatario.queries.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { buscarHistorico } from '#server/logs/logs.queries.ts'
import { negociacaoEmAndamento } from '#server/negociacoes/negociacoes.queries.ts'
import { listasDe } from '#server/regua/bloqueado.queries.ts'
import { decisaoComRazoes, lerQuadro } from '#server/regua/decisao.queries.ts'
import { devolucaoDe } from '#server/regua/devolucao.queries.ts'
import { pessoaDe } from './pessoa.queries.ts'

/** A customer with what it owes, its agreement, what happened to it, and why it was or was not billed today. */
export async function detalharCliente(
  { db, agora }: { db: Db; agora: Date },
  id: number,
  operadorId?: number,
): Promise<ClienteDetalhado> {
  if (operadorId !== undefined) await exigirVisivel(db, id, operadorId)
  const hoje = diaDe(agora)
  const quadro = await lerQuadro(db, id, agora)
  const cliente = await lerCliente({ db, agora }, id, quadro)
  const [contas, negociacao, historico, anotacoes, decisao, devolucao, taxas, vontade, listas, pessoa] =
    await Promise.all([
      contasDe(db, id, hoje),
      negociacaoEmAndamento(db, id, hoje),
      buscarHistorico(db, id),
      anotacoesDe(db, id),
      decisaoComRazoes(db, id, quadro),
      devolucaoDe(db, id, quadro),
      lerTaxas(db),
      vontadeDe(db, id),
      listasDe(db, id),
      pessoaDe(db, id, quadro),
    ])
  return {
    ...cliente,
    contas,
    negociacao,
    historico,
    anotacoes,
    decisao,
    devolucao,
    ...vontade,
    ...listas,
    pessoa,
    taxas: { multa_percentual: taxas.multaCentesimos / 100, juros_percentual_mes: taxas.jurosMesCentesimos / 100 },
  }
}
