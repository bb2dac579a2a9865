import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { mudarRecebimento as contrato } from '#contract/recebimento.ts'
import { chavePix } from '#domain/chave-pix.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { codigoPix, PIX_MAXIMO } from '#domain/partes.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import { cifrar, decifrar } from '#server/chaves/cifra.ts'
import { esquecerCodigos } from '#server/codigos/vida.actions.ts'
import { modeloQueCopiaPix, tentarBotoesDeNovo } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db, Linha, NovaLinha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import type { ConfigPsp } from '#server/psp/chamadas.ts'
import { type ColunaSecreta, configDe, SEGREDOS_DO_PSP } from '#server/psp/provedor.ts'
import type { SaidaSegura } from '#server/rede/saida-segura.ts'
import type { Servicos } from '#server/servicos.ts'
import { conferirPar } from './certificado.ts'
import { lerLinha } from './recebimento.queries.ts'

/** Wakes the jobs that ask the PSP, on every node. */
export const CANAL_PSP = 'psp'

export type NovoRecebimento = z.output<typeof contrato.schema.body>
type NovoPsp = NonNullable<NovoRecebimento['psp']>
type Mudancas = Partial<NovaLinha<'recebimento'>>

/**
 * Changes how the company receives: omitted fields stay. A PSP's credentials are tested before they replace working
 * ones, outside any transaction; if somebody else changed the settings meanwhile, the change is refused.
 */
export async function mudarRecebimento(
  servicos: Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta' | 'pix' | 'saida'>,
  novo: NovoRecebimento,
  quem: Quem,
): Promise<void> {
  const { db, relogio } = servicos
  const agora = relogio.agora()
  const antes = await lerTudo(db)
  const pix = pixDepois(antes, novo)
  if (pix.chave !== antes.pix) await recusarPixLongo(db, pix.chave)
  const psp = await pspDepois(servicos, antes, novo.psp, pix, agora)
  const mudancas: Mudancas = {
    ...novo.empresa,
    ...(novo.pix === undefined ? {} : { pix_nome: pix.nome, pix_cidade: pix.cidade }),
    ...psp,
    ...politicas(novo),
  }
  const campos = [...Object.keys(semAusentes(mudancas)), ...(novo.pix === undefined ? [] : ['pix'])]
  if (campos.length === 0) return
  // The PSP needs our address for each key, and again after its credentials change.
  const aAvisar = psp || pix.chave !== antes.pix ? { psp_webhook_conferido_em: null } : {}
  await emTransacao(db, async (trx) => {
    const agoraEscrito = await lerTudo(trx, true)
    if (psp && agoraEscrito.linha.psp_base_url !== antes.linha.psp_base_url)
      throw new RegraViolada('psp_mudou', OUTRA_PESSOA)
    if (novo.pix !== undefined) await trx.updateTable('configuracao').set({ pix: pix.chave }).execute()
    await trx
      .updateTable('recebimento')
      .set({ ...semAusentes(mudancas), ...aAvisar })
      .execute()
    if (novo.botao_de_pagamento && !antes.linha.botao_de_pagamento) await tentarBotoesDeNovo(trx)
    if (outroLugar(antes, pix, mudancas)) await esquecerCodigos(trx)
    await registrar(trx, {
      agora,
      acao: 'recebimento.configurar',
      descricao: novo.psp === null ? SAIU_O_PSP : 'A configuração de recebimento foi alterada.',
      ...quem,
      // Which, never what.
      dados: { campos },
    })
    await sql`select pg_notify(${CANAL_PSP}, '')`.execute(trx)
  })
  servicos.pix.esquecer()
}

/** Will payments of existing codes no longer arrive here? */
const outroLugar = (antes: Antes, pix: { chave: string | null }, { psp_base_url }: Mudancas) =>
  (psp_base_url !== undefined && psp_base_url !== antes.linha.psp_base_url) ||
  (antes.pix !== null && pix.chave !== null && chavePix(antes.pix) !== pix.chave) ||
  (antes.pix !== null && pix.chave === null)

