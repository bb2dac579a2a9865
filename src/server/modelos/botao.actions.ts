import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { FORMAS_DO_BOTAO, type FormaDoBotao, formasPossiveis } from '#domain/botao-pix.ts'
import { MODELOS_DA_REGUA } from '#domain/decisao.ts'
import { posicional } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { comBotaoDePagar, feitioDe, partesPosicionais } from '#domain/partes.ts'
import type { CloudApi, ModeloNaMeta } from '#server/cloud-api/cloud-api.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { DUPLICADO, explicar, type Impedimento, LISTAGEM_ATRASADA_MS } from './impedimento.ts'
import { partesDe, type Situacoes, type Versao } from './modelos.queries.ts'
import { type Parecer, parecerDaMeta } from './situacao.ts'

type Meios = Pick<Servicos, 'db' | 'relogio'>
type Variante = Linha<'modelo_botao'>

/**
 * The engine's versions whose variant with the payment button is still to be submitted: what goes out, and what may soon, while
 * the setting and a PSP say so.
 */
export async function botoesAEnviar(db: Db): Promise<Versao[]> {
  const { rows } = await sql<Versao>`
    select v.* from modelo_versao v left join modelo_botao b on b.versao_id = v.id
    where (select botao_de_pagamento and psp_base_url is not null from recebimento)
      and v.tipo in ${lista(MODELOS_DA_REGUA)} and v.apagada_em is null and v.situacao in ('pendente', 'aprovado')
      and not exists (select from modelo_versao n where n.tipo = v.tipo and n.numero > v.numero
        and n.aprovada_em is not null and n.apagada_em is null)
      and (b.versao_id is null or b.situacao = 'local') order by v.id`.execute(db)
  return rows
}

/** Submits them, each in the best form that the account takes; a sentence when Meta could not be asked. */
export async function enviarBotoes(meios: Meios, api: CloudApi): Promise<Impedimento> {
  let impedimento: Impedimento = null
  for (const versao of await botoesAEnviar(meios.db)) impedimento = (await enviar(meios, api, versao)) ?? impedimento
  return impedimento
}

/** The name is kept before the call, as that of the version itself. */
async function enviar(meios: Meios, api: CloudApi, versao: Versao): Promise<Impedimento> {
  const { forma, nome_meta: nome } = await guardarNome(meios.db, versao)
  const { idioma } = await meios.db
    .selectFrom('modelo')
    .select('idioma')
    .where('tipo', '=', versao.tipo)
    .executeTakeFirstOrThrow()
  const resultado = await api.criarModelo({ nome: nome!, idioma, categoria: 'UTILITY', ...naMetaDe(versao, forma) })
  const agora = meios.relogio.agora()
  if (resultado.tipo === 'ok') {
    const { id, status, categoria } = resultado.valor
    const parecer = parecerDaMeta(status.toUpperCase(), null) ?? PENDENTE
    await gravarEnvio(meios.db, versao, nome!, parecer, agora, { id, categoria })
    return null
  }
  const recusa = resultado.tipo === 'recusada' ? resultado.erro : null
  if (recusa?.subcodigo === DUPLICADO) {
    await gravarEnvio(meios.db, versao, nome!, PENDENTE, agora)
    return null
  }
  if (recusa?.tipo !== 'nosso_erro') return explicar(resultado)
  const seguinte = formasPossiveis(partesDe(versao).botoes.length)[FORMAS_DO_BOTAO.indexOf(forma) + 1]
  if (seguinte) {
    await meios.db
      .updateTable('modelo_botao')
      .set({ forma: seguinte, nome_meta: null })
      .where('versao_id', '=', versao.id)
      .execute()
    return enviar(meios, api, versao)
  }
  const motivo = `A conta da Meta não aceita o botão de pagamento: ${recusa.detalhe ?? recusa.mensagem}`
  await gravarEnvio(meios.db, versao, nome!, { situacao: 'rejeitado', motivo }, agora)
  return null
}

