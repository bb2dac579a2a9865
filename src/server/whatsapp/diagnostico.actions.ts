import { randomUUID } from 'node:crypto'
import type { PassoDiagnostico } from '#contract/whatsapp.ts'
import { DIA_MS } from '#domain/data.ts'
import { QUALIDADE_BAIXA } from '#domain/limite.ts'
import { precisaAprovacao, TIPOS_MODELO } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { plural } from '#domain/plural.ts'
import type { CloudApi, NumeroConta, Resultado, TokenDaMeta } from '#server/cloud-api/cloud-api.ts'
import { type ContaWhatsapp, ehDaMeta } from '#server/cloud-api/conta-whatsapp.ts'
import { regraDoErro } from '#server/cloud-api/erros-meta.ts'
import type { Falha } from '#server/cloud-api/graph.ts'
import { modelosAprovados } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Db } from '#server/db/schema.ts'
import type { Servicos } from '#server/servicos.ts'
import { contarRecusados } from './movimento.queries.ts'
import { AGENTE_DA_CONFERENCIA } from './porta.actions.ts'
import { OUTRA_CONTA, OUTRO_APLICATIVO, problemaDasPermissoes, segredoDeOutroAplicativo } from './prova.actions.ts'
import { aplicativoOuve } from './verificacao.actions.ts'
import { CAMINHO_WEBHOOK } from './webhook.routes.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'whatsapp' | 'origem'>
type Achado = Pick<PassoDiagnostico, 'situacao' | 'mensagem'>

const certo = (mensagem: string): Achado => ({ situacao: 'certo', mensagem })
const atencao = (mensagem: string): Achado => ({ situacao: 'atencao', mensagem })
const errado = (mensagem: string): Achado => ({ situacao: 'errado', mensagem })
const NAO_DEU = 'Não foi conferido: resolva antes os passos acima.'

/** Every step from a Meta account to the first message, checked now: what is right, and how to fix what is not. */
export async function diagnosticar(meios: Meios): Promise<PassoDiagnostico[]> {
  const conta = await meios.whatsapp.conta()
  const api = await meios.whatsapp.api()
  const numero = api && (await api.numero())
  // If one question got no answer, the next would not either.
  const token = api && numero && (naoRespondeu(numero) ? numero : await api.inspecionarToken())
  const alcanca = api !== null && numero?.tipo === 'ok'
  const passo = (codigo: string, titulo: string, achado: Achado): PassoDiagnostico => ({ codigo, titulo, ...achado })
  return [
    passo('credenciais', 'Dados da conta', credenciais(conta)),
    passo(
      'token',
      'Token de acesso',
      numero && token ? doToken(numero, token, meios.relogio.agora()) : atencao(NAO_DEU),
    ),
    passo(
      'permissoes',
      'Permissões do token',
      token?.tipo === 'ok' ? permissoes(token.valor, conta) : atencao(NAO_DEU),
    ),
    passo('numero', 'Número da empresa', numero ? doNumero(numero) : atencao(NAO_DEU)),
    passo('conta', 'Conta do WhatsApp', alcanca ? await daConta(api, conta) : atencao(NAO_DEU)),
    passo('envio', 'Liberação e pagamento', alcanca ? liberacao(numero.valor) : atencao(NAO_DEU)),
    passo('assinatura', 'Assinatura do aplicativo', alcanca ? await assinatura(api, token) : atencao(NAO_DEU)),
    passo('chave', 'Segredo do aplicativo', await chave(meios, conta, alcanca ? api : null)),
    passo('webhook', 'Endereço do webhook', await webhook(meios, conta, alcanca ? numero.valor : null)),
    passo('modelos', 'Modelos de mensagem', await modelos(meios.db)),
  ]
}

function credenciais({ token, phoneNumberId, businessAccountId }: ContaWhatsapp): Achado {
  const faltam = [
    ...(token ? [] : ['o token de acesso']),
    ...(phoneNumberId ? [] : ['o ID do número de telefone']),
    ...(businessAccountId ? [] : ['o ID da conta do WhatsApp']),
  ]
  if (faltam.length === 0) return certo('Token, ID do número e ID da conta estão preenchidos.')
  return errado(`Falta preencher ${faltam.join(', ')}. Copie do painel da Meta, em WhatsApp › Configuração da API.`)
}

