import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { mudarRecebimento as contrato } from '#contract/recebimento.ts'
import { chavePix } from '#domain/chave-pix.ts'
import { CamposInvalidos } from '#domain/erros.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { cifrar, decifrar } from '#server/chaves/cifra.ts'
import type { Linha, NovaLinha } from '#server/db/schema.ts'
import type { ConfigPsp } from '#server/psp/chamadas.ts'
import { type ColunaSecreta, configDe, SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirPar } from './certificado.ts'

export type Mudancas = Partial<NovaLinha<'recebimento'>>
type NovoPsp = NonNullable<z.output<typeof contrato.schema.body>['psp']>

/** Whoever receives, as far as it is known yet. */
export type QuemRecebe = { [parte in keyof Recebedor]: string | null }

/** As of a PSP, or of a key, that was asked nothing yet. */
export const NADA_VARRIDO = { varrido_ate: null, varrido_em: null, revarrido_em: null } as const satisfies Mudancas

/** Reset when the PSP changes: it belonged to the previous one. */
const DO_OUTRO_LUGAR = {
  psp_webhook_recebido_em: null,
  psp_webhook_erro: null,
  psp_webhook_conferido_em: null,
  ...NADA_VARRIDO,
} as const satisfies Mudancas

export const SEM_PSP = {
  psp_base_url: null,
  psp_token_url: null,
  psp_client_id: null,
  psp_client_secret_cifrado: null,
  psp_certificado_cifrado: null,
  psp_chave_privada_cifrado: null,
  psp_cabecalhos_cifrado: null,
  psp_webhook_segredo_cifrado: null,
  psp_certificado_ate: null,
  psp_emulado: false,
  psp_erro: null,
  psp_conferido_em: null,
  ...DO_OUTRO_LUGAR,
} as const satisfies Mudancas

/** The PSP's columns as they will be; undefined: as they are. */
export async function pspDepois(
  servicos: Pick<Servicos, 'chaveSecreta' | 'pix' | 'saida'>,
  linha: Linha<'recebimento'>,
  novo: NovoPsp | null | undefined,
  pix: QuemRecebe,
  agora: Date,
): Promise<Mudancas | undefined> {
  if (novo === undefined) return undefined
  if (novo === null) return SEM_PSP
  const enderecos = enderecosDe(linha, novo)
  const outroLugar = enderecos.psp_base_url !== linha.psp_base_url || enderecos.psp_token_url !== linha.psp_token_url
  const recebedor = exigirRecebedor(pix)
  await recusarEnderecos(servicos.saida, enderecos)
  if (outroLugar) exigirSegredosDeNovo(linha, novo)
  const segredos = segredosDepois(servicos.chaveSecreta, linha, novo, outroLugar)
  const depois = { ...linha, ...enderecos, ...segredos }
  const config = configDe(depois, (cifrado, coluna) =>
    cifrado ? decifrarOuPedir(servicos.chaveSecreta, cifrado, coluna) : null,
  )
  const ate = certificadoAte(config, agora)
  await provar(servicos.pix, config, recebedor)
  return {
    ...enderecos,
    ...segredos,
    psp_certificado_ate: ate,
    psp_emulado: linha.psp_emulado && !outroLugar,
    psp_erro: null,
    psp_conferido_em: agora,
    ...(outroLugar ? DO_OUTRO_LUGAR : {}),
  }
}

function enderecosDe(linha: Linha<'recebimento'>, novo: NovoPsp) {
  const enderecos = {
    psp_base_url: semBarra(novo.base_url) ?? linha.psp_base_url,
    psp_token_url: novo.token_url ?? linha.psp_token_url,
    psp_client_id: novo.client_id ?? linha.psp_client_id,
  }
  const faltam = Object.entries(enderecos).filter(([, valor]) => valor === null)
  if (faltam.length > 0)
    throw new CamposInvalidos(
      Object.fromEntries(faltam.map(([coluna]) => [coluna.replace('_', '.'), ['Informe como o PSP o dá.']])),
    )
  return enderecos as { [C in keyof typeof enderecos]: string }
}

const semBarra = (url: string | undefined) => url?.replace(/\/+$/, '')

function exigirRecebedor({ chave, nome, cidade }: QuemRecebe): Recebedor {
  const propria = chave && chavePix(chave)
  if (propria && nome && cidade) return { chave: propria, nome, cidade }
  throw new CamposInvalidos({
    pix: ['Informe antes a chave Pix, o nome e a cidade de quem recebe: o PSP cobra por ela.'],
  })
}

