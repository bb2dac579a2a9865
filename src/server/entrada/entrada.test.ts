import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { daMeta } from '#server/whatsapp/inbox.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { World } from '#test/world.ts'
import { criarColetor } from './coletor.ts'
import { guardarEventos } from './entrada.actions.ts'
import { descartar, reprocessar, reprocessarDeLado } from './guardados.actions.ts'
import { type EventoRecebido, Indisponivel, NaoEntendido, type Origem } from './origem.ts'
import { processarEntrada } from './processar.actions.ts'

/** A payment provider that tells of payments and is asked of each before it counts. */
function psp(responder: (ordem: string) => Promise<string> = async () => 'pago'): Origem<string> {
  return {
    nome: 'pix',
    deQuem: 'do PSP',
    assunto: 'whatsapp',
    deNovo: true,
    preparar: responder,
    async processar(trx, { chave, payload }, _, dito) {
      const { recusa } = payload as { recusa?: string }
      if (recusa) throw Object.assign(new Error('could not extend file'), { code: recusa })
      if ((payload as { ilegivel?: boolean }).ilegivel) throw new NaoEntendido('Um aviso do PSP não pôde ser lido.')
      if ((payload as { quebra?: boolean }).quebra) throw new Error('um defeito')
      await sql`insert into efeito (chave, dito, vezes) values (${chave}, ${dito}, 1)
        on conflict (chave) do update set vezes = efeito.vezes + 1`.execute(trx)
      return null
    },
  }
}

const pago = (id: string, mais: Partial<EventoRecebido> = {}): EventoRecebido => ({
  chave: `pix:${id}`,
  tipo: 'pix',
  ordem: `pix:${id}`,
  metaEm: null,
  payload: { endToEndId: id },
  semEfeito: null,
  ...mais,
})

async function preparar(world: World) {
  await sql`create table efeito (id int generated always as identity, chave text primary key, dito text, vezes int)`.execute(
    world.db,
  )
}
const efeitos = async (world: World) =>
  (await sql<{ chave: string; vezes: number }>`select chave, vezes from efeito order by id`.execute(world.db)).rows
const guardados = (world: World) => world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()

