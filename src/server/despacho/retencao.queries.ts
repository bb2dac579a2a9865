import { sql } from 'kysely'
import type { PorqueRetida } from '#domain/despacho.ts'
import { POR_SAIR } from '#domain/mensagem.ts'
import { idsDosAchados } from '#server/clientes/busca.queries.ts'
import { lista } from '#server/db/lista.ts'
import { camposDaPagina, type PedidoDePagina } from '#server/db/pagina.ts'
import { lerLista, type Meios } from '#server/http/procurar.ts'

interface Retida {
  id: number
  cliente_id: number | null
  nome: string | null
  telefone: string | null
  conteudo: string
  created_at: string
  meta_em: string | null
  meta_status: string | null
}

/** What is held, since when and why; the recipients, and the messages Meta has that are missing here. */
export async function lerRetencao(meios: Meios, pedido: PedidoDePagina & { busca?: string | undefined }) {
  const { page, per_page, busca } = pedido
  const achada = busca ? sql`m.cliente_id in ${idsDosAchados(busca)}` : sql`true`
  const [resumo] = await lerLista(
    { ...meios, busca },
    sql<{
      desde: string | null
      porque: PorqueRetida | null
      envios_perdidos: number | null
      total: number
      confirmadas: number
      sem_registro: number
    }>`
    select d.retida_em as desde, d.retida_porque as porque, d.envios_perdidos,
      (select count(*) from mensagem m where m.envio in ${lista(POR_SAIR)} and ${achada}) as total,
      (select count(*) from mensagem m where m.envio in ${lista(POR_SAIR)}
        and exists (select from envio_sem_registro e where e.contato_id = m.contato_id)) as confirmadas,
      (select count(*) from envio_sem_registro) as sem_registro
    from despacho d`,
  )
  const { desde, porque, total, ...contas } = resumo!
  const retidas = await lerLista(
    { ...meios, busca },
    sql<Retida>`
    select m.id, m.cliente_id, c.nome, coalesce(m.telefone, c.telefone) as telefone, m.conteudo, m.created_at,
      e.meta_em, e.status as meta_status
    from mensagem m left join cliente c on c.id = m.cliente_id
      left join lateral (select meta_em, status from envio_sem_registro e where e.contato_id = m.contato_id
        order by meta_em desc limit 1) e on true
    where m.envio in ${lista(POR_SAIR)} and ${achada}
    order by e.meta_em is null, m.id limit ${per_page} offset ${(page - 1) * per_page}`,
  )
  return {
    retida: desde !== null,
    desde,
    porque,
    ...contas,
    data: retidas.map(({ cliente_id, nome, meta_em, meta_status, ...mensagem }) => ({
      ...mensagem,
      cliente: cliente_id === null ? null : { id: cliente_id, nome: nome ?? '' },
      meta: meta_em === null ? null : { em: meta_em, status: meta_status! },
    })),
    ...camposDaPagina(pedido, total),
  }
}
