import { sql } from 'kysely'
import type { ImportacaoDoBanco, ResultadoDoBanco } from '#contract/extratos.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { ContaDoBanco } from './pesar.ts'

/** The bank accounts of which a file was taken before. */
export const contasConhecidas = (db: Db | Trx): Promise<ContaDoBanco[]> =>
  db.selectFrom('conta_do_banco').select(['banco', 'conta']).execute()

export async function conhecerContas(db: Db | Trx, contas: readonly ContaDoBanco[]): Promise<void> {
  if (contas.length === 0) return
  await db
    .insertInto('conta_do_banco')
    .values([...contas])
    .onConflict((conflito) => conflito.doNothing())
    .execute()
}

/** What became of the movements that an import was the first to bring. */
export async function contarDesfecho(db: Db | Trx, importacaoId: number): Promise<Desfecho> {
  const { rows } = await sql<Desfecho>`
    select count(*) filter (where m.automatico)::int as aplicados,
      count(*) filter (where m.situacao = 'sugerido')::int as sugeridos,
      count(*) filter (where m.situacao = 'novo' and m.tipo = 'credito' and not m.automatico)::int as sem_dono,
      count(*) filter (where m.situacao = 'ignorado')::int as ignorados,
      count(*) filter (where m.situacao = 'devolvido' and not m.automatico
        or m.tipo = 'devolucao' and m.situacao <> 'ignorado')::int as devolvidos
    from movimento m where m.importacao_id = ${importacaoId}`.execute(db)
  return rows[0]!
}

type Desfecho = Pick<ResultadoDoBanco, 'aplicados' | 'sugeridos' | 'sem_dono' | 'ignorados' | 'devolvidos'>

const importacoes = (db: Db | Trx) =>
  db
    .selectFrom('importacao')
    .innerJoin('usuario', 'usuario.id', 'importacao.usuario_id')
    .where('tipo', '=', 'extrato')
    .where('simulada', '=', false)

const COLUNAS = [
  'importacao.id',
  'arquivo',
  'situacao',
  'resultado',
  'mensagem',
  'importacao.criada_em as created_at',
  'terminada_em',
  'desfeita_em',
  'usuario.id as usuario_id',
  'usuario.name as usuario_nome',
] as const

/** Files of banks imported before, by whoever did, newest first. */
export async function listarImportacoesDoBanco(db: Db, pedido: PedidoDePagina & { busca?: string | undefined }) {
  let achadas = importacoes(db)
  if (pedido.busca) achadas = achadas.where(sql<boolean>`normalizar(arquivo) like ${padraoDeBusca(pedido.busca)}`)
  const { total } = await achadas.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const linhas = await achadas
    .select(COLUNAS)
    .orderBy('importacao.id', 'desc')
    .limit(pedido.per_page)
    .offset((pedido.page - 1) * pedido.per_page)
    .execute()
  return { data: linhas.map(naApi), ...camposDaPagina(pedido, total) }
}

export async function verImportacaoDoBanco(db: Db | Trx, id: number): Promise<ImportacaoDoBanco> {
  const linha = await importacoes(db).select(COLUNAS).where('importacao.id', '=', id).executeTakeFirst()
  if (!linha) throw new NaoEncontrado('Esta importação não existe.')
  return naApi(linha)
}

type Linha = Awaited<ReturnType<typeof lerUma>>
const lerUma = (db: Db) => importacoes(db).select(COLUNAS).executeTakeFirstOrThrow()

const naApi = ({ usuario_id, usuario_nome, ...linha }: Linha): ImportacaoDoBanco => ({
  ...linha,
  usuario: { id: usuario_id, name: usuario_nome },
})
