import { sql } from 'kysely'
import type { TipoDeEnvio } from '#domain/importacao.ts'
import type { Desfecho } from '#domain/pasta-vigiada.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'

export type Arquivo = Linha<'arquivo_da_pasta'>

/** The file with these bytes under this name: taken now, or before the program stopped. */
export async function tomarArquivo(db: Db, nome: string, resumo: Buffer, agora: Date): Promise<Arquivo> {
  const { rows } = await sql<Arquivo>`
    insert into arquivo_da_pasta (nome, resumo, situacao, tomado_em) values (${nome}, ${resumo}, 'tomado', ${agora})
    on conflict (nome, resumo) where movido_em is null do update set tentativas = arquivo_da_pasta.tentativas + 1
    returning *`.execute(db)
  return rows[0]!
}

export const decidirArquivo = (db: Db, id: number, situacao: Desfecho, motivo: string | null) =>
  db.updateTable('arquivo_da_pasta').set({ situacao, motivo }).where('id', '=', id).execute()

export const anotarMovido = (db: Db, id: number, agora: Date) =>
  db.updateTable('arquivo_da_pasta').set({ movido_em: agora }).where('id', '=', id).execute()

const TERMINADAS = ['concluida', 'desfeita'] as const

/** The import of a file that ended well, perhaps before the program stopped: what was taken back since is not made again. */
export const importacaoDoArquivo = (db: Db, id: number) =>
  db
    .selectFrom('importacao')
    .select(['id', 'tipo', 'resultado'])
    .where('arquivo_da_pasta_id', '=', id)
    .where('situacao', 'in', TERMINADAS)
    .where('resultado', 'is not', null)
    .orderBy('id')
    .executeTakeFirst() as Promise<{ id: number; tipo: TipoDeEnvio; resultado: Record<string, unknown> } | undefined>

const EMAIL_DA_PASTA = 'pasta@programa.invalid'

/** As whom files of the folder are imported: a user that no password opens, so that the log names it. */
export async function usuarioDaPasta(trx: Trx | Db, agora: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with novo as (
      insert into usuario (name, email, senha_hash, role, created_at, updated_at)
      values ('Pasta vigiada', ${EMAIL_DA_PASTA}, 'programa', 'integracao', ${agora}, ${agora})
      on conflict do nothing returning id)
    select id from novo union all select id from usuario where email = ${EMAIL_DA_PASTA} limit 1`.execute(trx)
  return rows[0]!.id
}

/** Records the folder's state, and since when it has been in error. */
export const anotarOlhada = (db: Db, onde: string, erro: string | null, agora: Date) =>
  sql`insert into pasta_vigiada (onde, erro, desde, olhada_em) values (${onde}, ${erro}, ${erro && agora}, ${agora})
    on conflict (unica) do update set onde = excluded.onde, erro = excluded.erro, olhada_em = excluded.olhada_em,
      desde = case when excluded.erro is null then null else coalesce(pasta_vigiada.desde, excluded.desde) end
    where pasta_vigiada.erro is distinct from excluded.erro or pasta_vigiada.onde <> excluded.onde
      or pasta_vigiada.olhada_em not between ${agora}::timestamptz - interval '1 minute' and ${agora}`.execute(db)

/** The latest imported files, newest first, and the folder's state; `vigiada` is null when none is configured. */
export async function lerPasta(db: Db, pedido: PedidoDePagina & { busca?: string | undefined }) {
  const vigiada = await db.selectFrom('pasta_vigiada').select(['onde', 'erro', 'desde', 'olhada_em']).executeTakeFirst()
  const achados = db
    .selectFrom('arquivo_da_pasta as a')
    .where(pedido.busca ? sql<boolean>`normalizar(a.nome) like ${padraoDeBusca(pedido.busca)}` : sql<boolean>`true`)
  const { total } = await achados.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = await achados
    .leftJoin(
      'importacao as i',
      (j) =>
        j
          .onRef('i.arquivo_da_pasta_id', '=', 'a.id')
          .on('i.situacao', 'in', TERMINADAS)
          .on('i.resultado', 'is not', null), // an interrupted one may be undone too, beside the one that was made instead
    )
    .select(['a.id', 'a.nome as arquivo', 'a.situacao', 'a.motivo', 'a.tomado_em as created_at'])
    .select(['i.id as importacao_id', 'i.tipo', 'i.desfeita_em'])
    .orderBy('a.id', 'desc')
    .limit(pedido.per_page)
    .offset((pedido.page - 1) * pedido.per_page)
    .execute()
  return { vigiada: vigiada ?? null, data, ...camposDaPagina(pedido, total) }
}

const GUARDADOS_DIAS = 90
const ESQUECIDOS_POR_VEZ = 1000

/** Names of files are not kept for ever; the imports they became are. True: there may be more to forget. */
export async function esquecerArquivos(db: Db, agora: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with velhos as (select id from arquivo_da_pasta
        where movido_em <= ${agora}::timestamptz - ${GUARDADOS_DIAS} * interval '1 day' limit ${ESQUECIDOS_POR_VEZ}),
      soltas as (update importacao set arquivo_da_pasta_id = null where arquivo_da_pasta_id in (select id from velhos))
    delete from arquivo_da_pasta where id in (select id from velhos)`.execute(db)
  return numAffectedRows === BigInt(ESQUECIDOS_POR_VEZ)
}
