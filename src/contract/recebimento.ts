import { z } from 'zod'
import { cidadeNoPix, nomeNoPix } from '#domain/brcode.ts'
import { chavePix, problemaDaChavePix } from '#domain/chave-pix.ts'
import { explicarDocumento, normalizarDocumento } from '#domain/documento.ts'
import { CONFIRMAR_PESSOA, SITUACOES_DO_PSP } from '#domain/recebimento.ts'
import { Dinheiro, DinheiroNaoNegativo, Instante, texto } from './comum.ts'

const Empresa = z.object({
  cnpj: z.string().nullable(),
  endereco: z.string().nullable(),
  telefone: z.string().nullable(),
})

/** How the company receives. The PSP's secrets are write-only. */
export const Recebimento = z.object({
  empresa: Empresa,
  /** Name or city may be empty in keys stored before they were required: no code is made until they are filled in. */
  pix: z.object({ chave: z.string(), nome: z.string(), cidade: z.string() }).nullable(),
  psp: z
    .object({
      base_url: z.string(),
      token_url: z.string(),
      client_id: z.string(),
      /** Whether each secret is stored. */
      gravados: z.object({
        client_secret: z.boolean(),
        certificado: z.boolean(),
        chave_privada: z.boolean(),
        cabecalhos: z.boolean(),
      }),
      certificado_ate: Instante.nullable(),
      /** It is the demonstration's emulator. */
      emulador: z.boolean(),
    })
    .nullable(),
  botao_de_pagamento: z.boolean(),
  carencia_dias_uteis: z.int(),
  promessa_max_dias: z.int(),
  perdao_maximo: Dinheiro,
  confirmar_pessoa: z.enum(CONFIRMAR_PESSOA),
  /** The address that the PSP calls with payments; this and the fields below are null without a PSP. */
  webhook_url: z.string().nullable(),
  situacao: z.enum(SITUACOES_DO_PSP).nullable(),
  /** What the PSP answered the last time, when it did not go well. */
  erro: z.string().nullable(),
  /** Why the PSP did not take `webhook_url` by itself: it has to be written there by hand. */
  webhook_erro: z.string().nullable(),
  webhook_recebido_em: Instante.nullable(),
  /** What the PSP told and could not be processed: it waits for somebody to look at it. */
  avisos_de_lado: z.int(),
  conferido_em: Instante.nullable(),
})
export type Recebimento = z.infer<typeof Recebimento>

const SO_ALGUNS = 'O telefone tem só números, espaços, +, ( ) e hífen.'
const novaEmpresa = z.object({
  cnpj: texto(1, 20, 'O CNPJ')
    .refine((cnpj) => normalizarDocumento(cnpj)?.length === 14, { error: ({ input }) => problemaDoCnpj(String(input)) })
    .transform((cnpj) => normalizarDocumento(cnpj)!)
    .nullable()
    .optional(),
  endereco: texto(3, 200, 'O endereço').nullable().optional(),
  telefone: texto(3, 30, 'O telefone')
    .regex(/^[+\d\s().-]+$/, { error: SO_ALGUNS })
    .nullable()
    .optional(),
})

const problemaDoCnpj = (cnpj: string) =>
  normalizarDocumento(cnpj)?.length === 11 ? 'Este é um CPF. Aqui vai o CNPJ da empresa.' : explicarDocumento(cnpj)

const novoPix = z.object({
  chave: texto(1, 140, 'A chave Pix')
    .refine((chave) => chavePix(chave) !== null, { error: ({ input }) => problemaDaChavePix(String(input)) ?? '' })
    .transform((chave) => chavePix(chave)!)
    .optional(),
  nome: texto(1, 120, 'O nome de quem recebe')
    .refine((nome) => nomeNoPix(nome) !== '', { error: 'O nome de quem recebe precisa ter letras.' })
    .optional(),
  cidade: texto(1, 120, 'A cidade')
    .refine((cidade) => cidadeNoPix(cidade) !== '', { error: 'A cidade precisa ter letras.' })
    .optional(),
})

const endereco = z
  .url({ protocol: /^https?$/, error: 'Informe o endereço como o PSP o dá, começando com https://.' })
  .max(500)
/** They travel in headers: letters, digits and signs without accents. */
const visivel = (maximo: number, nome: string) =>
  texto(1, maximo, nome).regex(/^[\x20-\x7e]+$/, { error: `${nome} tem um caractere que não pode ser. Copie de novo.` })
/** As it was pasted: nothing in it has to be composed, which takes seconds for a text so long. */
const pem = (nome: string) =>
  z
    .string({ error: `${nome} deve ser um texto.` })
    .trim()
    .min(1, { error: `${nome} deve ter ao menos um caractere.` })
    .max(65_536, { error: `${nome} deve ter no máximo 65536 caracteres.` })
const CABECALHOS_NOSSOS =
  /^(authorization|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i
const Cabecalhos = z
  .record(z.string(), visivel(2000, 'O valor do cabeçalho'))
  .refine((eles) => Object.keys(eles).every((nome) => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(nome)), {
    error: 'O nome de um cabeçalho tem só letras, números e hífen.',
  })
  .refine((eles) => !Object.keys(eles).some((nome) => CABECALHOS_NOSSOS.test(nome)), {
    error: 'Há um cabeçalho que o próprio sistema escreve, como Authorization ou Content-Type. Tire-o.',
  })
  .refine((eles) => Object.keys(eles).length <= 20, { error: 'São no máximo 20 cabeçalhos.' })

const novoPsp = z.object({
  base_url: endereco.optional(),
  token_url: endereco.optional(),
  client_id: visivel(500, 'O client_id').optional(),
  /** Some PSPs use none: the certificate identifies the client. */
  client_secret: visivel(2000, 'O client_secret').nullable().optional(),
  certificado: pem('O certificado').nullable().optional(),
  chave_privada: pem('A chave privada').nullable().optional(),
  cabecalhos: Cabecalhos.nullable().optional(),
})

const inteiro = (min: number, max: number) =>
  z
    .int({ error: `Informe um número inteiro de ${min} a ${max}.` })
    .min(min)
    .max(max)

const url = '/api/admin/configuracoes/recebimento'

export const verRecebimento = {
  method: 'GET',
  url,
  schema: { tags: ['recebimento'], summary: 'Mostra como a empresa recebe', response: { 200: Recebimento } },
} as const

/** Omitted fields stay, in any part; null removes. */
export const mudarRecebimento = {
  method: 'PUT',
  url,
  schema: {
    tags: ['recebimento'],
    summary: 'Muda como a empresa recebe; credenciais são provadas antes de valer',
    body: z.object({
      empresa: novaEmpresa.optional(),
      pix: novoPix.nullable().optional(),
      psp: novoPsp.nullable().optional(),
      botao_de_pagamento: z.boolean({ error: 'Informe true ou false.' }).optional(),
      carencia_dias_uteis: inteiro(0, 10).optional(),
      promessa_max_dias: inteiro(1, 60).optional(),
      perdao_maximo: DinheiroNaoNegativo.optional(),
      confirmar_pessoa: z.enum(CONFIRMAR_PESSOA, { error: 'Informe nunca, cpf ou sempre.' }).optional(),
    }),
    response: { 200: Recebimento },
  },
} as const
