import { diaDe } from '#domain/data.ts'
import { DEMONSTRACAO_RECUSADA } from '#domain/empresa.ts'
import { CamposInvalidos, RegraViolada } from '#domain/erros.ts'
import { cifrar } from '#server/chaves/cifra.ts'
import { API_DA_META, type ContaWhatsapp, ehDaMeta, mesmaOrigem } from '#server/cloud-api/conta-whatsapp.ts'
import { ehInventada } from '#server/configuracao/empresa.queries.ts'
import { semAusentes } from '#server/configuracao/sem-ausentes.ts'
import type { Db, NovaLinha } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { pedirSincronizacao } from '#server/modelos/sincronizacao.ts'
import type { Servicos } from '#server/servicos.ts'
import { ENDERECO_SEM_VERSAO, provarConta } from './prova.actions.ts'
import { type Identidade, trocarDeConta } from './troca-de-conta.actions.ts'
import { pedirVerificacao, type Situacao } from './verificacao.actions.ts'

export interface NovaConta {
  empresa?: string | undefined
  api_url?: string | undefined
  phone_number_id?: string | undefined
  business_account_id?: string | undefined
  token?: string | undefined
  app_secret?: string | undefined
  verify_token?: string | undefined
  aquecer?: boolean | undefined
}

/** By the last check of the number in force. */
async function contaFunciona(db: Db, whatsapp: Servicos['whatsapp']): Promise<boolean> {
  const { phoneNumberId } = await whatsapp.conta()
  const { whatsapp_situacao } = await db
    .selectFrom('configuracao')
    .select('whatsapp_situacao')
    .executeTakeFirstOrThrow()
  const situacao = whatsapp_situacao as Situacao | null
  return situacao?.estado === 'conectado' && situacao.phoneNumberId === phoneNumberId
}

const RELOGIO_CERTO_MS = 60 * 60_000

/**
 * Sets the account and what messages say of the company. What is absent stays; secrets are kept encrypted.
 * Gives whether the account itself changed, and should be checked.
 */
