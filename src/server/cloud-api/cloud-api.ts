import type { Readable } from 'node:stream'
import type { PartesPosicionais } from '#domain/partes.ts'
import type { PartesPreenchidas } from '#domain/partes-preenchidas.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import type { Falha } from './graph.ts'

export interface ConfigCloudApi {
  /** Base with the version: `https://graph.facebook.com/v23.0`. */
  apiUrl: string
  token: string
  phoneNumberId: string
  businessAccountId: string
  /** A whole call, answer read included. */
  timeoutMs?: number
  /** Connections kept open at most; the dispatcher's concurrency belongs below it. */
  conexoes?: number
  /** How to call an address that a person may have typed. */
  saida?: SaidaSegura
}

/** A telephone in E.164, or Meta's business-scoped user id for whoever hides it. */
export type Destino = string | { bsuid: string }

/**
 * What became of a send. `recusada` and `nao_conectou` are known not sent;
 * `desconhecido` may have been sent, and only a status webhook can tell.
 */
export type ResultadoEnvio = { tipo: 'aceita'; wamid: string; waId: string | null; userId: string | null } | Falha

/** What became of any other call. */
export type Resultado<T> = { tipo: 'ok'; valor: T } | Falha

export interface NumeroConta {
  numero: string
  nomeVerificado: string | null
  /** GREEN, YELLOW, RED, UNKNOWN. */
  qualidade: string | null
  /** TIER_250 … TIER_UNLIMITED; the portfolio's. */
  limite: string | null
  /** CONNECTED and many others. */
  situacao: string | null
  podeEnviar: 'AVAILABLE' | 'LIMITED' | 'BLOCKED' | null
  /** Why it may not send, as Meta's health report says. */
  problemas: { codigo: number; descricao: string }[]
  /** STANDARD is 80 messages a second, HIGH 1,000. */
  vazao: string | null
  /** Where Meta sends this number's webhooks, by the most specific setting; null when none is set. */
  webhook: string | null
}

export interface ModeloNaMeta {
  id: string
  nome: string
  idioma: string
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED … */
  status: string
  categoria: string | null
  texto: string
  partes: PartesPosicionais
  /** It has a header or buttons of a kind that this system does not write. */
  estranho: boolean
  motivo: string | null
  qualidade: string | null
}

export interface NovoModelo {
  nome: string
  idioma: string
  categoria: 'UTILITY' | 'MARKETING'
  /** With positional variables: `Olá {{1}}, …`. */
  texto: string
  exemplos: string[]
  partes?: PartesPosicionais
}

export type ConteudoDoModelo = Pick<NovoModelo, 'texto' | 'exemplos' | 'partes'>

export interface Assinatura {
  appId: string
  nome: string | null
  /** Overrides the app's own webhook address for this account. */
  url: string | null
}

export interface Midia {
  mime: string
  tamanho: number | null
  /** To be consumed or destroyed by the caller; a file may have 100 MB. */
  corpo: Readable
}

export interface TokenDaMeta {
  valido: boolean
  /** The end of its life; null: none. */
  expiraEm: Date | null
  escopos: string[]
  /** Whose token it is: webhooks come signed by this application. */
  appId: string | null
  /** The only accounts that it may manage; null: Meta names none. */
  contas: string[] | null
}

/** A button under a message, whose tap comes back as a reply with its id. */
export interface Botao {
  id: string
  titulo: string
}

/** A row of a list, whose choice comes back as a reply with its id. */
export interface LinhaDeLista extends Botao {
  descricao?: string | null
}

/** File types that Meta accepts and that are safe to open, with their limits in bytes. */
export interface ArquivoASubir {
  nome: string
  mime: string
  /** May stand on disk: it is read as it goes. */
  conteudo: Blob
}

export interface CloudApi {
  enviarTexto(mensagem: {
    para: Destino
    texto: string
    referencia: string
    citar?: string | null
  }): Promise<ResultadoEnvio>
  enviarModelo(mensagem: {
    para: Destino
    nome: string
    idioma: string
    parametros: readonly string[]
    partes?: PartesPreenchidas | null
    referencia: string
  }): Promise<ResultadoEnvio>
  /** A file uploaded before; `nome` is what the person sees of a document. */
  enviarArquivo(mensagem: {
    para: Destino
    tipo: 'image' | 'document' | 'audio'
    midiaId: string
    legenda?: string | null
    nome?: string | null
    referencia: string
  }): Promise<ResultadoEnvio>
  /** A text with a list to choose one from: ten rows at most in all; more than one section need titles. */
  enviarLista(mensagem: {
    para: Destino
    texto: string
    /** What opens the list. */
    rotulo: string
    secoes: readonly { titulo?: string | null; linhas: readonly LinhaDeLista[] }[]
    referencia: string
  }): Promise<ResultadoEnvio>
  /** A text with up to three buttons; free-form, so only inside the window. */
  enviarBotoes(mensagem: {
    para: Destino
    texto: string
    botoes: readonly Botao[]
    referencia: string
  }): Promise<ResultadoEnvio>
  /**
   * Marks this inbound message and the earlier ones of its thread as read. `digitando`: shows that somebody writes;
   * `numeroId`: the number of ours at which it arrived, if not the current one.
   */
  marcarLida(wamid: string, opcoes?: { digitando?: boolean; numeroId?: string | null }): Promise<Resultado<true>>
  subirArquivo(arquivo: ArquivoASubir): Promise<Resultado<string>>
  numero(): Promise<Resultado<NumeroConta>>
  /** The ids of the numbers of the account: one that is not there is another account's. */
  numerosDaConta(): Promise<Resultado<string[]>>
  /** What the token in use may do, and until when. */
  inspecionarToken(): Promise<Resultado<TokenDaMeta>>
  /** Does this secret belong to the token's app? A refusal means no, provided that the number itself can be queried. */
  conferirSegredo(appSecret: string): Promise<Resultado<true>>
  /** Every template of the account, all pages. */
  listarModelos(): Promise<Resultado<ModeloNaMeta[]>>
  criarModelo(modelo: NovoModelo): Promise<Resultado<{ id: string; status: string; categoria: string | null }>>
  /** Allowed only in APPROVED, REJECTED or PAUSED, once a day for an approved one; it is reviewed again. */
  editarModelo(id: string, texto: ConteudoDoModelo): Promise<Resultado<true>>
  /** This one version; an approved name cannot be used again for 30 days. */
  apagarModelo(modelo: { id: string; nome: string }): Promise<Resultado<true>>
  /** Without one of these no webhook arrives at all. */
  assinaturas(): Promise<Resultado<Assinatura[]>>
  /** Subscribes the token's app to this account; with an address, Meta shakes hands with it first. */
  assinar(webhook?: { url: string; verifyToken: string }): Promise<Resultado<true>>
  baixarMidia(id: string): Promise<Resultado<Midia>>
  /** Waits a moment for calls under way, then aborts them. */
  fechar(): Promise<void>
}
