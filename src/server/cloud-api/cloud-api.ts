import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import { FormData } from 'undici'
import { z } from 'zod'
import {
  AppAssinado,
  MidiaCriada,
  MidiaMeta,
  ModeloCriado,
  ModeloMeta,
  NumeroDaConta,
  NumeroMeta,
  PaginaGraph,
  RespostaEnvio,
  Sucesso,
  TokenInspecionado,
} from '#contract/cloud-api.ts'
import type { PartesPosicionais, PartesPreenchidas } from '#domain/partes.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import { componentesDe, componentesDoEnvio, partesDe } from './componentes.ts'
import { abrirGraph, type Falha, type RespostaGraph } from './graph.ts'

export type { Falha } from './graph.ts'

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
  /** How an address that a person may have typed is called. */
  saida?: SaidaSegura
}

/** A telephone in E.164, or Meta's business-scoped user id for who hides it. */
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
  /** Where this number's webhooks go, by the settings nearest to it; null when Meta was told none. */
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
  /** A header or buttons of a kind that this system does not write. */
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

type ConteudoDoModelo = Pick<NovoModelo, 'texto' | 'exemplos' | 'partes'>

export interface Assinatura {
  appId: string
  nome: string | null
  /** Where this account's webhooks go when it is not the app's own address. */
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

/** What Meta takes, by kind: what nobody can be harmed by opening, within its size in bytes. */
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
   * `numeroId`: of the number of ours that it came to, when that is not the one in force.
   */
  marcarLida(wamid: string, opcoes?: { digitando?: boolean; numeroId?: string | null }): Promise<Resultado<true>>
  subirArquivo(arquivo: ArquivoASubir): Promise<Resultado<string>>
  numero(): Promise<Resultado<NumeroConta>>
  /** The ids of the numbers of the account: one that is not there is another account's. */
  numerosDaConta(): Promise<Resultado<string[]>>
  /** What the token in use may do, and until when. */
  inspecionarToken(): Promise<Resultado<TokenDaMeta>>
  /** Is this the secret of the application that the token is of? A refusal says that it is not, when the number itself can be asked about. */
  conferirSegredo(appSecret: string): Promise<Resultado<true>>
  /** Every template of the account, all pages. */
  listarModelos(): Promise<Resultado<ModeloNaMeta[]>>
  criarModelo(modelo: NovoModelo): Promise<Resultado<{ id: string; status: string; categoria: string | null }>>
  /** Only in APPROVED, REJECTED or PAUSED, and an approved one once a day; it goes back to review. */
  editarModelo(id: string, texto: ConteudoDoModelo): Promise<Resultado<true>>
  /** This one version; an approved name cannot be used again for 30 days. */
  apagarModelo(modelo: { id: string; nome: string }): Promise<Resultado<true>>
  /** Without one of these no webhook arrives at all. */
  assinaturas(): Promise<Resultado<Assinatura[]>>
  /** Subscribes the token's app to this account; with an address, Meta shakes hands with it first. */
  assinar(webhook?: { url: string; verifyToken: string }): Promise<Resultado<true>>
  baixarMidia(id: string): Promise<Resultado<Midia>>
  /** Lets what is under way end for a moment, then cuts it. */
  fechar(): Promise<void>
}

