import { CamposInvalidos } from '#domain/erros.ts'
import type { CloudApi, TokenDaMeta } from '#server/cloud-api/cloud-api.ts'
import type { AmbienteWhatsapp, ContaWhatsapp, ProvedorWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import type { Falha } from '#server/cloud-api/graph.ts'

/** What the settings screen names each part of the account. */
type Campo = 'token' | 'phone_number_id' | 'business_account_id'

/**
 * Tests an account before it replaces the current one: what Meta refuses is refused here, on its field, with Meta's
 * reason. An address that does not answer as Meta does proves nothing against the account: it is refused only while the
 * current one works (`funcionando`), otherwise kept, and the status then shows the problem.
 */
export async function provarConta(
  whatsapp: ProvedorWhatsapp,
  nova: Partial<AmbienteWhatsapp>,
  funcionando: boolean,
): Promise<void> {
  const { conta, api } = await whatsapp.experimentar(nova)
  if (!api) return // not whole yet
  const { appSecret, ...acesso } = nova
  try {
    if (Object.keys(acesso).length > 0) await provarAcesso(api, conta, acesso, funcionando)
    if (appSecret && conta.provedor === 'cloud_api') await provarSegredo(api, appSecret)
  } finally {
    await api.fechar()
  }
}

async function provarAcesso(
  api: CloudApi,
  conta: ContaWhatsapp,
  nova: Partial<AmbienteWhatsapp>,
  funcionando: boolean,
) {
  // When parts do not belong together, the field that changed gets the error.
  const culpado: Campo = nova.token ? 'token' : nova.businessAccountId ? 'business_account_id' : 'phone_number_id'
  const numero = await api.numero()
  if (numero.tipo === 'nao_conectou' || numero.tipo === 'desconhecido')
    return funcionando ? recusarSemResposta(conta.apiUrl, numero) : undefined
  const token = await api.inspecionarToken()
  const problema = token.tipo === 'ok' ? problemaDasPermissoes(token.valor, conta) : null
  if (problema) throw new CamposInvalidos({ [culpado]: [problema] })
  if (nova.token && numero.tipo === 'recusada' && numero.erro.codigo === TOKEN_INVALIDO)
    throw new CamposInvalidos({ token: [`${TOKEN_NOVO_RECUSADO} (${TOKEN_INVALIDO})`] })
  if (numero.tipo === 'recusada') recusar(nova.phoneNumberId ? 'phone_number_id' : culpado, numero)
  const daConta = await api.numerosDaConta()
  if (daConta.tipo === 'recusada') recusar(nova.businessAccountId ? 'business_account_id' : culpado, daConta)
  if (daConta.tipo === 'ok' && !daConta.valor.includes(conta.phoneNumberId ?? '')) {
    throw new CamposInvalidos({ [nova.businessAccountId ? 'business_account_id' : culpado]: [OUTRA_CONTA] })
  }
}

const TOKEN_INVALIDO = 190
const TOKEN_NOVO_RECUSADO =
  'A Meta não aceita este token. Copie-o de novo, inteiro, ou gere outro de usuário do sistema e cole-o aqui.'

/** A secret that cannot be proved wrong, since Meta does not answer, is kept: the set-up's checks look at it again. */
async function provarSegredo(api: CloudApi, appSecret: string) {
  if (await segredoDeOutroAplicativo(api, appSecret))
    throw new CamposInvalidos({
      app_secret: [`${OUTRO_APLICATIVO} Se trocou de aplicativo, grave antes o token dele.`],
    })
}

/** When Meta answers without the secret's proof, and refuses with it, the secret is of another app. */
export async function segredoDeOutroAplicativo(api: CloudApi, appSecret: string): Promise<boolean> {
  const comProva = await api.conferirSegredo(appSecret)
  return comProva.tipo === 'recusada' && comProva.erro.codigo === 100 && (await api.numero()).tipo === 'ok'
}

export const OUTRO_APLICATIVO =
  'Este segredo não é do aplicativo do token, e os avisos da Meta seriam recusados. Copie a chave secreta do mesmo aplicativo, em Meta for Developers › Configurações › Básico.'

export const OUTRA_CONTA =
  'Este número não é desta conta do WhatsApp. Copie os dois IDs da mesma tela do painel da Meta (WhatsApp › Configuração da API).'

const PERMISSOES = ['whatsapp_business_messaging', 'whatsapp_business_management']

/** Why this token does not serve this account, in a sentence; null when it does, or when Meta does not say what it may do. */
export function problemaDasPermissoes(
  { escopos, contas }: TokenDaMeta,
  { businessAccountId }: ContaWhatsapp,
): string | null {
  const faltam = permissoesQueFaltam(escopos)
  if (faltam.length > 0) {
    return `Falta ao token a permissão ${faltam.join(' e ')}. Gere outro token para o usuário do sistema, com as duas permissões do WhatsApp.`
  }
  if (contas === null || !businessAccountId || contas.includes(businessAccountId)) return null
  return `O token não alcança a conta ${businessAccountId}: ele é de outra (${contas.slice(0, 3).join(', ') || 'nenhuma'}). Em Configurações do negócio › Usuários do sistema, dê ao usuário esta conta como ativo e gere outro token; ou corrija o ID da conta.`
}

/** Which required permissions are missing; none when the token does not list its permissions. */
const permissoesQueFaltam = (escopos: readonly string[]): string[] =>
  escopos.length === 0 ? [] : PERMISSOES.filter((permissao) => !escopos.includes(permissao))

/** Errors of the token are its own, whatever was asked with it, and so are those of an address that leads nowhere. */
function recusar(campo: Campo, { erro }: Extract<Falha, { tipo: 'recusada' }>): never {
  if (erro.codigo === CAMINHO_DESCONHECIDO)
    throw new CamposInvalidos({ api_url: [`${ENDERECO_SEM_VERSAO} (${erro.codigo})`] })
  if (erro.codigo === 100 && erro.subcodigo === 33)
    throw new CamposInvalidos({ [campo]: [`${NAO_ENCONTRADO[campo]} (${erro.codigo})`] })
  const doToken = [0, 10, 104, 190].includes(erro.codigo) || (erro.codigo >= 200 && erro.codigo <= 299)
  throw new CamposInvalidos({ [doToken ? 'token' : campo]: [`${erro.frase} ${erro.providencia} (${erro.codigo})`] })
}

/** "Unknown path components": the address is Graph's, and not the one of its API. */
const CAMINHO_DESCONHECIDO = 2500
export const ENDERECO_SEM_VERSAO =
  'Este endereço não leva à API da Meta. Informe-o com a versão, como https://graph.facebook.com/v23.0.'

const NAO_ENCONTRADO: Record<Campo, string> = {
  token: 'A Meta não encontra nada com este token.',
  phone_number_id:
    'A Meta não encontra este número com este token. Aqui vai o ID do número (Phone number ID), e não o telefone; se o ID está certo, dê ao usuário do sistema esta conta como ativo e gere outro token.',
  business_account_id:
    'A Meta não encontra esta conta com este token. Copie o ID da conta do WhatsApp Business da tela em que está o ID do número; se está certo, dê ao usuário do sistema esta conta como ativo e gere outro token.',
}

function recusarSemResposta(apiUrl: string, { detalhe }: Exclude<Falha, { tipo: 'recusada' }>): never {
  throw new CamposInvalidos({
    api_url: [
      `${apiUrl} não respondeu como a API da Meta. ${detalhe} Nada foi mudado, e a conta atual continua: confira o endereço, com a versão, e tente de novo.`,
    ],
  })
}