async function guardarNome(db: Db, { id, tipo, numero }: Versao): Promise<Variante> {
  const nome = `${tipo}_v${numero}_pix_${randomBytes(4).toString('hex')}`
  return db
    .insertInto('modelo_botao')
    .values({ versao_id: id, forma: FORMAS_DO_BOTAO[0], nome_meta: nome, situacao: 'local' })
    .onConflict((conflito) =>
      conflito
        .column('versao_id')
        .doUpdateSet({ nome_meta: sql`coalesce(modelo_botao.nome_meta, excluded.nome_meta)` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A version with the button, as it is submitted. */
const naMetaDe = (versao: Versao, forma: FormaDoBotao) => ({
  ...posicional(versao.texto),
  partes: comBotaoDePagar(partesPosicionais(partesDe(versao)), forma),
})

const PENDENTE = { situacao: 'pendente', motivo: null } as const

/** The answer to a submission, unless a webhook was faster or the account was changed meanwhile. */
const gravarEnvio = (
  db: Db,
  versao: Versao,
  nome: string,
  parecer: Parecer,
  agora: Date,
  feito?: { id: string; categoria: string | null },
) =>
  emTransacao(db, async (trx) => {
    const variante = await trx
      .selectFrom('modelo_botao')
      .selectAll()
      .where('versao_id', '=', versao.id)
      .where('nome_meta', '=', nome)
      .where('situacao', '=', 'local')
      .forUpdate()
      .executeTakeFirst()
    if (!variante) return
    await trx.updateTable('modelo_botao').set({ enviada_em: agora }).where('versao_id', '=', versao.id).execute()
    if (feito?.categoria) await mudarCategoria(trx, versao.id, feito.categoria)
    await gravarParecer(trx, variante, versao, parecer, agora, feito?.id)
  })

const mudarCategoria = (trx: Trx, versaoId: number, categoria: string) =>
  trx
    .updateTable('modelo_botao')
    .set({ categoria: categoria.toUpperCase() })
    .where('versao_id', '=', versaoId)
    .execute()

async function gravarParecer(
  trx: Trx,
  { versao_id, situacao: antes, meta_id }: Variante,
  { tipo, numero }: Pick<Versao, 'tipo' | 'numero'>,
  { situacao, motivo }: Parecer,
  agora: Date,
  metaId: string | null = null,
) {
  await trx
    .updateTable('modelo_botao')
    .set({ situacao, motivo, meta_id: metaId ?? meta_id })
    .where('versao_id', '=', versao_id)
    .execute()
  if (antes === situacao || situacao === 'local' || situacao === 'pendente') return
  const qual = `do modelo “${MODELOS_PADRAO[tipo].titulo}” (versão ${numero})`
  await registrar(trx, {
    agora,
    nivel: situacao === 'aprovado' ? 'info' : 'aviso',
    acao: ACAO[situacao],
    descricao:
      situacao === 'aprovado'
        ? `O botão de pagamento ${qual} foi aprovado pela Meta: o código do PSP vai nele.`
        : `O botão de pagamento ${qual} não sai: ${motivo ?? 'a Meta não disse por quê.'} O texto segue sem ele.`,
    entidade: 'modelo',
    dados: { tipo, numero, botao: true },
  })
}

const ACAO = { aprovado: 'modelo.aprovar', rejeitado: 'modelo.rejeitar', pausado: 'modelo.pausar' } as const

/**
 * The account's list decides every variant's state; one that it no longer lists is submitted again. A rejected one
 * stays so.
 */
export async function conferirBotoes(
  trx: Trx,
  naMeta: ReadonlyMap<string, ModeloNaMeta>,
  antes: Situacoes,
  agora: Date,
): Promise<void> {
  for (const { idioma, variante, versao } of await travarVariantes(trx, sql`b.situacao <> 'rejeitado'`)) {
    if (variante.situacao !== antes.botoes.get(variante.versao_id)) continue // told since it was asked for
    const achado = naMeta.get(`${variante.nome_meta} ${idioma}`)
    if (achado) await conferir(trx, variante, versao, achado, agora)
    else if (variante.enviada_em && agora.getTime() - Date.parse(variante.enviada_em) > LISTAGEM_ATRASADA_MS)
      await trx.deleteFrom('modelo_botao').where('versao_id', '=', variante.versao_id).execute()
  }
}

async function conferir(trx: Trx, variante: Variante, versao: Versao, achado: ModeloNaMeta, agora: Date) {
  const nossa = naMetaDe(versao, variante.forma)
  const mudado = achado.estranho || feitioDe(achado.texto, achado.partes) !== feitioDe(nossa.texto, nossa.partes)
  const dito = parecerDaMeta(achado.status, achado.motivo)
  if (achado.categoria) await mudarCategoria(trx, variante.versao_id, achado.categoria)
  if (dito)
    await gravarParecer(trx, variante, versao, dito.situacao === 'aprovado' && mudado ? MUDADO : dito, agora, achado.id)
}

const MUDADO = { situacao: 'pausado', motivo: 'Ele foi mudado no Gerenciador do WhatsApp.' } as const

async function travarVariantes(trx: Trx, quais: ReturnType<typeof sql>) {
  const { rows } = await sql<{ idioma: string; variante: Variante; versao: Versao }>`
    select m.idioma, to_jsonb(b) as variante, to_jsonb(v) as versao
    from modelo_botao b join modelo_versao v on v.id = b.versao_id join modelo m on m.tipo = v.tipo
    where b.nome_meta is not null and ${quais} order by b.versao_id for update of b`.execute(trx)
  return rows
}

/** A template event that matches no version: perhaps a variant's. */
export async function eventoDoBotao(
  trx: Trx,
  nome: string,
  dito: { parecer: Parecer } | { categoria: string },
  agora: Date,
): Promise<void> {
  const [achada] = await travarVariantes(trx, sql`b.nome_meta = ${nome}`)
  if (!achada) return
  const { variante, versao } = achada
  if ('categoria' in dito) await mudarCategoria(trx, variante.versao_id, dito.categoria)
  else if (dito.parecer.situacao !== 'pendente' || variante.situacao === 'local')
    await gravarParecer(trx, variante, versao, dito.parecer, agora)
}

/** Meta refused to send it: from now on this version goes without. */
export async function pararBotao(trx: Trx, versaoId: number, motivo: string, agora: Date): Promise<void> {
  const [achada] = await travarVariantes(trx, sql`b.versao_id = ${versaoId} and b.situacao = 'aprovado'`)
  if (achada) await gravarParecer(trx, achada.variante, achada.versao, { situacao: 'rejeitado', motivo }, agora)
}

/** The company moved to another account of Meta's. */
export const esquecerBotoes = (trx: Trx) => trx.deleteFrom('modelo_botao').execute()