/** The one client of WhatsApp's Cloud API; the emulator is called by it over the same HTTP as Meta. */
export function criarCloudApi(config: ConfigCloudApi): CloudApi {
  const graph = abrirGraph(config)
  const { phoneNumberId, businessAccountId } = config

  async function enviar(corpo: object, para: Destino, referencia: string): Promise<ResultadoEnvio> {
    const resposta = await graph.chamar('POST', caminho`/${phoneNumberId}/messages`, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...(typeof para === 'string' ? { to: para } : { recipient: para.bsuid }),
      ...corpo,
      biz_opaque_callback_data: referencia,
    })
    const lida = ler(resposta, RespostaEnvio)
    if (lida.tipo !== 'ok') return lida
    const contato = lida.valor.contacts[0]
    const [mensagem] = lida.valor.messages
    return { tipo: 'aceita', wamid: mensagem!.id, waId: contato?.wa_id ?? null, userId: contato?.user_id ?? null }
  }

  return {
    enviarTexto: ({ para, texto, referencia, citar }) =>
      enviar(
        {
          type: 'text',
          text: { body: texto, preview_url: false },
          ...(citar ? { context: { message_id: citar } } : {}),
        },
        para,
        referencia,
      ),

    enviarModelo: ({ para, nome, idioma, parametros, partes, referencia }) => {
      const template = {
        name: nome,
        language: { code: idioma },
        components: componentesDoEnvio(parametros, partes ?? null),
      }
      return enviar({ type: 'template', template }, para, referencia)
    },

    enviarArquivo: ({ para, tipo, midiaId, legenda, nome, referencia }) =>
      enviar({ type: tipo, [tipo]: conteudoDoArquivo(tipo, midiaId, legenda ?? null, nome ?? null) }, para, referencia),

    enviarBotoes: ({ para, texto, botoes, referencia }) =>
      enviar({ type: 'interactive', interactive: interativaComBotoes(texto, botoes) }, para, referencia),

    enviarLista: ({ para, texto, rotulo, secoes, referencia }) =>
      enviar({ type: 'interactive', interactive: interativaComLista(texto, rotulo, secoes) }, para, referencia),

    marcarLida: async (wamid, { digitando = false, numeroId } = {}) =>
      feito(
        await graph.chamar('POST', caminho`/${numeroId ?? phoneNumberId}/messages`, {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: wamid,
          ...(digitando ? { typing_indicator: { type: 'text' } } : {}),
        }),
      ),

    subirArquivo: async ({ nome, mime, conteudo }) => {
      const problema = problemaDoArquivo(mime, conteudo.size)
      if (problema) return { tipo: 'nao_conectou', detalhe: problema }
      const formulario = new FormData()
      formulario.set('messaging_product', 'whatsapp')
      formulario.set('type', mime)
      formulario.set('file', conteudo, nome)
      const criada = ler(await graph.chamar('POST', caminho`/${phoneNumberId}/media`, formulario), MidiaCriada)
      return converter(criada, ({ id }) => id)
    },

    numero: async () =>
      converter(
        ler(await graph.chamar('GET', caminho`/${phoneNumberId}?fields=${CAMPOS_NUMERO}`), NumeroMeta),
        numeroDe,
      ),

    numerosDaConta: async () =>
      converter(
        await percorrer(caminho`/${businessAccountId}/phone_numbers?fields=id&limit=100`, NumeroDaConta),
        (itens) => itens.map(({ id }) => id),
      ),

    inspecionarToken: async () =>
      converter(
        ler(await graph.chamar('GET', caminho`/debug_token?input_token=${config.token}`), TokenInspecionado),
        ({ data }) => ({
          valido: data.is_valid,
          expiraEm: data.expires_at > 0 ? new Date(data.expires_at * 1_000) : null,
          escopos: data.scopes,
          appId: data.app_id ?? null,
          contas:
            data.granular_scopes.find(({ scope }) => scope === 'whatsapp_business_management')?.target_ids ?? null,
        }),
      ),

    conferirSegredo: async (appSecret) => {
      const prova = createHmac('sha256', appSecret).update(config.token).digest('hex')
      const onde = caminho`/${phoneNumberId}?fields=id&appsecret_proof=${prova}`
      return converter(ler(await graph.chamar('GET', onde), NumeroDaConta), () => true as const)
    },

    listarModelos: async () =>
      converter(
        await percorrer(caminho`/${businessAccountId}/message_templates?fields=${CAMPOS_MODELO}&limit=100`, ModeloMeta),
        (itens) => itens.map(modeloDe),
      ),

    criarModelo: async (modelo) =>
      converter(
        ler(
          await graph.chamar('POST', caminho`/${businessAccountId}/message_templates`, corpoDoModelo(modelo)),
          ModeloCriado,
        ),
        ({ id, status, category }) => ({ id, status, categoria: category ?? null }),
      ),

    editarModelo: async (id, texto) =>
      feito(await graph.chamar('POST', caminho`/${id}`, { components: componentesDe(texto) })),

    apagarModelo: async ({ id, nome }) =>
      feito(await graph.chamar('DELETE', caminho`/${businessAccountId}/message_templates?hsm_id=${id}&name=${nome}`)),

    assinaturas: async () =>
      converter(await percorrer(caminho`/${businessAccountId}/subscribed_apps?limit=100`, AppAssinado), (itens) =>
        itens.map(assinaturaDe),
      ),

    assinar: async (webhook) =>
      feito(
        await graph.chamar(
          'POST',
          caminho`/${businessAccountId}/subscribed_apps`,
          webhook ? { override_callback_uri: webhook.url, verify_token: webhook.verifyToken } : {},
        ),
      ),

    baixarMidia: async (id) => {
      // Whatever number of ours it came to: a former one still gets files.
      const midia = ler(await graph.chamar('GET', caminho`/${id}`), MidiaMeta)
      return midia.tipo === 'ok' ? graph.baixar(midia.valor.url, midia.valor.mime_type) : midia
    },

    fechar: () => graph.fechar(),
  }

  /** Walks a list to its end; `next` is absent on the last page. */
  async function percorrer<T extends z.ZodType>(inicio: string, item: T): Promise<Resultado<z.infer<T>[]>> {
    const forma = PaginaGraph.extend({ data: z.array(item) })
    const itens: z.infer<T>[] = []
    let onde: string | null = inicio
    for (let pagina = 0; onde && pagina < MAIS_PAGINAS; pagina++) {
      const lida = ler(await graph.chamar('GET', onde), forma)
      if (lida.tipo !== 'ok') return lida
      itens.push(...(lida.valor.data as z.infer<T>[]))
      onde = proximaPagina(inicio, lida.valor.paging)
    }
    return { tipo: 'ok', valor: itens }
  }
}

