import type { AcaoDoLog } from '#domain/log.ts'
import { barrado } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { Trx } from '#server/db/schema.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { eventoDoBotao } from './botao.actions.ts'
import { ultimaVersao, type Versao } from './modelos.queries.ts'
import { type Parecer, parecerDaMeta } from './situacao.ts'

/** What Meta says of a version, written with its log line. `metaId` once known stays. */
export async function gravarParecer(trx: Trx, versao: Versao, parecer: Parecer, metaId: string | null, agora: Date) {
  const aprovada = parecer.situacao === 'aprovado'
  await trx
    .updateTable('modelo_versao')
    .set({
      ...parecer,
      meta_id: metaId ?? versao.meta_id,
      enviada_em: versao.enviada_em ?? agora,
      aprovada_em: versao.aprovada_em ?? (aprovada ? agora : null),
    })
    .where('id', '=', versao.id)
    .execute()
  if (versao.situacao === parecer.situacao) return
  await trx.updateTable('modelo').set({ updated_at: agora }).where('tipo', '=', versao.tipo).execute()
  await registrar(trx, {
    agora,
    nivel: barrado(parecer) ? 'aviso' : 'info',
    acao: ACAO_DO_PARECER[parecer.situacao],
    descricao: frase(versao, parecer),
    entidade: 'modelo',
    dados: { tipo: versao.tipo, numero: versao.numero },
  })
}

const ACAO_DO_PARECER = {
  local: 'modelo.perder',
  pendente: 'modelo.submeter',
  aprovado: 'modelo.aprovar',
  rejeitado: 'modelo.rejeitar',
  pausado: 'modelo.pausar',
} as const satisfies Record<Parecer['situacao'], AcaoDoLog>

function frase(versao: Versao, { situacao, motivo }: Parecer): string {
  const qual = `O modelo “${MODELOS_PADRAO[versao.tipo].titulo}” (versão ${versao.numero})`
  if (situacao === 'aprovado') return `${qual} foi aprovado pela Meta e já é o que sai.`
  if (situacao === 'pendente') return `${qual} está em análise na Meta.`
  if (situacao === 'local') return `${qual} não está na conta da Meta e será enviado para análise.`
  return `${qual} foi ${situacao} pela Meta. ${motivo ?? ''}`.trim()
}

/**
 * An event of a template's life, from a webhook: matched by name, since its id may not fit a JSON number. False when it is
 * of no kind that is known.
 */
export async function aplicarEventoModelo(
  trx: Trx,
  evento: { nome: string; idioma: string; evento: string; motivo: string | null },
  agora: Date,
): Promise<boolean> {
  const qual = evento.evento.toUpperCase()
  const parecer = parecerDaMeta(qual, evento.motivo)
  if (!parecer && qual !== MARCADO) return false
  const versao = await travarVersao(trx, evento.nome, evento.idioma)
  if (!versao) {
    // Of a variant, or of another system's template on the same account.
    if (parecer) await eventoDoBotao(trx, evento.nome, { parecer }, agora)
    return true
  }
  if (!parecer) {
    await registrar(trx, {
      agora,
      nivel: 'aviso',
      acao: 'modelo.avaliar',
      descricao: `A Meta marcou o modelo “${MODELOS_PADRAO[versao.tipo].titulo}” por reclamações. Ele ainda sai, e pode ser pausado: reveja o texto e a frequência.`,
      entidade: 'modelo',
      dados: { tipo: versao.tipo, numero: versao.numero },
    })
    return true
  }
  // PENDING occurs once, at the start: a late one changes nothing.
  if (parecer.situacao === 'pendente' && versao.situacao !== 'local' && qual === 'PENDING') return true
  await gravarParecer(trx, versao, parecer, null, agora)
  return true
}

/** Its readers complain: the template goes on being sent, for now. */
const MARCADO = 'FLAGGED'

/** Meta moved a template to another category; marketing is charged more and may be switched off by the customer. */
export async function aplicarCategoria(
  trx: Trx,
  evento: { nome: string; idioma: string; categoria: string },
  agora: Date,
): Promise<void> {
  const versao = await travarVersao(trx, evento.nome, evento.idioma)
  if (!versao) return eventoDoBotao(trx, evento.nome, { categoria: evento.categoria }, agora)
  await mudarCategoria(trx, versao, evento.categoria, agora)
}

