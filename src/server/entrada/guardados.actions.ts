import { type RawBuilder, sql } from 'kysely'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { plural } from '#domain/plural.ts'
import type { Db } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type Quem, registrar } from '#server/logs/logs.actions.ts'
import { canalDaEntrada, type Meios, type Origem } from './origem.ts'
import { processarOrdem } from './processar.actions.ts'

const CHAVE = sql<string>`chave`
/** Resets an event to unprocessed, with an order, so that it is processed alone and not in bulk. */
const denovo = (sozinho: RawBuilder<string> = CHAVE) =>
  sql`processado_em = null, posto_de_lado_em = null, tentativas = 0, proxima_em = null, ordem = coalesce(ordem, ${sozinho})`

/**
 * An event goes through the inbox again, now. Everything an event does it does once, so this is safe for any of them,
 * also for what went well the first time.
 */
export async function reprocessar<P>(meios: Meios, origem: Origem<P>, id: number, quem: Quem): Promise<void> {
  const { payload } = await acharEvento(meios.db, origem, id)
  if (Object.keys(payload as object).length === 0) {
    throw new RegraViolada('evento_apagado', 'O conteúdo deste evento foi apagado com os dados do cliente.')
  }
  const ordem = await emTransacao(meios.db, async (trx) => {
    const { rows } = await sql<{ ordem: string }>`
      update evento_recebido set ${denovo(origem.sozinho)} where id = ${id} returning ordem`.execute(trx)
    await registrar(trx, {
      agora: meios.relogio.agora(),
      acao: `${origem.assunto}.reprocessar_evento`,
      descricao: `Um evento ${origem.deQuem} foi processado outra vez.`,
      ...quem,
      entidade: 'evento_recebido',
      entidadeId: id,
    })
    return rows[0]?.ordem
  })
  if (ordem) await processarOrdem(meios, origem, ordem)
}

/** Everything of this system that was set aside goes through the inbox again, in the background. */
export async function reprocessarDeLado<P>({ db, relogio }: Meios, origem: Origem<P>, quem: Quem) {
  return emTransacao(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update evento_recebido set ${denovo(origem.sozinho)}
      where origem = ${origem.nome} and posto_de_lado_em is not null and processado_em is null`.execute(trx)
    const reprocessados = Number(numAffectedRows)
    if (reprocessados === 0) return { reprocessados }
    await registrar(trx, {
      agora: relogio.agora(),
      acao: `${origem.assunto}.reprocessar_evento`,
      descricao: `De volta à entrada: ${plural(reprocessados, 'evento', 'eventos')} ${origem.deQuem} sem processar.`,
      ...quem,
    })
    await sql`select pg_notify(${canalDaEntrada(origem.nome)}, '')`.execute(trx)
    return { reprocessados }
  })
}

/** Somebody saw it, and there is nothing to do: it leaves the list, and is forgotten with the others. */
export async function descartar<P>({ db, relogio }: Meios, origem: Origem<P>, id: number, quem: Quem) {
  await acharEvento(db, origem, id)
  return emTransacao(db, async (trx) => {
    const agora = relogio.agora()
    const descartado = await trx
      .updateTable('evento_recebido')
      .set({ processado_em: agora })
      .where('id', '=', id)
      .where('posto_de_lado_em', 'is not', null)
      .where('processado_em', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!descartado)
      throw new RegraViolada(
        'evento_nao_esta_de_lado',
        'Este evento não está entre os não processados. Atualize a lista.',
      )
    await registrar(trx, {
      agora,
      acao: `${origem.assunto}.descartar_evento`,
      descricao: `Um evento ${origem.deQuem} não processado foi dado por visto.`,
      ...quem,
      entidade: 'evento_recebido',
      entidadeId: id,
    })
  })
}

async function acharEvento<P>(db: Db, origem: Origem<P>, id: number) {
  const evento = await db
    .selectFrom('evento_recebido')
    .select('payload')
    .where('id', '=', id)
    .where('origem', '=', origem.nome)
    .executeTakeFirst()
  if (!evento) throw new NaoEncontrado('Este evento não existe mais. Eventos são guardados por 30 dias.')
  return evento
}