describe('events of another system than WhatsApp', () => {
  test('are stored before the answer, each once, and done once however many nodes are at work', async ({ world }) => {
    await preparar(world)
    const guardar = criarColetor(world.db, 'pix', () => world.relogio.agora())
    const ids = Array.from({ length: 40 }, (_, i) => `E${i}`)
    await Promise.all([...ids, ...ids].map((id) => guardar([pago(id)], 100)))
    expect(await guardados(world)).toHaveLength(40)

    const nos = Array.from({ length: 4 }, () => processarEntrada(world.servicos, psp()))
    expect(await Promise.all(nos)).toContain(true)
    while (await processarEntrada(world.servicos, psp())) {}
    expect((await efeitos(world)).map(({ chave }) => chave).sort()).toEqual(ids.map((id) => `pix:${id}`).sort())
    expect((await efeitos(world)).every(({ vezes }) => vezes === 1)).toBe(true)
    expect(await processarEntrada(world.servicos, psp())).toBe(false)
  })

  test('of one order are processed in the order in which they happened, however they arrived', async ({ world }) => {
    await preparar(world)
    const ordem = 'pix:E1'
    const em = (minuto: number) => new Date(`2026-11-24T12:0${minuto}:00Z`)
    const agora = world.relogio.agora()
    await guardarEventos(world.db, 'pix', [pago('E1:c', { ordem, metaEm: em(3) })], agora)
    await guardarEventos(world.db, 'pix', [pago('E1:b', { ordem, metaEm: em(2) })], agora)
    await guardarEventos(world.db, 'pix', [pago('E1:a', { ordem, metaEm: em(1) })], agora)
    await processarEntrada(world.servicos, psp())
    expect((await efeitos(world)).map(({ chave }) => chave)).toEqual(['pix:E1:a', 'pix:E1:b', 'pix:E1:c'])
  })

  test('told of while the other system is asked wait for an answer of their own', async ({ world }) => {
    await preparar(world)
    const agora = world.relogio.agora()
    const [um, outro] = [pago('E1'), pago('E1:devolvido', { ordem: 'pix:E1' })]
    await guardarEventos(world.db, 'pix', [um], agora)
    const perguntas: string[] = []
    const perguntado = psp(async (ordem) => {
      perguntas.push(ordem)
      // The answer is on its way: in the same words, and in others.
      if (perguntas.length === 1) await guardarEventos(world.db, 'pix', [um], agora)
      if (perguntas.length === 2) await guardarEventos(world.db, 'pix', [outro], agora)
      return `answer ${perguntas.length}`
    })
    while (await processarEntrada(world.servicos, perguntado)) {}
    const { rows } = await sql`select chave, dito, vezes from efeito order by id`.execute(world.db)
    expect(rows).toEqual([
      { chave: 'pix:E1', dito: 'answer 1', vezes: 2 },
      { chave: 'pix:E1:devolvido', dito: 'answer 3', vezes: 1 },
    ])
    expect(perguntas, 'nobody is asked about what nobody told').toHaveLength(3)
  })

  test('wait, and are never set aside, while the other system does not answer; the others continue', async ({
    world,
  }) => {
    await preparar(world)
    const fora = psp(async (ordem) => {
      if (ordem === 'pix:E1') throw new Indisponivel('O PSP não respondeu.')
      return 'pago'
    })
    await guardarEventos(world.db, 'pix', [pago('E1'), pago('E2')], world.relogio.agora())
    const esperas: number[] = []
    for (let vez = 0; vez < 12; vez += 1) {
      await processarEntrada(world.servicos, fora)
      const [evento] = await guardados(world)
      const ms = Date.parse(evento!.proxima_em!) - world.relogio.agora().getTime()
      esperas.push(ms / 1_000)
      expect(evento).toMatchObject({ processado_em: null, posto_de_lado_em: null, erro: 'O PSP não respondeu.' })
      expect(await processarEntrada(world.servicos, fora)).toBe(false) // not before its time
      world.relogio.passar({ segundos: Math.ceil(ms / 1_000) })
    }
    expect(esperas).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
    expect(await efeitos(world)).toMatchObject([{ chave: 'pix:E2' }])
    await processarEntrada(world.servicos, psp())
    expect(await efeitos(world)).toMatchObject([{ chave: 'pix:E2' }, { chave: 'pix:E1' }])
    expect((await guardados(world))[0]).toMatchObject({ erro: null, tentativas: 0 })
  })

  test('put off by a clock that is set back afterwards do not wait until it gets there again', async ({ world }) => {
    await preparar(world)
    const fora = psp(() => Promise.reject(new Indisponivel('O PSP não respondeu.')))
    world.relogio.passar({ horas: 1 })
    await guardarEventos(world.db, 'pix', [pago('E1')], world.relogio.agora())
    await processarEntrada(world.servicos, fora)
    world.relogio.passar({ horas: -1 })
    await processarEntrada(world.servicos, psp())
    expect(await efeitos(world)).toMatchObject([{ chave: 'pix:E1' }])
  })

  test('keep their pauses beside a node whose clock is slow', async ({ world }) => {
    await preparar(world)
    await guardarEventos(
      world.db,
      'pix',
      [pago('E1'), pago('E2', { payload: { quebra: true } })],
      world.relogio.agora(),
    )
    const perguntas: string[] = []
    const fora = psp(async (ordem) => {
      if (ordem !== 'pix:E1') return 'pago'
      perguntas.push(ordem)
      throw new Indisponivel('O PSP não respondeu.')
    })
    for (let vez = 0; vez < 10; vez += 1) {
      await processarEntrada(world.servicos, fora)
      world.relogio.passar({ minutos: -10 })
      await processarEntrada(world.servicos, fora)
      world.relogio.passar({ minutos: 10 })
    }
    // The slow one takes it up once, for a clock that was set back, and the other as soon.
    expect(perguntas).toHaveLength(3)
    expect((await guardados(world))[1]).toMatchObject({ tentativas: 3, posto_de_lado_em: null })
  })

  test.for(['53100', '25006', '55P03', '53300'])(
    'wait, and are never set aside, while the database refuses with %s; the others continue',
    async (recusa, { world }) => {
      await preparar(world)
      const agora = world.relogio.agora()
      await guardarEventos(world.db, 'pix', [pago('E1', { payload: { recusa } }), pago('E2')], agora)
      for (let vez = 0; vez < 12; vez += 1) {
        await expect(processarEntrada(world.servicos, psp())).rejects.toMatchObject({ code: recusa })
        world.relogio.passar({ minutos: 5 })
      }
      expect(await efeitos(world)).toMatchObject([{ chave: 'pix:E2' }])
      expect((await guardados(world))[0]).toMatchObject({ processado_em: null, posto_de_lado_em: null, tentativas: 0 })
      await world.db.updateTable('evento_recebido').set({ payload: '{}' }).where('chave', '=', 'pix:E1').execute()
      await processarEntrada(world.servicos, psp())
      expect((await efeitos(world)).map(({ chave }) => chave)).toEqual(['pix:E2', 'pix:E1'])
    },
  )

  test('that cannot be done are set aside and told, and hold nobody back; they may be done again, or seen to', async ({
    world,
  }) => {
    await preparar(world)
    const quem = { usuarioId: (await world.criarAdmin()).id, ip: '127.0.0.1' }
    const ordem = 'pix:E1'
    const veneno = [
      pago('E1:x', { ordem, payload: { ilegivel: true } }),
      pago('E1:y', { ordem, payload: { quebra: true } }),
      pago('E1:z', { ordem }),
    ]
    await guardarEventos(world.db, 'pix', veneno, world.relogio.agora())
    for (let vez = 0; vez < 5; vez += 1) {
      await processarEntrada(world.servicos, psp())
      world.relogio.passar({ segundos: 60 })
    }
    expect((await guardados(world)).map((um) => [um.posto_de_lado_em !== null, um.tentativas])).toEqual([
      [true, 1],
      [true, 5],
      [false, 0],
    ])
    expect(await efeitos(world)).toMatchObject([{ chave: 'pix:E1:z' }])
    const ditas = await world.db
      .selectFrom('log')
      .select('descricao')
      .where('acao', '=', 'whatsapp.separar_evento')
      .orderBy('id')
      .execute()
    expect(ditas.map(({ descricao }) => descricao.slice(0, 40))).toEqual([
      'Um aviso do PSP não pôde ser lido. Ele f',
      'Um evento do PSP (pix) não pôde ser proc',
    ])

    const [x, y] = await guardados(world)
    await world.db.updateTable('evento_recebido').set({ payload: '{"mendado":true}' }).where('id', '=', y!.id).execute()
    await reprocessar(world.servicos, psp(), y!.id, quem)
    expect(await reprocessarDeLado(world.servicos, psp(), quem)).toEqual({ reprocessados: 1 })
    await processarEntrada(world.servicos, psp())
    await descartar(world.servicos, psp(), x!.id, quem)
    expect((await guardados(world)).every(({ processado_em }) => processado_em !== null)).toBe(true)
    expect((await efeitos(world)).map(({ chave }) => chave)).toEqual(['pix:E1:z', 'pix:E1:y'])
  })

  test('are separate from WhatsApp’s: neither processed, nor shown, nor mistaken for its own', async ({ world }) => {
    await preparar(world)
    const admin = await world.criarAdmin()
    await guardarEventos(
      world.db,
      'pix',
      [pago('E1', { payload: { ilegivel: true } }), pago('E2')],
      world.relogio.agora(),
    )
    expect(await processarEntrada(world.servicos, daMeta(world.servicos))).toBe(false)
    await processarEntrada(world.servicos, psp())
    const base = '/api/admin/whatsapp/eventos'
    expect((await world.chamar(admin, 'GET', base)).json()).toMatchObject({ total: 0 })
    const [evento] = await guardados(world)
    expect((await world.chamar(admin, 'GET', `${base}/${evento!.id}`)).statusCode).toBe(404)
    expect((await world.chamar(admin, 'POST', `${base}/${evento!.id}/reprocessar`)).statusCode).toBe(404)
    const sem = pago('E3', { chave: 'E3' })
    await expect(guardarEventos(world.db, 'pix', [sem], world.relogio.agora())).rejects.toThrow(
      /evento_recebido_chaves/,
    )
    const semOrdem = pago('E3', { ordem: '5511988880001' })
    await expect(guardarEventos(world.db, 'pix', [semOrdem], world.relogio.agora())).rejects.toThrow(/_chaves/)
  })
})

