import type { EventoWhatsapp } from '#contract/eventos-whatsapp.ts'
import { localDe } from '#domain/data.ts'
import { type Colunas, diaNaCelula, emCsv } from '#server/http/planilha.ts'
import { percorrerEventos } from './eventos-guardados.queries.ts'

const COLUNAS: Colunas<EventoWhatsapp> = {
  aviso: (um) => String(um.id),
  recebido_dia: (um) => diaNaCelula(um.recebido_em),
  recebido_hora: (um) => localDe(um.recebido_em).hora,
  tipo: (um) => um.tipo,
  situacao: (um) => um.situacao,
  motivo: (um) => um.motivo ?? '',
  contato: (um) => um.contato ?? '',
  tentativas: (um) => String(um.tentativas),
  instante_da_meta: (um) => um.meta_em ?? '',
  processado_em: (um) => um.processado_em ?? '',
}

/** What Meta told, latest first, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const eventosEmCsv = (...busca: Parameters<typeof percorrerEventos>) =>
  emCsv(COLUNAS, percorrerEventos(...busca))
