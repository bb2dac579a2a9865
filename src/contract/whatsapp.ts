import { z } from 'zod'
import { PORQUES_DA_RETENCAO } from '#domain/despacho.ts'
import { consultaPaginada, Instante, Lista, Pagina, texto } from './comum.ts'

export const ConexaoWhatsapp = z.object({
  conectado: z.boolean(),
  provedor: z.enum(['emulador', 'cloud_api']),
  estado: z.enum(['conectado', 'desconectado', 'nao_configurado', 'erro']),
  numero: z.string().nullable(),
  nome_verificado: z.string().nullable(),
  qualidade: z.string().nullable(),
  limite_mensagens: z.string().nullable(),
  /** Meta's throughput for the number, the messages a second sent to it now, and the most that this server sends to any. */
  vazao: z.object({ nivel: z.string().nullable(), por_segundo: z.int(), maximo: z.int() }),
  webhook_recebido_em: Instante.nullable(),
  verificado_em: Instante.nullable(),
  erro: z.object({ codigo: z.string(), mensagem: z.string() }).nullable(),
  /** Since when it is not `conectado`, where that is known. */
  desde: Instante.nullable(),
  phone_number_id: z.string().nullable(),
  business_account_id: z.string().nullable(),
  empresa: z.string(),
  webhook_url: z.string(),
  /** A new number that starts slowly: the day, from 1, and how many people it may write to first. */
  aquecimento: z.object({ dia: z.int(), limite: z.int() }).nullable(),
})
export type ConexaoWhatsapp = z.infer<typeof ConexaoWhatsapp>

const base = '/api/admin/configuracoes/whatsapp'

/** It travels in a header: letters, digits and signs without accents or spaces. */
export const TOKEN = /^[\x21-\x7e]+$/
const TOKEN_ERRADO = 'O token tem um caractere que nenhum token tem. Copie-o de novo do Gerenciador da Meta.'

export const statusWhatsapp = {
  method: 'GET',
  url: `${base}/status`,
  schema: { tags: ['whatsapp'], summary: 'Mostra a conexão com o WhatsApp', response: { 200: ConexaoWhatsapp } },
} as const
export const verificarWhatsapp = {
  method: 'POST',
  url: `${base}/verificar`,
  schema: { tags: ['whatsapp'], summary: 'Confere a conexão com a Meta agora', response: { 200: ConexaoWhatsapp } },
} as const

/** One step from a Meta account to the first message. */
export const PassoDiagnostico = z.object({
  codigo: z.string(),
  titulo: z.string(),
  situacao: z.enum(['certo', 'atencao', 'errado']),
  /** What was found, and what to do when it is not right. */
  mensagem: z.string(),
})
export type PassoDiagnostico = z.infer<typeof PassoDiagnostico>

export const diagnosticarWhatsapp = {
  method: 'POST',
  url: `${base}/diagnostico`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Confere passo a passo a ligação com a Meta',
    response: { 200: Lista(PassoDiagnostico) },
  },
} as const

/** Secrets are write-only: what is absent stays as it was, and nothing secret is answered. */
export const configurarWhatsapp = {
  method: 'PUT',
  url: base,
  schema: {
    tags: ['whatsapp'],
    summary: 'Configura a conta do WhatsApp',
    body: z.object({
      empresa: texto(1, 120, 'O nome da empresa').optional(),
      api_url: z
        .url({ protocol: /^https?$/, error: 'Informe o endereço da API, com a versão.' })
        .max(300)
        .optional(),
      phone_number_id: z
        .string()
        .regex(/^\d{1,32}$/, { error: 'O ID do número tem só dígitos.' })
        .optional(),
      business_account_id: z
        .string()
        .regex(/^\d{1,32}$/, { error: 'O ID da conta tem só dígitos.' })
        .optional(),
      token: texto(10, 2000, 'O token').regex(TOKEN, { error: TOKEN_ERRADO }).optional(),
      app_secret: texto(8, 200, 'A chave do aplicativo').optional(),
      verify_token: texto(8, 200, 'O token de verificação').optional(),
      /** Starts a new number slowly, from today on, or stops doing so. */
      aquecer: z.boolean({ error: 'Informe true ou false.' }).optional(),
    }),
    response: { 200: ConexaoWhatsapp },
  },
} as const

const Segredo = z.object({ gravado: z.boolean(), em: Instante.nullable() })

