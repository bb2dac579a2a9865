import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { EventoWhatsapp, EventoWhatsappInteiro, listarEventos } from '#contract/eventos-whatsapp.ts'
import { canonico, normalizarTelefone } from '#domain/telefone.ts'
import { temDigitos } from '#server/db/busca.ts'
import type { Database, Db, Trx } from '#server/db/schema.ts'
import {
  type EventoNaLista,
  type FiltroDeEventos,
  lerEventoInteiro,
  paginaDeEventos,
  percorrerEventos as percorrer,
  situacaoDoEvento,
} from '#server/entrada/guardados.queries.ts'

type Pedido = z.infer<(typeof listarEventos)['schema']['querystring']>
type Filtro = Omit<Pedido, 'page' | 'per_page'>

/** Meta's events, latest first; people mostly look for those set aside. */
export const lerEventos = (db: Db, pedido: Pedido) => paginaDeEventos(db, filtroDe(pedido), pedido, paraApi)

/** All that `lerEventos` finds, in its order. */
export const percorrerEventos = (db: Db, filtro: Filtro) => percorrer(db, filtroDe(filtro), paraApi)

const filtroDe = ({ situacao, tipo, busca }: Filtro): FiltroDeEventos => {
  const eb = expressionBuilder<Database, 'evento_recebido'>()
  const condicoes = [...(tipo ? [eb('tipo', '=', tipo)] : []), ...(busca ? [achado(eb, busca)] : [])]
  return { origem: 'whatsapp', situacao, outros: condicoes.length > 0 ? eb.and(condicoes) : undefined }
}

/** By phone, by Meta's id of the message or of the person, or by a word of the reason. */
function achado(eb: ExpressionBuilder<Database, 'evento_recebido'>, busca: string): Expression<SqlBool> {
  const telefone = normalizarTelefone(busca)
  const digitos = telefone ? canonico(telefone) : busca.replace(/\D/g, '')
  return eb.or([
    eb(eb.fn<number>('strpos', ['chave', eb.val(busca)]), '>', 0),
    eb(eb.fn<number>('strpos', [sql`normalizar(erro)`, sql`normalizar(${busca})`]), '>', 0),
    ...(digitos.length >= 8 ? [temDigitos('ordem', digitos)] : []),
  ])
}

/** One event with what Meta sent. */
export async function lerEvento(db: Db | Trx, id: number): Promise<z.infer<typeof EventoWhatsappInteiro>> {
  const linha = await lerEventoInteiro(db, 'whatsapp', id)
  return { ...paraApi(linha), conteudo: linha.payload }
}

const paraApi = (linha: EventoNaLista): EventoWhatsapp => ({
  id: linha.id,
  tipo: linha.tipo as EventoWhatsapp['tipo'],
  situacao: situacaoDoEvento(linha),
  motivo: linha.erro,
  tentativas: linha.tentativas,
  contato: linha.tipo === 'mensagem' ? linha.ordem : null,
  meta_em: linha.meta_em,
  recebido_em: linha.recebido_em,
  processado_em: linha.processado_em,
})
