import { type RawBuilder, sql } from 'kysely'
import type { DinheiroDoCliente, MovimentoDito, PagamentoDoCliente } from '#contract/dinheiro.ts'
import { PAGAMENTOS_A_VISTA } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { type Centavos, emReais } from '#domain/dinheiro.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import type { OrigemDoMovimento } from '#domain/movimento.ts'
import { CERTEZAS_BOAS, type Certeza } from '#domain/sugestoes.ts'
import { exigirVisivel } from '#server/clientes/destinatario.queries.ts'
import { codigosDoCliente } from '#server/codigos/codigos.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

/** Everything about a customer's money that is not an account; 404 when it is another operator's. */
export async function dinheiroDe(db: Db, clienteId: number, operadorId?: number): Promise<DinheiroDoCliente> {
  if (operadorId !== undefined) await exigirVisivel(db, clienteId, operadorId)
  else await exigirQueExista(db, clienteId)
  const [creditos, aCaminho, pagamentos, codigos] = await Promise.all([
    creditosDe(db, clienteId),
    movimentosACaminho(db, sql`s.cliente_id = ${clienteId}`),
    pagamentosDe(db, clienteId),
    codigosDoCliente(db, clienteId),
  ])
  const credito = emReais(creditos.reduce((soma, { credito_centavos }) => soma + credito_centavos, 0))
  return {
    credito,
    creditos: creditos.map((um) => ({ ...dito(um), credito: emReais(um.credito_centavos) })),
    a_caminho: aCaminho,
    pagamentos,
    codigos,
  }
}

const exigirQueExista = async (db: Db, id: number) => {
  const achado = await db.selectFrom('cliente').select('id').where('id', '=', id).executeTakeFirst()
  if (!achado) throw new NaoEncontrado('Este cliente não existe.')
}

interface LinhaDita {
  id: number
  origem: OrigemDoMovimento
  dia: Dia
  valor_centavos: Centavos
  descricao: string
  pagador: string | null
}

/** What names a movement, of the table under this name. */
const DITO = sql`m.id, m.origem, m.dia, m.valor_centavos, m.descricao, m.pagador_nome as pagador`

const dito = ({ id, origem, dia, valor_centavos, descricao, pagador }: LinhaDita): MovimentoDito => ({
  id,
  origem,
  dia,
  valor: emReais(valor_centavos),
  descricao,
  pagador,
})

async function creditosDe(db: Db, clienteId: number) {
  const { rows } = await sql<LinhaDita & { credito_centavos: Centavos }>`
    select ${DITO}, m.credito_centavos from movimento m
    where m.cliente_id = ${clienteId} and m.credito_centavos > 0 order by m.dia desc, m.id desc`.execute(db)
  return rows
}

/** The undecided movements with a suggestion to apply, or to find, like this (`s`), each by its best. */
export async function movimentosACaminho(
  db: Db | Trx,
  quais: RawBuilder<unknown>,
): Promise<DinheiroDoCliente['a_caminho']> {
  const { rows } = await sql<LinhaDita & { certeza: Certeza; contas: ContaDita[] }>`
    select * from (
      select distinct on (m.id) ${DITO}, s.certeza, coalesce((
        select jsonb_agg(jsonb_build_object('id', c.id, 'numero', c.numero, 'parcela', c.parcela) order by c.vencimento, c.id)
        from sugestao_conta p join conta c on c.id = p.conta_id
        where p.movimento_id = s.movimento_id and p.ordem = s.ordem), '[]') as contas
      from sugestao s join movimento m on m.id = s.movimento_id and m.situacao = 'sugerido'
      where s.acao <> 'ignorar' and s.certeza in ${lista(CERTEZAS_BOAS)} and ${quais}
      order by m.id, s.ordem
    ) as achados order by dia desc, id desc limit 50`.execute(db)
  return rows.map((um) => ({ ...dito(um), certeza: um.certeza, contas: um.contas }))
}

type ContaDita = DinheiroDoCliente['a_caminho'][number]['contas'][number]

