import { sql } from 'kysely'
import { expect } from 'vitest'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { esperarNaTrava } from '#test/espera.ts'
import { test, type World } from '#test/world.ts'

/** Locks the customer, and has PostgreSQL end, with `como`, the request that waits for it. */
async function encerrarQuemEspera(world: World, como: 'pg_cancel_backend' | 'pg_terminate_backend') {
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente()
  const [travado, soltar] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const dono = emTransacao(world.db, async (trx) => {
    await travarClientes(trx, [id])
    travado.resolve()
    await soltar.promise
  })
  await travado.promise
  const assumir = () => world.chamar(ana, 'POST', `/api/operador/clientes/${id}/assumir`)
  const espera = assumir()
  await esperarNaTrava(world.db)
  await sql`select ${sql.ref(como)}(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  const resposta = await espera
  soltar.resolve()
  await dono
  return { resposta, depois: await assumir() }
}

test.for(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
  'a database that is busy or restarting (%s) is no fault: 503, when to come back, and then it works',
  async (como, { world }) => {
    const { resposta, depois } = await encerrarQuemEspera(world, como)
    expect([resposta.statusCode, resposta.headers['retry-after']]).toEqual([503, '2'])
    expect(resposta.json().message).toBe('O sistema está ocupado neste momento. Tente de novo em instantes.')
    expect(depois.statusCode).toBe(200)
  },
)
