import { sql } from 'kysely'
import type { Sugestao } from '#contract/conciliacao.ts'
import { nomeDaConta } from '#domain/conta.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { QUANTAS_PARCELAS } from '#server/saldo/parcelas.queries.ts'

interface LinhaDaSugestao {
  movimento_id: number
  acao: Sugestao['acao']
  cliente_id: number | null
  nome: string | null
  pagamento_id: number | null
  certeza: Sugestao['certeza']
  porque: string
  contas: (Parameters<typeof nomeDaConta>[0] & { id: number; vencimento: string; centavos: number })[]
}

/** What could explain each of these, best first. */
export async function sugestoesDe(db: Db | Trx, movimentos: readonly number[]): Promise<Map<number, Sugestao[]>> {
  if (movimentos.length === 0) return new Map()
  const { rows } = await sql<LinhaDaSugestao>`
    select s.movimento_id, s.acao, s.cliente_id, c.nome, s.pagamento_id, s.certeza, s.porque,
      coalesce((select jsonb_agg(jsonb_build_object('id', conta.id, 'numero', conta.numero, 'parcela', conta.parcela,
          'origem', conta.origem, 'chave_nfe', conta.chave_nfe, 'negociacao_id', conta.acordo_id, 'parcelas', ${QUANTAS_PARCELAS},
          'vencimento', conta.vencimento, 'centavos', p.valor_centavos) order by conta.vencimento, conta.id)
        from sugestao_conta p join conta on conta.id = p.conta_id
        where p.movimento_id = s.movimento_id and p.ordem = s.ordem), '[]') as contas
    from sugestao s left join cliente c on c.id = s.cliente_id
    where s.movimento_id = any(${[...movimentos]}::bigint[])
    order by s.movimento_id, s.ordem`.execute(db)
  const porMovimento = Map.groupBy(rows, ({ movimento_id }) => movimento_id)
  return new Map([...porMovimento].map(([id, linhas]) => [id, linhas.map(naApi)]))
}

const naApi = ({ acao, cliente_id, nome, pagamento_id, certeza, porque, contas }: LinhaDaSugestao): Sugestao => ({
  acao,
  cliente: cliente_id === null ? null : { id: cliente_id, nome: nome ?? '' },
  contas: contas.map((conta) => ({
    id: conta.id,
    numero: conta.numero,
    parcela: conta.parcela,
    nome: nomeDaConta(conta),
    vencimento: conta.vencimento,
    valor: emReais(conta.centavos),
  })),
  pagamento_id,
  certeza,
  porque,
})
