import { expect } from 'vitest'
// @ts-expect-error: plain JavaScript, shared with the conformance runner
import { iniciarAplicacao } from './aplicacao.mjs'
import { esperarAte } from './espera.ts'
import { test } from './world.ts'

/** The program as a company would start it, on this world's database. */
const iniciar = (world: { url: string; servicos: { chaveSecreta: Buffer } }, ambiente: Record<string, string>) =>
  iniciarAplicacao({
    DATABASE_URL: world.url,
    SECRET_KEY: world.servicos.chaveSecreta.toString('base64'),
    CLOCK_START: '2026-11-24T10:00:00-03:00',
    COLLECTION_ENGINE: 'off',
    LOG_LEVEL: 'error',
    WHATSAPP_EMULATOR: '',
    ...ambiente,
  })

test('without an account the emulator runs only on request, and the start says what to do', async ({ world }) => {
  const sem = await iniciar(world, {})
  const emulador = await fetch(`${sem.url}/emulador/api/telefones`)
  const graph = await fetch(`${sem.url}/emulador/graph/v23.0/debug_token`)
  expect([emulador.status, graph.status]).toEqual([404, 404])
  await esperarAte('it says what to do', () => /WhatsApp não configurado: nada é enviado/.test(sem.saida()))
  await sem.parar()
  expect(sem.saida()).not.toContain('/emulador')

  const com = await iniciar(world, { WHATSAPP_EMULATOR: '1' })
  const [pagina, controles, graphDele] = await Promise.all(
    ['', '/api/telefones', '/graph/v23.0/debug_token'].map((caminho) => fetch(`${com.url}/emulador${caminho}`)),
  )
  expect([pagina?.status, controles?.status]).toEqual([200, 401])
  expect(await graphDele?.json()).toMatchObject({ error: { code: 104 } })
  await esperarAte('it says where', () => /Emulador do WhatsApp em .*\/emulador/.test(com.saida()))
  await com.parar()
})