/** Meta announces a change of category in advance, so that there is time to rewrite the text. */
export async function anunciarCategoria(
  trx: Trx,
  evento: { nome: string; idioma: string; categoria: string },
  agora: Date,
): Promise<void> {
  const versao = await travarVersao(trx, evento.nome, evento.idioma)
  if (!versao) return
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'modelo.anunciar_categoria',
    descricao: `A Meta vai passar o modelo “${MODELOS_PADRAO[versao.tipo].titulo}” para a categoria ${evento.categoria}. Tire do texto o que não é sobre a conta do cliente, se quiser que continue utilidade.`,
    entidade: 'modelo',
    dados: { tipo: versao.tipo, categoria: evento.categoria },
  })
}

/** What customers did with it of late: at RED Meta pauses it, so YELLOW is the time to act. */
export async function aplicarQualidade(
  trx: Trx,
  evento: { nome: string; idioma: string; qualidade: string },
  agora: Date,
): Promise<void> {
  const versao = await travarVersao(trx, evento.nome, evento.idioma)
  if (versao) await mudarQualidade(trx, versao, evento.qualidade, agora)
}

export async function mudarQualidade(trx: Trx, versao: Versao, qualidade: string, agora: Date) {
  if (versao.qualidade === qualidade) return
  await trx.updateTable('modelo_versao').set({ qualidade }).where('id', '=', versao.id).execute()
  const caiu = qualidade === 'YELLOW' || qualidade === 'RED'
  if (!caiu && versao.qualidade === null) return // the first rating of a template is no news
  await registrar(trx, {
    agora,
    nivel: caiu ? 'aviso' : 'info',
    acao: 'modelo.avaliar',
    descricao: `A qualidade do modelo “${MODELOS_PADRAO[versao.tipo].titulo}” agora é ${QUALIDADES[qualidade] ?? qualidade}.`,
    entidade: 'modelo',
    dados: { tipo: versao.tipo, numero: versao.numero, qualidade },
  })
}

const QUALIDADES: Record<string, string> = {
  GREEN: 'alta',
  YELLOW: 'média: clientes têm bloqueado ou denunciado as mensagens',
  RED: 'baixa: a Meta vai pausar o modelo se continuar assim',
}

/**
 * A type's category is that of the text that goes out, or of the last while none may: one under review says nothing of what customers
 * get, who may have turned marketing off.
 */
export async function mudarCategoria(
  trx: Trx,
  { id, tipo }: Pick<Versao, 'id' | 'tipo'>,
  categoria: string,
  agora: Date,
) {
  const deQual = (await modeloAprovado(trx, tipo))?.versaoId ?? (await ultimaVersao(trx, tipo)).id
  if (id !== deQual) return
  const mudou = await trx
    .updateTable('modelo')
    .set({ categoria, updated_at: agora })
    .where('tipo', '=', tipo)
    .where('categoria', '<>', categoria)
    .returning('tipo')
    .executeTakeFirst()
  if (!mudou) return
  await registrar(trx, {
    agora,
    nivel: 'aviso',
    acao: 'modelo.mudar_categoria',
    descricao: `A Meta passou o modelo “${MODELOS_PADRAO[tipo].titulo}” para a categoria ${categoria}.`,
    entidade: 'modelo',
    dados: { tipo, categoria },
  })
}

const travarVersao = (trx: Trx, nome: string, idioma: string) =>
  trx
    .selectFrom('modelo_versao')
    .innerJoin('modelo', 'modelo.tipo', 'modelo_versao.tipo')
    .selectAll('modelo_versao')
    .where('nome_meta', '=', nome)
    .where('apagada_em', 'is', null) // what we deleted has no more news
    .where('modelo.idioma', '=', idioma)
    .forUpdate('modelo_versao')
    .executeTakeFirst()

/** Meta refused to send this version: its type is not sent until Meta approves it again or a new text replaces it. */
export async function pararVersao(trx: Trx, versaoId: number, motivo: string, agora: Date): Promise<void> {
  const versao = await trx
    .selectFrom('modelo_versao')
    .selectAll()
    .where('id', '=', versaoId)
    .where('situacao', '=', 'aprovado')
    .forUpdate()
    .executeTakeFirst()
  if (versao) await gravarParecer(trx, versao, { situacao: 'pausado', motivo }, null, agora)
}
