import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { decifrar } from '#server/chaves/cifra.ts'
import { ClienteEmVigor, LeituraEmVigor } from '#server/configuracao/em-vigor.ts'
import type { Db, Linha } from '#server/db/schema.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import type { CloudApi } from './cloud-api.ts'
import { criarCloudApi } from './criar-cloud-api.ts'

/** Where calls go when an account is set and its address is not. */
export const API_DA_META = 'https://graph.facebook.com/v23.0'

/** Meta's own hosts: real people are reached there, so never with a clock that was moved. */
export const ehDaMeta = (apiUrl: string): boolean =>
  /(^|\.)(facebook|fbsbx|whatsapp)\.com$/i.test(new URL(apiUrl).hostname)

/** Without a version Meta answers by another each year; without TLS the token would be read on the way. */
export function ehEnderecoDaApi(apiUrl: string): boolean {
  const { protocol, pathname, search, hash } = new URL(apiUrl)
  return !search && !hash && (!ehDaMeta(apiUrl) || (protocol === 'https:' && /^\/v\d+\.\d+\/*$/.test(pathname)))
}

/** The account in force; what is null was set nowhere. */
export interface ContaWhatsapp {
  provedor: 'emulador' | 'cloud_api'
  apiUrl: string
  token: string | null
  phoneNumberId: string | null
  businessAccountId: string | null
  appSecret: string | null
  verifyToken: string | null
  /** Ids of the numbers that were ours before: people still write to them. */
  numerosAnteriores: string[]
}

/** What the environment says of the account. */
export type AmbienteWhatsapp = Omit<ContaWhatsapp, 'provedor' | 'apiUrl' | 'numerosAnteriores'> & {
  apiUrl: string | null
}

/** The emulator's own account, made once and kept: its secrets are as good as real ones. */
export interface ContaEmbutida {
  token: string
  phoneNumberId: string
  businessAccountId: string
  appSecret: string
  verifyToken: string
}

export interface ProvedorWhatsapp {
  conta(): Promise<ContaWhatsapp>
  /** Is there an account to send with, wholly set? */
  configurado(): Promise<boolean>
  /** The client of the account in force; null while it is not wholly set. */
  api(): Promise<CloudApi | null>
  /** The account as it would be with these fields, to be tried before it replaces the one in force; to be closed. */
  experimentar(nova: Partial<AmbienteWhatsapp>): Promise<{ conta: ContaWhatsapp; api: CloudApi | null }>
  /** The settings changed: the next call reads them again. */
  esquecer(): void
  fechar(): Promise<void>
}

interface Opcoes {
  db: Db
  log: FastifyBaseLogger
  chaveSecreta: Buffer
  ambiente: AmbienteWhatsapp
  saida: SaidaSegura
  /** Address of the embedded emulator with the version; null when none serves. Asked late: the port comes with listening. */
  emuladorUrl: () => string | null
}

/**
 * Takes each field of the account from the settings screen, else from the environment; when neither sets an account,
 * the embedded emulator's is used, or none, and nothing is sent.
 */
export function criarProvedorWhatsapp({
  db,
  log,
  chaveSecreta,
  ambiente,
  saida,
  emuladorUrl,
}: Opcoes): ProvedorWhatsapp {
  const criar = (acesso: Acesso): CloudApi => criarCloudApi({ ...acesso, saida })
  const lida = new LeituraEmVigor(ler)
  const cliente = new ClienteEmVigor(criar, log)

  async function ler(nova: Partial<AmbienteWhatsapp> = {}): Promise<ContaWhatsapp> {
    const linha = await db.selectFrom('configuracao').selectAll().executeTakeFirstOrThrow()
    return contaEmVigor(linha, ambiente, nova, emuladorUrl(), abrir)
  }

  /**
   * A secret encrypted with another SECRET_KEY counts as missing: the account shows as not configured, and the log says
   * why.
   */
  function abrir(cifrado: Buffer | null, uso: string): string | null {
    if (!cifrado) return null
    try {
      return decifrar(chaveSecreta, cifrado, uso)
    } catch (erro) {
      log.error({ err: erro, uso }, 'SECRET_KEY não abre o segredo gravado do WhatsApp; grave-o de novo na tela')
      return null
    }
  }

  const conta = () => lida.valor()

  return {
    conta,
    configurado: async () => acessoDe(await conta()) !== null,
    async api() {
      const acesso = acessoDe(await conta())
      return acesso && cliente.de(acesso)
    },
    async experimentar(nova) {
      const conta = await ler(nova)
      const acesso = acessoDe(conta)
      return { conta, api: acesso && criar(acesso) }
    },
    esquecer: () => lida.esquecer(),
    fechar: () => cliente.fechar(),
  }
}

type Acesso = NonNullable<ReturnType<typeof acessoDe>>

/** What calls need; null while something is missing. */
function acessoDe({ apiUrl, token, phoneNumberId, businessAccountId }: ContaWhatsapp) {
  return token && phoneNumberId && businessAccountId ? { apiUrl, token, phoneNumberId, businessAccountId } : null
}

function contaEmVigor(
  linha: Linha<'configuracao'>,
  ambiente: AmbienteWhatsapp,
  nova: Partial<AmbienteWhatsapp>,
  emuladorUrl: string | null,
  abrir: (cifrado: Buffer | null, uso: string) => string | null,
): ContaWhatsapp {
  const apiUrl = nova.apiUrl ?? linha.whatsapp_api_url ?? ambiente.apiUrl
  // The environment gives its secrets to the address that it names, and to no other.
  const doAmbiente = mesmaOrigem(apiUrl, ambiente.apiUrl) ? ambiente : SEM_SEGREDOS
  const dada = {
    token: abrir(linha.whatsapp_token_cifrado, 'token') ?? doAmbiente.token,
    phoneNumberId: linha.whatsapp_phone_number_id ?? ambiente.phoneNumberId,
    businessAccountId: linha.whatsapp_business_account_id ?? ambiente.businessAccountId,
    appSecret: abrir(linha.whatsapp_app_secret_cifrado, 'app_secret') ?? doAmbiente.appSecret,
    verifyToken: abrir(linha.whatsapp_verify_token_cifrado, 'verify_token') ?? doAmbiente.verifyToken,
    ...nova,
    apiUrl,
  }
  const embutida = linha.chave_embutida as ContaEmbutida | null
  const { numeros_anteriores: numerosAnteriores } = linha
  if (contaDada(dada) || !emuladorUrl || !embutida) {
    return { provedor: 'cloud_api', ...dada, apiUrl: dada.apiUrl ?? API_DA_META, numerosAnteriores }
  }
  return { provedor: 'emulador', apiUrl: emuladorUrl, ...embutida, numerosAnteriores }
}

const SEM_SEGREDOS = { token: null, appSecret: null, verifyToken: null }

/** Do both lead to the same place? Without an address an account is at Meta's. */
export const mesmaOrigem = (uma: string | null, outra: string | null): boolean =>
  new URL(uma ?? API_DA_META).origin === new URL(outra ?? API_DA_META).origin

const contaDada = ({ apiUrl, token, phoneNumberId }: AmbienteWhatsapp) => Boolean(apiUrl || token || phoneNumberId)

/** The emulator's credentials, the same after every start. */
export async function garantirContaEmbutida(db: Db): Promise<ContaEmbutida> {
  const nova: ContaEmbutida = {
    token: `EMULADOR${randomBytes(24).toString('base64url')}`,
    phoneNumberId: `3${randomInt(1e13, 1e14)}`,
    businessAccountId: `2${randomInt(1e13, 1e14)}`,
    appSecret: randomBytes(16).toString('hex'),
    verifyToken: randomBytes(16).toString('base64url'),
  }
  await db
    .updateTable('configuracao')
    .set({ chave_embutida: JSON.stringify(nova) })
    .where('chave_embutida', 'is', null)
    .execute()
  const { chave_embutida } = await db.selectFrom('configuracao').select('chave_embutida').executeTakeFirstOrThrow()
  return chave_embutida
}

/** Does a real account replace the emulator? Asked at start, before there is a provider. */
export async function contaRealConfigurada(db: Db, ambiente: AmbienteWhatsapp): Promise<boolean> {
  const linha = await db
    .selectFrom('configuracao')
    .select(['whatsapp_api_url', 'whatsapp_token_cifrado', 'whatsapp_phone_number_id'])
    .executeTakeFirstOrThrow()
  return contaDada(ambiente) || Object.values(linha).some((valor) => valor !== null)
}
