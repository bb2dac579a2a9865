import { sql } from 'kysely'
import { pino } from 'pino'
import { expect } from 'vitest'
import { Canal } from '#test/canal.ts'
import { esperarAte } from '#test/espera.ts'
import { ouvirCanal } from '#test/ouvir.ts'
import { test } from '#test/world.ts'
import { abrirEscuta } from './escuta.ts'

test('a server that vanished without a word is noticed, and every listener looks for itself once it is back', async ({
  world,
}) => {
  const { canal, url } = await Canal.abrir(world.url)
  const escuta = abrirEscuta(url, pino({ level: 'silent' }), { cadaMs: 100, respostaMs: 300 })
  const ouvidos: Record<'um' | 'dois', string[]> = { um: [], dois: [] }
  escuta.ouvir('um', (carga) => ouvidos.um.push(carga))
  escuta.ouvir('dois', (carga) => ouvidos.dois.push(carga))
  const notificar = (canal: string, carga: string) => sql`select pg_notify(${canal}, ${carga})`.execute(world.db)
  await esperarAte('it listens', async () => {
    await notificar('dois', 'antes')
    return ouvidos.dois.includes('antes') && ouvidos.um.includes('')
  })
  // Several may have been sent before the first was heard; after this none is in transit.
  await notificar('dois', 'a última')
  await esperarAte('all was heard', () => ouvidos.dois.includes('a última'))

  canal.emudecer()
  await notificar('um', 'perdida')
  const [um, dois] = [ouvidos.um.length, ouvidos.dois.length]
  canal.voltar()
  await esperarAte('both were told to look', () => ouvidos.um.length > um && ouvidos.dois.length > dois)
  expect([ouvidos.um[um], ouvidos.dois[dois]]).toEqual(['', ''])
  expect(ouvidos.um).not.toContain('perdida')
  await notificar('um', 'depois')
  await esperarAte('it hears again', () => ouvidos.um.includes('depois'))
  await escuta.fechar()
  await canal.fechar()
})

test('a channel that PostgreSQL would not listen to is heard all the same, by another connection', async ({
  world,
}) => {
  const { canal, url } = await Canal.abrir(world.url)
  const escuta = abrirEscuta(url, pino({ level: 'silent' }))
  const ouvidos: string[] = []
  const conectada = Promise.withResolvers<void>()
  escuta.ouvir('um', () => conectada.resolve())
  await conectada.promise
  canal.trocarUma('listen "dois"', 'recusa "dois"')
  escuta.ouvir('dois', (carga) => ouvidos.push(carga))
  await esperarAte('it is heard', async () => {
    await sql`select pg_notify('dois', 'dita')`.execute(world.db)
    return ouvidos.includes('dita')
  })
  await escuta.fechar()
  await canal.fechar()
})

test('a notification that a listener cannot read is not the end of what it, and every other, hears', async ({
  world,
  onTestFinished,
}) => {
  const lidos: unknown[] = []
  world.servicos.escuta.ouvir('um', (carga) => lidos.push(carga && JSON.parse(carga)))
  const ouvidos = await ouvirCanal(world, 'um', onTestFinished)
  for (const carga of ['{', '1']) await sql`select pg_notify('um', ${carga})`.execute(world.db)
  await expect.poll(() => ouvidos).toEqual(['{', '1'])
  expect(lidos.at(-1)).toBe(1)
})
