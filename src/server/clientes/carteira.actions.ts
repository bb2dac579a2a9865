import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { transferirClientes } from '#contract/clientes-admin.ts'
import type { Autor, Causa } from '#domain/causa.ts'
import { aoAcontecer, type StatusCliente } from '#domain/cliente.ts'
import { NaoEncontrado } from '#domain/erros.ts'
import { frase, oCliente, oUsuario } from '#domain/frase-do-log.ts'
import type { AcaoDoLog } from '#domain/log.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { exigirOperadoresAtivos, exigirUsuarioAtivo } from '#server/sessao/usuario-ativo.actions.ts'
import { parteDe } from './clientes.queries.ts'
import { daParte, type Parte } from './partes.queries.ts'
import { type ClienteTravado, gravar, type Mudanca, travarClientes } from './status.actions.ts'

const SEM_ACORDO = { ativo: false, quebrado: false }

/** Gives the customer to an operator, or to nobody; a customer being served by the previous operator goes to the queue. */
export const transferir = (db: Db, id: number, operadorId: number | null, autor: Autor) =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    if (operadorId !== null) await exigirOperadoresAtivos(trx, [operadorId], 'operador_id')
    const [cliente] = await travarClientes(trx, [id])
    if (!cliente) throw new NaoEncontrado('Este cliente não existe.')
    await mudarDono(trx, [{ cliente, operadorId }], autor, 'cliente.transferir')
  })

/** Who a mass action is for: these, or everyone whom the filters find. */
type Alvo = Pick<z.output<typeof transferirClientes.schema.body>, 'ids' | 'filtro'>

/** The same for many at once. Gives how many changed hands. */
export const transferirVarios = (db: Db, pedido: Alvo & { operador_id: number | null }, autor: Autor) =>
  emTransacao(db, async (trx) => {
    const { operador_id: operadorId, ids, filtro } = pedido
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    if (operadorId !== null) await exigirOperadoresAtivos(trx, [operadorId], 'operador_id')
    const clientes = await travarAchados(trx, parteDe({ ...filtro, ids }, autor.agora), filtro?.busca)
    const mudancas = clientes.map((cliente) => ({ cliente, operadorId }))
    return mudarDono(trx, mudancas, autor, 'cliente.transferir')
  })

/** Assigns the customers without an operator evenly to these, those who owe longest first. Returns how many. */
export const distribuir = (
  db: Db,
  pedido: Alvo & { operadores: number[]; status?: StatusCliente | undefined; busca?: string | undefined },
  autor: Autor,
) =>
  emTransacao(db, async (trx) => {
    await exigirUsuarioAtivo(trx, autor.usuarioId)
    const operadores = [...new Set(pedido.operadores)]
    await exigirOperadoresAtivos(trx, operadores, 'operadores')
    const { ids, status, busca } = pedido
    const filtro = { status, busca, ...pedido.filtro }
    const livres = { ...parteDe({ ...filtro, ids }, autor.agora), donos: [null] }
    const achados = await travarAchados(trx, livres, filtro.busca)
    const mudancas = achados.map((cliente, i) => ({ cliente, operadorId: operadores[i % operadores.length] ?? null }))
    return mudarDono(trx, mudancas, autor, 'cliente.distribuir')
  })

/**
 * Frees everything an operator who is blocked owned; whoever they were serving waits in the queue (`sem_operador`).
 * Gives the customers freed. The caller has made the block visible to every later write.
 */
export async function liberarClientesDoOperador(trx: Trx, operadorId: number, causa: Causa): Promise<number[]> {
  const donos = await trx.selectFrom('cliente').select('id').where('operador_id', '=', operadorId).execute()
  const clientes = await travarClientes(
    trx,
    donos.map(({ id }) => id),
  )
  const dele = clientes.filter((cliente) => cliente.operador_id === operadorId)
  await mudarDono(
    trx,
    dele.map((cliente) => ({ cliente, operadorId: null })),
    causa,
    'cliente.liberar',
  )
  return dele.map(({ id }) => id)
}

const LOTE = 2000

/** Logs one line per customer, besides the line of its transition, if any. Returns how many changed hands. */
async function mudarDono(
  trx: Trx,
  pedidos: { cliente: ClienteTravado; operadorId: number | null }[],
  causa: Causa,
  acao: AcaoDoLog,
): Promise<number> {
  const trocas = pedidos.filter(({ cliente, operadorId }) => cliente.operador_id !== operadorId)
  for (let de = 0; de < trocas.length; de += LOTE) {
    const lote = trocas.slice(de, de + LOTE)
    const mudancas = lote.map(({ cliente, operadorId }): Mudanca => {
      const para = operadorId === null ? aoAcontecer(cliente.status, 'perder_operador', SEM_ACORDO) : cliente.status
      return { cliente, para, operadorId, motivo: para === cliente.status ? undefined : 'sem_operador' }
    })
    await registrar(
      trx,
      ...lote.map(({ cliente, operadorId }) => ({
        agora: causa.agora,
        usuarioId: causa.usuarioId ?? null,
        ip: causa.ip ?? null,
        acao,
        descricao: frase`${oCliente(cliente.id)} passou de ${nome(cliente.operador_id)} para ${nome(operadorId)}.`,
        entidade: 'cliente',
        entidadeId: cliente.id,
        dados: { de: cliente.operador_id, para: operadorId },
      })),
    )
    await gravar(trx, mudancas, causa, 'perder_operador')
  }
  return trocas.length
}

const nome = (operadorId: number | null) => (operadorId === null ? 'ninguém' : oUsuario(operadorId))

/** The customers found, locked in the order of ids and returned in the order of what they owe. */
async function travarAchados(trx: Trx, parte: Parte, busca: string | undefined): Promise<ClienteTravado[]> {
  const achar = async (mais: RawBuilder<boolean>[] = []) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${daParte({ ...parte, mais: [...(parte.mais ?? []), ...mais] }, busca)} order by vencimento_mais_antigo, id`.execute(
      trx,
    )
    return rows.map(({ id }) => id)
  }
  const travados = await travarClientes(trx, await achar())
  const porId = new Map(travados.map((cliente) => [cliente.id, cliente]))
  // Again under the locks: who was taken over, or paid, before them is not found any more.
  return (await achar([sql`cliente.id = any(${[...porId.keys()]}::bigint[])`])).map((id) => porId.get(id)!)
}