const frase = (falha: Falha) =>
  falha.tipo === 'recusada'
    ? `${falha.erro.frase} ${falha.erro.providencia} (${falha.erro.codigo})`
    : `Não foi possível falar com a Meta. ${falha.detalhe} Confira a internet do servidor.`

const naoRespondeu = (resultado: Resultado<unknown>): resultado is Falha =>
  resultado.tipo === 'nao_conectou' || resultado.tipo === 'desconhecido'

const DO_TOKEN = new Set([0, 104, 190])
const PERTO_DO_FIM_MS = 14 * DIA_MS

function doToken(numero: Resultado<NumeroConta>, token: Resultado<TokenDaMeta>, agora: Date): Achado {
  if (numero.tipo === 'recusada' && DO_TOKEN.has(numero.erro.codigo)) return errado(frase(numero))
  if (token.tipo !== 'ok') return numero.tipo === 'ok' ? certo('A Meta aceita o token.') : errado(frase(token))
  const { valido, expiraEm } = token.valor
  if (!valido) return errado('A Meta diz que o token não vale mais. Gere um token novo de usuário do sistema.')
  if (expiraEm === null) return certo('A Meta aceita o token, e ele não expira.')
  const dia = expiraEm.toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  return expiraEm.getTime() - agora.getTime() < PERTO_DO_FIM_MS
    ? atencao(`O token expira em ${dia}. Gere um token de usuário do sistema sem data de expiração.`)
    : certo(`A Meta aceita o token, que vale até ${dia}.`)
}

function permissoes(token: TokenDaMeta, conta: ContaWhatsapp): Achado {
  const problema = problemaDasPermissoes(token, conta)
  return problema ? errado(problema) : certo('O token envia mensagens e cuida dos modelos.')
}

function doNumero(numero: Resultado<NumeroConta>): Achado {
  if (numero.tipo !== 'ok') return errado(frase(numero))
  const { numero: digitos, nomeVerificado, qualidade } = numero.valor
  const quem = `${digitos}${nomeVerificado ? `, ${nomeVerificado}` : ''}`
  if (qualidade === 'RED') {
    return atencao(`${quem}. ${QUALIDADE_BAIXA}`)
  }
  if (qualidade === 'YELLOW') {
    return atencao(
      `${quem}. A qualidade está média: houve bloqueios e denúncias nos últimos dias. O envio vai à metade do ritmo e do limite até ela voltar; reveja os textos e a frequência.`,
    )
  }
  return certo(`${quem}.`)
}

async function daConta(api: CloudApi, { phoneNumberId }: ContaWhatsapp): Promise<Achado> {
  const lista = await api.numerosDaConta()
  if (lista.tipo !== 'ok') return errado(frase(lista))
  return lista.valor.includes(phoneNumberId ?? '') ? certo('O número é desta conta.') : errado(OUTRA_CONTA)
}

function liberacao({ podeEnviar, situacao, problemas }: NumeroConta): Achado {
  if (podeEnviar === 'BLOCKED') {
    const [primeiro] = problemas
    const regra = primeiro && regraDoErro({ codigo: primeiro.codigo })
    return errado(
      regra ? `${regra.frase} ${regra.providencia} (${primeiro.codigo})` : 'A Meta não deixa este número enviar.',
    )
  }
  if (situacao && situacao !== 'CONNECTED') {
    return atencao(`A Meta mostra o número como ${situacao}. Veja o motivo no Gerenciador do WhatsApp.`)
  }
  if (podeEnviar === 'LIMITED')
    return atencao('A Meta deixa enviar com limites. Veja as pendências no Gerenciador do WhatsApp.')
  return certo('A Meta deixa este número enviar.')
}

async function assinatura(api: CloudApi, token: Resultado<TokenDaMeta> | null): Promise<Achado> {
  const lista = await api.assinaturas()
  if (lista.tipo !== 'ok') return errado(frase(lista))
  if (aplicativoOuve(lista.valor, token)) return certo('O aplicativo recebe os avisos desta conta.')
  const quem = lista.valor.map(({ nome, appId }) => nome ?? appId).join(', ')
  return errado(
    quem
      ? `Os avisos desta conta vão só para outro aplicativo (${quem}), não para o do token. Verifique de novo, que assina a conta sozinho.`
      : 'Nenhum aplicativo recebe os avisos desta conta. Verifique de novo, que assina a conta sozinho.',
  )
}

