import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { julgarPendentes } from '#server/conciliacao/julgar.actions.ts'
import { criarLogger } from '#server/http/logger.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { CHAVE_PIX, comBanco } from '#test/psp.ts'
import { avisar, eventos, movimentos, mudarChave, OUTRA_CHAVE, pago, processar, varrer } from '#test/recebimento.ts'

const PASTA = new URL('../../../test/samples/banco/', import.meta.url)
const AMOSTRAS = readdirSync(PASTA).filter((nome) => nome.includes('webhook'))

describe('what the PSP tells', () => {
  test('is stored before 200, asked back, and counts once, as it was answered', async ({ world }) => {
    await comBanco(world, async (banco) => {
      const pix = pago(banco, 12_345)
      const falso = { ...pix, valor: '99999.00' }
      for (const fim of ['/pix', '', '/pix']) expect((await avisar(world, { pix: [falso] }, fim)).statusCode).toBe(200)
      // Nothing of who paid is kept before the PSP was asked.
      expect((await eventos(world)).map(({ payload }) => payload)).toEqual([{ endToEndId: pix.endToEndId }])
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

  test('waits while there is no PSP to ask, and is not called unknown', async ({ world }) => {
    await comBanco(world, async (banco) => {
      await avisar(world, { pix: [pago(banco, 100)] })
      const admin = await world.criarAdmin()
      const fora = await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { psp: null })
      expect(fora.statusCode).toBe(200)
      await processar(world)
      expect(await eventos(world)).toMatchObject([{ processado_em: null, posto_de_lado_em: null }])
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

test('its address is a secret, which no line of the log has however a PSP writes it; what fails has a line', async ({
  world,
}) => {
  const linhas: string[] = []
  const log = criarLogger('info', { write: (linha: string) => void linhas.push(linha) })
  const segredo = 'umSegredoQueSoOPspConhece'
  const meios = vi.fn(async () => ({ ...(await world.servicos.pix.meios()), segredo }))
  const app = await buildApp({ ...world.servicos, log, pix: { ...world.servicos.pix, meios } })
  const chamar = async (method: 'GET' | 'POST', fim: string) =>
    (await app.inject({ method, url: `/api/webhooks/pix/${segredo}${fim}`, payload: {} })).statusCode
  await app.ready()
  linhas.length = 0 // of the start
  expect([await chamar('POST', ''), await chamar('POST', '/pix')]).toEqual([200, 200])
  expect(linhas).toEqual([]) // thousands in a busy hour
  expect([await chamar('GET', ''), await chamar('POST', '/pix/'), await chamar('POST', '/')]).toEqual([404, 404, 404])
  expect(linhas.length).toBeGreaterThan(0)
  meios.mockRejectedValueOnce(new Error('o que ninguém previu'))
  expect(await chamar('POST', '')).toBe(500)
  await app.close()
  expect(linhas.at(-1)).toContain('o que ninguém previu')
  expect(linhas.join('')).not.toContain(segredo)
})
