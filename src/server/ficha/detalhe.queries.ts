import type { ClienteDetalhado } from '#contract/ficha.ts'
import { anotacoesDe } from '#server/anotacoes/anotacoes.queries.ts'
import { lerComRegua, naoHa } from '#server/clientes/cliente.queries.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { contasDe } from '#server/contas-receber/contas.queries.ts'
import type { Db } from '#server/db/schema.ts'
import { buscarHistorico } from '#server/logs/logs.queries.ts'
import { negociacaoEmAndamento } from '#server/negociacoes/negociacoes.queries.ts'
import { decisaoComRazoes, type Quadro, vizinhosDe } from '#server/regua/decisao.queries.ts'
import { devolucaoDe } from '#server/regua/devolucao.queries.ts'
import { lerMomentoCom } from '#server/regua/momento.queries.ts'
import { telefoneDe } from './pessoa.queries.ts'

/** A customer with what it owes, its agreement, what happened to it, and why it was or was not billed today. */
export async function detalharCliente(
  { db, agora }: { db: Db; agora: Date },
  id: number,
  operadorId?: number,
): Promise<ClienteDetalhado> {
  if (operadorId !== undefined) await exigirVisivel(db, id, operadorId)
  const configuracao = await lerConfiguracao(db)
  const momento = await lerMomentoCom(db, configuracao, agora)
  const lidos = await lerComRegua({ db, agora }, await vizinhosDe(db, id), momento)
  const lido = lidos.find(({ cliente }) => cliente.id === id)
  if (!lido) throw naoHa()
  const quadro: Quadro = { momento, vizinhos: lidos.map(({ naRegua }) => naRegua) }
  const hoje = momento.dia
  const { taxas } = configuracao
  const [contas, negociacao, historico, anotacoes, decisao, devolucao, telefone] = await Promise.all([
    contasDe(db, id, hoje, { taxas, aCaminho: new Set(lido.aCaminho) }),
    negociacaoEmAndamento(db, id, hoje),
    buscarHistorico(db, id),
    anotacoesDe(db, id),
    decisaoComRazoes(db, id, quadro),
    devolucaoDe(db, id, quadro),
    telefoneDe(db, id, quadro),
  ])
  return {
    ...lido.cliente,
    contas,
    negociacao,
    historico,
    anotacoes,
    decisao,
    devolucao,
    ...telefone,
    taxas: { multa_percentual: taxas.multaCentesimos / 100, juros_percentual_mes: taxas.jurosMesCentesimos / 100 },
  }
}
