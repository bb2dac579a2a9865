import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type Recebedor, recebedorDe } from '#domain/recebimento.ts'
import { decifrar } from '#server/chaves/cifra.ts'
import { ClienteEmVigor, LeituraEmVigor } from '#server/configuracao/em-vigor.ts'
import type { Db } from '#server/db/schema.ts'
import type { ConfigPsp, OpcoesDaChamada, ResultadoDoPsp } from './chamadas.ts'
import { Folego } from './folego.ts'
import { criarPixApi, type PixApi } from './pix-api.ts'

/** How the company receives, as its settings say now. */
export interface MeiosDeReceber {
  /** Null while key, name or city is missing: then there are no codes. */
  recebedor: Recebedor | null
  /** The key in force, and those before it, which are still paid by whoever has an old code. */
  chaves: ReadonlySet<string>
  psp: ConfigPsp | null
  /** Whether the PSP's codes use WhatsApp's payment button, where available. */
  botaoDePagamento: boolean
  /** The secret part of the webhook's URL. */
  segredo: string | null
}

export interface ProvedorPix {
  meios(): Promise<MeiosDeReceber>
  /** The current PSP's client; null without a PSP or a receiver. */
  api(): Promise<PixApi | null>
  /** A client of a PSP that is not in force yet, to be closed. */
  experimentar(config: ConfigPsp, recebedor: Recebedor): PixApi
  /** The PSP failed repeatedly: codes are made without it for a while, then it is tried once more. */
  emFalta(): boolean
  /** Reports the outcome of a call that created something. */
  respondeu(resultado: ResultadoDoPsp<unknown>): void
  /** The settings changed: the next call reads them again. */
  esquecer(): void
  fechar(): Promise<void>
}

interface Opcoes extends OpcoesDaChamada {
  db: Db
  log: FastifyBaseLogger
  chaveSecreta: Buffer
}

/** What each secret is bound to, beside its column. */
export const SEGREDOS_DO_PSP = {
  psp_client_secret_cifrado: 'psp_client_secret',
  psp_certificado_cifrado: 'psp_certificado',
  psp_chave_privada_cifrado: 'psp_chave_privada',
  psp_cabecalhos_cifrado: 'psp_cabecalhos',
  psp_webhook_segredo_cifrado: 'psp_webhook_segredo',
} as const
export type ColunaSecreta = keyof typeof SEGREDOS_DO_PSP

/** The PSP of the settings, one client for as long as they stay the same. */
export function criarProvedorPix({ db, log, chaveSecreta, ...daChamada }: Opcoes): ProvedorPix {
  const experimentar = (config: ConfigPsp, recebedor: Recebedor) => criarPixApi(config, recebedor, daChamada)
  const lidos = new LeituraEmVigor(ler)
  const cliente = new ClienteEmVigor(([psp, recebedor]: [ConfigPsp, Recebedor]) => experimentar(psp, recebedor), log)
  const folego = new Folego()

  /** A secret encrypted with another SECRET_KEY counts as missing: calls are refused, and the log says why. */
  function abrir(cifrado: Buffer | null, coluna: ColunaSecreta): string | null {
    if (!cifrado) return null
    try {
      return decifrar(chaveSecreta, cifrado, SEGREDOS_DO_PSP[coluna])
    } catch (erro) {
      log.error({ err: erro, coluna }, 'SECRET_KEY não abre o segredo gravado do PSP; grave-o de novo na tela')
      return null
    }
  }

  async function ler(): Promise<MeiosDeReceber> {
    const { rows } = await sql<LinhaDoRecebimento>`
      select c.pix, r.* from recebimento r cross join configuracao c`.execute(db)
    const linha = rows[0]!
    const recebedor = recebedorDe({ pix: linha.pix, nome: linha.pix_nome, cidade: linha.pix_cidade })
    return {
      recebedor,
      chaves: new Set([...linha.chaves_anteriores, ...(recebedor ? [recebedor.chave] : [])]),
      psp: linha.psp_base_url === null ? null : configDe(linha, abrir),
      botaoDePagamento: linha.botao_de_pagamento,
      segredo: abrir(linha.psp_webhook_segredo_cifrado, 'psp_webhook_segredo_cifrado'),
    }
  }

  const meios = () => lidos.valor()

  return {
    meios,
    experimentar,
    async api() {
      const { psp, recebedor } = await meios()
      if (!psp || !recebedor) return null
      return cliente.de([psp, recebedor])
    },
    emFalta: () => folego.emFalta(),
    respondeu: (resultado) => folego.respondeu(resultado),
    esquecer() {
      lidos.esquecer()
      folego.recomecar()
    },
    fechar: () => cliente.fechar(),
  }
}

type LinhaDoRecebimento = Record<ColunaSecreta, Buffer | null> & {
  pix: string | null
  pix_nome: string | null
  pix_cidade: string | null
  chaves_anteriores: string[]
  psp_base_url: string | null
  psp_token_url: string | null
  psp_client_id: string | null
  botao_de_pagamento: boolean
}

/** The PSP as set, with its secrets decrypted. */
export function configDe(
  linha: Omit<
    LinhaDoRecebimento,
    'pix' | 'pix_nome' | 'pix_cidade' | 'chaves_anteriores' | 'psp_webhook_segredo_cifrado' | 'botao_de_pagamento'
  >,
  abrir: (cifrado: Buffer | null, coluna: ColunaSecreta) => string | null,
): ConfigPsp {
  const cabecalhos = abrir(linha.psp_cabecalhos_cifrado, 'psp_cabecalhos_cifrado')
  return {
    baseUrl: linha.psp_base_url!,
    tokenUrl: linha.psp_token_url!,
    clientId: linha.psp_client_id!,
    clientSecret: abrir(linha.psp_client_secret_cifrado, 'psp_client_secret_cifrado'),
    certificado: abrir(linha.psp_certificado_cifrado, 'psp_certificado_cifrado'),
    chavePrivada: abrir(linha.psp_chave_privada_cifrado, 'psp_chave_privada_cifrado'),
    cabecalhos: cabecalhos === null ? {} : JSON.parse(cabecalhos),
  }
}