/** How far the set-up of an account has come; of a secret, only whether it is written and since when. */
export const PreparoWhatsapp = z.object({
  segredos: z.object({ token: Segredo, app_secret: Segredo, verify_token: Segredo }),
  /** Meta's handshake with the webhook's address. */
  aperto_confirmado_em: Instante.nullable(),
  aperto_recusado_em: Instante.nullable(),
  assinatura_recusada_em: Instante.nullable(),
  teste: z.object({ enviado_em: Instante, respondido_em: Instante.nullable() }).nullable(),
})
export type PreparoWhatsapp = z.infer<typeof PreparoWhatsapp>

export const preparoWhatsapp = {
  method: 'GET',
  url: `${base}/preparo`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Mostra o que já foi feito para ligar a conta do WhatsApp',
    response: { 200: PreparoWhatsapp },
  },
} as const

/** What moved in the last 24 hours, and what waits for somebody to look. */
export const MovimentoWhatsapp = z.object({
  aceitas: z.int(),
  entregues: z.int(),
  lidas: z.int(),
  /** Messages after which the customer wrote. */
  respondidas: z.int(),
  falhas: z.int(),
  /** People reached by templates: what Meta's limit counts. */
  pessoas_alcancadas: z.int(),
  /** How many more may be written to first now; null: no limit. */
  pessoas_a_alcancar: z.int().nullable(),
  numeros_sem_cliente: z.int(),
  /** Webhook events that could not be processed. */
  eventos_de_lado: z.int(),
  /** Webhooks, or events of one, that were not stored: forged, malformed, or older than the inbox remembers. */
  webhooks_recusados: z.object({ assinatura: z.int(), ilegivel: z.int(), antigo: z.int() }),
})
export type MovimentoWhatsapp = z.infer<typeof MovimentoWhatsapp>

export const movimentoWhatsapp = {
  method: 'GET',
  url: `${base}/movimento`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Conta o que se moveu no WhatsApp nas últimas 24 horas',
    response: { 200: MovimentoWhatsapp },
  },
} as const

const retencao = '/api/admin/whatsapp/retencao'

/** Sending held because the database was restored: who would be written to, and what Meta is known to have. */
export const RetencaoDoEnvio = Pagina(
  z.object({
    id: z.int(),
    cliente: z.object({ id: z.int(), nome: z.string() }).nullable(),
    telefone: z.string().nullable(),
    conteudo: z.string(),
    created_at: Instante,
    /** The latest that Meta reported of a message to this phone that this database does not have. */
    meta: z.object({ em: Instante, status: z.string() }).nullable(),
  }),
).extend({
  retida: z.boolean(),
  desde: Instante.nullable(),
  /**
   * A node had sent more than this database has, Meta reports messages that it does not have, or it was requested at
   * start.
   */
  porque: z.enum(PORQUES_DA_RETENCAO).nullable(),
  /** Messages sent after the copy was made, where a node had counted them. */
  envios_perdidos: z.int().nullable(),
  /** Held messages to phones that Meta is known to have reached since the backup. */
  confirmadas: z.int(),
  /** Messages that Meta has and this database does not know, to anybody. */
  sem_registro: z.int(),
})
export type RetencaoDoEnvio = z.infer<typeof RetencaoDoEnvio>

export const verRetencao = {
  method: 'GET',
  url: retencao,
  schema: {
    tags: ['whatsapp'],
    summary: 'Mostra o envio retido depois de uma restauração do banco de dados',
    querystring: z.object(consultaPaginada(20)),
    response: { 200: RetencaoDoEnvio },
  },
} as const

const DECISOES_DA_RETENCAO = ['enviar', 'enviar_menos_confirmadas', 'cancelar'] as const

/** Messages that are not sent count as possibly sent before: the engine does not bill them again. */
export const liberarRetencao = {
  method: 'POST',
  url: `${retencao}/liberar`,
  schema: {
    tags: ['whatsapp'],
    summary: 'Libera o envio retido, ou cancela o que estava na fila',
    body: z.object({
      decisao: z.enum(DECISOES_DA_RETENCAO, { error: 'Informe enviar, enviar_menos_confirmadas ou cancelar.' }),
    }),
    response: { 200: z.object({ liberadas: z.int(), canceladas: z.int() }) },
  },
} as const