/**
 * A path of the API, in which whatever comes from outside is one segment or one value, and never more. Dots alone would
 * walk up the path even when encoded: they become an id that nothing has, and Meta refuses it as unknown.
 */
function caminho(partes: TemplateStringsArray, ...valores: string[]): string {
  const seguros = valores.map((valor) => (/^\.{0,2}$/.test(valor) ? '-' : encodeURIComponent(valor)))
  return String.raw({ raw: partes }, ...seguros)
}

/** Built on our own base and not taken from `next`, which carries a token in its address. */
function proximaPagina(inicio: string, paging: z.infer<typeof PaginaGraph>['paging']): string | null {
  const depois = paging?.cursors?.after
  return paging?.next && depois ? `${inicio}&after=${encodeURIComponent(depois)}` : null
}

const CAMPOS_NUMERO =
  'id,display_phone_number,verified_name,quality_rating,status,name_status,throughput,' +
  'whatsapp_business_manager_messaging_limit,webhook_configuration,health_status'
const CAMPOS_MODELO = 'id,name,language,status,category,components,rejected_reason,quality_score'
/** 6,000 templates is Meta's own limit; beyond this the walk is going in circles. */
const MAIS_PAGINAS = 200

/** A 2xx that is not what Meta documents says nothing of what was done: the outcome is unknown. */
function ler<T extends z.ZodType>(resposta: RespostaGraph, forma: T): Resultado<z.infer<T>> {
  if (resposta.tipo !== 'corpo') return resposta
  const lida = forma.safeParse(resposta.corpo)
  if (lida.success) return { tipo: 'ok', valor: lida.data }
  return { tipo: 'desconhecido', detalhe: `A Meta respondeu de um modo que o sistema não entende (${resposta.http}).` }
}

function feito(resposta: RespostaGraph): Resultado<true> {
  const lida = ler(resposta, Sucesso)
  if (lida.tipo !== 'ok') return lida
  return lida.valor.success
    ? { tipo: 'ok', valor: true }
    : { tipo: 'desconhecido', detalhe: 'A Meta respondeu que não fez o que foi pedido, sem dizer por quê.' }
}

const converter = <A, B>(resultado: Resultado<A>, em: (valor: A) => B): Resultado<B> =>
  resultado.tipo === 'ok' ? { tipo: 'ok', valor: em(resultado.valor) } : resultado

const corpoDoModelo = ({ nome, idioma, categoria, ...texto }: NovoModelo) => ({
  name: nome,
  language: idioma,
  category: categoria,
  parameter_format: 'POSITIONAL',
  components: componentesDe(texto),
})

