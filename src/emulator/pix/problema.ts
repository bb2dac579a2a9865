export interface Violacao {
  razao: string
  propriedade: string
  valor?: string
}

/** The errors of the Pix API, by the last part of their `type`, with their status and title. */
const PROBLEMAS = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  AcessoNegado: [403, 'Acesso negado.'],
  NaoEncontrado: [404, 'Não encontrado.'],
  ErroInternoDoServidor: [500, 'Erro interno do servidor.'],
  ServicoIndisponivel: [503, 'Serviço indisponível.'],
  IndisponibilidadePorTempoEsgotado: [504, 'Indisponibilidade por tempo esgotado.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada.'],
  CobOperacaoInvalida: [400, 'Operação inválida.'],
  CobConsultaInvalida: [400, 'Consulta inválida.'],
  CobVNaoEncontrada: [404, 'Cobrança com vencimento não encontrada.'],
  CobVOperacaoInvalida: [400, 'Operação inválida.'],
  CobVConsultaInvalida: [400, 'Consulta inválida.'],
  PayloadLocationNaoEncontrado: [404, 'Location não encontrada.'],
  PayloadLocationOperacaoInvalida: [400, 'Operação inválida.'],
  PayloadLocationConsultaInvalida: [400, 'Consulta inválida.'],
  PixNaoEncontrado: [404, 'Pix não encontrado.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada.'],
  PixConsultaInvalida: [400, 'Consulta inválida.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado.'],
  WebhookOperacaoInvalida: [400, 'Operação inválida.'],
} as const
export type TipoDeProblema = keyof typeof PROBLEMAS

/** Thrown to refuse a call; written as RFC 7807, as the Banco Central says. */
export class ProblemaPix extends Error {
  readonly http: number
  readonly corpo: object

  constructor(tipo: TipoDeProblema, detail: string, violacoes: Violacao[] = []) {
    super(detail)
    const [status, title] = PROBLEMAS[tipo]
    this.http = status
    const type = `https://pix.bcb.gov.br/api/v2/error/${tipo}`
    this.corpo = { type, title, status, detail, ...(violacoes.length > 0 ? { violacoes } : {}) }
  }
}
