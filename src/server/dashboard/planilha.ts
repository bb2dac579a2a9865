import type { DesempenhoModelo } from '#contract/modelos.ts'
import { localDe } from '#domain/data.ts'
import { nomeDoPasso } from '#domain/explicacao.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { type Colunas, diaNaCelula, emCsv } from '#server/http/planilha.ts'
import { type Cobranca, percorrerCobrancas } from './operador.queries.ts'

const somar = (totais: number[]) => totais.reduce((soma, total) => soma + total, 0)

const COLUNAS: Colunas<DesempenhoModelo> = {
  modelo: (um) => um.titulo,
  enviadas: (um) => String(um.enviadas),
  entregues: (um) => String(um.entregues),
  lidas: (um) => String(um.lidas),
  respondidas: (um) => String(um.respondidas),
  pagas_em_3_dias: (um) => String(um.pagas),
  falharam: (um) => String(somar(um.falhas.map(({ total }) => total))),
  por_que_falharam: (um) =>
    um.falhas.map(({ codigo, mensagem, total }) => `${total} × ${codigo}: ${mensagem}`).join(' | '),
  cobradas_pela_meta: (um) => String(somar(Object.values(um.custo.cobradas))),
  gratuitas: (um) => String(um.custo.gratuitas),
  sem_informacao_da_meta: (um) => String(um.custo.sem_informacao),
}

/** What became of the messages of each template, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const desempenhoEmCsv = (modelos: DesempenhoModelo[]) => emCsv(COLUNAS, [modelos])

const COLUNAS_DAS_COBRANCAS: Colunas<Cobranca> = {
  dia: (uma) => diaNaCelula(uma.aceita_em),
  hora: (uma) => localDe(uma.aceita_em).hora,
  cliente_id: (uma) => String(uma.cliente.id),
  cliente: (uma) => uma.cliente.nome,
  modelo: (uma) => (uma.modelo ? MODELOS_PADRAO[uma.modelo].titulo : ''),
  passo: (uma) => (uma.passo === null ? '' : nomeDoPasso(uma.passo)),
  automatica: (uma) => (uma.automatica ? 'sim' : 'não'),
  situacao: (uma) => uma.status,
}

/** The month's messages that WhatsApp accepted, as a spreadsheet that a Brazilian Excel opens, safe against formulas. */
export const cobrancasEmCsv = (...busca: Parameters<typeof percorrerCobrancas>) =>
  emCsv(COLUNAS_DAS_COBRANCAS, percorrerCobrancas(...busca))
