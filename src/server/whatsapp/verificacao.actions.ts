import { sql } from 'kysely'
import { HORA_MS } from '#domain/data.ts'
import type { Assinatura, CloudApi, NumeroConta, Resultado, TokenDaMeta } from '#server/cloud-api/cloud-api.ts'
import type { ContaWhatsapp } from '#server/cloud-api/conta-whatsapp.ts'
import { regraDoErro } from '#server/cloud-api/erros-meta.ts'
import type { Falha } from '#server/cloud-api/graph.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { retomarConta } from '#server/despacho/conta-parada.actions.ts'
import { esquecerFalhasSemFila } from '#server/despacho/despacho.actions.ts'
import { notificarTodos } from '#server/eventos/notificar.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { problemaDasPermissoes } from './prova.actions.ts'
import { CAMINHO_WEBHOOK } from './webhook.routes.ts'

/** The channel that asks for a check of the account. */
export const CANAL_CONTA = 'conta_whatsapp'

export const pedirVerificacao = (trx: Trx | Db) => sql`select pg_notify(${CANAL_CONTA}, '')`.execute(trx)

/** Meta's latest data about the number, in `configuracao.whatsapp_situacao`. */
export interface Situacao {
  /** Whose: news of another number are no news of this one. */
  phoneNumberId: string
  numero: string | null
  nomeVerificado: string | null
  qualidade: string | null
  limite: string | null
  /** STANDARD, HIGH. */
  vazao: string | null
  /** `desconectado`: Meta could not be reached, or says that the number is not connected. */
  estado: 'conectado' | 'desconectado' | 'erro'
  erro: { codigo: string; mensagem: string } | null
  /** Since when a check does not find it connected; null while it is. */
  desde?: string | null
  /** That check met what passes by itself, such as an answer that did not come: it is made again soon. */
  passa?: boolean
}

type Meios = Pick<Servicos, 'db' | 'relogio' | 'whatsapp' | 'origem'>

/**
 * Asks Meta now and stores the answer. If the account can send again, sending resumes: at once when a person asks, automatically
 * when it stopped a while ago (`podeVoltarSozinha`). `quem`: who asked; null for the job.
 */
