import { CamposInvalidos } from '#domain/erros.ts'
import type { AmbienteWhatsapp, ProvedorWhatsapp } from '#server/cloud-api/conta.ts'
import type { Falha } from '#server/cloud-api/graph.ts'

/** What the settings screen names each part of the account. */
type Campo = 'api_url' | 'token' | 'phone_number_id' | 'business_account_id'

/**
 * Tries an account before it replaces the one in force: what Meta refuses is refused here, on its field, with Meta's
 * reason. An address that does not answer as Meta does proves nothing against the account, and still takes the place of
 * none that works (`funcionando`); where nothing works, it is kept, and the status says so afterwards.
 */
export async function provarConta(
  whatsapp: ProvedorWhatsapp,
  nova: Partial<AmbienteWhatsapp>,
  funcionando: boolean,
): Promise<void> {
  const { conta, api } = await whatsapp.experimentar(nova)
  if (!api) return // not whole yet
  try {
    const numero = await api.numero()
    if (numero.tipo === 'recusada') recusar('phone_number_id', numero)
    if (numero.tipo !== 'ok') return funcionando ? recusarSemResposta(conta.apiUrl, numero) : undefined
    const daConta = await api.numerosDaConta()
    if (daConta.tipo === 'recusada') recusar('business_account_id', daConta)
    if (daConta.tipo === 'ok' && !daConta.valor.includes(conta.phoneNumberId ?? '')) {
      throw new CamposInvalidos({ business_account_id: [OUTRA_CONTA] })
    }
    const token = await api.inspecionarToken()
    const faltam = token.tipo === 'ok' ? permissoesQueFaltam(token.valor.escopos) : []
    if (faltam.length > 0) throw new CamposInvalidos({ token: [fraseDasPermissoes(faltam)] })
  } finally {
    await api.fechar()
  }
}

export const OUTRA_CONTA =
  'Este número não é desta conta do WhatsApp. Copie os dois IDs da mesma tela do painel da Meta (WhatsApp › Configuração da API).'

const PERMISSOES = ['whatsapp_business_messaging', 'whatsapp_business_management']

/** Of those that everything here needs; a token that tells none is not judged by it. */
export const permissoesQueFaltam = (escopos: readonly string[]): string[] =>
  escopos.length === 0 ? [] : PERMISSOES.filter((permissao) => !escopos.includes(permissao))

export const fraseDasPermissoes = (faltam: readonly string[]): string =>
  `Falta ao token a permissão ${faltam.join(' e ')}. Gere outro token para o usuário do sistema, com as duas permissões do WhatsApp.`

/** Errors of the token are its own, whatever was asked with it. */
function recusar(campo: Campo, { erro }: Extract<Falha, { tipo: 'recusada' }>): never {
  const doToken = [0, 10, 104, 190].includes(erro.codigo) || (erro.codigo >= 200 && erro.codigo <= 299)
  throw new CamposInvalidos({ [doToken ? 'token' : campo]: [`${erro.frase} ${erro.providencia} (${erro.codigo})`] })
}

function recusarSemResposta(apiUrl: string, { detalhe }: Exclude<Falha, { tipo: 'recusada' }>): never {
  throw new CamposInvalidos({
    api_url: [
      `${apiUrl} não respondeu como a API da Meta. ${detalhe} Nada foi mudado, e a conta atual continua: confira o endereço, com a versão, e tente de novo.`,
    ],
  })
}
