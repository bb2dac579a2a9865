import { sql } from 'kysely'
import type { Contestacao } from '#contract/contestacoes.ts'
import type { ContaDaPagina, Inicio } from '#contract/pagina.ts'
import { statusNoDia } from '#domain/conta.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { calcularDevido } from '#domain/devido.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Taxas } from '#domain/encargos.ts'
import { capitalizar, tratamento } from '#domain/tratamento.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import { contestacoesDe } from '#server/contestacoes/contestacoes.queries.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { negociacaoEmAndamento } from '#server/negociacoes/negociacoes.queries.ts'
import { lerOfertas } from '#server/ofertas/ofertas.queries.ts'
import { promessasDe } from '#server/promessas/promessas.queries.ts'
import { contestacaoDaConta, ditaAoCliente } from '#server/saldo/conta-no-dia.ts'
import type { LinkAberto } from './porta.actions.ts'

/** A customer's debts today, oldest first, with their promises and disputes. */
export async function inicioDe(db: Db | Trx, link: LinkAberto, token: string, agora: Date): Promise<Inicio> {
  const { clienteId, nome, documento } = link
  const hoje = diaDe(agora)
  return {
    primeiro_nome: tratamento({ nome: documento.length === 11 ? capitalizar(nome) : nome, documento }),
    contas: await contasDaPagina(db, clienteId, hoje),
    ofertas: await lerOfertas(db, clienteId, agora),
    acordo: await negociacaoEmAndamento(db, clienteId, hoje),
    promessas: (await promessasDe(db, clienteId)).map((uma) => ({ ...uma, autor: null })),
    contestacoes: (await contestacoesDe(db, clienteId)).map((uma) => contestacaoDaPagina(uma, token)),
  }
}

/**
 * The amount in cents received by one of this customer's codes since their latest code was created, whatever it asked; null when none
 * was, or when it was refunded.
 */
export async function chegouPeloCodigo(db: Db | Trx, clienteId: number): Promise<number | null> {
  const { rows } = await sql<{ valor: number }>`
    select m.valor_centavos - m.devolvido_centavos as valor
    from codigo c join movimento m on upper(m.txid) = upper(c.txid) and m.txid = c.txid and m.tipo = 'credito'
    where c.cliente_id = ${clienteId} and c.situacao = 'pago' and m.devolvido_centavos < m.valor_centavos
      and m.created_at >= (select created_at from codigo where cliente_id = c.cliente_id and copia_e_cola is not null order by id desc limit 1)
    order by m.id desc limit 1`.execute(db)
  return rows[0]?.valor ?? null
}

/** Its file opens at an address of the page. */
export const contestacaoDaPagina = (contestacao: Contestacao, token: string) => ({
  ...contestacao,
  arquivo_url: contestacao.arquivo_url && `/api/publico/c/${token}/contestacoes/${contestacao.id}/arquivo`,
  autor: null,
})

interface Lida {
  id: number
  numero: string
  parcela: string | null
  acordo_id: number | null
  valor_centavos: number
  pago_centavos: number
  vencimento: Dia
  vencimento_util: Dia
  chave_nfe: string | null
  linha_digitavel: string | null
  prometida_ate: Dia | null
  contestada_em: string | null
  devido_ao_contestar: number | null
}

async function contasDaPagina(db: Db | Trx, clienteId: number, hoje: Dia): Promise<ContaDaPagina[]> {
  const taxas = await lerTaxas(db)
  const { rows } = await sql<Lida>`
    select a.id, a.numero, a.parcela, a.acordo_id, a.valor_centavos, a.pago_centavos, a.vencimento, a.vencimento_util, a.chave_nfe,
      a.linha_digitavel,
      (select p.ate from promessa_conta pc join promessa p on p.id = pc.promessa_id where pc.conta_id = a.id and pc.pendente) as prometida_ate,
      d.criada_em as contestada_em, cc.devido_centavos as devido_ao_contestar
    from conta a
      left join contestacao_conta cc on cc.conta_id = a.id and cc.aberta
      left join contestacao d on d.id = cc.contestacao_id
    where a.cliente_id = ${clienteId} and a.situacao = 'aberta' order by a.vencimento, a.id`.execute(db)
  return rows.map((conta) => daPagina(conta, hoje, taxas))
}

function daPagina(conta: Lida, hoje: Dia, taxas: Taxas): ContaDaPagina {
  const abertoCentavos = conta.valor_centavos - conta.pago_centavos
  const { numero, parcela } = ditaAoCliente(conta)
  const { total } = calcularDevido(abertoCentavos, conta.vencimento_util, hoje, taxas, contestacaoDaConta(conta))
  return {
    id: conta.id,
    numero: parcela ? `${numero}/${parcela}` : numero,
    negociacao_id: conta.acordo_id,
    valor: emReais(abertoCentavos),
    encargos: emReais(total - abertoCentavos),
    valor_atualizado: emReais(total),
    vencimento: conta.vencimento,
    status: statusNoDia({ situacao: 'aberta', vencimentoUtil: conta.vencimento_util }, hoje),
    contestada: conta.contestada_em !== null,
    prometida_ate: conta.prometida_ate,
    chave_nfe: conta.chave_nfe,
    linha_digitavel: conta.pago_centavos === 0 ? conta.linha_digitavel : null,
  }
}
