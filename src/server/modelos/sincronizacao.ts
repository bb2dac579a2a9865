import { randomBytes } from 'node:crypto'
import { setTimeout as esperar } from 'node:timers/promises'
import { sql } from 'kysely'
import { posicional, precisaAprovacao } from '#domain/modelo.ts'
import { feitioDe, partesPosicionais } from '#domain/partes.ts'
import type { CloudApi, ModeloNaMeta } from '#server/cloud-api/cloud-api.ts'
import type { Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { comTravaGlobal } from '#server/jobs/trava.ts'
import type { Servicos } from '#server/servicos.ts'
import { botoesAEnviar, conferirBotoes, enviarBotoes, esquecerBotoes } from './botao.actions.ts'
import { DUPLICADO, explicar, type Impedimento, LISTAGEM_ATRASADA_MS } from './impedimento.ts'
import { lerSituacoes, partesDe, type Situacoes, ultimasVersoes, type Versao } from './modelos.queries.ts'
import { gravarParecer, mudarCategoria, mudarQualidade } from './parecer.actions.ts'
import { parecerDaMeta } from './situacao.ts'

type Meios = Pick<Servicos, 'db' | 'relogio' | 'log' | 'whatsapp'>

/** The channel that asks for the account's templates to be read again. */
export const CANAL_MODELOS = 'modelos'

export const pedirSincronizacao = (trx: Trx) => sql`select pg_notify(${CANAL_MODELOS}, '')`.execute(trx)

const SEM_CONTA = 'Configure a conta do WhatsApp para enviar os modelos à análise da Meta.'
const ESPERA_MS = 200
const TENTATIVAS = 50

/**
 * Reads what Meta says of every version, and submits the last text of each type that was never submitted.
 * One at a time over all nodes; a second caller waits for the first.
 */
export async function sincronizar(meios: Meios): Promise<Impedimento> {
  for (let i = 0; i < TENTATIVAS; i += 1) {
    const feito = await comTravaGlobal(meios.db, 'modelos', async () => ({
      impedimento: await sincronizarSozinho(meios),
    }))
    if (feito) return feito.impedimento
    await esperar(ESPERA_MS)
  }
  return 'Outra sincronização está em andamento. Tente de novo em instantes.'
}

async function sincronizarSozinho(meios: Meios): Promise<Impedimento> {
  const api = await meios.whatsapp.api()
  if (!api) return SEM_CONTA
  const antes = await lerSituacoes(meios.db)
  const lista = await api.listarModelos()
  if (lista.tipo !== 'ok') return explicar(lista)
  await conferir(meios, new Map(lista.valor.map((modelo) => [`${modelo.nome} ${modelo.idioma}`, modelo])), antes)
  return enviarNovas(meios, api)
}

/** The account's list decides every version's state; a version that is not in it is ours alone again. */
async function conferir({ db, relogio }: Meios, naMeta: Map<string, ModeloNaMeta>, antes: Situacoes) {
  const agora = relogio.agora()
  await emTransacao(db, async (trx) => {
    const versoes = await trx
      .selectFrom('modelo_versao')
      .innerJoin('modelo', 'modelo.tipo', 'modelo_versao.tipo')
      .selectAll('modelo_versao')
      .select('modelo.idioma')
      .where('nome_meta', 'is not', null)
      .where('apagada_em', 'is', null)
      .orderBy('modelo_versao.id')
      .forUpdate('modelo_versao')
      .execute()
    for (const { idioma, ...versao } of versoes) {
      const achado = naMeta.get(`${versao.nome_meta} ${idioma}`)
      // A webhook, or a refusal to send it, told after the list was asked for is newer than the list.
      if (versao.situacao !== antes.versoes.get(versao.id)) continue
      if (achado) await conferirVersao(trx, versao, achado, agora)
      else if (sumiu(versao, agora)) await voltarASerLocal(trx, versao, agora)
    }
    await conferirBotoes(trx, naMeta, antes, agora)
  })
}

async function conferirVersao(trx: Trx, versao: Versao, achado: ModeloNaMeta, agora: Date) {
  const nossa = naMetaDe(versao)
  const mudado = achado.estranho || feitioDe(achado.texto, achado.partes) !== feitioDe(nossa.texto, nossa.partes)
  const dito = parecerDaMeta(achado.status, achado.motivo)
  const parecer = dito?.situacao === 'aprovado' && mudado ? MUDADO : dito
  if (parecer) await gravarParecer(trx, versao, parecer, achado.id, agora)
  if (achado.qualidade) await mudarQualidade(trx, versao, achado.qualidade, agora)
  if (achado.categoria) await mudarCategoria(trx, versao, achado.categoria, agora)
}

const sumiu = ({ enviada_em }: Versao, agora: Date) =>
  enviada_em !== null && agora.getTime() - Date.parse(enviada_em) > LISTAGEM_ATRASADA_MS

/** Another account, or a template deleted there: it is as if it had never been submitted. */
async function voltarASerLocal(trx: Trx, versao: Versao, agora: Date) {
  await gravarParecer(trx, versao, { situacao: 'local', motivo: null }, null, agora)
  await trx
    .updateTable('modelo_versao')
    .set({ nome_meta: null, meta_id: null, enviada_em: null, aprovada_em: null })
    .where('id', '=', versao.id)
    .execute()
}

/** The company moved to another account at Meta, which does not know the old one's approvals. */
export async function esquecerOutraConta(trx: Trx, agora: Date): Promise<void> {
  const versoes = await trx
    .selectFrom('modelo_versao')
    .selectAll()
    .where('nome_meta', 'is not', null)
    .where('apagada_em', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const versao of versoes) await voltarASerLocal(trx, versao, agora)
  await esquecerBotoes(trx)
}

async function enviarNovas(meios: Meios, api: CloudApi): Promise<Impedimento> {
  let impedimento: Impedimento = null
  for (const versao of await versoesAEnviar(meios))
    impedimento = (await enviarVersao(meios, api, versao)) ?? impedimento
  return (await enviarBotoes(meios, api)) ?? impedimento
}

/** Is there anything that Meta has not been shown? */
export const haOQueEnviar = async (meios: Pick<Meios, 'db'>): Promise<boolean> =>
  (await versoesAEnviar(meios)).length > 0 || (await botoesAEnviar(meios.db)).length > 0

/** Last versions that were never submitted. */
const versoesAEnviar = async ({ db }: Pick<Meios, 'db'>): Promise<Versao[]> =>
  (await ultimasVersoes(db)).filter((versao) => versao.situacao === 'local' && precisaAprovacao(versao.tipo))

/** The name is kept before the call: whatever becomes of it, the next reading finds the template by its name. */
async function enviarVersao({ db, relogio }: Meios, api: CloudApi, versao: Versao): Promise<Impedimento> {
  const nome = versao.nome_meta ?? `${versao.tipo}_v${versao.numero}_${randomBytes(4).toString('hex')}`
  await db.updateTable('modelo_versao').set({ nome_meta: nome }).where('id', '=', versao.id).execute()
  const { idioma } = await db
    .selectFrom('modelo')
    .select('idioma')
    .where('tipo', '=', versao.tipo)
    .executeTakeFirstOrThrow()
  const resultado = await api.criarModelo({ nome, idioma, categoria: 'UTILITY', ...naMetaDe(versao) })
  return emTransacao(db, (trx) => gravarEnvio(trx, { id: versao.id, nome }, resultado, relogio.agora()))
}

/** A version as it is submitted. */
const naMetaDe = (versao: Versao) => ({ ...posicional(versao.texto), partes: partesPosicionais(partesDe(versao)) })

type Criacao = Awaited<ReturnType<CloudApi['criarModelo']>>

async function gravarEnvio(
  trx: Trx,
  { id, nome }: { id: number; nome: string },
  resultado: Criacao,
  agora: Date,
): Promise<Impedimento> {
  const versao = await trx
    .selectFrom('modelo_versao')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (versao.situacao !== 'local') return null // its webhook was faster than the answer
  if (versao.nome_meta !== nome) return null // the account was changed meanwhile: the answer is of the old one
  if (resultado.tipo === 'ok') {
    const { status, categoria } = resultado.valor
    await gravarParecer(trx, versao, parecerDaMeta(status.toUpperCase(), null) ?? PENDENTE, resultado.valor.id, agora)
    if (categoria) await mudarCategoria(trx, versao, categoria.toUpperCase(), agora)
    return null
  }
  const recusa = resultado.tipo === 'recusada' ? resultado.erro : null
  if (recusa?.subcodigo === DUPLICADO) {
    await gravarParecer(trx, versao, PENDENTE, null, agora)
    return null
  }
  if (recusa?.tipo === 'nosso_erro') {
    const motivo = `A Meta recusou o texto: ${recusa.detalhe ?? recusa.mensagem}`
    await gravarParecer(trx, versao, { situacao: 'rejeitado', motivo }, null, agora)
    await trx.updateTable('modelo_versao').set({ nome_meta: null }).where('id', '=', id).execute()
    return null
  }
  const impedimento = explicar(resultado)
  await trx.updateTable('modelo_versao').set({ motivo: impedimento }).where('id', '=', id).execute()
  return impedimento
}

/** Sent with the values of the text here, Meta would refuse it. */
const MUDADO = {
  situacao: 'pausado',
  motivo: 'O modelo foi mudado no Gerenciador do WhatsApp e não é mais o texto salvo aqui. Salve um texto novo.',
} as const

const PENDENTE = { situacao: 'pendente', motivo: null } as const
