/** The business account the emulator plays. */
export interface ContaEmulada {
  token: string
  phoneNumberId: string
  /** Other numbers of the account: what came to them can still be read, fetched and marked. */
  outrosNumeros: string[]
  businessAccountId: string
  appId: string
  appSecret: string
  verifyToken: string
  /** Digits, as webhooks bring it. */
  numero: string
  nomeVerificado: string
}

/** Published with the code: good for nothing but the emulator. */
export const CONTA_PADRAO: ContaEmulada = {
  token: 'EMULADOR-TOKEN-DE-ACESSO',
  phoneNumberId: '300000000000001',
  outrosNumeros: [],
  businessAccountId: '200000000000001',
  appId: '400000000000001',
  appSecret: 'emulador-segredo-do-aplicativo',
  verifyToken: 'emulador-token-de-verificacao',
  numero: '551140000100',
  nomeVerificado: 'Empresa Exemplo',
}

/** `v23.0`: what the address of calls carries unless the caller says otherwise. */
export const VERSAO = 'v23.0'

/**
 * How the account is at Meta's side: each state refuses calls with its code,
 * but a payment problem, which fails messages at delivery.
 */
export const SITUACOES_CONTA = ['normal', 190, 200, 368, 131031, 131042, 133010] as const
export type SituacaoConta = (typeof SITUACOES_CONTA)[number]

/**
 * What the token may do: everything for ever; only send; only manage; everything for seven more days; everything, of
 * another account.
 */
export const TOKENS = ['permanente', 'so_mensagens', 'so_gestao', 'expira_em_7_dias', 'de_outra_conta'] as const
export type Token = (typeof TOKENS)[number]

export const MENSAGENS = 'whatsapp_business_messaging'
export const GESTAO = 'whatsapp_business_management'

/** Which application gets this account's webhooks. */
export const ASSINATURAS = ['nossa', 'nenhuma', 'de_outro_aplicativo'] as const
export type AssinaturaDaConta = (typeof ASSINATURAS)[number]

/** Meta's rating of the number: blocks and reports lower it. */
export const QUALIDADES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const
export type Qualidade = (typeof QUALIDADES)[number]

/** How many people may be reached outside the window in 24 hours, by level; webhooks carry this number too. */
export const NIVEIS = {
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: -1,
} as const
export type Nivel = keyof typeof NIVEIS

/** Messages a second: STANDARD, and HIGH. */
export const PADRAO = 80
export const ALTA = 1_000

/** Chances from 0 to 1 that something goes wrong, the way it does on the real network. */
export interface Caos {
  /** A webhook delivered once more. */
  duplicar: number
  /** A webhook held back, so that later ones pass it; delivered and read together give only read. */
  desordenar: number
  /** A call refused for going too fast. */
  erro429: number
  /** A call that ends in 5xx, half of them without Meta's error in the body. */
  erro5xx: number
  /** A connection cut before the call was looked at. */
  cortarAntes: number
  /** A connection cut after the message was accepted: it goes out, and the caller does not know. */
  cortarDepois: number
  /** A slow answer, of `lentidaoMs`. */
  lentidao: number
  lentidaoMs: number
}

export const SEM_CAOS: Caos = {
  duplicar: 0,
  desordenar: 0,
  erro429: 0,
  erro5xx: 0,
  cortarAntes: 0,
  cortarDepois: 0,
  lentidao: 0,
  lentidaoMs: 3000,
}
