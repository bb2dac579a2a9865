import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { julgarPendentes } from '#server/conciliacao/julgar.actions.ts'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { iniciarTrabalhos } from '#server/jobs/trabalhos.ts'
import { esperarAte } from '#test/espera.ts'
import { BancoEmulado, CHAVE_PIX, comBanco, PIX } from '#test/psp.ts'
import { test, type World } from '#test/world.ts'
import { enderecarWebhook } from './enderecar.actions.ts'
import { doPsp } from './inbox.ts'
import { trabalhosDoRecebimento } from './recebimento.jobs.ts'
import { lerLinha } from './recebimento.queries.ts'

const PASTA = new URL('../../../test/samples/banco/', import.meta.url)
const AMOSTRAS = readdirSync(PASTA).filter((nome) => nome.includes('webhook'))

const segredoDe = async (world: World) => (await world.servicos.pix.meios()).segredo!
const avisar = async (world: World, corpo: unknown, fim = '/pix', segredo?: string) =>
  world.app.inject({
    method: 'POST',
    url: `/api/webhooks/pix/${segredo ?? (await segredoDe(world))}${fim}`,
    payload: typeof corpo === 'string' ? corpo : JSON.stringify(corpo),
    headers: { 'content-type': 'application/json' },
  })
const processar = async (world: World) => {
  while (await processarEntrada(world.servicos, doPsp(world.servicos))) {}
}
const eventos = (world: World) => world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
async function movimentos(world: World) {
  const { rows } = await sql<{ tipo: string; valor_centavos: number; txid: string | null; end_to_end_id: string }>`
    select tipo, valor_centavos, txid, end_to_end_id from movimento order by id`.execute(world.db)
  return rows
}
const varrer = (world: World) => trabalhosDoRecebimento(world.servicos)[1]!.executar(new AbortController().signal)
const OUTRA_CHAVE = 'financeiro@exemplo.com.br'
async function mudarChave(world: World) {
  const admin = await world.criarAdmin()
  const corpo = { pix: { ...PIX, chave: OUTRA_CHAVE } }
  expect((await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)).statusCode).toBe(200)
}
const pago = (banco: BancoEmulado, centavos: number, txid = 'A'.repeat(25)) =>
  banco.psp.pagarChave(CHAVE_PIX, centavos, { txid, pagador: { nome: 'Ana', cpf: '52998224725' } })

