import { z } from 'zod'
import { MOTIVOS_FILA, STATUS_CLIENTE } from '#domain/cliente.ts'
import { DIRECOES, STATUS_MENSAGEM, TIPOS_MENSAGEM } from '#domain/mensagem.ts'
import { normalizarEmail } from '#domain/texto.ts'
import { MUNICIPIO_MAXIMO, UFS } from '#domain/uf.ts'
import {
  COMPOSTO_DE,
  Dia,
  DiaDeAgenda,
  Dinheiro,
  Estado,
  Instante,
  Motivo,
  ParamsId,
  Pessoa,
  SEM_ESTADO,
  texto,
} from './comum.ts'

export const Cliente = z.object({
  id: z.int(),
  nome: z.string(),
  documento: z.string().nullable(),
  telefone: z.string().nullable(),
  email: z.string().nullable(),
  codigo_externo: z.string().nullable(),
  /** As the register says; when it does not, the area code of the phone decides days and hours of contact. */
  uf: z.enum(UFS).nullable(),
  municipio: z.string().nullable(),
  status: z.enum(STATUS_CLIENTE),
  operador: Pessoa.nullable(),
  numero_chamadas: z.int(),
  valor_em_aberto: Dinheiro,
  contas_em_aberto: z.int(),
  contas_vencidas: z.int(),
  valor_vencido: Dinheiro,
  dias_atraso: z.int(),
  motivo_pausa: z.string().nullable(),
  pausado_ate: Dia.nullable(),
  proximo_contato_em: Dia.nullable(),
  ultima_mensagem: z
    .object({
      conteudo: z.string(),
      direcao: z.enum(DIRECOES),
      tipo: z.enum(TIPOS_MENSAGEM),
      status: z.enum(STATUS_MENSAGEM),
      /** Whether the engine sent it, and for which step. */
      automatica: z.boolean(),
      passo: z.int().nullable(),
      created_at: Instante,
    })
    .nullable(),
  nao_lidas: z.int(),
  aceita_mensagens: z.boolean(),
  contato_invalido: z.boolean(),
  janela_ate: Instante.nullable(),
  aguardando_desde: Instante.nullable(),
  aguardando_motivo: z.enum(MOTIVOS_FILA).nullable(),
  /** The place in the queue from which the customer was taken over, and to which they would return; null if they did not come from there. */
  assumido_da_fila: z.object({ desde: Instante, motivo: z.enum(MOTIVOS_FILA) }).nullable(),
  /** The instalment that broke the agreement, when the customer waits for that reason. */
  parcela_quebrada: z.object({ numero: z.int(), total: z.int(), vencimento: Dia }).nullable(),
  /** Money that may pay one of their accounts is on its way. */
  a_caminho: z.boolean(),
  created_at: Instante,
  updated_at: Instante,
})
export type Cliente = z.infer<typeof Cliente>

const base = '/api/operador/clientes'
const SEM_EMAIL = 'Informe um e-mail válido.'
/** By the rule of spreadsheets and notes: a form sends back what they brought. */
const EmailDoCliente = z
  .string({ error: SEM_EMAIL })
  .trim()
  .max(254 * COMPOSTO_DE, { error: SEM_EMAIL, abort: true })
  .normalize()
  .refine((escrito) => escrito.trim() === '' || normalizarEmail(escrito) !== null, { error: SEM_EMAIL })
  .transform(normalizarEmail)

export const mudarContato = {
  method: 'PATCH',
  url: `${base}/:id`,
  schema: {
    tags: ['clientes'],
    summary: 'Corrige nome, telefone, e-mail, estado ou município de um cliente',
    params: ParamsId,
    body: z.object({
      nome: texto(1, 200, 'O nome').optional(),
      telefone: z.string().max(40).nullable().optional(),
      email: EmailDoCliente.nullable().optional(),
      uf: z
        .union([z.literal('').transform(() => null), Estado], { error: SEM_ESTADO })
        .nullable()
        .optional(),
      municipio: z
        .union([z.literal('').transform(() => null), texto(1, MUNICIPIO_MAXIMO, 'O município')])
        .nullable()
        .optional(),
    }),
    response: { 200: Cliente },
  },
} as const

/** An operator has made sure that the phone is the customer's, after its holder denied it or before anybody knew. */
export const confirmarPessoa = {
  method: 'POST',
  url: `${base}/:id/confirmar-pessoa`,
  schema: {
    tags: ['clientes'],
    summary: 'Confirma que o telefone é do cliente',
    params: ParamsId,
    body: z.object({ motivo: Motivo }),
    response: { 200: Cliente },
  },
} as const

export const assumirCliente = {
  method: 'POST',
  url: `${base}/:id/assumir`,
  schema: {
    tags: ['clientes'],
    summary: 'Assume o atendimento de um cliente',
    params: ParamsId,
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

export const pausarCliente = {
  method: 'PATCH',
  url: `${base}/:id/pausar`,
  schema: {
    tags: ['clientes'],
    summary: 'Pausa a cobrança de um cliente',
    params: ParamsId,
    /** `ate` is the first day it is active again; it must be in the future. */
    body: z.object({ motivo: Motivo, ate: DiaDeAgenda.nullable().optional() }),
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

export const reativarCliente = {
  method: 'PATCH',
  url: `${base}/:id/reativar`,
  schema: {
    tags: ['clientes'],
    summary: 'Devolve um cliente à cobrança, já ou a partir de um dia',
    params: ParamsId,
    /** `a_partir_de`: the first day on which the engine has it again, in the future; until then it is paused. */
    body: z.object({ a_partir_de: DiaDeAgenda.optional() }).nullish(),
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const

/** Undoes a take-over: 409 `nao_veio_da_fila` for whoever was not taken from the queue (`assumido_da_fila`). */
export const devolverCliente = {
  method: 'PATCH',
  url: `${base}/:id/devolver`,
  schema: {
    tags: ['clientes'],
    summary: 'Devolve um cliente assumido à fila, com o motivo e a espera que tinha',
    params: ParamsId,
    response: { 200: z.object({ cliente: Cliente }) },
  },
} as const
