import { resolve } from 'node:path'
import { z } from 'zod'
import { TOKEN } from '#contract/whatsapp.ts'
import type { AcessoS3 } from './armazem/s3.ts'
import { ehDaMeta, ehEnderecoDaApi } from './cloud-api/conta-whatsapp.ts'
import type { AcessoAoCorreio } from './correio/correio.ts'
import { lerEnderecos } from './db/enderecos.ts'
import { FalhaAoIniciar } from './db/falha-ao-iniciar.ts'
import { destinoDe } from './rede/saida-segura.ts'

/** An invalid environment, as a sentence for the person who started the program. */
export class ConfiguracaoInvalida extends FalhaAoIniciar {}

const vazioEAusente = (ambiente: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(ambiente).map(([nome, valor]) => [nome, valor?.trim() || undefined]))

const chave32 = (valor: string) => Buffer.from(valor, 'base64').length === 32

export const RELOGIO_RECUSADO =
  'CLOCK_START não pode ser usado com a API verdadeira da Meta: mensagens sairiam em dias errados.'
const ENDERECO_DA_API = 'deve ser o endereço da API, com a versão (https://graph.facebook.com/v23.0)'
const ENDERECO_PUBLICO = 'deve ser o endereço público, como https://cobranca.empresa.com.br'
const CONEXOES = 'deve ser um número de 10 a 100'
const INTEIRO = 'deve ser um número inteiro de 1 em diante'
const RITMO = 'deve ser um número de 1 a 10000'
const ENDERECO_OU_FAIXA = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
/** `10.0.0.5:8080`, `[fd00::5]:443`, `api.interna:443`. */
const LUGAR = /^(\[[\da-f:.]+\]|[a-z\d._-]+):\d{1,5}$/i
/** One line, with one address in it. */
const REMETENTE = /^(?:[^<>\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u
const NIVEIS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Backup settings where the environment sets none. */
export const COPIAS_DE_FABRICA = { senha: null, pasta: null, hora: '02:30', guarda: { quantas: 7, dias: 30 } }

const Ambiente = z.object({
  PORT: z.coerce.number({ error: 'deve ser um número de porta' }).int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce
    .number({ error: CONEXOES })
    .int(CONEXOES)
    .min(10, CONEXOES)
    .max(100, CONEXOES)
    .default(20),
  DATA_DIR: z.string().default('./data'),
  ADMIN_EMAIL: z.email({ error: 'deve ser um e-mail válido' }).optional(),
  ADMIN_PASSWORD: z.string().min(10, { error: 'deve ter ao menos 10 caracteres' }).optional(),
  DEMO: z.enum(['0', '1'], { error: 'deve ser 0 ou 1' }).optional(),
  SECRET_KEY: z
    .string()
    .refine(chave32, { error: 'deve ter 32 bytes em base64 (por exemplo: openssl rand -base64 32)' })
    .optional(),
  SECRET_KEY_ANTERIOR: z
    .string()
    .refine((valor) => valor === 'perdida' || chave32(valor), {
      error: 'deve ser a SECRET_KEY de antes, 32 bytes em base64, ou a palavra perdida',
    })
    .optional(),
  COMPANY_NAME: z.string().max(120, { error: 'deve ter até 120 caracteres' }).optional(),
  WHATSAPP_API_URL: z
    .url({ protocol: /^https?$/, error: ENDERECO_DA_API, abort: true })
    .refine(ehEnderecoDaApi, { error: ENDERECO_DA_API })
    .optional(),
  WHATSAPP_TOKEN: z.string().regex(TOKEN, { error: 'tem um caractere que nenhum token tem' }).optional(),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, { error: 'deve ter só dígitos' }).optional(),
  WHATSAPP_BUSINESS_ACCOUNT_ID: z.string().regex(/^\d+$/, { error: 'deve ter só dígitos' }).optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().optional(),
  WHATSAPP_EMULATOR: z.enum(['0', '1'], { error: 'deve ser 0 ou 1' }).optional(),
  WHATSAPP_MAX_MPS: z.coerce.number({ error: RITMO }).int(RITMO).min(1, RITMO).max(10_000, RITMO).default(80),
  COLLECTION_ENGINE: z.enum(['on', 'off'], { error: 'deve ser on ou off' }).default('on'),
  CLOCK_START: z.iso
    .datetime({ offset: true, error: 'deve ser um instante ISO 8601 (2026-11-24T09:00:00-03:00)' })
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: ENDERECO_PUBLICO })
    .refine((valor) => !/[?#@]/.test(valor), { error: ENDERECO_PUBLICO }) // what is handed out is this and a path
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((lista) => lista.split(',').every((um) => ENDERECO_OU_FAIXA.safeParse(um.trim()).success), {
      error: 'deve ser uma lista de endereços ou faixas, como 10.0.0.5, 10.1.0.0/16',
    })
    .optional(),
  PRIVATE_HOSTS: z
    .string()
    .refine((lista) => lista.split(',').every((um) => LUGAR.test(um.trim()) && lugarDe(um.trim())), {
      error: 'deve ser uma lista de host:porta, como api.interna:443, 10.0.0.5:8080',
    })
    .optional(),
  METRICS_TOKEN: z.string().min(16, { error: 'deve ter ao menos 16 caracteres' }).optional(),
  LOG_LEVEL: z.enum(NIVEIS, { error: `deve ser ${NIVEIS.join(', ')}` }).optional(),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'deve ser o endereço do serviço, como https://s3.sa-east-1.amazonaws.com' })
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IMPORT_DIR: z.string().optional(),
  IMPORT_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*\/?$/, { error: 'deve ser um caminho no bucket, como entrada ou erp/entrada' })
    .refine((valor) => !/^midias\/?$/.test(valor), {
      error: 'não pode ser midias, que guarda os arquivos das conversas',
    })
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'deve ser o servidor de e-mail, como smtps://usuario:senha@smtp.empresa.com.br:465',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(REMETENTE, {
      error: 'deve ser um e-mail, como cobranca@empresa.com.br ou Empresa <cobranca@empresa.com.br>',
    })
    .optional(),
  DATABASE_RESTORED: z.string().max(100, { error: 'deve ter até 100 caracteres' }).optional(),
  BACKUP_KEY: z
    .string()
    .min(16, { error: 'deve ter ao menos 16 caracteres (por exemplo: openssl rand -base64 32)' })
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'deve ser uma hora, como 02:30' })
    .default(COPIAS_DE_FABRICA.hora),
  BACKUP_KEEP: z.coerce
    .number({ error: INTEIRO })
    .int(INTEIRO)
    .min(1, INTEIRO)
    .default(COPIAS_DE_FABRICA.guarda.quantas),
  BACKUP_KEEP_DAYS: z.coerce
    .number({ error: INTEIRO })
    .int(INTEIRO)
    .min(1, INTEIRO)
    .default(COPIAS_DE_FABRICA.guarda.dias),
  INICIADO_POR_NPM_START: z.enum(['1']).optional(),
})

