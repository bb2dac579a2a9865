import { sql } from 'kysely'
import type { Sugestao } from '#contract/conciliacao.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Db, Trx } from '#server/db/schema.ts'

interface LinhaDaSugestao {
  movimento_id: number
  acao: Sugestao['acao']
  cliente_id: number | null
  nome: string | null
  pagamento_id: number | null
  certeza: Sugestao['certeza']
  porque: string
  contas: { id: number; numero: string; parcela: string | null; vencimento: string; centavos: number }[]
}

/** What could explain each of these, best first. */
export async function sugestoesDe(db: Db | Trx, movimentos: readonly number[]): Promise<Map<number, Sugestao[]>> {
  if (movimentos.length === 0) return new Map()
  const { rows } = await sql<LinhaDaSugestao>`
    select s.movimento_id, s.acao, s.cliente_id, c.nome, s.pagamento_id, s.certeza, s.porque,
      coalesce((select jsonb_agg(jsonb_build_object('id', k.id, 'numero', k.numero, 'parcela', k.parcela,
          'vencimento', k.vencimento, 'centavos', p.valor_centavos) order by k.vencimento, k.id)
        from sugestao_conta p join conta k on k.id = p.conta_id
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
  contas: contas.map(({ centavos, ...conta }) => ({ ...conta, valor: emReais(centavos) })),
  pagamento_id,
  certeza,
  porque,
})
