import { sql } from 'kysely'
import { expect } from 'vitest'
import { contarHistoria } from '#test/historia.ts'
import { registrar } from '#test/julgamento.ts'
import { umPix } from '#test/movimento.ts'
import { test, type World } from '#test/world.ts'
import { trazerExtrato } from './extrato-do-dia.actions.ts'

async function resultado(world: World, arquivo: string) {
  const { rows } = await sql<{ resultado: object }>`
    select resultado from importacao where arquivo = ${arquivo} and situacao = 'concluida'`.execute(world.db)
  expect(rows).toHaveLength(1)
  return rows[0]!.resultado as Record<'movimentos' | 'novos' | 'repetidos' | 'sugeridos' | 'ignorados', number>
}

test('the demonstration has a statement each business morning, with known money and money that nobody knows', async ({
  world,
}) => {
  await contarHistoria(world, 120) // Tuesday 24 November, at 10:00
  const trazer = () => trazerExtrato(world.servicos)
  expect(await trazer()).toBeNull() // yesterday's came with the story
  const contas = () => world.db.selectFrom('conta_do_banco').select(['banco', 'conta']).execute()
  const daHistoria = await contas()
  expect(daHistoria).toHaveLength(1) // another account would wait for a word
  const pagador = { nome: 'Joana Pagadora', documento: '52998224725' }
  const pix = umPix(world, { valorCentavos: 77_77, pagador })
  await registrar(world, pix)
  world.relogio.passar({ horas: 21 }) // Wednesday, before the bank opens
  expect(await trazer()).toBeNull()
  world.relogio.passar({ horas: 2 })
  expect(await trazer()).toBe('extrato-2026-11-24.ofx')
  expect(await trazer()).toBeNull()

  expect(await contas()).toEqual(daHistoria)
  const { movimentos, novos, repetidos } = await resultado(world, 'extrato-2026-11-24.ofx')
  expect([repetidos, movimentos - novos]).toEqual([1, 1]) // the Pix, which the PSP told of
  const deles = await world.db
    .selectFrom('movimento')
    .select(['tipo', 'dia', 'situacao', 'pagador_nome'])
    .where('importacao_id', 'is not', null)
    .where('dia', '>=', '2026-11-24')
    .execute()
  expect(deles.length).toBe(novos)
  expect(new Set(deles.map(({ dia }) => dia))).toEqual(new Set(['2026-11-24']))
  expect(deles.filter(({ situacao }) => situacao === 'novo' || situacao === 'sugerido').length).toBeGreaterThan(0)
  // As banks write them, and read back: names without the bank's own words.
  expect(deles.flatMap(({ pagador_nome }) => pagador_nome ?? []).filter((nome) => /PIX|TRANSF|\*/.test(nome))).toEqual(
    [],
  )

  world.relogio.passar({ horas: 72 }) // Saturday: nobody is at work
  expect(await trazer()).toBeNull()
  world.relogio.passar({ horas: 48 })
  expect(await trazer()).toBe('extrato-2026-11-29.ofx')
  const { rows } = await sql<{ dia: string }>`
    select distinct dia from movimento where dia > '2026-11-24' order by dia`.execute(world.db)
  expect(rows.map(({ dia }) => dia)).toEqual(expect.arrayContaining(['2026-11-25', '2026-11-26', '2026-11-27']))
})
