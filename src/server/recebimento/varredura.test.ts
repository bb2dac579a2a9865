import { describe, expect, vi } from 'vitest'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import { enquantoEspera, esperarAte, PRAZO_MS } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { BancoEmulado, CHAVE_PIX, comBanco } from '#test/psp.ts'
import { eventos, movimentos, mudarChave, pago, varrer } from '#test/recebimento.ts'
import type { World } from '#test/world.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'
import { trabalhosDoRecebimento } from './recebimento.jobs.ts'
import { lerLinha } from './recebimento.queries.ts'
import { faltaOuvirOBanco } from './varredura.actions.ts'

describe('the sweep', () => {
  test('finds payments without a webhook, from a week back at first, then from an hour before the last poll', async ({
    world,
  }) => {
    await comBanco(world, async (banco) => {
      world.relogio.passar({ dias: -8 })
      pago(banco, 1)
      world.relogio.passar({ dias: 2 })
      pago(banco, 2)
      world.relogio.passar({ dias: 6 })
      pago(banco, 3)
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([2, 3])
      pago(banco, 4)
      world.relogio.passar({ minutos: 6 })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([2, 3, 4])
      const { psp_conferido_em, psp_erro } = await world.db
        .selectFrom('recebimento')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect([psp_conferido_em, psp_erro]).toEqual([world.relogio.agora().toISOString(), null])
      world.relogio.passar({ minutos: -30 })
      pago(banco, 5) // the PSP tells of it late
      world.relogio.passar({ minutos: 40 })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([2, 3, 4, 5])
    })
  })

  test('of 90 days, once a day, finds what went back weeks later', async ({ world }) => {
    await comBanco(world, async (banco) => {
      world.relogio.passar({ dias: -30 })
      const pix = pago(banco, 5_000)
      world.relogio.passar({ dias: 30 })
      const horario = { solicitacao: world.relogio.agora().toISOString() }
      Object.assign(pix, {
        devolucoes: [{ id: 'm1', valor: '50.00', status: 'DEVOLVIDO', natureza: 'MED_FRAUDE', rtrId: 'D1', horario }],
      })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.tipo)).toEqual(['credito', 'devolucao'])
      const antes = banco.pedidos.length
      world.relogio.passar({ minutos: 10 })
      await varrer(world)
      expect(banco.pedidos.length - antes).toBe(1)
    })
  })

  test('that failed says why, and starts again where the last good one ended', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      await varrer(world)
      pago(banco, 7)
      world.relogio.passar({ horas: 2 })
      banco.psp.acesso.esquecer()
      await world.db.updateTable('recebimento').set({ psp_client_id: 'outro' }).execute()
      await varrer(world)
      const dito = (await world.chamar(admin, 'GET', '/api/admin/configuracoes/recebimento')).json()
      expect([dito.situacao, dito.erro]).toEqual(['erro', 'Cliente ou segredo não conferem.'])
      const { alertas } = (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json()
      expect(alertas).toContainEqual(expect.objectContaining({ codigo: 'psp_com_erro' }))
      await world.db.updateTable('recebimento').set({ psp_client_id: 'empresa' }).execute()
      world.relogio.passar({ horas: 3 })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([7])
    })
  })

  /** A PSP that refuses every list that begins before `limite()`. */
  async function comBancoQueEsquece(world: World, limite: () => number, usar: (banco: BancoEmulado) => Promise<void>) {
    const banco = new BancoEmulado(world)
    banco.app.addHook('onRequest', async ({ url }, reply) => {
      const inicio = new URL(url, 'http://psp').searchParams.get('inicio')
      if (inicio !== null && Date.parse(inicio) < limite())
        return reply.status(400).send({ detail: 'Período não permitido.' })
    })
    await banco.abrir()
    try {
      await banco.ligar(await world.criarAdmin())
      await usar(banco)
    } finally {
      await banco.fechar()
    }
  }
  const haDias = (world: World, dias: number) => world.relogio.agora().getTime() - dias * 86_400_000

  test('of refunds, where the PSP refuses to look so far back, finds the later ones and what came in, and says so once', async ({
    world,
  }) => {
    await comBancoQueEsquece(
      world,
      () => haDias(world, 60),
      async (banco) => {
        const horario = { solicitacao: world.relogio.agora().toISOString() }
        world.relogio.passar({ dias: -30 })
        Object.assign(pago(banco, 5_000), {
          devolucoes: [{ id: 'm1', valor: '50.00', status: 'DEVOLVIDO', rtrId: 'D1', horario }],
        })
        world.relogio.passar({ dias: 30 })
        pago(banco, 7)
        await varrer(world)
        expect((await movimentos(world)).map((um) => [um.tipo, um.valor_centavos])).toEqual([
          ['credito', 7],
          ['credito', 5_000],
          ['devolucao', 5_000],
        ])
        const antes = banco.pedidos.length
        world.relogio.passar({ minutos: 6 })
        await varrer(world)
        expect(banco.pedidos.length - antes).toBe(1)
        world.relogio.passar({ dias: 1 })
        await varrer(world)
        expect(banco.pedidos.length - antes).toBeGreaterThan(10)
        // The clock is put back by a day: what it wrote before is of no day yet.
        const deVolta = banco.pedidos.length
        world.relogio.passar({ dias: -1 })
        await world.db.updateTable('movimento').set({ a_julgar: false }).execute()
        expect(await faltaOuvirOBanco(world.db, world.relogio.agora())).toBe(true)
        await varrer(world)
        expect(banco.pedidos.length - deVolta).toBeGreaterThan(10)
        expect(await faltaOuvirOBanco(world.db, world.relogio.agora())).toBe(false)
        const { varrido_ate, revarrido_em, psp_erro } = await lerLinha(world.db)
        const agora = world.relogio.agora().toISOString()
        expect([varrido_ate, revarrido_em, psp_erro]).toEqual([agora, agora, null])
        expect(await eventos(world)).toMatchObject([
          {
            posto_de_lado_em: expect.any(String),
            erro: 'O PSP não diz as devoluções dos Pix de 26/08/2026 10:00 a 25/09/2026 10:00: Período não permitido. As desse tempo precisam ser registradas à mão.',
          },
        ])
      },
    )
  })

  test('after the program was off for longer than the PSP looks back reads the rest, says once what is lost, and goes on', async ({
    world,
  }) => {
    await comBancoQueEsquece(
      world,
      () => haDias(world, 10),
      async (banco) => {
        await varrer(world)
        world.relogio.passar({ dias: 2 })
        pago(banco, 1)
        world.relogio.passar({ dias: 18 })
        pago(banco, 2)
        world.relogio.passar({ dias: 5 })
        for (const minutos of [0, 6]) {
          world.relogio.passar({ minutos })
          await varrer(world)
          const { varrido_ate, psp_erro, revarrido_em } = await lerLinha(world.db)
          expect([varrido_ate, psp_erro]).toEqual([world.relogio.agora().toISOString(), null])
          expect(revarrido_em).not.toBe(null)
        }
        expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([2])
        const ditos = [expect.stringContaining('as devoluções'), expect.stringContaining('o que entrou de 24/11')]
        expect((await eventos(world)).map(({ erro }) => erro).sort()).toEqual(ditos)
        const logs = await world.db
          .selectFrom('log')
          .select('descricao')
          .where('entidade', '=', 'evento_recebido')
          .execute()
        expect(logs.map(({ descricao }) => descricao).sort()).toEqual(ditos)
        // Asked for again, they are not taken for a Pix that the PSP does not know.
        const admin = await world.criarAdmin()
        for (const { id } of await eventos(world))
          await world.chamar(admin, 'POST', `/api/admin/recebimento/eventos/${id}/reprocessar`)
        const depois = await eventos(world)
        expect(depois.map(({ erro }) => erro).sort()).toEqual(ditos)
        expect(depois.map(({ processado_em }) => processado_em)).toEqual([null, null])
      },
    )
  })

  test('that is refused to its very end is made again, and loses nothing', async ({ world }) => {
    let esquece = false
    await comBancoQueEsquece(
      world,
      () => (esquece ? Infinity : 0),
      async (banco) => {
        await varrer(world)
        const { varrido_ate } = await lerLinha(world.db)
        pago(banco, 1)
        world.relogio.passar({ dias: 3 })
        esquece = true
        await varrer(world)
        expect(await lerLinha(world.db)).toMatchObject({ varrido_ate, psp_erro: 'Período não permitido.' })
        esquece = false
        world.relogio.passar({ minutos: 6 })
        await varrer(world)
        expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([1])
        expect(await eventos(world)).toEqual([])
      },
    )
  })

  test('by a clock hours ahead of the bank’s finds what is paid, and goes on when ours is put back', async ({
    world,
  }) => {
    let adiantadoMs = 3 * 3_600_000
    const relogio = { agora: () => new Date(world.relogio.agora().getTime() - adiantadoMs) }
    await comBanco(
      world,
      async (banco) => {
        await varrer(world)
        for (const centavos of [1, 2]) {
          world.relogio.passar({ minutos: 6 })
          pago(banco, centavos)
          await varrer(world)
          expect(await movimentos(world)).toHaveLength(centavos)
        }
        world.relogio.passar({ horas: -3 })
        adiantadoMs = 0
        pago(banco, 3)
        await varrer(world)
        expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([1, 2, 3])
      },
      { relogio },
    )
  })

  test('asks again for a day that could not be read, before it is told as lost', async ({ world }) => {
    const banco = new BancoEmulado(world)
    let ruins = 1
    banco.app.addHook('onRequest', async ({ url }, reply) => {
      const inicio = new URL(url, 'http://psp').searchParams.get('inicio')
      if (
        inicio !== null &&
        Date.parse(inicio) < haDias(world, 5) &&
        Date.parse(inicio) > haDias(world, 8) &&
        ruins-- > 0
      )
        return reply.send('em manutenção')
    })
    await banco.abrir()
    try {
      await banco.ligar(await world.criarAdmin())
      world.relogio.passar({ dias: -6 })
      pago(banco, 1)
      world.relogio.passar({ dias: 6 })
      await varrer(world)
      expect(ruins).toBeLessThan(1)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([1])
      expect(await eventos(world)).toEqual([])
    } finally {
      await banco.fechar()
    }
  })

  test('processes what it can read of a page, and sets aside the rest, shown and once', async ({ world }) => {
    await comBanco(world, async (banco, admin) => {
      const [boa, ruim, outra] = [pago(banco, 1), pago(banco, 2), pago(banco, 3)]
      Object.assign(ruim, { valor: 'dois reais' })
      await varrer(world)
      world.relogio.passar({ minutos: 6 })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.end_to_end_id)).toEqual([boa.endToEndId, outra.endToEndId])
      const { psp_erro, varrido_ate } = await lerLinha(world.db)
      expect([psp_erro, varrido_ate]).toEqual([null, world.relogio.agora().toISOString()])
      const { data } = (await world.chamar(admin, 'GET', '/api/admin/recebimento/eventos')).json()
      expect(data).toMatchObject([
        { end_to_end_id: ruim.endToEndId, situacao: 'de_lado', motivo: expect.stringContaining('não se entende') },
      ])
      const { alertas } = (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json()
      expect(alertas).toContainEqual(expect.objectContaining({ codigo: 'avisos_do_psp_de_lado' }))
      // Mended at the PSP, it is asked for again and counts.
      Object.assign(ruim, { valor: '0.02' })
      await world.chamar(admin, 'POST', `/api/admin/recebimento/eventos/${data[0].id}/reprocessar`)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([1, 3, 2])
    })
  })

  test('goes on beside a webhook that tells of the same Pix at the same moment', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const pix = [pago(banco, 5), pago(banco, 6)]
      const agora = world.relogio.agora()
      await enquantoEspera(world.db, {
        segurar: (trx) => registrarMovimentos(trx, movimentosDoPix(pix[0]!, new Set([CHAVE_PIX]), agora), { agora }),
        pedir: async () => void (await varrer(world)),
      })
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([5, 6])
      expect((await lerLinha(world.db)).varrido_ate).toBe(agora.toISOString())
    })
  })

  test('takes our key however the PSP writes it', async ({ world }) => {
    await comBanco(world, async (banco) => {
      Object.assign(pago(banco, 5), { chave: '11.222.333/0001-81' })
      Object.assign(pago(banco, 6), { chave: '11222333000262' })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([5])
    })
  })

  /** What `PUT` writes of another PSP, without that one having to answer first. */
  async function mudarDePsp(world: World) {
    const outro = { psp_base_url: 'https://outro.example', varrido_ate: null, varrido_em: null, revarrido_em: null }
    await world.db.updateTable('recebimento').set(outro).execute()
  }

  test.for([
    ['key', mudarChave],
    ['PSP', mudarDePsp],
  ] as const)('of a %s that is changed meanwhile says nothing of the new one', async ([, mudar], { world }) => {
    await comBanco(world, async (banco) => {
      banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
      const antes = banco.pedidos.length
      const varrida = varrer(world)
      await esperarAte('it is asked', () => banco.pedidos.length > antes)
      await mudar(world)
      banco.agendador.avancar(1_000)
      await varrida
      expect(await lerLinha(world.db)).toMatchObject({ varrido_ate: null, revarrido_em: null })
    })
  })

  test.for([
    ['slow', { como: 'lenta', ms: 1_000 }],
    ['down', { como: 'status', http: 503, retryAfter: 60 }],
  ] as const)('of a bank that is %s ends when the program does', async ([, falha], { world }) => {
    await comBanco(world, async (banco) => {
      await varrer(world) // with a token
      world.relogio.passar({ minutos: 6 })
      banco.psp.falhas.provocar(falha, 4)
      const [antes, fim] = [banco.pedidos.length, new AbortController()]
      let acabou = false
      const varrida = trabalhosDoRecebimento(world.servicos)[1]!
        .executar(fim.signal)
        .then(() => (acabou = true))
      await esperarAte('it is asked', () => banco.pedidos.length > antes)
      fim.abort()
      // The PSP's time stands still, and nobody's patience with it is over yet.
      await vi.waitUntil(() => acabou, PRAZO_MS / 2)
      await varrida
      expect(banco.pedidos.length - antes).toBe(1)
      banco.agendador.avancar(1_000)
    })
  })

  test('is one node’s at a time', async ({ world }) => {
    await comBanco(world, async (banco) => {
      await varrer(world)
      world.relogio.passar({ minutos: 6 })
      const nos = Array.from({ length: 3 }, () => trabalhosDoRecebimento(world.servicos)[1]!)
      const antes = banco.pedidos.filter((um) => um === 'GET /v2/pix').length
      banco.psp.falhas.provocar({ como: 'lenta', ms: 1_000 })
      let acabaram = 0
      const varridas = nos.map((no) => no.executar(new AbortController().signal).then(() => (acabaram += 1)))
      await esperarAte('the other two are done', () => acabaram === 2)
      banco.agendador.avancar(1_000)
      await Promise.all(varridas)
      expect(banco.pedidos.filter((um) => um === 'GET /v2/pix').length - antes).toBe(1)
    })
  })
})
