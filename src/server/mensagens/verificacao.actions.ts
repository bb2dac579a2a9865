import { sql } from 'kysely'
import { pedeVerificacao } from '#domain/conversa.ts'
import { diaDe, HORA_MS } from '#domain/data.ts'
import { LINK_GUARDADO } from '#domain/link.ts'
import { IDENTIFICACAO, TALVEZ_SAIU } from '#domain/mensagem.ts'
import { respostaDaVerificacao } from '#domain/verificacao.ts'
import { empresaDaPagina } from '#server/configuracao/empresa.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Trx } from '#server/db/schema.ts'
import { podemTerLink } from '#server/links/links.actions.ts'
import { enfileirar } from '#server/saida/saida.actions.ts'
import { conteudoDe } from './conteudo.ts'
import type { Chegada, Recebida } from './recebida.ts'

/** Does it only ask who is writing? Then nobody is called: there is a standard answer. */
export function ehVerificacao({ mensagem }: Chegada): boolean {
  const { tipo, conteudo } = conteudoDe(mensagem)
  return tipo === 'texto' && pedeVerificacao(conteudo)
}

/** Each phone that asks is answered, once an hour: customers with their page, anybody else without. */
export async function responderVerificacoes(trx: Trx, recebidas: readonly Recebida[], origem: string, agora: Date) {
  const haUmaHora = new Date(agora.getTime() - HORA_MS)
  for (const { contato, clienteId, em } of recebidas) {
    if (em < haUmaHora) continue // a backlog is no moment to answer in
    const { rows } = await sql`
      update contato set verificado_em = ${agora}
      where id = ${contato.id} and (verificado_em is null or verificado_em <= ${haUmaHora}) returning id`.execute(trx)
    if (rows.length === 0) continue
    const empresa = await empresaDaPagina(trx)
    const comLink = clienteId !== null && (await podemTerLink(trx, [clienteId], agora)).has(clienteId)
    const link = comLink ? LINK_GUARDADO : null
    const escreveuEm = await ultimoEnvio(trx, contato.id)
    const conteudo = respostaDaVerificacao({ empresa, escreveuEm, link, pagina: `${origem}/verificar` })
    const saida = { clienteId, contatoId: contato.id, finalidade: 'identificacao', tipo: 'texto', conteudo } as const
    await enfileirar(trx, { ...saida, automatica: true }, agora)
  }
}

/** What may have left counts: whoever asks may have it before them, and would be told not to believe it. */
async function ultimoEnvio(trx: Trx, contatoId: number) {
  const { rows } = await sql<{ em: string | null }>`
    select max(coalesce(aceita_em, enviando_em)) as em from mensagem
    where contato_id = ${contatoId} and finalidade <> ${IDENTIFICACAO}
      and (aceita_em is not null or envio in ${lista(TALVEZ_SAIU)} or erro_codigo = 'resultado_desconhecido')`.execute(
    trx,
  )
  const em = rows[0]?.em ?? null
  return em && diaDe(em)
}
