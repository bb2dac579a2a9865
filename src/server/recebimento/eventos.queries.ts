import { sql } from 'kysely'
import type { z } from 'zod'
import type { EventoDoPix, listarEventosDoPix } from '#contract/eventos-pix.ts'
import { localDe } from '#domain/data.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import {
  type EventoNaLista,
  type FiltroDeEventos,
  lerEventoInteiro,
  paginaDeEventos,
  percorrerEventos,
  situacaoDoEvento,
} from '#server/entrada/guardados.queries.ts'
import { type Colunas, diaNaCelula, emCsv } from '#server/http/planilha.ts'
import { ordemDoPix } from './inbox.ts'

type Pedido = z.infer<(typeof listarEventosDoPix)['schema']['querystring']>
type Filtro = Omit<Pedido, 'page' | 'per_page'>

/** The Pix that the PSP told of, latest first. */
export const lerEventosDoPix = (db: Db, pedido: Pedido) => paginaDeEventos(db, filtroDe(pedido), pedido, paraApi)

export const lerEventoDoPix = async (db: Db | Trx, id: number): Promise<EventoDoPix> =>
  paraApi(await lerEventoInteiro(db, 'pix', id))

/** By a part of the Pix's id, or a word of the reason. */
const filtroDe = ({ situacao, busca }: Filtro): FiltroDeEventos => ({
  origem: 'pix',
  situacao,
  outros: busca
    ? sql<boolean>`(strpos(upper(ordem), upper(${busca})) > 0 or strpos(normalizar(erro), normalizar(${busca})) > 0)`
    : undefined,
})

const paraApi = (linha: EventoNaLista): EventoDoPix => ({
  id: linha.id,
  end_to_end_id: (linha.ordem ?? '').slice(ordemDoPix('').length),
  situacao: situacaoDoEvento(linha),
  motivo: linha.erro,
  tentativas: linha.tentativas,
  recebido_em: linha.recebido_em,
  processado_em: linha.processado_em,
})

const COLUNAS: Colunas<EventoDoPix> = {
  aviso: (um) => String(um.id),
  recebido_dia: (um) => diaNaCelula(um.recebido_em),
  recebido_hora: (um) => localDe(um.recebido_em).hora,
  end_to_end_id: (um) => um.end_to_end_id,
  situacao: (um) => um.situacao,
  motivo: (um) => um.motivo ?? '',
  tentativas: (um) => String(um.tentativas),
  processado_em: (um) => um.processado_em ?? '',
}

/** As a spreadsheet, safe against formulas. */
export const eventosDoPixEmCsv = (db: Db, filtro: Filtro) =>
  emCsv(COLUNAS, percorrerEventos(db, filtroDe(filtro), paraApi))
