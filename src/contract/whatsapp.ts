import { z } from 'zod'
import { Instante, texto } from './comum.ts'

export const ConexaoWhatsapp = z.object({
  conectado: z.boolean(),
  provedor: z.enum(['emulador', 'cloud_api']),
  estado: z.enum(['conectado', 'desconectado', 'nao_configurado', 'erro']),
  numero: z.string().nullable(),
  nome_verificado: z.string().nullable(),
  qualidade: z.string().nullable(),
  limite_mensagens: z.string().nullable(),
  webhook_recebido_em: Instante.nullable(),
  verificado_em: Instante.nullable(),
  erro: z.object({ codigo: z.string(), mensagem: z.string() }).nullable(),
  phone_number_id: z.string().nullable(),
  business_account_id: z.string().nullable(),
  empresa: z.string(),
  pix: z.string().nullable(),
  webhook_url: z.string(),
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

/** Secrets are write-only: what is absent stays as it was, and nothing secret is answered. */
export const configurarWhatsapp = {
  method: 'PUT',
  url: base,
  schema: {
    tags: ['whatsapp'],
    summary: 'Configura a conta do WhatsApp',
    body: z.object({
      empresa: texto(1, 120, 'O nome da empresa').optional(),
      pix: texto(0, 140, 'A chave Pix').nullable().optional(),
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
    }),
    response: { 200: ConexaoWhatsapp },
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
  numeros_sem_cliente: z.int(),
  /** Webhook events that could not be processed. */
  eventos_de_lado: z.int(),
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
