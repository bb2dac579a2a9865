import { sql } from 'kysely'
import type { Sugestao } from '#contract/conciliacao.ts'
import { nomeDaConta, retratar } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { emCentavos, emReais } from '#domain/dinheiro.ts'
import { oQueDeixa, type Taxas } from '#domain/encargos.ts'
import { lerTaxas } from '#server/configuracao/configuracao.queries.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { contaNoDia } from '#server/saldo/conta-no-dia.ts'
import { QUANTAS_PARCELAS } from '#server/saldo/parcelas.queries.ts'

interface LinhaDaSugestao {
  movimento_id: number
  /** The day of payment, on which each account's charges are calculated. */
  dia: Dia
  acao: Sugestao['acao']
  cliente_id: number | null
  nome: string | null
  pagamento_id: number | null
  certeza: Sugestao['certeza']
  porque: string
  contas: ContaSugerida[]
}

type ContaSugerida = Parameters<typeof nomeDaConta>[0] &
  Pick<Linha<'conta'>, 'id' | 'vencimento' | 'vencimento_util' | 'situacao' | 'valor_centavos' | 'pago_centavos'> & {
    centavos: number
  }

/** The possible explanations of each of these, best first, and what each would leave of every account now. */
export async function sugestoesDe(db: Db | Trx, movimentos: readonly number[]): Promise<Map<number, Sugestao[]>> {
  if (movimentos.length === 0) return new Map()
  const { rows } = await sql<LinhaDaSugestao>`
    select s.movimento_id, m.dia, s.acao, s.cliente_id, c.nome, s.pagamento_id, s.certeza, s.porque,
      coalesce((select jsonb_agg(jsonb_build_object('id', conta.id, 'numero', conta.numero, 'parcela', conta.parcela,
          'origem', conta.origem, 'chave_nfe', conta.chave_nfe, 'negociacao_id', conta.acordo_id, 'parcelas', ${QUANTAS_PARCELAS},
          'vencimento', conta.vencimento, 'vencimento_util', conta.vencimento_util, 'situacao', conta.situacao,
          'valor_centavos', conta.valor_centavos, 'pago_centavos', conta.pago_centavos, 'centavos', p.valor_centavos) order by conta.vencimento, conta.id)
        from sugestao_conta p join conta on conta.id = p.conta_id
        where p.movimento_id = s.movimento_id and p.ordem = s.ordem), '[]') as contas
    from sugestao s join movimento m on m.id = s.movimento_id left join cliente c on c.id = s.cliente_id
    where s.movimento_id = any(${[...movimentos]}::bigint[])
    order by s.movimento_id, s.ordem`.execute(db)
  const taxas = await lerTaxas(db)
  const porMovimento = Map.groupBy(rows, ({ movimento_id }) => movimento_id)
  return new Map([...porMovimento].map(([id, linhas]) => [id, linhas.map((linha) => naApi(linha, taxas))]))
}

function naApi(linha: LinhaDaSugestao, taxas: Taxas): Sugestao {
  const { acao, cliente_id, nome, pagamento_id, certeza, porque } = linha
  const contas = linha.contas.map((conta) => contaNaApi(conta, linha.dia, taxas))
  const dispensados = contas.reduce((soma, conta) => soma + emCentavos(conta.encargos_dispensados), 0)
  return {
    acao,
    cliente: cliente_id === null ? null : { id: cliente_id, nome: nome ?? '' },
    contas,
    encargos_dispensados: emReais(dispensados),
    pagamento_id,
    certeza,
    porque,
  }
}

function contaNaApi(conta: ContaSugerida, dia: Dia, taxas: Taxas): Sugestao['contas'][number] {
  const { abertoCentavos, atualizadoCentavos: devidoCentavos } = retratar(contaNoDia(conta), dia, taxas)
  const { dispensadoCentavos, restaCentavos } = oQueDeixa(conta.centavos, { abertoCentavos, devidoCentavos })
  return {
    id: conta.id,
    numero: conta.numero,
    parcela: conta.parcela,
    nome: nomeDaConta(conta),
    vencimento: conta.vencimento,
    valor: emReais(conta.centavos),
    encargos_dispensados: emReais(dispensadoCentavos),
    resta: emReais(restaCentavos),
  }
}
