import { sql } from 'kysely'
import { proximoInstanteEm } from '#domain/contato-legal.ts'
import { janelaAberta } from '#domain/conversa.ts'
import { DIA_MS, diaDe } from '#domain/data.ts'
import { DA_REGUA, ESPERAM_HORAS, ehDaRegua, esperaHoras } from '#domain/mensagem.ts'
import { lugarDe } from '#domain/uf.ts'
import { lerConfiguracao } from '#server/configuracao/configuracao.queries.ts'
import { lista } from '#server/db/lista.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { limiteDeTodos } from '#server/regua/momento.queries.ts'
import type { Mensagem, Pessoas } from './julgamento.ts'

const ESPERA_DA_ENTRADA_MS = 1_000
const ESPERA_DO_LIMITE_MS = 10 * 60_000

/** Says of answers that a version before queued for their hours from when they may go, which it did not write. */
export const dizerDesdeQuando = (db: Db) =>
  sql`
    update mensagem set nao_antes_de = proxima_em
    where envio = 'fila' and finalidade not in ${lista(DA_REGUA)} and finalidade in ${lista(ESPERAM_HORAS)} and tipo = 'template'
      and nao_antes_de is null and proxima_em > created_at and tentativas = 0`.execute(db)

/** Those of these messages that may be judged now; the others are postponed a little, under their locks. */
export async function semAsQueEsperam(
  trx: Trx,
  mensagens: Mensagem[],
  pessoas: Pessoas,
  agora: Date,
): Promise<Mensagem[]> {
  const ouvidas = await esperarRecebidas(trx, mensagens, agora)
  const abertas = await esperarAbertura(trx, ouvidas, pessoas, agora)
  const naHora = await esperarSuasHoras(trx, abertas, pessoas, agora)
  return esperarLimite(trx, naHora, pessoas, agora)
}

/** The engine does not write to somebody whose own message is stored and not yet processed. */
async function esperarRecebidas(trx: Trx, mensagens: Mensagem[], agora: Date): Promise<Mensagem[]> {
  const contatos = [...new Set(mensagens.filter(ehDaRegua).flatMap(({ contato_id }) => contato_id ?? []))]
  if (contatos.length === 0) return mensagens
  const { rows } = await sql<{ id: number }>`
    select t.id from contato t
    where t.id = any(${contatos}::bigint[]) and exists (
      select from evento_recebido e
      where e.processado_em is null and e.posto_de_lado_em is null and e.tipo = 'mensagem'
        and (e.contato_id = t.id or e.ordem in (t.canonico, t.bsuid)))`.execute(trx)
  const esperando = new Set(rows.map(({ id }) => id))
  const presas = mensagens.filter((mensagem) => ehDaRegua(mensagem) && esperando.has(mensagem.contato_id ?? 0))
  return deixarPara(trx, mensagens, presas, new Date(agora.getTime() + ESPERA_DA_ENTRADA_MS))
}

/** The engine's of this day whose hours have still to begin here: a node whose clock is ahead ran the day, or the hours were changed. */
async function esperarAbertura(trx: Trx, mensagens: Mensagem[], pessoas: Pessoas, agora: Date): Promise<Mensagem[]> {
  const hoje = diaDe(agora)
  const doDia = mensagens.filter((mensagem) => ehDaRegua(mensagem) && !mensagem.forcada && mensagem.dia === hoje)
  if (doDia.length === 0) return mensagens
  const contato = await lerConfiguracao(trx)
  const abreEm = ({ cliente_id }: Mensagem) => {
    const cliente = pessoas.get(cliente_id ?? 0)?.cliente
    return cliente ? proximoInstanteEm(agora, lugarDe(cliente), contato) : null
  }
  let prontas = mensagens
  for (const [abre, presas] of Map.groupBy(doDia, abreEm)) {
    const quando = abre && new Date(abre)
    if (quando && quando > agora && diaDe(quando) === hoje) prontas = await deixarPara(trx, prontas, presas, quando)
  }
  return prontas
}