type LinhaPaga = Pick<
  Linha<'pagamento'>,
  | 'id'
  | 'valor_centavos'
  | 'pago_em'
  | 'forma'
  | 'origem'
  | 'criado_em'
  | 'estornado_em'
  | 'motivo_estorno'
  | 'usuario_id'
> & {
  autor: string | null
  movimento: LinhaDita | null
  encargos: Centavos
  contas: (ContaDita & { centavos: Centavos })[]
}

async function pagamentosDe(db: Db, clienteId: number): Promise<PagamentoDoCliente[]> {
  const { rows } = await sql<LinhaPaga>`
    select p.id, p.valor_centavos, p.pago_em, p.forma, p.origem, p.criado_em, p.estornado_em, p.motivo_estorno, p.usuario_id,
      u.name as autor, (select to_jsonb(d) from (select ${DITO} from movimento m where m.id = p.movimento_id) as d) as movimento,
      a.encargos, a.contas
    from pagamento p left join usuario u on u.id = p.usuario_id
    join lateral (
      select sum(a.encargos_centavos)::bigint as encargos, jsonb_agg(jsonb_build_object('id', c.id, 'numero', c.numero,
        'parcela', c.parcela, 'centavos', a.principal_centavos + a.encargos_centavos) order by c.vencimento, c.id) as contas
      from pagamento_alocacao a join conta c on c.id = a.conta_id where a.pagamento_id = p.id
    ) a on true
    where p.cliente_id = ${clienteId} order by p.pago_em desc, p.id desc limit ${sql.lit(PAGAMENTOS_A_VISTA)}`.execute(
    db,
  )
  return rows.map((p) => ({
    id: p.id,
    valor: emReais(p.valor_centavos),
    encargos: emReais(p.encargos),
    pago_em: p.pago_em,
    forma: p.forma,
    origem: p.origem,
    movimento: p.movimento && dito(p.movimento),
    autor: p.usuario_id === null || p.autor === null ? null : { id: p.usuario_id, name: p.autor },
    contas: p.contas.map(({ centavos, ...conta }) => ({ ...conta, valor: emReais(centavos) })),
    created_at: p.criado_em,
    estornado_em: p.estornado_em,
    motivo_estorno: p.motivo_estorno,
  }))
}

/** Movements for an account, through one of its codes or titles or paying it, that are a credit or were refunded, in full or in part. */
export async function sobrasDaConta(
  db: Db | Trx,
  contaId: number,
): Promise<(MovimentoDito & { credito: number; devolvido: number })[]> {
  const { rows } = await sql<LinhaDita & { credito_centavos: Centavos; devolvido_centavos: Centavos }>`
    select ${DITO}, m.credito_centavos, m.devolvido_centavos from movimento m
    where m.credito_centavos + m.devolvido_centavos > 0 and m.id in (
      select p.movimento_id from pagamento_alocacao a join pagamento p on p.id = a.pagamento_id where a.conta_id = ${contaId}
      union select v.id from codigo_conta kc join codigo k on k.id = kc.codigo_id
        join movimento v on upper(v.txid) = upper(k.txid) and v.txid = k.txid and v.tipo = 'credito' where kc.conta_id = ${contaId}
      union select v.id from conta c join movimento v on v.cliente_id = c.cliente_id and numero_canonico(c.nosso_numero) in (
          numero_canonico(v.nosso_numero), left(numero_canonico(v.nosso_numero), -1))
        where c.id = ${contaId})
    order by m.dia desc, m.id desc limit 50`.execute(db)
  return rows.map((um) => ({
    ...dito(um),
    credito: emReais(um.credito_centavos),
    devolvido: emReais(um.devolvido_centavos),
  }))
}

/** The fields that name these movements, by id. */
export async function movimentosDitos(db: Db | Trx, ids: readonly number[]): Promise<Map<number, MovimentoDito>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LinhaDita>`
    select ${DITO} from movimento m where m.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(rows.map((um) => [um.id, dito(um)]))
}