export async function configurarConta(
  {
    db,
    relogio,
    chaveSecreta,
    whatsapp,
    saida,
  }: Pick<Servicos, 'db' | 'relogio' | 'chaveSecreta' | 'whatsapp' | 'saida'>,
  nova: NovaConta,
  quem: Quem,
): Promise<boolean> {
  const agora = relogio.agora()
  const acesso = semAusentes({
    apiUrl: nova.api_url?.replace(/\/+$/, ''),
    token: nova.token,
    phoneNumberId: nova.phone_number_id,
    businessAccountId: nova.business_account_id,
    appSecret: nova.app_secret,
  })
  const antes = await whatsapp.conta()
  const enderecoAntes = await lerEndereco(db)
  const outroLugar = acesso.apiUrl !== undefined && ehOutroLugar(acesso.apiUrl, antes)
  if (Object.keys(acesso).length > 0) {
    if (acesso.apiUrl) await recusarEndereco(saida, acesso.apiUrl)
    const endereco = await enderecoFinal(whatsapp, nova.api_url)
    recusarRelogioMovido(endereco, agora)
    if (ehDaMeta(endereco) && (await ehInventada(db))) throw new CamposInvalidos({ api_url: [DEMONSTRACAO_RECUSADA] })
    if (outroLugar) exigirSegredosDeNovo(antes, nova)
    await provarConta(whatsapp, acesso, await contaFunciona(db, whatsapp))
  }
  const mudancas = mudancasDe(nova, outroLugar, chaveSecreta, agora)
  const campos = Object.keys(mudancas)
  if (campos.length === 0) return false
  await emTransacao(db, async (trx) => {
    const { whatsapp_em_vigor: emVigor, whatsapp_api_url: endereco } = await trx
      .selectFrom('configuracao')
      .select(['whatsapp_em_vigor', 'whatsapp_api_url'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    // What was written here was meant for the address seen.
    if (endereco !== enderecoAntes) throw new RegraViolada('conta_mudou', CONTA_MUDOU)
    const depois = await contaComo(whatsapp, acesso) // under the lock: somebody may have changed the number meanwhile
    await trx.updateTable('configuracao').set(mudancas).execute()
    await registrar(trx, {
      agora,
      acao: 'whatsapp.configurar',
      descricao: 'A configuração do WhatsApp foi alterada.',
      ...quem,
      // Which, never what.
      dados: { campos },
    })
    // What was in force may have been the emulator, which this start no longer embeds.
    await trocarDeConta(trx, (emVigor as Identidade | null) ?? antes, depois, agora)
    await pedirVerificacao(trx)
    await pedirSincronizacao(trx)
  })
  return campos.some((campo) => campo.startsWith('whatsapp_'))
}

function mudancasDe(nova: NovaConta, outroLugar: boolean, chaveSecreta: Servicos['chaveSecreta'], agora: Date) {
  const segredo = (valor: string | undefined, uso: string) => (valor ? cifrar(chaveSecreta, valor, uso) : undefined)
  return semAusentes<Partial<NovaLinha<'configuracao'>>>({
    empresa: nova.empresa,
    aquecimento_desde: nova.aquecer === undefined ? undefined : nova.aquecer ? diaDe(agora) : null,
    whatsapp_api_url: nova.api_url?.replace(/\/+$/, ''),
    whatsapp_phone_number_id: nova.phone_number_id,
    whatsapp_business_account_id: nova.business_account_id,
    whatsapp_token_cifrado: segredo(nova.token, 'token'),
    whatsapp_app_secret_cifrado: segredo(nova.app_secret, 'app_secret'),
    // It is also sent to the address when webhooks are subscribed.
    whatsapp_verify_token_cifrado: segredo(nova.verify_token, 'verify_token') ?? (outroLugar ? null : undefined),
  })
}

/** The account as it will be. */
async function contaComo(whatsapp: Servicos['whatsapp'], acesso: Parameters<Servicos['whatsapp']['experimentar']>[0]) {
  const { conta, api } = await whatsapp.experimentar(acesso)
  await api?.fechar()
  return conta
}

/** The address for calls from now on: an account without its own uses Meta's. */
async function enderecoFinal(whatsapp: Servicos['whatsapp'], pedido: string | undefined): Promise<string> {
  const { provedor, apiUrl } = await whatsapp.conta()
  return pedido ?? (provedor === 'cloud_api' ? apiUrl : API_DA_META)
}

/**
 * Without a version Meta answers by another each year. Meta's own name needs no looking up here: what it leads to is
 * looked at when it is called.
 */
async function recusarEndereco(saida: Servicos['saida'], apiUrl: string) {
  const { protocol, search, hash } = new URL(apiUrl)
  const daMeta = ehDaMeta(apiUrl) && protocol === 'https:'
  if (search || hash || (daMeta && !/\/v\d+\.\d+$/.test(apiUrl)))
    throw new CamposInvalidos({ api_url: [ENDERECO_SEM_VERSAO] })
  const problema = daMeta ? null : await saida.problema(apiUrl)
  if (problema) throw new CamposInvalidos({ api_url: [problema] })
}

const ehOutroLugar = (apiUrl: string, { provedor, apiUrl: atual }: ContaWhatsapp) =>
  provedor === 'cloud_api' && !mesmaOrigem(apiUrl, atual)

/**
 * Stored secrets were given for one address: whoever changes it must type them again, or could have them sent
 * elsewhere.
 */
function exigirSegredosDeNovo({ token, appSecret }: ContaWhatsapp, nova: NovaConta) {
  const faltam = {
    ...(token && !nova.token ? { token: [`Escreva também o token: ${OUTRO_LUGAR}`] } : {}),
    ...(appSecret && !nova.app_secret
      ? { app_secret: [`Escreva também o segredo do aplicativo: ${OUTRO_LUGAR}`] }
      : {}),
  }
  if (Object.keys(faltam).length > 0) throw new CamposInvalidos(faltam)
}

const OUTRO_LUGAR = 'o que está gravado foi dado a outro endereço, e não é mandado a um novo.'
const CONTA_MUDOU =
  'Outra pessoa mudou o endereço da conta agora há pouco. Recarregue a página, confira e grave de novo.'

const lerEndereco = async (db: Db) =>
  (await db.selectFrom('configuracao').select('whatsapp_api_url').executeTakeFirstOrThrow()).whatsapp_api_url

/** With a clock that was moved, real people would be billed on wrong days. */
function recusarRelogioMovido(apiUrl: string, agora: Date) {
  if (!ehDaMeta(apiUrl) || Math.abs(agora.getTime() - Date.now()) < RELOGIO_CERTO_MS) return
  throw new CamposInvalidos({
    api_url: ['O relógio do sistema está deslocado (CLOCK_START). Inicie sem ele para usar a API verdadeira da Meta.'],
  })
}
