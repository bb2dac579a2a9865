import { sql } from 'kysely'
import type { Entrega, Webhook } from '#contract/integracoes.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import type { StatusDaEntrega } from '#domain/integracao.ts'
import { idsDosAchados } from '#server/clientes/busca.queries.ts'
import { padraoDeBusca } from '#server/db/busca.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { lerLista, type Meios } from '#server/http/procurar.ts'

const SEM_SEGREDO = 'O segredo deste endereço se perdeu com a chave do servidor. Remova-o e crie-o de novo.'

/** Who is told now, the latest first, with what waits for each. */
export async function lerWebhooks(db: Db | Trx, id?: number): Promise<Webhook[]> {
  const { rows } = await sql<
    Omit<Webhook, 'autor' | 'erro'> & { autor_id: number; autor: string; sem_segredo: boolean }
  >`
    select w.id, w.url, w.eventos, w.created_at, u.id as autor_id, u.name as autor, w.segredo_cifrado is null as sem_segredo,
      (select count(*)::int from entrega e where e.webhook_id = w.id and e.status = 'pendente') as pendentes,
      (select count(*)::int from entrega e where e.webhook_id = w.id and e.status = 'separada') as separadas,
      (select entregue_em from entrega e where e.webhook_id = w.id and e.status = 'entregue' order by e.id desc limit 1) as entregue_em
    from webhook w join usuario u on u.id = w.criado_por
    where w.removido_em is null and ${id === undefined ? sql`true` : sql`w.id = ${id}`} order by w.id desc`.execute(db)
  return rows.map(({ autor_id, autor, sem_segredo, ...webhook }) => ({
    ...webhook,
    autor: { id: autor_id, name: autor },
    erro: sem_segredo ? SEM_SEGREDO : null,
  }))
}

/** 404 when it is not there any more. */
export async function exigirWebhook(db: Db | Trx, id: number): Promise<Linha<'webhook'>> {
  const achado = await db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('removido_em', 'is', null)
    .executeTakeFirst()
  if (!achado) throw new NaoEncontrado('Este webhook não existe ou foi removido.')
  return achado
}

type Busca = PedidoDePagina & { status?: StatusDaEntrega | undefined; busca?: string | undefined }

export async function lerEntregas(meios: Meios, webhookId: number, { status, busca, ...pagina }: Busca) {
  await exigirWebhook(meios.db, webhookId)
  const condicoes = [
    sql`webhook_id = ${webhookId}`,
    ...(status ? [sql`status = ${status}`] : []),
    ...(busca ? [comTexto(busca)] : []),
  ]
  const achadas = sql`from entrega where ${sql.join(condicoes, sql` and `)}`
  const [contadas, entregas] = await Promise.all([
    lerLista({ ...meios, busca }, sql<{ total: number }>`select count(*)::int as total ${achadas}`),
    lerLista(
      { ...meios, busca },
      sql<Linha<'entrega'>>`
        select * ${achadas} order by id desc limit ${pagina.per_page} offset ${(pagina.page - 1) * pagina.per_page}`,
    ),
  ])
  return { data: entregas.map(entregaNaApi), ...camposDaPagina(pagina, contadas[0]!.total) }
}

/** A delivery is found by the kind of its event, its number, or the customer it is about. */
const comTexto = (busca: string) =>
  sql<boolean>`(tipo like ${padraoDeBusca(busca)} or evento_id::text = ${busca}
    or cliente_id in ${idsDosAchados(busca)})`

export const entregaNaApi = (linha: Linha<'entrega'>): Entrega => ({
  id: linha.id,
  evento_id: linha.evento_id,
  tipo: linha.tipo,
  cliente_id: linha.cliente_id,
  status: linha.status,
  tentativas: linha.tentativas,
  http: linha.http,
  erro: linha.erro,
  created_at: linha.ocorrido_em,
  tentada_em: linha.tentada_em,
  proxima_em: linha.status === 'pendente' ? linha.proxima_em : null,
  entregue_em: linha.entregue_em,
})