export async function verificarConta(meios: Meios, quem: Quem | null = null): Promise<void> {
  const conta = await meios.whatsapp.conta()
  const api = await meios.whatsapp.api()
  if (!api || !conta.phoneNumberId) return
  const situacao = await perguntar(api, conta, conta.phoneNumberId, meios.origem)
  const agora = meios.relogio.agora()
  await emTransacao(meios.db, async (trx) => {
    const antes = await trx
      .selectFrom('configuracao')
      .select(['whatsapp_situacao', 'conta_parada_em', 'conta_retomada_em'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const anterior = antes.whatsapp_situacao as Situacao | null
    await trx
      .updateTable('configuracao')
      .set({
        whatsapp_situacao: JSON.stringify({
          ...comOQueSeSabia(situacao, anterior),
          desde: semConexaoDesde(situacao, anterior, agora),
        }),
        whatsapp_verificado_em: agora,
      })
      .execute()
    if (situacao.estado === 'conectado' && (quem !== null || podeVoltarSozinha(antes, agora)))
      await retomarConta(trx, agora, quem)
    if (situacao.estado === 'conectado') await esquecerFalhasSemFila(trx)
    const mudou = anterior?.estado !== situacao.estado
    if (mudou || quem !== null) await registrarSituacao(trx, situacao, quem, agora)
    if (mudou) await notificarTodos(trx, 'badges')
  })
}

/** Whether the last check met what passes by itself: until it is made again every screen says that nothing is sent. */
export async function faltaVerificarDeNovo(db: Db): Promise<boolean> {
  const { rows } = await sql<{ passa: boolean | null }>`
    select (whatsapp_situacao->>'passa')::boolean as passa from configuracao`.execute(db)
  return rows[0]?.passa === true
}

const ANTES_DE_VOLTAR_MS = 10 * 60_000
const ANTES_DE_VOLTAR_DE_NOVO_MS = 6 * HORA_MS

/**
 * Some problems show only when sending: one that came back right after the sending was resumed waits for a person, or
 * for some hours, so that messages are not spent in finding out.
 */
function podeVoltarSozinha(
  {
    conta_parada_em: parada,
    conta_retomada_em: retomada,
  }: Pick<Linha<'configuracao'>, 'conta_parada_em' | 'conta_retomada_em'>,
  agora: Date,
): boolean {
  if (parada === null) return false
  const espera = agora.getTime() - Date.parse(parada)
  const recaiu = retomada !== null && Date.parse(parada) - Date.parse(retomada) < ANTES_DE_VOLTAR_DE_NOVO_MS
  return espera >= (recaiu ? ANTES_DE_VOLTAR_DE_NOVO_MS : ANTES_DE_VOLTAR_MS)
}

function semConexaoDesde(situacao: Situacao, anterior: Situacao | null, agora: Date): string | null {
  if (situacao.estado === 'conectado') return null
  const aMesma = anterior?.phoneNumberId === situacao.phoneNumberId
  return (aMesma && anterior.desde) || agora.toISOString()
}

/** A network failure does not erase what was known of this number. */
export const comOQueSeSabia = (situacao: Situacao, anterior: Situacao | null): Situacao =>
  situacao.numero === null && anterior?.phoneNumberId === situacao.phoneNumberId
    ? { ...anterior, ...semNulos(situacao) }
    : situacao

const semNulos = (situacao: Situacao) => ({
  ...Object.fromEntries(Object.entries(situacao).filter(([, valor]) => valor !== null)),
  erro: situacao.erro,
  passa: situacao.passa,
})

const registrarSituacao = (trx: Trx, { estado, erro }: Situacao, quem: Quem | null, agora: Date) =>
  registrar(trx, {
    agora,
    nivel: estado === 'conectado' ? 'info' : 'aviso',
    acao: 'whatsapp.verificar',
    descricao:
      estado === 'conectado'
        ? 'A conta do WhatsApp foi verificada: está conectada.'
        : `A conta do WhatsApp foi verificada: ${erro?.mensagem}`,
    ...quem,
    dados: { estado, codigo: erro?.codigo ?? null },
  })

async function perguntar(
  api: CloudApi,
  conta: ContaWhatsapp,
  phoneNumberId: string,
  origem: string,
): Promise<Situacao> {
  const resposta = await api.numero()
  if (resposta.tipo !== 'ok') return { ...NADA, phoneNumberId, ...deFalha(resposta) }
  const numero = resposta.valor
  const conhecido = {
    phoneNumberId,
    numero: numero.numero || null,
    nomeVerificado: numero.nomeVerificado,
    qualidade: numero.qualidade,
    limite: numero.limite,
    vazao: numero.vazao,
  }
  const token = await api.inspecionarToken()
  const problema =
    problemaDoNumero(numero) ?? problemaDoToken(token, conta) ?? (await problemaDoWebhook(api, conta, origem, token))
  return { ...conhecido, ...(problema ?? { estado: 'conectado', erro: null }) }
}

const NADA = { numero: null, nomeVerificado: null, qualidade: null, limite: null, vazao: null }

type Problema = Pick<Situacao, 'estado' | 'erro' | 'passa'>

function deFalha(falha: Falha): Problema {
  if (falha.tipo === 'recusada') {
    const { codigo, frase, providencia, tipo } = falha.erro
    const passa = tipo === 'repetir' || tipo === 'repetir_uma_vez'
    return { estado: 'erro', erro: { codigo: String(codigo), mensagem: `${frase} ${providencia}` }, passa }
  }
  const mensagem = `Não foi possível falar com a Meta. ${falha.detalhe} Confira a internet do servidor e tente de novo.`
  return { estado: 'desconectado', erro: { codigo: 'sem_conexao', mensagem }, passa: true }
}

function problemaDoNumero({ situacao, podeEnviar, problemas }: NumeroConta): Problema | null {
  if (podeEnviar === 'BLOCKED') {
    const [primeiro] = problemas
    const regra = primeiro && regraDoErro({ codigo: primeiro.codigo })
    const mensagem = regra
      ? `${regra.frase} ${regra.providencia}`
      : 'A Meta não deixa este número enviar. Veja o motivo no Gerenciador do WhatsApp e verifique de novo.'
    return { estado: 'erro', erro: { codigo: String(primeiro?.codigo ?? 'bloqueado'), mensagem } }
  }
  if (situacao !== null && !SITUACOES_BOAS.has(situacao)) {
    const mensagem = `O número não está conectado na Meta (${situacao}). Registre-o no Gerenciador do WhatsApp e verifique de novo.`
    return { estado: 'desconectado', erro: { codigo: situacao.toLowerCase(), mensagem } }
  }
  return null
}

/** What Meta does not report about a token shows only when sending. */
function problemaDoToken(token: Resultado<TokenDaMeta>, conta: ContaWhatsapp): Problema | null {
  const mensagem = token.tipo === 'ok' ? problemaDasPermissoes(token.valor, conta) : null
  return mensagem ? { estado: 'erro', erro: { codigo: 'permissao', mensagem } } : null
}

/** FLAGGED, RESTRICTED and RATE_LIMITED still send, if less. */
const SITUACOES_BOAS = new Set(['CONNECTED', 'FLAGGED', 'RESTRICTED', 'RATE_LIMITED'])

/** An account may be subscribed to somebody else's application: then ours, the token's, hears nothing. */
export const aplicativoOuve = (lista: Assinatura[], token: Resultado<TokenDaMeta> | null): boolean =>
  token?.tipo === 'ok' && token.valor.appId !== null
    ? lista.some(({ appId }) => appId === token.valor.appId)
    : lista.length > 0

/** Without a subscription no webhook arrives: replies would be lost without a word. Made here when it is missing. */
async function problemaDoWebhook(
  api: CloudApi,
  conta: ContaWhatsapp,
  origem: string,
  token: Resultado<TokenDaMeta>,
): Promise<Problema | null> {
  const lista = await api.assinaturas()
  if (lista.tipo !== 'ok') return deFalha(lista)
  if (aplicativoOuve(lista.valor, token)) return null
  const url = `${origem}${CAMINHO_WEBHOOK}`
  const assinada = await api.assinar(conta.verifyToken ? { url, verifyToken: conta.verifyToken } : undefined)
  if (assinada.tipo === 'ok') return null
  const mensagem = `Nenhum webhook chega a este sistema, e as respostas dos clientes se perderiam. Configure no aplicativo da Meta o endereço ${url} e verifique de novo.`
  return { estado: 'erro', erro: { codigo: 'sem_webhook', mensagem } }
}