test('nodes of the version before go on with the inbox as they know it', async ({
  world: { db, relogio, servicos },
}) => {
  const guardar = (chave: string) =>
    sql`
    insert into evento_whatsapp (chave, tipo, contato_chave, contato_id, payload, meta_em, recebido_em, sem_efeito, erro, processado_em)
    select n.chave, 'status', null, null, '{"id":"wamid.1","status":"sent"}'::jsonb, null, ${relogio.agora()}, false, null, null
    from unnest(${[chave, 's:2']}::text[]) as n(chave) on conflict (chave) do nothing returning 1`.execute(db)
  expect((await guardar('s:1')).rows).toHaveLength(2)
  expect((await guardar('s:1')).rows).toHaveLength(0)
  await guardarEventos(db, 'pix', [pago('E1')], relogio.agora())
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from evento_whatsapp where tipo = 'status' and contato_chave is null and processado_em is null
        and posto_de_lado_em is null order by id limit 10 for update skip locked`.execute(trx)
    expect(rows).toHaveLength(2)
    await sql`update evento_whatsapp set processado_em = ${relogio.agora()} where id = ${rows[0]!.id}`.execute(trx)
    const { rows: mudou } = await sql<{ contato_chave: string }>`
      update evento_whatsapp set contato_chave = coalesce(contato_chave, 's:' || (payload->>'id'))
      where id = ${rows[1]!.id} returning contato_chave`.execute(trx)
    expect(mudou).toEqual([{ contato_chave: 's:wamid.1' }])
    await sql`delete from evento_whatsapp where id in (select id from evento_whatsapp where processado_em < ${new Date()})`.execute(
      trx,
    )
  })
  expect(await processarEntrada(servicos, daMeta(servicos))).toBe(true)
  const eventos = await db.selectFrom('evento_recebido').select(['chave', 'origem']).orderBy('id').execute()
  expect(eventos.map(({ origem }) => origem)).toContain('pix')
})