export type Config = ReturnType<typeof lerConfig>

/**
 * The only reader of the environment. Throws `ConfiguracaoInvalida` naming the variable and what it must be.
 * `DEMO` is left undecided (null) when unset: the default depends on whether the database is empty.
 */
export function lerConfig(ambiente: NodeJS.ProcessEnv) {
  const lido = Ambiente.safeParse(vazioEAusente(ambiente))
  if (!lido.success) {
    const problema = lido.error.issues[0]
    throw new ConfiguracaoInvalida(`A variável ${problema?.path.join('.')} ${problema?.message}.`)
  }
  const env = lido.data
  for (const url of [env.DATABASE_URL, env.DATABASE_OWNER_URL]) if (url) lerEnderecos(url) // refuses what it cannot be
  recusar(
    Boolean(env.DATABASE_URL) && !env.SECRET_KEY,
    'Com DATABASE_URL, defina também SECRET_KEY: 32 bytes em base64 (openssl rand -base64 32), a mesma em todos os nós.',
  )
  recusar(
    Boolean(env.DATABASE_OWNER_URL) && !env.DATABASE_URL,
    'DATABASE_OWNER_URL é de quem migra o banco de DATABASE_URL: defina os dois, ou só DATABASE_URL.',
  )
  recusar(
    Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD),
    'Defina ADMIN_EMAIL e ADMIN_PASSWORD juntos, ou nenhum dos dois.',
  )
  recusar(
    env.WHATSAPP_API_URL !== undefined && ehDaMeta(env.WHATSAPP_API_URL) && env.CLOCK_START !== undefined,
    RELOGIO_RECUSADO,
  )
  return {
    porta: env.PORT,
    host: env.HOST,
    /** Other machines reach this one, so credentials known from the source code must not work. */
    exposto: ![env.HOST, env.PUBLIC_URL && new URL(env.PUBLIC_URL).hostname].every((nome) => !nome || ehDaqui(nome)),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
    bancoRestaurado: env.DATABASE_RESTORED ?? null,
    /** Connections of this process that serve everything; those with a use of their own come on top. */
    conexoesComOBanco: env.DATABASE_POOL_SIZE,
    pastaDados: env.DATA_DIR,
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, senha: env.ADMIN_PASSWORD } : null,
    demo: demonstracaoPedida(env),
    chaveSecreta: env.SECRET_KEY ? Buffer.from(env.SECRET_KEY, 'base64') : null,
    chaveAnterior: chaveAnterior(env.SECRET_KEY_ANTERIOR),
    empresa: env.COMPANY_NAME ?? null,
    whatsapp: contaDoAmbiente(env),
    /** Whether the emulator stands in for WhatsApp while there is no account; null: only in a demonstration. */
    emulador: env.WHATSAPP_EMULATOR ? env.WHATSAPP_EMULATOR === '1' : null,
    motorLigado: env.COLLECTION_ENGINE === 'on',
    relogioComecaEm: env.CLOCK_START ? new Date(env.CLOCK_START) : null,
    urlPublica: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    proxies: ['loopback', ...(env.TRUSTED_PROXIES?.split(',').map((um) => um.trim()) ?? [])],
    /** `host:port` inside the company's network that may be called, besides those in other variables. */
    hostsPrivados: env.PRIVATE_HOSTS?.split(',').map((um) => lugarDe(um.trim())!) ?? [],
    metricsToken: env.METRICS_TOKEN ?? null,
    /** Null: not set. */
    nivelDeLog: env.LOG_LEVEL ?? null,
    s3: contaS3(env),
    correio: acessoAoCorreio(env),
    copia: copiasDe(env),
    vigiada: pastaVigiada(env),
  }
}