describe('what the PSP tells', () => {
  test('is stored before 200, asked back, and counts once, as it was answered', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const pix = pago(banco, 12_345)
      const falso = { ...pix, valor: '99999.00' }
      for (const fim of ['/pix', '', '/pix']) expect((await avisar(world, { pix: [falso] }, fim)).statusCode).toBe(200)
      expect(await eventos(world)).toHaveLength(1)
      await processar(world)
      expect(await movimentos(world)).toEqual([
        { tipo: 'credito', valor_centavos: 12_345, txid: pix.txid, end_to_end_id: pix.endToEndId },
      ])
      await avisar(world, { pix: [pix] })
      await processar(world)
      expect(await movimentos(world)).toHaveLength(1)
      const { psp_webhook_recebido_em } = await world.db.selectFrom('recebimento').selectAll().executeTakeFirstOrThrow()
      expect(psp_webhook_recebido_em).toBe(world.relogio.agora().toISOString())
    })
  })

  test('a refund that ended is a movement of its own, once, however it is told', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const pix = pago(banco, 10_000)
      await avisar(world, { pix: [pix] })
      await processar(world)
      const devolucao = { id: 'd1', valor: '25.00', status: 'DEVOLVIDO', natureza: 'ORIGINAL', rtrId: 'D1' }
      const comStatus = (...status: string[]) =>
        status.map((um, i) => ({ ...devolucao, id: `d${i}`, status: um, horario: { solicitacao: pix.horario } }))
      Object.assign(pix, { devolucoes: comStatus('EM_PROCESSAMENTO', 'NAO_REALIZADO') })
      await avisar(world, { pix: [pix] })
      await processar(world)
      expect(await movimentos(world)).toHaveLength(1)
      Object.assign(pix, { devolucoes: comStatus('DEVOLVIDO', 'NAO_REALIZADO') })
      await avisar(world, { pix: [pix] })
      await avisar(world, { pix: [{ ...pix, devolucoes: pix.devolucoes![0] }] })
      await processar(world)
      expect((await movimentos(world)).map((um) => [um.tipo, um.valor_centavos])).toEqual([
        ['credito', 10_000],
        ['devolucao', 2_500],
      ])
    })
  })

  test('about an unknown Pix, or one to another key, has no effect; a test or one without id is ignored', async ({
    world,
  }) => {
    await comBanco(world, async (banco) => {
      const outra = banco.psp.pagarChave(CHAVE_PIX, 100)
      Object.assign(outra, { chave: 'outra@exemplo.com.br' })
      const inventado = { endToEndId: `E99999004${'202611241300'}ABCDEFGHIJK` }
      expect((await avisar(world, { pix: [outra, inventado, { endToEndId: 'x' }, 7, null] })).statusCode).toBe(200)
      expect((await avisar(world, { evento: 'teste_webhook', data_criacao: 'hoje' })).statusCode).toBe(200)
      await processar(world)
      expect((await eventos(world)).map(({ sem_efeito, erro }) => [sem_efeito, erro])).toEqual([
        [true, 'O Pix foi para outra chave.'],
        [true, 'O PSP não conhece este Pix.'],
      ])
      expect(await movimentos(world)).toEqual([])
    })
  })

  test('of a key that was the company’s counts, and pays its code; that of any other does not', async ({ world }) => {
    await comBanco(
      world,
      async (banco) => {
        const { id, contas } = await world.criarCliente({}, [{ valor_centavos: 10_000 }, { valor_centavos: 5_000 }])
        const emitir = async (conta: number) => {
          const url = `/api/operador/clientes/${id}/codigos`
          return (await world.chamar(await world.criarOperador(), 'POST', url, { contas: [conta] })).json()
        }
        const codigo = await emitir(contas[0]!)
        const deAntes = banco.psp.pagarChave(OUTRA_CHAVE, 700)
        world.relogio.passar({ horas: 3 })
        await varrer(world)
        await mudarChave(world)
        const situacao = () => world.db.selectFrom('codigo').select(['situacao', 'no_psp']).execute()
        expect(await situacao()).toEqual([{ situacao: 'cancelado', no_psp: true }]) // it is taken back at the same PSP
        const pix = banco.psp.pagar(codigo.txid, { aForca: true })
        const alheio = banco.psp.pagarChave('alheia@exemplo.com.br', 900)
        await avisar(world, { pix: [pix, alheio] })
        await processar(world)
        expect(await movimentos(world)).toMatchObject([{ end_to_end_id: pix.endToEndId, txid: codigo.txid }])
        while ((await julgarPendentes(world.db, world.relogio.agora())) > 0);
        expect(await situacao()).toMatchObject([{ situacao: 'pago' }])
        const dinheiro = banco.psp.pagarChave(CHAVE_PIX, 300)
        await varrer(world) // including payments to the new key from before it was entered
        expect((await movimentos(world)).map((um) => um.end_to_end_id)).toEqual([
          pix.endToEndId,
          deAntes.endToEndId,
          dinheiro.endToEndId,
        ])
      },
      { chaves: [CHAVE_PIX, OUTRA_CHAVE, 'alheia@exemplo.com.br'] },
    )
  })

  test.for([
    ['cut', '{"pix":[{"endToEndId":"E1', 400],
    ['no object', '[]', 400],
    ['nested without end', '['.repeat(100_000), 400],
    ['too large', JSON.stringify({ pix: [], a: 'x'.repeat(256 * 1024) }), 413],
    ['of another type', '{"pix":"sim"}', 400],
  ] as const)('%s is refused, and nothing is stored', async ([, corpo, status], { world }) => {
    await comBanco(world, async () => {
      expect((await avisar(world, corpo)).statusCode).toBe(status)
      expect(await eventos(world)).toEqual([])
    })
  })

  test.for(AMOSTRAS)(
    '%s is stored as it can be read, and changes nothing that the PSP does not confirm',
    async (nome, { world }) => {
      await comBanco(world, async () => {
        const corpo = readFileSync(new URL(nome, PASTA), 'utf8')
        const { statusCode } = await avisar(world, corpo)
        expect(statusCode).toBe(nome.startsWith('53-') ? 400 : 200)
        await processar(world)
        expect((await eventos(world)).every((um) => um.sem_efeito && um.processado_em !== null)).toBe(true)
        expect(await movimentos(world)).toEqual([])
      })
    },
  )

  test('at an address that is not ours is not heard, and neither is anything without a PSP', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const pix = pago(banco, 100)
      expect((await avisar(world, { pix: [pix] }, '/pix', 'outro')).statusCode).toBe(404)
    })
    await world.db.updateTable('recebimento').set({ psp_webhook_segredo_cifrado: null }).execute()
    world.servicos.pix.esquecer()
    expect((await avisar(world, { pix: [] }, '/pix', 'null')).statusCode).toBe(404)
    expect(await eventos(world)).toEqual([])
  })

  test('that cannot be read as the PSP answers it is set aside, seen; rubbish in its place is asked for again', async ({
    world,
  }) => {
    await comBanco(world, async (banco) => {
      const [torto, bom] = [pago(banco, 100), pago(banco, 200)]
      Object.assign(torto, { valor: 1 })
      banco.psp.falhas.provocar({ como: 'pagina' })
      await avisar(world, { pix: [bom] })
      await processar(world)
      await avisar(world, { pix: [torto] })
      world.relogio.passar({ minutos: 6 })
      await processar(world)
      expect((await eventos(world)).map((um) => [um.processado_em !== null, um.posto_de_lado_em !== null])).toEqual([
        [true, false],
        [false, true],
      ])
      expect((await movimentos(world)).map((um) => um.end_to_end_id)).toEqual([bom.endToEndId])
    })
  })

  test('waits while the PSP is away, and is never set aside for that', async ({ world }) => {
    await comBanco(world, async (banco) => {
      await avisar(world, { pix: [pago(banco, 100)] })
      banco.psp.falhas.provocar({ como: 'status', http: 503 }, 8)
      for (let i = 0; i < 8; i += 1) {
        await processar(world)
        world.relogio.passar({ minutos: 6 })
      }
      expect((await eventos(world)).every(({ posto_de_lado_em }) => posto_de_lado_em === null)).toBe(true)
      await processar(world)
      expect(await movimentos(world)).toHaveLength(1)
    })
  })

  test('many at once, over several nodes, are each one movement', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const todos = Array.from({ length: 60 }, (_, i) => pago(banco, 100 + i))
      await Promise.all([...todos, ...todos].map((pix) => avisar(world, { pix: [pix] })))
      await Promise.all(Array.from({ length: 4 }, () => processar(world)))
      // On a busy machine the PSP may not answer in time: the notice waits to be asked about again.
      await expect
        .poll(async () => {
          world.relogio.passar({ minutos: 5 })
          await processar(world)
          return (await movimentos(world)).length
        })
        .toBe(60)
      expect(new Set((await movimentos(world)).map((um) => um.end_to_end_id)).size).toBe(60)
      expect(await movimentos(world)).toHaveLength(60)
    })
  })
})

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

  test('takes our key however the PSP writes it', async ({ world }) => {
    await comBanco(world, async (banco) => {
      Object.assign(pago(banco, 5), { chave: '11.222.333/0001-81' })
      Object.assign(pago(banco, 6), { chave: '11222333000262' })
      await varrer(world)
      expect((await movimentos(world)).map((um) => um.valor_centavos)).toEqual([5])
    })
  })

  test('of a key that is changed meanwhile says nothing of the new one', async ({ world }) => {
    await comBanco(world, async (banco) => {
      banco.psp.falhas.provocar({ como: 'lenta', ms: 500 })
      const antes = banco.pedidos.length
      const varrida = varrer(world)
      await esperarAte('it is asked', () => banco.pedidos.length > antes)
      await mudarChave(world)
      await varrida
      expect(await lerLinha(world.db)).toMatchObject({ varrido_ate: null, revarrido_em: null })
    })
  })

  test.for([
    ['slow', { como: 'lenta', ms: 20_000 }],
    ['down', { como: 'status', http: 503, retryAfter: 60 }],
  ] as const)('of a bank that is %s ends when the program does', async ([, falha], { world }) => {
    await comBanco(world, async (banco) => {
      await varrer(world) // with a token
      world.relogio.passar({ minutos: 6 })
      banco.psp.falhas.provocar(falha, 4)
      const [antes, fim] = [banco.pedidos.length, new AbortController()]
      const varrida = trabalhosDoRecebimento(world.servicos)[1]!.executar(fim.signal)
      await esperarAte('it is asked', () => banco.pedidos.length > antes)
      const parouEm = performance.now()
      fim.abort()
      await varrida
      expect(performance.now() - parouEm).toBeLessThan(1_000)
      banco.psp.falhas.esquecer()
    })
  })

  test('is one node’s at a time', async ({ world }) => {
    await comBanco(world, async (banco) => {
      await varrer(world)
      world.relogio.passar({ minutos: 6 })
      const nos = Array.from({ length: 3 }, () => trabalhosDoRecebimento(world.servicos)[1]!)
      const antes = banco.pedidos.filter((um) => um === 'GET /v2/pix').length
      banco.psp.falhas.provocar({ como: 'lenta', ms: 300 })
      await Promise.all(nos.map((no) => no.executar(new AbortController().signal)))
      expect(banco.pedidos.filter((um) => um === 'GET /v2/pix').length - antes).toBe(1)
    })
  })
})

