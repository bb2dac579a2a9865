import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { type Pessoa, test, type World } from '#test/world.ts'
import { CANAL_EVENTOS, notificar } from './notificar.ts'

/** An ear that has just connected tells everybody to look again, and until then hears nothing. */
async function estarOuvindo({ db, servicos }: World) {
  let ouviu = false
  const parar = servicos.escuta.ouvir('de_teste', () => {
    ouviu = true
  })
  await expect.poll(() => sql`select pg_notify('de_teste', '')`.execute(db).then(() => ouviu)).toBe(true)
  parar()
}

/** Opens the stream as a browser does, and keeps what comes. */
async function abrir(world: World, pessoa: Pessoa) {
  await estarOuvindo(world)
  if (!world.app.server.listening) await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as AddressInfo
  const resposta = await fetch(`http://127.0.0.1:${port}/api/eventos`, {
    headers: { authorization: `Bearer ${pessoa.token}` },
  })
  const stream = { resposta, recebido: '', encerrado: false, eventos: () => eventosDe(stream.recebido) }
  const ler = async () => {
    for await (const parte of resposta.body!) stream.recebido += Buffer.from(parte).toString()
    stream.encerrado = true
  }
  void ler().catch(() => undefined)
  await expect.poll(() => stream.recebido).toContain('retry:')
  return stream
}

const eventosDe = (texto: string) =>
  texto
    .split('\n\n')
    .filter((bloco) => bloco.startsWith('event:'))
    .map((bloco) => JSON.parse(bloco.slice(bloco.indexOf('data: ') + 6)).cliente_id)

const evento = (cliente_id: number | null, operador_id: number | null, anterior?: number | null) => ({
  tipo: 'cliente' as const,
  cliente_id,
  operador_id,
  ...(anterior === undefined ? {} : { operador_anterior_id: anterior }),
})

describe('GET /api/eventos', () => {
  test('tells each person what they may see, once the transaction commits', async ({ world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const streams = await Promise.all([admin, ana, bia].map((pessoa) => abrir(world, pessoa)))
    expect(streams[0]!.resposta.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(streams[0]!.resposta.headers.get('x-request-id')).toBeTruthy()
    const desfeita = world.db.transaction().execute(async (trx) => {
      await notificar(trx, evento(99, null))
      throw new Error('desfeita')
    })
    await expect(desfeita).rejects.toThrow()
    await notificar(
      world.db,
      evento(1, ana.id),
      evento(2, bia.id),
      evento(3, null),
      evento(4, bia.id, ana.id),
      evento(5, bia.id, null),
      { ...evento(6, null), tipo: 'movimento' },
    )
    const esperados = [
      [1, 2, 3, 4, 5, 6],
      [1, 3, 4, 5],
      [2, 3, 4, 5],
    ]
    await expect.poll(() => streams.map((stream) => stream.eventos())).toEqual(esperados)
  })

  test('says that all may have changed when the ear on the database was deaf for a while', async ({ world }) => {
    const [doAdmin, doOperador] = [
      await abrir(world, await world.criarAdmin()),
      await abrir(world, await world.criarOperador()),
    ]
    await sql`select pg_notify(${CANAL_EVENTOS}, '')`.execute(world.db)
    const tipos = ({ recebido }: { recebido: string }) =>
      [...recebido.matchAll(/^event: (.*)/gm)].map(([, tipo]) => tipo)
    const deTodos = ['mensagem', 'cliente', 'badges', 'mencao']
    await expect.poll(() => [tipos(doAdmin), tipos(doOperador)]).toEqual([[...deTodos, 'movimento'], deTodos])
  })

  test('says its event by name, as one line of JSON', async ({ world }) => {
    const stream = await abrir(world, await world.criarOperador())
    await notificar(world.db, {
      tipo: 'mensagem_status',
      cliente_id: 7,
      operador_id: null,
      mensagem_id: 9,
      status: 'lida',
    })
    await expect
      .poll(() => stream.recebido)
      .toContain(
        'event: mensagem_status\ndata: {"tipo":"mensagem_status","cliente_id":7,"operador_id":null,"mensagem_id":9,"status":"lida"}\n\n',
      )
  })

  test('closes when the token ends: by logout, by blocking', async ({ world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const [deAna, deBia] = [await abrir(world, ana), await abrir(world, bia)]
    await world.chamar(ana, 'POST', '/api/logout')
    await expect.poll(() => deAna.encerrado).toBe(true)
    expect(deBia.encerrado).toBe(false)
    await world.chamar(admin, 'PATCH', `/api/admin/operadores/${bia.id}/bloquear`)
    await expect.poll(() => deBia.encerrado).toBe(true)
  })

  test('closes for whom the company asks for something first, and stays open for the others', async ({ world }) => {
    const admin = await world.criarAdmin({ segundo_fator_em: new Date() })
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador({ segundo_fator_em: new Date() })]
    const [deAdmin, deAna, deBia] = [await abrir(world, admin), await abrir(world, ana), await abrir(world, bia)]
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/acesso', { exigir_segundo_fator: true })
    await expect.poll(() => deAna.encerrado).toBe(true)
    expect((await world.chamar(ana, 'GET', '/api/eventos')).json().codigo).toBe('ative_o_segundo_fator')
    await notificar(world.db, evento(1, null))
    await expect.poll(() => [deAdmin, deBia].map((um) => um.eventos())).toEqual([[1], [1]])
    expect(deAna.eventos()).toEqual([])
  })

  test('says in a comment how many listen, so that browsers reload one after another', async ({ world }) => {
    const ana = await world.criarOperador()
    await abrir(world, ana)
    const segunda = await abrir(world, ana)
    await expect.poll(() => segunda.recebido).toBe('retry: 3000\n\n:2\n\n')
  })

  test('lets the oldest of one person go beyond thirty, also when they come all at once', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const dela = await abrir(world, bia)
    const streams = await Promise.all(Array.from({ length: 45 }, () => abrir(world, ana)))
    await expect.poll(() => streams.filter(({ encerrado }) => encerrado).length).toBe(15)
    expect([dela.encerrado, (await abrir(world, bia)).recebido.match(/^:(\d+)/m)?.[1]]).toEqual([false, '32'])
  })

  test('does not hold up the end of the application', async ({ world }) => {
    const stream = await abrir(world, await world.criarOperador())
    await world.app.close() // never, if it waited for the stream
    await expect.poll(() => stream.encerrado).toBe(true)
  })
})
