import { type Causa, peloSistema } from '#domain/causa.ts'
import { type Acontecimento, aoAcontecer, type MotivoFila, statusPelasContas } from '#domain/cliente.ts'
import type { Dia } from '#domain/data.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { comAcordoAtivo } from '#server/saldo/acordos.queries.ts'
import { SEM_CONTAS, totaisAbertos } from '#server/saldo/totais.queries.ts'
import { conferirContestacoes } from './contestacoes.actions.ts'
import { conferirPromessas } from './promessas.actions.ts'
import { conferirPropostas } from './propostas.actions.ts'
import {
  type ClienteTravado,
  gravar,
  type Mudanca,
  type Silencio,
  type Transicao,
  travarClientes,
} from './status.actions.ts'

const LOTE = 2000

/**
 * After every write to accounts, in the same transaction: recomputes what these customers owe, and moves those whose
 * accounts say so (nothing open → `concluido`; open again → `ativo`, or `negociado` while an agreement runs). It locks
 * the customers first and reads after, so that two writers end with the totals of both. It writes and logs only what
 * changed, in a fixed number of statements a batch. `recebeu`: a payment, which sets `numero_chamadas` to 0.
 */
export async function reconciliar(
  trx: Trx,
  clienteIds: readonly number[],
  causa: Causa & Silencio & { recebeu?: boolean },
): Promise<Transicao[]> {
  return emLotes(clienteIds, async (ids) => {
    const clientes = await travarClientes(trx, ids)
    const quebraram = await conferirPromessas(trx, ids, causa)
    await conferirContestacoes(trx, ids, causa)
    await conferirPropostas(trx, ids, causa)
    const totais = await totaisAbertos(trx, ids)
    const acordos = await comAcordoAtivo(trx, ids)
    const mudancas = clientes.map((cliente): Mudanca => {
      const novos = totais.get(cliente.id) ?? SEM_CONTAS
      const para = statusPelasContas(cliente.status, novos.contasAbertas, acordos.has(cliente.id))
      return { cliente, para, totais: novos, zerarChamadas: causa.recebeu === true }
    })
    const transicoes = await gravar(trx, mudancas, causa, 'reconciliar')
    return quebraram.length === 0
      ? transicoes
      : [...transicoes, ...(await aoQuebrarPromessa(trx, quebraram, causa.agora))]
  })
}

/**
 * Customers wrote: those with the engine or paused go to the queue (`respondeu`), and their attempts restart at 0. Includes
 * everyone who shares the phones; `naoLidas`: those whose conversation has one more unread message.
 */
export async function receberResposta(
  trx: Trx,
  clienteIds: readonly number[],
  naoLidas: readonly number[],
  agora: Date,
): Promise<Transicao[]> {
  return acontecer(
    trx,
    clienteIds,
    'responder',
    peloSistema(agora),
    { motivo: 'respondeu', zerarChamadas: true },
    naoLidas,
  )
}

/**
 * A customer did something on their page: their attempts restart at 0 and one more line is unread. With `motivo` it counts as a
 * reply: a customer with the engine or paused goes to the queue.
 */
export async function agirNaPagina(
  trx: Trx,
  clienteId: number,
  motivo: Extract<MotivoFila, 'contestou' | 'pediu_pessoa' | 'nao_sou_eu'> | null,
  agora: Date,
): Promise<void> {
  if (motivo) {
    await acontecer(trx, [clienteId], 'responder', peloSistema(agora), { motivo, zerarChamadas: true }, [clienteId])
    return
  }
  const clientes = await travarClientes(trx, [clienteId])
  const mudancas = clientes.map((cliente) => {
    return { cliente, para: cliente.status, zerarChamadas: true, novaNaoLida: true }
  })
  await gravar(trx, mudancas, peloSistema(agora), 'responder')
}

/** The engine can do no more for these customers: those it still has go to the queue, the others stay where they are. */
export async function moverParaFila(
  trx: Trx,
  clienteIds: readonly number[],
  motivo: Extract<
    MotivoFila,
    'sem_resposta' | 'nao_aceita_mensagens' | 'bloqueio_legal' | 'contato_invalido' | 'pessoa_nao_confirmada'
  >,
  agora: Date,
): Promise<Transicao[]> {
  return acontecer(trx, clienteIds, 'esgotar', peloSistema(agora), { motivo })
}

/** An agreement of each of these broke: they go to the queue, paused ones when the pause ends. */
export async function aoQuebrarAcordo(trx: Trx, clienteIds: readonly number[], agora: Date): Promise<Transicao[]> {
  return acontecer(trx, clienteIds, 'quebrar_acordo', peloSistema(agora), {
    motivo: 'acordo_quebrado',
    acordoQuebrado: true,
  })
}