function demonstracaoPedida({ DEMO, DATABASE_URL, INICIADO_POR_NPM_START }: z.infer<typeof Ambiente>): boolean | null {
  if (DEMO === '1') return true
  return DEMO === '0' || DATABASE_URL || !INICIADO_POR_NPM_START ? false : null
}

const contaDoAmbiente = (env: z.infer<typeof Ambiente>) => ({
  apiUrl: env.WHATSAPP_API_URL ?? null,
  token: env.WHATSAPP_TOKEN ?? null,
  phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID ?? null,
  businessAccountId: env.WHATSAPP_BUSINESS_ACCOUNT_ID ?? null,
  appSecret: env.WHATSAPP_APP_SECRET ?? null,
  verifyToken: env.WHATSAPP_VERIFY_TOKEN ?? null,
  maxPorSegundo: env.WHATSAPP_MAX_MPS,
})

const copiasDe = (env: z.infer<typeof Ambiente>) => ({
  senha: env.BACKUP_KEY ?? null,
  /** Null: no automatic backups, and manual ones go to DATA_DIR/copias. */
  pasta: env.BACKUP_DIR ?? null,
  /** The time from which the nightly backup may start, in São Paulo. */
  hora: env.BACKUP_AT,
  guarda: { quantas: env.BACKUP_KEEP, dias: env.BACKUP_KEEP_DAYS },
})

/** As an address of the web says it (`127.1:80` is `127.0.0.1:80`); null when no address says it. */
function lugarDe(lugar: string): string | null {
  const [, host, porta] = /^(.+):(\d+)$/.exec(lugar) ?? []
  return destinoDe(`http://${host}:${porta}`)
}

/** Does the name, or the address, mean this machine and no other? */
const ehDaqui = (nome: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(nome)

/** `perdida`: the previous key is lost, and what it encrypted is given up. */
const chaveAnterior = (valor: string | undefined): Buffer | 'perdida' | null =>
  valor === undefined ? null : valor === 'perdida' ? valor : Buffer.from(valor, 'base64')

/** The four that name a bucket come together; the region has a default, which services other than Amazon's take. */
function contaS3(env: z.infer<typeof Ambiente>): AcessoS3 | null {
  const { S3_ENDPOINT: endereco, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: chave, S3_SECRET_ACCESS_KEY: segredo } = env
  if (endereco && bucket && chave && segredo) return { endereco, bucket, chave, segredo, regiao: env.S3_REGION }
  recusar(
    Boolean(endereco || bucket || chave || segredo),
    'Para guardar arquivos em um armazenamento S3, defina S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY.',
  )
  return null
}

/** Where files are taken in from by themselves: a folder, or a place in the bucket. */
function pastaVigiada(env: z.infer<typeof Ambiente>): { pasta: string } | { prefixo: string } | null {
  const { IMPORT_DIR: pasta, IMPORT_PREFIX: prefixo, S3_BUCKET } = env
  recusar(Boolean(pasta && prefixo), 'Defina IMPORT_DIR ou IMPORT_PREFIX: os arquivos vêm de uma pasta ou do bucket.')
  recusar(Boolean(prefixo) && !S3_BUCKET, 'IMPORT_PREFIX é um lugar no bucket: defina também as variáveis S3_….')
  if (pasta) return { pasta: resolve(pasta) }
  return prefixo ? { prefixo: `${prefixo.replace(/\/$/, '')}/` } : null
}

/** A server without an address to send from would be refused by every other. */
function acessoAoCorreio({ SMTP_URL: url, MAIL_FROM: de }: z.infer<typeof Ambiente>): AcessoAoCorreio | null {
  recusar(Boolean(url) && !de, 'Para mandar e-mails, defina MAIL_FROM com SMTP_URL: o endereço de que eles saem.')
  return url && de ? { url, de } : null
}

function recusar(caso: boolean, frase: string) {
  if (caso) throw new ConfiguracaoInvalida(frase)
}
