import { sql } from 'kysely'
import type { Negociacao } from '#contract/negociacoes.ts'
import { statusNoDia } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { emReais } from '#domain/dinheiro.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

/** A customer's agreements, newest first. */
export async function negociacoesDe(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Negociacao[]> {
  const linhas = await comAutor(db)
    .where('negociacao.cliente_id', '=', clienteId)
    .orderBy('negociacao.id', 'desc')
    .execute()
  return completar(db, linhas, hoje)
}

/** The agreement that is running, or null. */
export async function negociacaoAtiva(db: Db | Trx, clienteId: number, hoje: Dia): Promise<Negociacao | null> {
  const linhas = await comAutor(db)
    .where('negociacao.cliente_id', '=', clienteId)
    .where('negociacao.status', '=', 'ativa')
    .execute()
  return (await completar(db, linhas, hoje))[0] ?? null
}

export async function verNegociacao(db: Db | Trx, id: number, hoje: Dia): Promise<Negociacao> {
  const linhas = await comAutor(db).where('negociacao.id', '=', id).execute()
  const [negociacao] = await completar(db, linhas, hoje)
  if (!negociacao) throw new Error(`negociacao ${id} was just written and is not there`)
  return negociacao
}

const comAutor = (db: Db | Trx) =>
  db
    .selectFrom('negociacao')
    .leftJoin('usuario', 'usuario.id', 'negociacao.usuario_id')
    .selectAll('negociacao')
    .select('usuario.name as autor')

type ComAutor = Linha<'negociacao'> & { autor: string | null }

async function completar(db: Db | Trx, linhas: ComAutor[], hoje: Dia): Promise<Negociacao[]> {
  if (linhas.length === 0) return []
  const ids = linhas.map((linha) => linha.id)
  const parcelas = await lerParcelas(db, ids)
  const originais = await lerOriginais(db, ids)
  return linhas.map((linha) =>
    paraApi(
      linha,
      parcelas.filter((p) => p.acordo_id === linha.id),
      originais.filter((o) => o.negociacao_id === linha.id),
      hoje,
    ),
  )
}

type Parcela = Awaited<ReturnType<typeof lerParcelas>>[number]

const lerParcelas = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('conta')
    .select(['id', 'acordo_id', 'parcela_numero', 'vencimento', 'vencimento_util', 'valor_centavos', 'situacao'])
    .select((eb) =>
      eb
        .selectFrom('pagamento_alocacao as a')
        .innerJoin('pagamento as p', 'p.id', 'a.pagamento_id')
        .whereRef('a.conta_id', '=', 'conta.id')
        .where('p.estornado_em', 'is', null)
        .select(sql<number>`coalesce(sum(a.principal_centavos + a.encargos_centavos), 0)::bigint`.as('recebido'))
        .as('recebido'),
    )
    .where('acordo_id', 'in', ids)
    .orderBy('parcela_numero')
    .execute()

const lerOriginais = (db: Db | Trx, ids: number[]) =>
  db
    .selectFrom('negociacao_conta')
    .select(['negociacao_id', 'conta_id'])
    .where('negociacao_id', 'in', ids)
    .orderBy('conta_id')
    .execute()

function paraApi(linha: ComAutor, parcelas: Parcela[], originais: { conta_id: number }[], hoje: Dia): Negociacao {
  return {
    id: linha.id,
    status: linha.status,
    valor_original: emReais(linha.valor_original_centavos),
    encargos: emReais(linha.encargos_centavos),
    desconto: emReais(linha.desconto_centavos),
    valor_negociado: emReais(linha.valor_negociado_centavos),
    valor_pago: emReais(parcelas.reduce((soma, parcela) => soma + (parcela.recebido ?? 0), 0)),
    parcelas: parcelas.map((parcela) => ({
      numero: parcela.parcela_numero ?? 0,
      vencimento: parcela.vencimento,
      valor: emReais(parcela.valor_centavos),
      status: statusNoDia({ situacao: parcela.situacao, vencimentoUtil: parcela.vencimento_util }, hoje),
      conta_id: parcela.id,
    })),
    contas: originais.map((original) => original.conta_id),
    observacao: linha.observacao,
    motivo: linha.motivo,
    autor: linha.usuario_id === null || linha.autor === null ? null : { id: linha.usuario_id, name: linha.autor },
    created_at: linha.criada_em,
    encerrada_em: linha.encerrada_em,
  }
}