const SAIU_O_PSP = 'O PSP foi retirado: os códigos passam a ser estáticos.'
const OUTRA_PESSOA = 'Outra pessoa mudou o PSP agora há pouco. Recarregue a página, confira e grave de novo.'

async function lerTudo(db: Db | Trx, travar = false) {
  const linha = travar
    ? await db.selectFrom('recebimento').selectAll().forUpdate().executeTakeFirstOrThrow()
    : await lerLinha(db)
  const { pix } = await db.selectFrom('configuracao').select('pix').executeTakeFirstOrThrow()
  return { linha, pix }
}
type Antes = Awaited<ReturnType<typeof lerTudo>>

const politicas = (novo: NovoRecebimento): Mudancas =>
  semAusentes({
    botao_de_pagamento: novo.botao_de_pagamento,
    carencia_dias_uteis: novo.carencia_dias_uteis,
    promessa_max_dias: novo.promessa_max_dias,
    perdao_maximo_centavos: novo.perdao_maximo,
    confirmar_pessoa: novo.confirmar_pessoa,
  })

/** Key, name and city come together: a code needs all three. */
function pixDepois({ linha, pix }: Antes, novo: NovoRecebimento) {
  const atual = { chave: pix, nome: linha.pix_nome, cidade: linha.pix_cidade }
  if (novo.pix === undefined) return atual
  if (novo.pix === null) {
    if (linha.psp_base_url !== null && novo.psp !== null) throw new CamposInvalidos({ pix: [PSP_SEM_CHAVE] })
    return { chave: null, nome: null, cidade: null }
  }
  const {
    chave = atual.chave && (chavePix(atual.chave) ?? atual.chave),
    nome = atual.nome,
    cidade = atual.cidade,
  } = novo.pix
  const faltam = {
    ...(chave ? {} : { 'pix.chave': ['Informe a chave Pix.'] }),
    ...(nome ? {} : { 'pix.nome': ['Informe o nome de quem recebe, como o cliente o conhece.'] }),
    ...(cidade ? {} : { 'pix.cidade': ['Informe a cidade de quem recebe.'] }),
  }
  if (Object.keys(faltam).length > 0) throw new CamposInvalidos(faltam)
  return { chave, nome, cidade }
}

const PSP_SEM_CHAVE = 'O PSP recebe por esta chave. Retire o PSP antes de tirar a chave Pix.'

/** Refuses a key that is too long for a template's copy button, which would stop that template. */
async function recusarPixLongo(db: Db, chave: string | null) {
  if (codigoPix(chave) !== null) return
  const modelo = await modeloQueCopiaPix(db)
  if (modelo === null) return
  throw new CamposInvalidos({
    'pix.chave': [
      `O modelo “${modelo}” tem um botão que copia a chave Pix: ela deve ter de 1 a ${PIX_MAXIMO} caracteres. Tire o botão antes.`,
    ],
  })
}

/** Reset when the PSP or the key changes: it belonged to the previous one. */
const DO_OUTRO_LUGAR = {
  psp_webhook_recebido_em: null,
  psp_webhook_erro: null,
  psp_webhook_conferido_em: null,
  varrido_ate: null,
  varrido_em: null,
  revarrido_em: null,
} as const satisfies Mudancas

const SEM_PSP = {
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
async function pspDepois(
  servicos: Pick<Servicos, 'chaveSecreta' | 'pix' | 'saida'>,
  { linha }: Antes,
  novo: NovoPsp | null | undefined,
  pix: ReturnType<typeof pixDepois>,
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

function exigirRecebedor({ chave, nome, cidade }: ReturnType<typeof pixDepois>): Recebedor {
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

const semAusentes = <T extends object>(campos: T) =>
  Object.fromEntries(Object.entries(campos).filter(([, valor]) => valor !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
