import { sql } from 'kysely'
import { expect } from 'vitest'
import { lerPix } from '#domain/brcode.ts'
import { contarHistoria } from '#test/historia.ts'
import { test, type World } from '#test/world.ts'
import { usarPaginas } from './clientes-na-pagina.actions.ts'
import { responderDaPagina } from './respostas.actions.ts'

async function comecar(world: World) {
  const agora = world.relogio.agora()
  await contarHistoria(world, 160)
  // Without the emulated PSP: codes are static.
  await world.db.updateTable('recebimento').set({ psp_emulado: false, psp_base_url: null }).execute()
  world.servicos.pix.esquecer()
  // Everybody was written to half an hour ago, as by the day's run.
  await sql`update mensagem set aceita_em = ${agora}, created_at = ${new Date(agora.getTime() - 30 * 60_000)}
    where id in (select max(id) from mensagem where direcao = 'enviada' group by cliente_id)`.execute(world.db)
}

/** Customers in Manaus, and a list that silences some. */
async function comListas(world: World) {
  const { rows } = await sql<{ manaus: number; silenciados: number; autorizados: number; depois: number }>`
    select (select count(*)::int from cliente where uf = 'AM' and telefone like '+5592%') as manaus,
      (select count(*)::int from bloqueio b join contato t using (canonico) where b.vale_de <= ${world.hoje()}::date) as silenciados,
      (select count(*)::int from autorizacao) as autorizados,
      (select count(*)::int from bloqueio b join contato t using (canonico) where b.vale_de > ${world.hoje()}::date) as depois`.execute(
    world.db,
  )
  expect(rows[0]).toEqual({ manaus: expect.any(Number), silenciados: 3, autorizados: 1, depois: 1 })
  expect(rows[0]!.manaus).toBeGreaterThan(1)
}

test('customers of the demonstration promise, accept, dispute, ask and pay on their pages, one at a time, by day', async ({
  world,
}) => {
  await comecar(world)
  await comListas(world)
  const pagos: string[] = []
  const turno = () => usarPaginas(world.servicos, (copiaECola) => pagos.push(copiaECola))
  const primeiro = await turno()
  expect(primeiro).not.toBeNull()
  expect(await turno()).toBeNull() // one has just been there
  const feitos = [primeiro]
  for (let i = 0; i < 30; i += 1) {
    world.relogio.passar({ minutos: 13 })
    feitos.push(await turno())
  }
  const verbos = new Set(feitos.flatMap((feito) => feito?.split(' ')[0] ?? []))
  expect([...verbos].sort()).toEqual(['aceitar', 'contestar', 'falar', 'pagar', 'prometer'])
  const { rows } = await sql<{ tipo: string }>`
    select 'promessa' as tipo from promessa where origem = 'pagina' union select 'contestacao' from contestacao where origem = 'pagina'
      union select 'proposta' from negociacao where origem = 'pagina' and status = 'proposta' order by 1`.execute(
    world.db,
  )
  expect(rows.map(({ tipo }) => tipo)).toEqual(['contestacao', 'promessa', 'proposta'])
  expect(pagos.length).toBeGreaterThan(0)
  for (const pago of pagos) expect(lerPix(pago)).toMatchObject({ forma: 'estatico' })
  world.relogio.passar({ horas: 8 })
  expect(await turno()).toBeNull() // at night
  expect(await responderDaPagina(world.servicos)).toBeNull()
  world.relogio.passar({ horas: 12 })
  const respostas: (string | null)[] = []
  do respostas.push(await responderDaPagina(world.servicos))
  while (respostas.at(-1) !== null && respostas.length < 30)
  expect(respostas.at(-1)).toBeNull()
  const daPagina = sql<{ status: string; quantas: number }>`
    select status, count(*)::int as quantas from contestacao where origem = 'pagina' group by 1`
  const por = new Map((await daPagina.execute(world.db)).rows.map(({ status, quantas }) => [status, quantas]))
  expect(por.get('aberta')).toBeUndefined() // some are looked at, and those of the day before answered
  expect((por.get('procedente') ?? 0) + (por.get('improcedente') ?? 0)).toBeGreaterThan(0)
})