/** The answer to a dispute outside a conversation goes within the customer's hours, also when an account came back late. */
async function esperarSuasHoras(trx: Trx, mensagens: Mensagem[], pessoas: Pessoas, agora: Date): Promise<Mensagem[]> {
  const comHora = mensagens.filter(esperaHoras)
  if (comHora.length === 0) return mensagens
  const contato = await lerConfiguracao(trx)
  let prontas = mensagens
  for (const mensagem of comHora) {
    const cliente = pessoas.get(mensagem.cliente_id ?? 0)?.cliente
    if (!cliente) continue
    const hora = proximoInstanteEm(agora, lugarDe(cliente), contato)
    // Where the law has come to leave no hour, its day of waiting runs out.
    const quando = hora
      ? new Date(hora)
      : new Date(Date.parse(mensagem.nao_antes_de ?? mensagem.created_at) + DIA_MS + 1)
    if (quando <= agora) continue
    const nao_antes_de = hora ?? mensagem.nao_antes_de ?? mensagem.created_at
    await trx.updateTable('mensagem').set({ nao_antes_de }).where('id', '=', mensagem.id).execute()
    prontas = await deixarPara(trx, prontas, [mensagem], quando)
  }
  return prontas
}

/**
 * A template that the engine did not send reaches a new person too, when the window is closed. Beyond the number's
 * level Meta would refuse it, and the number would be held back for an hour; so it waits for room, until it is a day
 * old. Whom the engine is about to write to, who waits for this one, has room already.
 */
async function esperarLimite(trx: Trx, mensagens: Mensagem[], pessoas: Pessoas, agora: Date): Promise<Mensagem[]> {
  const alcancariam = mensagens.filter((mensagem) => alcancaria(mensagem, pessoas, agora))
  if (alcancariam.length === 0) return mensagens
  const sobra = await limiteDeTodos(trx, agora)
  if (sobra === null) return mensagens
  const prometidos = await naFilaDaRegua(trx, alcancariam)
  const novas = alcancariam.filter(({ contato_id }) => !prometidos.has(contato_id))
  return deixarPara(trx, mensagens, novas.slice(sobra), new Date(agora.getTime() + ESPERA_DO_LIMITE_MS))
}

async function naFilaDaRegua(trx: Trx, mensagens: readonly Mensagem[]): Promise<Set<number | null>> {
  const contatos = mensagens.flatMap(({ contato_id }) => contato_id ?? [])
  const { rows } = await sql<{ contato_id: number }>`
    select distinct contato_id from mensagem
    where contato_id = any(${contatos}::bigint[]) and envio = 'fila' and finalidade in ${lista(DA_REGUA)}`.execute(trx)
  return new Set(rows.map(({ contato_id }) => contato_id))
}

function alcancaria(mensagem: Mensagem, pessoas: Pessoas, agora: Date): boolean {
  if (ehDaRegua(mensagem) || mensagem.tipo !== 'template') return false
  const contato = pessoas.get(mensagem.cliente_id ?? 0)?.contato
  if (!contato || janelaAberta(contato.janela_ate, agora)) return false
  const umDiaAntes = agora.getTime() - DIA_MS
  const alcancado = Date.parse(contato.ultimo_contato_em ?? '') > umDiaAntes
  return !alcancado && Date.parse(mensagem.nao_antes_de ?? mensagem.created_at) >= umDiaAntes
}

async function deixarPara(trx: Trx, mensagens: Mensagem[], presas: Mensagem[], quando: Date): Promise<Mensagem[]> {
  if (presas.length === 0) return mensagens
  const ids = presas.map(({ id }) => id)
  await sql`update mensagem set proxima_em = ${quando} where id = any(${ids}::bigint[])`.execute(trx)
  return mensagens.filter((mensagem) => !presas.includes(mensagem))
}