test('the PSP gets our address, and reports payments by itself', async ({ world }) => {
  await comBanco(world, async (banco) => {
    await world.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.app.server.address() as { port: number }
    const servicos = { ...world.servicos, origem: `http://127.0.0.1:${port}` }
    await world.db.updateTable('recebimento').set({ psp_emulado: true }).execute()
    const parar = iniciarTrabalhos(trabalhosDoRecebimento(servicos), servicos.escuta, servicos.log)
    const registrado = () => {
      try {
        return banco.psp.avisos.obter(CHAVE_PIX).webhookUrl.startsWith(servicos.origem)
      } catch {
        return false
      }
    }
    await esperarAte('the PSP has our address', async () => registrado())
    const txid = randomUUID().replaceAll('-', '').slice(0, 25)
    pago(banco, 4_200, txid)
    await esperarAte('what was paid is known', async () => (await movimentos(world)).length === 1)
    await parar()
  })
})

test('no PSP is asked to call over http, but the emulator beside us', async ({ world }) => {
  await comBanco(world, async (banco) => {
    const erroEm = async (origem: string) => {
      world.relogio.passar({ dias: 1 })
      await enderecarWebhook({ ...world.servicos, origem })
      return (await lerLinha(world.db)).psp_webhook_erro
    }
    expect(await erroEm('http://empresa.example')).toContain('https://')
    expect(await erroEm(banco.base)).toBeNull()
    expect(banco.psp.avisos.obter(CHAVE_PIX).webhookUrl).toContain(banco.base)
  })
})

test('the PSP is told our address again at each start, and when the key or the PSP changes', async ({ world }) => {
  await comBanco(world, async (banco, admin) => {
    const enderecar = async (agoraMesmo?: boolean) => {
      banco.pedidos.length = 0
      await enderecarWebhook({ ...world.servicos, origem: banco.base }, agoraMesmo)
      return banco.pedidos.filter((um) => um.includes('/v2/webhook/'))
    }
    const gravar = async (corpo: object) =>
      expect((await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)).statusCode).toBe(200)
    expect(await enderecar()).not.toEqual([])
    expect(await enderecar()).toEqual([])
    expect(await enderecar(true)).not.toEqual([])
    await gravar({ perdao_maximo: 7 })
    expect(await enderecar()).toEqual([])
    for (const corpo of [{ psp: banco.acesso }, { pix: { ...PIX, chave: 'financeiro@exemplo.com.br' } }]) {
      await gravar(corpo)
      expect(await enderecar()).not.toEqual([])
    }
  })
})
