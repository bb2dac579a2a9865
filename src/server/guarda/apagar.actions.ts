import { sql } from 'kysely'
import { type Dia, diaDe, formatarDia, somarDias } from '#domain/data.ts'
import { comMilhares } from '#domain/dinheiro.ts'
import { eventosDesde, guardadoDesde } from '#domain/guarda.ts'
import { inicioDoDia } from '#server/db/instante.ts'
import { listaDeIds } from '#server/db/lista.ts'
import type { Db, Linha, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { esquecerEventos } from '#server/entrada/entrada.actions.ts'
import { apagarTitular, esperarEntrada } from '#server/ficha/lgpd.actions.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { COM_ARQUIVO, COM_TEXTO, SEM_CASO } from './casos.ts'
import { candidatos } from './clientes.queries.ts'

const TEXTO_APAGADO = '[apagado: passou do prazo de guarda]'
const ARQUIVO_APAGADO = 'O arquivo passou do prazo de guarda e foi apagado.'

/** In one transaction at most; the tests ask for fewer. */
export interface Lotes {
  mensagens: number
  clientes: number
}
const LOTES: Lotes = { mensagens: 5_000, clientes: 200 }
/** Without it for longer: the machine was off, an old copy was put back, or the clock jumped, which is noticed in a day. */
const DIAS_PARADA = 7

/**
 * Erases once a day what is past its retention. Each batch is one transaction with its log line and the position reached, so that
 * after a crash it continues there. `seguir` is called before each batch.
 */
export async function apagarAntigos(
  db: Db,
  agora: Date,
  seguir: () => boolean | Promise<boolean>,
  lotes: Lotes = LOTES,
): Promise<void> {
  const hoje = diaDe(agora)
  const guarda = await db.selectFrom('guarda').selectAll().executeTakeFirstOrThrow()
  if (guarda.feita_em === hoje) return
  if (guarda.feita_em !== null && somarDias(guarda.feita_em, DIAS_PARADA) < hoje)
    return esperarUmDia(db, guarda.feita_em, hoje)
  for (const apagar of [apagarDasMensagens, apagarClientes]) {
    for (let mais = true; mais; ) {
      if (!(await seguir())) return
      mais = await apagar(db, hoje, agora, lotes)
    }
  }
  const { feita_em, eventos_dias } = await db.selectFrom('guarda').selectAll().executeTakeFirstOrThrow()
  if (feita_em === hoje) return // changed meanwhile
  await esquecerEventos(db, inicioDoDia(eventosDesde({ eventos_dias }, hoje)), seguir)
  if (!(await seguir())) return
  await db.updateTable('guarda').set({ feita_em: hoje, mensagem_id: 0, cliente_id: 0 }).execute()
}

/** As if today were done: what is erased does not come back. */
const esperarUmDia = async (db: Db, feita: Dia, hoje: Dia): Promise<void> =>
  void (await db.updateTable('guarda').set({ feita_em: hoje }).where('feita_em', '=', feita).execute())

/** Texts and files of the next messages, the oldest first. False: all that are that old were seen. */
const apagarDasMensagens = (db: Db, hoje: Dia, agora: Date, lotes: Lotes): Promise<boolean> =>
  emTransacao(db, async (trx) => {
    const guarda = await travarGuarda(trx)
    if (guarda.feita_em === hoje) return false // changed meanwhile: the new limits begin tomorrow
    const textos = guardadoDesde(guarda.mensagens_meses, hoje)
    const arquivos = guardadoDesde(guarda.arquivos_meses, hoje)
    const [antesDe] = [textos, arquivos]
      .filter((dia) => dia !== null)
      .sort()
      .reverse()
    if (antesDe === undefined) return false
    const { rows } = await sql<{ ultima: number | null; velhas: boolean; clientes: number[] }>`
      select max(id) as ultima, coalesce(bool_or(velha), false) as velhas,
        coalesce(array_agg(distinct cliente_id) filter (where velha and inteira and cliente_id is not null), '{}') as clientes
      from (select id, cliente_id, created_at < ${inicioDoDia(antesDe)} as velha, ${COM_TEXTO} or ${COM_ARQUIVO} as inteira
        from mensagem m where id > ${guarda.mensagem_id} order by id limit ${lotes.mensagens}) as lote`.execute(trx)
    const { ultima, velhas, clientes } = rows[0]!
    if (ultima === null || !velhas) return false
    const livres = await travarSemCaso(trx, clientes)
    const doLote = sql`m.id > ${guarda.mensagem_id} and m.id <= ${ultima}
      and (m.cliente_id is null or m.cliente_id = any(${listaDeIds(livres)}))`
    if (textos) await apagarTextos(trx, doLote, textos, agora)
    if (arquivos) await apagarArquivos(trx, doLote, arquivos, agora)
    await trx.updateTable('guarda').set({ mensagem_id: ultima }).execute()
    return true
  })

const travarGuarda = (trx: Trx): Promise<Linha<'guarda'>> =>
  trx.selectFrom('guarda').selectAll().forUpdate().executeTakeFirstOrThrow()

/** Locks those of these customers who have no open case. One being changed right now is skipped until another day. */
async function travarSemCaso(trx: Trx, clientes: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from cliente c where c.id = any(${listaDeIds(clientes)}) and c.anonimizado_em is null and ${SEM_CASO}
    order by c.id for share of c skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

type Condicao = ReturnType<typeof sql>

/** A file has a limit of its own: it stays, without what was written under it. */
async function apagarTextos(trx: Trx, doLote: Condicao, antesDe: Dia, agora: Date) {
  const { numAffectedRows } = await sql`
    update mensagem m set conteudo = ${TEXTO_APAGADO}, parametros = null, partes = null, telefone = null,
      midia = case when midia->>'arquivo' is not null then midia - 'legenda' end,
      reacao = null, intencoes = null, texto_apagado_em = ${agora}
    where ${doLote} and m.created_at < ${inicioDoDia(antesDe)} and ${COM_TEXTO}`.execute(trx)
  await contarNoLog(trx, agora, Number(numAffectedRows), antesDe, 'textos')
}

/** The file itself is deleted once no row refers to it (`varrerMidias`). */
async function apagarArquivos(trx: Trx, doLote: Condicao, antesDe: Dia, agora: Date) {
  const semArquivo = JSON.stringify({ arquivo: null, nome: null, legenda: null, erro: ARQUIVO_APAGADO })
  const { numAffectedRows } = await sql`
    update mensagem m set midia = m.midia || ${semArquivo}::jsonb
    where ${doLote} and m.created_at < ${inicioDoDia(antesDe)} and ${COM_ARQUIVO}`.execute(trx)
  await contarNoLog(trx, agora, Number(numAffectedRows), antesDe, 'arquivos')
}

const FRASES = {
  textos: ['O texto de 1 mensagem foi apagado', 'Os textos de # mensagens foram apagados'],
  arquivos: ['1 arquivo de conversa foi apagado', '# arquivos de conversas foram apagados'],
} as const

async function contarNoLog(trx: Trx, agora: Date, quantos: number, antesDe: Dia, oQue: keyof typeof FRASES) {
  if (quantos === 0) return
  const [um, muitos] = FRASES[oQue]
  const frase = quantos === 1 ? um : muitos.replace('#', comMilhares(quantos))
  await registrar(trx, {
    agora,
    acao: 'guarda.apagar',
    nivel: 'aviso',
    descricao: `${frase} pelo prazo de guarda: de antes de ${formatarDia(antesDe)}.`,
    dados: { [oQue]: quantos, antes_de: antesDe },
  })
}

/** Names of the next customers who are long concluded, as an administrator would erase them. False: all were seen. */
async function apagarClientes(db: Db, hoje: Dia, agora: Date, lotes: Lotes): Promise<boolean> {
  const { clientes_meses, cliente_id, feita_em } = await db.selectFrom('guarda').selectAll().executeTakeFirstOrThrow()
  if (feita_em === hoje) return false
  const antesDe = guardadoDesde(clientes_meses, hoje)
  if (antesDe === null) return false
  const { rows } = await sql<{ id: number }>`
    select c.id from ${candidatos(antesDe)} and c.id > ${cliente_id} and ${SEM_CASO} order by c.id limit ${lotes.clientes}`.execute(
    db,
  )
  for (const { id } of rows) await apagarCliente(db, id, antesDe, hoje, agora)
  return rows.length === lotes.clientes
}

/** Checks again under locks, when nothing of the customer can change. */
const apagarCliente = (db: Db, id: number, antesDe: Dia, hoje: Dia, agora: Date) =>
  emTransacao(db, async (trx) => {
    if ((await travarGuarda(trx)).feita_em === hoje) return
    await esperarEntrada(trx, id)
    await trx.selectFrom('cliente').select('id').where('id', '=', id).forUpdate().execute()
    const { rows } = await sql`select c.id from ${candidatos(antesDe)} and c.id = ${id} and ${SEM_CASO}`.execute(trx)
    const motivo = 'Concluído há mais tempo que o prazo de guarda.'
    if (rows.length > 0) await apagarTitular(trx, id, motivo, { origem: 'sistema', agora })
    await trx.updateTable('guarda').set({ cliente_id: id }).execute()
  })