/** A wrong app secret would refuse all webhooks; recently refused ones are reported even with a right one. */
async function chave({ db, relogio }: Meios, { appSecret }: ContaWhatsapp, api: CloudApi | null): Promise<Achado> {
  if (!appSecret) {
    return errado(
      'Falta o segredo do aplicativo (no painel da Meta, Configurações › Básico › Chave secreta). Sem ela nenhum aviso da Meta é aceito.',
    )
  }
  if (api && (await segredoDeOutroAplicativo(api, appSecret))) return errado(OUTRO_APLICATIVO)
  const { assinatura } = await contarRecusados(db, new Date(relogio.agora().getTime() - DIA_MS))
  if (assinatura === 0) return certo('Os avisos da Meta são conferidos pela assinatura.')
  const avisos = plural(assinatura, 'aviso chegou', 'avisos chegaram')
  return atencao(
    `${avisos} com outra assinatura nas últimas 24 horas e não ${assinatura === 1 ? 'foi aceito' : 'foram aceitos'}. Se as respostas dos clientes não aparecem, copie de novo a chave secreta do mesmo aplicativo (Configurações › Básico).`,
  )
}

const PRAZO_MS = 5_000

/** Shakes hands with our own address, as Meta will. */
async function webhook(
  { db, origem, relogio }: Meios,
  { apiUrl, verifyToken, appSecret }: ContaWhatsapp,
  numero: NumeroConta | null,
): Promise<Achado> {
  const url = `${origem}${CAMINHO_WEBHOOK}`
  if (!verifyToken)
    return errado('Falta o token de verificação: gere um abaixo, ou grave o seu, e repita-o no painel da Meta.')
  if (ehDaMeta(apiUrl) && !url.startsWith('https://')) {
    return errado(
      `A Meta só chama endereços https, e este é ${url}. Defina PUBLIC_URL com o endereço público do sistema.`,
    )
  }
  const desafio = randomUUID()
  const aperto = { 'hub.mode': 'subscribe', 'hub.challenge': desafio, 'hub.verify_token': verifyToken }
  const resposta = await fetch(`${url}?${new URLSearchParams(aperto)}`, {
    headers: { 'user-agent': AGENTE_DA_CONFERENCIA },
    signal: AbortSignal.timeout(PRAZO_MS),
  })
    .then((uma) => uma.text())
    .catch(() => null) // whatever stands in the way, the address does not answer
  if (resposta !== desafio)
    return errado(`O endereço ${url} não responde de fora. Confira o domínio, o certificado e o proxy.`)
  const { webhook_recebido_em } = await db
    .selectFrom('configuracao')
    .select('webhook_recebido_em')
    .executeTakeFirstOrThrow()
  const ontem = new Date(relogio.agora().getTime() - DIA_MS).toISOString()
  const outro = numero?.webhook && numero.webhook !== url
  if (outro && (webhook_recebido_em === null || webhook_recebido_em < ontem)) {
    return atencao(
      `A Meta chama ${numero.webhook}, e o endereço deste sistema é ${url}. Se um não leva ao outro, troque-o em Meta for Developers › WhatsApp › Configuração.`,
    )
  }
  if (webhook_recebido_em) return certo('O endereço responde, e a Meta já avisou por ele.')
  return atencao(
    appSecret
      ? 'O endereço responde, mas nenhum aviso da Meta chegou ainda. Mande um “oi” do seu celular para o número.'
      : 'O endereço responde, e aceita os avisos da Meta depois que o segredo do aplicativo for gravado.',
  )
}

async function modelos(db: Db): Promise<Achado> {
  const aprovados = await modelosAprovados(db)
  const faltam = TIPOS_MODELO.filter((tipo) => precisaAprovacao(tipo) && !aprovados.has(tipo))
  if (faltam.length === 0) return certo('Todos os modelos estão aprovados.')
  const nomes = faltam.map((tipo) => MODELOS_PADRAO[tipo].titulo).join(', ')
  return atencao(`Ainda sem aprovação da Meta: ${nomes}. Enquanto isso, estas mensagens não saem.`)
}