/** Audio takes no caption, and only a document has a name. */
function conteudoDoArquivo(tipo: string, id: string, legenda: string | null, nome: string | null) {
  return {
    id,
    ...(legenda && tipo !== 'audio' ? { caption: legenda } : {}),
    ...(nome && tipo === 'document' ? { filename: nome } : {}),
  }
}

const interativaComBotoes = (texto: string, botoes: readonly Botao[]) => ({
  type: 'button',
  body: { text: texto },
  action: { buttons: botoes.map(({ id, titulo }) => ({ type: 'reply', reply: { id, title: titulo } })) },
})

const interativaComLista = (
  texto: string,
  rotulo: string,
  secoes: Parameters<CloudApi['enviarLista']>[0]['secoes'],
) => ({
  type: 'list',
  body: { text: texto },
  action: {
    button: rotulo,
    sections: secoes.map(({ titulo, linhas }) => ({
      ...(titulo ? { title: titulo } : {}),
      rows: linhas.map(({ id, titulo, descricao }) => ({
        id,
        title: titulo,
        ...(descricao ? { description: descricao } : {}),
      })),
    })),
  },
})

const MEGA = 2 ** 20
/** Meta's own limits. Nothing that runs: no program, no page, no archive. */
const ACEITOS: Record<string, number> = {
  'image/jpeg': 5 * MEGA,
  'image/png': 5 * MEGA,
  'application/pdf': 100 * MEGA,
  'text/plain': 100 * MEGA,
  'audio/aac': 16 * MEGA,
  'audio/amr': 16 * MEGA,
  'audio/mpeg': 16 * MEGA,
  'audio/mp4': 16 * MEGA,
  'audio/ogg': 16 * MEGA,
}

/** Why a file cannot be sent, in a sentence; null when it can. */
function problemaDoArquivo(mime: string, tamanho: number): string | null {
  const maximo = ACEITOS[mime.split(';')[0]!.trim().toLowerCase()]
  if (maximo === undefined)
    return 'O WhatsApp da empresa envia imagens JPEG e PNG, PDF, texto e áudio. Converta o arquivo.'
  if (tamanho === 0) return 'O arquivo está vazio.'
  return tamanho > maximo ? `O arquivo passa de ${maximo / MEGA} MB, o limite do WhatsApp para este tipo.` : null
}

const ENVIO = { AVAILABLE: 'AVAILABLE', LIMITED: 'LIMITED', BLOCKED: 'BLOCKED' } as const

function numeroDe(meta: z.infer<typeof NumeroMeta>): NumeroConta {
  const { health_status: saude, webhook_configuration: webhook } = meta
  const erros = saude?.entities.flatMap((entidade) => entidade.errors ?? []) ?? []
  return {
    numero: meta.display_phone_number ?? '',
    nomeVerificado: meta.verified_name ?? null,
    qualidade: meta.quality_rating ?? null,
    limite: meta.whatsapp_business_manager_messaging_limit ?? meta.messaging_limit_tier ?? null,
    situacao: meta.status ?? null,
    podeEnviar: ENVIO[saude?.can_send_message as keyof typeof ENVIO] ?? null,
    problemas: erros.map((erro) => ({ codigo: erro.error_code, descricao: erro.error_description ?? '' })),
    vazao: meta.throughput?.level ?? null,
    webhook: webhook?.phone_number ?? webhook?.whatsapp_business_account ?? webhook?.application ?? null,
  }
}

function modeloDe(meta: z.infer<typeof ModeloMeta>): ModeloNaMeta {
  const corpo = meta.components.find((componente) => componente.type.toUpperCase() === 'BODY')
  const motivo = meta.rejected_reason
  return {
    id: meta.id,
    nome: meta.name,
    idioma: meta.language,
    status: meta.status.toUpperCase(),
    categoria: meta.category?.toUpperCase() ?? null,
    texto: corpo?.text ?? '',
    ...partesDe(meta.components),
    motivo: motivo && motivo !== 'NONE' ? motivo : null,
    qualidade: meta.quality_score?.score ?? null,
  }
}

const assinaturaDe = (meta: z.infer<typeof AppAssinado>): Assinatura => ({
  appId: meta.whatsapp_business_api_data.id,
  nome: meta.whatsapp_business_api_data.name ?? null,
  url: meta.override_callback_uri ?? null,
})