async function recusarEnderecos(saida: SaidaSegura, enderecos: { psp_base_url: string; psp_token_url: string }) {
  for (const [campo, url] of [
    ['psp.base_url', enderecos.psp_base_url],
    ['psp.token_url', enderecos.psp_token_url],
  ] as const) {
    const problema = new URL(url).hash ? 'Tire do endereço o que vem depois de #.' : await saida.problema(url)
    if (problema) throw new CamposInvalidos({ [campo]: [problema] })
  }
}

const CAMPOS_SECRETOS = ['client_secret', 'certificado', 'chave_privada', 'cabecalhos'] as const
type CampoSecreto = (typeof CAMPOS_SECRETOS)[number]
const colunaDe = <C extends CampoSecreto>(campo: C) => `psp_${campo}_cifrado` as const

/**
 * Stored secrets were given for one address: whoever changes the address must type them again, or could have them sent
 * elsewhere.
 */
function exigirSegredosDeNovo(linha: Linha<'recebimento'>, novo: NovoPsp) {
  const faltam = CAMPOS_SECRETOS.filter((campo) => linha[colunaDe(campo)] !== null && novo[campo] === undefined)
  if (faltam.length === 0) return
  throw new CamposInvalidos(Object.fromEntries(faltam.map((campo) => [`psp.${campo}`, [OUTRO_LUGAR]])))
}

const OUTRO_LUGAR = 'Escreva de novo: o que está gravado foi dado a outro endereço, e não é mandado a um novo.'

function segredosDepois(chaveSecreta: Buffer, linha: Linha<'recebimento'>, novo: NovoPsp, outroLugar: boolean) {
  const fechar = (coluna: ColunaSecreta, valor: string | null) =>
    valor === null ? null : cifrar(chaveSecreta, valor, SEGREDOS_DO_PSP[coluna])
  const escrito = (campo: CampoSecreto): Buffer | null => {
    const valor = novo[campo]
    if (valor === undefined) return linha[colunaDe(campo)]
    return fechar(colunaDe(campo), typeof valor === 'string' || valor === null ? valor : JSON.stringify(valor))
  }
  const webhook = outroLugar ? null : linha.psp_webhook_segredo_cifrado
  return {
    psp_client_secret_cifrado: escrito('client_secret'),
    psp_certificado_cifrado: escrito('certificado'),
    psp_chave_privada_cifrado: escrito('chave_privada'),
    psp_cabecalhos_cifrado: escrito('cabecalhos'),
    // A new webhook secret, because the previous PSP knows the old one.
    psp_webhook_segredo_cifrado:
      webhook ?? fechar('psp_webhook_segredo_cifrado', randomBytes(BYTES_DO_SEGREDO).toString('base64url')),
  }
}

const BYTES_DO_SEGREDO = 32

function decifrarOuPedir(chaveSecreta: Buffer, cifrado: Buffer, coluna: ColunaSecreta): string {
  try {
    return decifrar(chaveSecreta, cifrado, SEGREDOS_DO_PSP[coluna])
  } catch {
    const campo = SEGREDOS_DO_PSP[coluna].replace('_', '.')
    throw new CamposInvalidos({ [campo]: ['O que estava gravado foi fechado com outra SECRET_KEY. Escreva de novo.'] })
  }
}

function certificadoAte({ certificado, chavePrivada }: ConfigPsp, agora: Date): Date | null {
  if (certificado && chavePrivada) return conferirPar(certificado, chavePrivada, agora)
  if (certificado) throw new CamposInvalidos({ 'psp.chave_privada': ['O certificado vem com a chave privada dele.'] })
  if (chavePrivada) throw new CamposInvalidos({ 'psp.certificado': ['A chave privada vem com o certificado dela.'] })
  return null
}

/** Tests the token and reading received Pix: a refusal throws with the PSP's own reason. */
async function provar(pix: Servicos['pix'], config: ConfigPsp, recebedor: Recebedor) {
  const api = pix.experimentar(config, recebedor)
  try {
    const prova = await api.provar()
    if (prova.tipo !== 'ok')
      throw new CamposInvalidos({
        psp: [`${prova.mensagem} Nada foi mudado: confira os dados do PSP e tente de novo.`],
      })
  } finally {
    await api.fechar()
  }
}