/** A promise of each of these was broken: they go to the queue, paused ones when the pause ends; not those being served. */
export async function aoQuebrarPromessa(trx: Trx, clienteIds: readonly number[], agora: Date): Promise<Transicao[]> {
  return acontecer(trx, clienteIds, 'quebrar_promessa', peloSistema(agora), {
    motivo: 'promessa_quebrada',
    promessaQuebrada: true,
  })
}

/** A person cancelled the agreement and now serves the customer, who becomes theirs if nobody's. */
export async function aoCancelarAcordo(
  trx: Trx,
  clienteId: number,
  causa: Causa & { usuarioId: number },
): Promise<Transicao[]> {
  return acontecer(trx, [clienteId], 'cancelar_acordo', causa, { operadorId: causa.usuarioId })
}

/** A payment or a reply: the engine counts its attempts from 0 again. */
export async function zerarChamadas(trx: Trx, clienteIds: readonly number[], agora: Date): Promise<void> {
  await emLotes(clienteIds, async (ids) => {
    const clientes = await travarClientes(trx, ids)
    const mudancas = clientes.map((cliente) => ({ cliente, para: cliente.status, zerarChamadas: true }))
    return gravar(trx, mudancas, peloSistema(agora), 'responder')
  })
}

/** Ends the pauses whose day has come, a batch a transaction. Run by the clock, and safe to run anywhere, any time. */
export async function terminarPausas(db: Db, hoje: Dia, agora: Date): Promise<number> {
  for (let terminadas = 0; ; ) {
    const lote = await emTransacao(db, (trx) => terminarLote(trx, hoje, agora))
    terminadas += lote
    if (lote === 0) return terminadas
  }
}

async function terminarLote(trx: Trx, hoje: Dia, agora: Date): Promise<number> {
  const vencidas = await trx
    .selectFrom('cliente')
    .select('id')
    .where('status', '=', 'pausado')
    .where('pausado_ate', '<=', hoje)
    .orderBy('id')
    .limit(LOTE)
    .forNoKeyUpdate()
    .execute()
  return (
    await acontecer(
      trx,
      vencidas.map(({ id }) => id),
      'terminar_pausa',
      peloSistema(agora),
      {},
    )
  ).length
}

/** Something happened to these customers by itself: each moves as its status says, or stays. */
async function acontecer(
  trx: Trx,
  clienteIds: readonly number[],
  fato: Acontecimento,
  causa: Causa,
  muda: Pick<Mudanca, 'motivo' | 'zerarChamadas' | 'acordoQuebrado' | 'promessaQuebrada' | 'operadorId'>,
  naoLidas: readonly number[] = [],
): Promise<Transicao[]> {
  const comNovas = new Set(naoLidas)
  return emLotes(clienteIds, async (ids) => {
    const clientes = await travarClientes(trx, ids)
    const acordos = await comAcordoAtivo(trx, ids)
    const mudancas = clientes.map((cliente): Mudanca => {
      const acordo = {
        ativo: acordos.has(cliente.id),
        quebrado: cliente.acordo_quebrado_pendente,
        promessaQuebrada: cliente.promessa_quebrada_pendente,
      }
      const para = aoAcontecer(cliente.status, fato, acordo)
      const esperava = cliente.status === 'aguardando_atendimento' && !trocaOMotivo(fato, cliente)
      const motivo = esperava ? undefined : muda.motivo
      return { cliente, para, ...muda, motivo, novaNaoLida: comNovas.has(cliente.id) }
    })
    return gravar(trx, mudancas, causa, fato)
  })
}

/** Who already waits goes on waiting for the same reason, unless an agreement broke or, below that, a promise. */
const trocaOMotivo = (fato: Acontecimento, { aguardando_motivo }: ClienteTravado): boolean =>
  fato === 'quebrar_acordo' || (fato === 'quebrar_promessa' && aguardando_motivo !== 'acordo_quebrado')

/** In batches of ascending ids, the lock order, so that two long lists cannot deadlock. */
async function emLotes(ids: readonly number[], fazer: (lote: number[]) => Promise<Transicao[]>): Promise<Transicao[]> {
  const emOrdem = [...new Set(ids)].sort((a, b) => a - b)
  const transicoes: Transicao[] = []
  for (let de = 0; de < emOrdem.length; de += LOTE) transicoes.push(...(await fazer(emOrdem.slice(de, de + LOTE))))
  return transicoes
}
