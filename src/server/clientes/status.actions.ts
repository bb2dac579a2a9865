import { sql } from 'kysely'
import type { Causa } from '#domain/causa.ts'
import type { MotivoFila, StatusCliente } from '#domain/cliente.ts'
import type { Dia } from '#domain/data.ts'
import type { VerboDe } from '#domain/log.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Totais } from '#server/saldo/totais.queries.ts'
import { guardarDonos } from './donos.queries.ts'
import { anunciarPassagens, registrarPassagens } from './passagens.actions.ts'

/** A customer under its lock, with what decides its next status. */
export interface ClienteTravado {
  id: number
  status: StatusCliente
  operador_id: number | null
  acordo_quebrado_pendente: boolean
  promessa_quebrada_pendente: boolean
  aguardando_motivo: MotivoFila | null
  aguardando_desde: string | null
  /** Where in the queue whoever serves it took it from; `fila_livre`: it was nobody's there. */
  fila_desde: string | null
  fila_motivo: MotivoFila | null
  fila_livre: boolean
  numero_chamadas: number
  aberto_centavos: number
  contas_abertas: number
  vencimento_mais_antigo: Dia | null
}

/** Locks these customers, in the order that keeps two transactions from waiting for each other. */
export const travarClientes = (trx: Trx, ids: readonly number[]): Promise<ClienteTravado[]> =>
  trx
    .selectFrom('cliente')
    .select(['id', 'status', 'operador_id', 'acordo_quebrado_pendente', 'aguardando_motivo', 'numero_chamadas'])
    .select(['aberto_centavos', 'contas_abertas', 'vencimento_mais_antigo'])
    .select(['aguardando_desde', 'fila_desde', 'fila_motivo', 'fila_livre', 'promessa_quebrada_pendente'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** One customer that changes. What is left out stays as it is. */
export interface Mudanca {
  cliente: ClienteTravado
  para: StatusCliente
  /** Why it waits; only for `aguardando_atendimento`. */
  motivo?: MotivoFila | undefined
  /** Since when it waits, where that is not from now on. */
  desde?: string
  operadorId?: number | null
  pausa?: { motivo: string; ate: Dia | null }
  /** Its agreement broke while it is paused. */
  acordoQuebrado?: boolean
  /** A promise broke while it is paused. */
  promessaQuebrada?: boolean
  zerarChamadas?: boolean
  /** One more message of theirs waits to be read. */
  novaNaoLida?: boolean
  totais?: Totais
}

export interface Silencio {
  /** No log line: for customers made by this very transaction, whose making is already recorded. */
  silencioso?: boolean
}

export interface Transicao {
  id: number
  de: StatusCliente
  para: StatusCliente
}

/**
 * The only writer of `cliente.status`: one statement for any number of locked customers. Everything that depends on the status is
 * set here: waiting since when and why, the pause, the attempts, the pending broken agreement. Each transition is a log line, and
 * everybody who may see the customer is notified. A transition that changes nothing is skipped.
 */
export async function gravar(
  trx: Trx,
  pedidas: readonly Mudanca[],
  causa: Causa & Silencio,
  verbo: VerboDe<'cliente'>,
): Promise<Transicao[]> {
  const mudancas = pedidas.filter(mudaAlgo)
  if (mudancas.length === 0) return []
  const linhas = mudancas.map(linhaDe)
  const trocaram = mudancas.filter(({ cliente }, i) => linhas[i]!.operador_id !== cliente.operador_id)
  const deixam = trocaram.map(({ cliente }) => ({ cliente_id: cliente.id, operador_id: cliente.operador_id }))
  await guardarDonos(trx, deixam, causa.agora)
  await sql`
    update cliente c set
      status = n.para,
      operador_id = n.operador_id,
      aguardando_desde = case when n.para = 'aguardando_atendimento' then coalesce(c.aguardando_desde, n.desde, ${causa.agora}) end,
      aguardando_motivo = n.motivo,
      fila_desde = n.fila_desde,
      fila_motivo = n.fila_motivo,
      fila_livre = n.fila_livre,
      motivo_pausa = case when n.para = 'pausado' then coalesce(n.motivo_pausa, c.motivo_pausa) end,
      pausado_ate = case when n.para <> 'pausado' then null when n.motivo_pausa is null then c.pausado_ate else n.pausado_ate end,
      acordo_quebrado_pendente = n.quebrado,
      promessa_quebrada_pendente = n.promessa,
      numero_chamadas = case when n.zerar or (n.para = 'ativo' and c.status <> 'ativo') then 0 else c.numero_chamadas end,
      tentativas_vistas = case when n.zerar or (n.para = 'ativo' and c.status <> 'ativo') then 0
        when n.para = 'negociado' and c.status <> 'negociado' then c.numero_chamadas else c.tentativas_vistas end,
      nao_lidas = c.nao_lidas + n.nova_nao_lida,
      aberto_centavos = coalesce(n.aberto, c.aberto_centavos),
      contas_abertas = coalesce(n.contas, c.contas_abertas),
      vencimento_mais_antigo = case when n.contas is null then c.vencimento_mais_antigo else n.mais_antigo end,
      concluido_em = case when n.para <> 'concluido' then null when c.status = 'concluido' then c.concluido_em else ${causa.agora}::timestamptz end,
      updated_at = ${causa.agora}
    from jsonb_to_recordset(${JSON.stringify(linhas)}::jsonb) as n(id bigint, para text, operador_id bigint, motivo text,
      motivo_pausa text, pausado_ate date, quebrado boolean, promessa boolean, zerar boolean, nova_nao_lida int, aberto bigint, contas int, mais_antigo date,
      desde timestamptz, fila_desde timestamptz, fila_motivo text, fila_livre boolean)
    where c.id = n.id`.execute(trx)
  const passagens = mudancas.map(({ cliente, para, pausa }, i) => {
    const { motivo, operador_id: operadorId } = linhas[i]!
    return { cliente, para, motivo, operadorId, pausa }
  })
  if (!causa.silencioso) await registrarPassagens(trx, passagens, causa, verbo)
  await anunciarPassagens(trx, passagens)
  return mudancas
    .filter(({ cliente, para }) => para !== cliente.status)
    .map(({ cliente, para }) => ({ id: cliente.id, de: cliente.status, para }))
}

function mudaAlgo(mudanca: Mudanca): boolean {
  const { cliente, totais } = mudanca
  const linha = linhaDe(mudanca)
  return (
    linha.para !== cliente.status ||
    linha.operador_id !== cliente.operador_id ||
    linha.motivo !== cliente.aguardando_motivo ||
    linha.quebrado !== cliente.acordo_quebrado_pendente ||
    linha.promessa !== cliente.promessa_quebrada_pendente ||
    linha.motivo_pausa !== null ||
    (linha.zerar && cliente.numero_chamadas > 0) ||
    linha.nova_nao_lida > 0 ||
    (totais !== undefined && !mesmosTotais(cliente, totais))
  )
}

const mesmosTotais = (cliente: ClienteTravado, totais: Totais) =>
  cliente.aberto_centavos === totais.abertoCentavos &&
  cliente.contas_abertas === totais.contasAbertas &&
  cliente.vencimento_mais_antigo === totais.vencimentoMaisAntigo

function linhaDe({ cliente, para, ...muda }: Mudanca) {
  const esperava = cliente.status === 'aguardando_atendimento' ? cliente.aguardando_motivo : null
  const motivo = quebradoNaPausa(cliente) ?? muda.motivo ?? esperava
  return {
    id: cliente.id,
    para,
    operador_id: muda.operadorId === undefined ? cliente.operador_id : muda.operadorId,
    motivo: para === 'aguardando_atendimento' ? motivo : null,
    motivo_pausa: muda.pausa?.motivo ?? null,
    pausado_ate: muda.pausa?.ate ?? null,
    quebrado: para === 'pausado' && (muda.acordoQuebrado ?? cliente.acordo_quebrado_pendente),
    promessa: para === 'pausado' && (muda.promessaQuebrada ?? cliente.promessa_quebrada_pendente),
    zerar: muda.zerarChamadas ?? false,
    nova_nao_lida: muda.novaNaoLida ? 1 : 0,
    aberto: muda.totais?.abertoCentavos ?? null,
    contas: muda.totais?.contasAbertas ?? null,
    mais_antigo: muda.totais?.vencimentoMaisAntigo ?? null,
    desde: muda.desde ?? null,
    ...lugarNaFila(cliente, para, muda.operadorId),
  }
}

/** A broken agreement, or below it a promise, that nobody has dealt with is the reason to wait, before any other. */
function quebradoNaPausa(cliente: ClienteTravado): MotivoFila | null {
  if (cliente.acordo_quebrado_pendente) return 'acordo_quebrado'
  return cliente.promessa_quebrada_pendente ? 'promessa_quebrada' : null
}

/**
 * The place in the queue of a customer who is taken over, kept while they are served; once given to somebody else, it
 * no longer counts as nobody's.
 */
function lugarNaFila(cliente: ClienteTravado, para: StatusCliente, novoDono: number | null | undefined) {
  const { status, operador_id, aguardando_desde, aguardando_motivo, fila_desde, fila_motivo, fila_livre } = cliente
  if (para === 'em_atendimento' && status === 'aguardando_atendimento')
    return { fila_desde: aguardando_desde, fila_motivo: aguardando_motivo, fila_livre: operador_id === null }
  if (para === 'em_atendimento' && status === 'em_atendimento')
    return { fila_desde, fila_motivo, fila_livre: fila_livre && (novoDono === undefined || novoDono === operador_id) }
  return { fila_desde: null, fila_motivo: null, fila_livre: false }
}
