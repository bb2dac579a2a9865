import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { type Contar, type Correio, criarCorreio } from '#server/correio/correio.ts'
import { esperarAte } from '#test/espera.ts'
import { acoes, DE, definir, enviar, pedir, test, tokenDe } from '#test/senha-esquecida.ts'
import type { World } from '#test/world.ts'
import { enviarLinks } from './enviar.actions.ts'

describe('a turn of sending', () => {
  test('in which one mail fails ends when the others are out: nobody has its lock meanwhile', async ({
    world,
    caixa,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await pedir(world, ana.email)
    await pedir(world, bia.email)
    const correio = world.servicos.correio!
    const daAna = Promise.withResolvers<void>()
    const enviarUma: typeof correio.enviar = async (carta, sinal) => {
      if (carta.para === bia.email) throw new Error('the process has no memory left')
      await daAna.promise
      return correio.enviar(carta, sinal)
    }
    let acabou = false
    const turno = enviarLinks(world.servicos, { ...correio, enviar: enviarUma }, new AbortController().signal)
      .catch((erro: Error) => erro.message)
      .finally(() => {
        acabou = true
      })
    await esperarAte(
      'both have a link',
      async () => (await sql`select from link_de_senha`.execute(world.db)).rows.length === 2,
    )
    await new Promise(setImmediate)
    expect(acabou).toBe(false)
    daAna.resolve()
    expect(await turno).toContain('no memory')
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email]])
    const { rows } = await sql`select email from pedido_de_senha where situacao = 'feito'`.execute(world.db)
    expect(rows).toEqual([{ email: ana.email }])
  })

  test('whose lock another node may hold by now is given up, for that one to send', async ({ world, caixa }) => {
    const ana = await world.criarOperador()
    await pedir(world, ana.email)
    let saindo = false
    const enviarUma: Correio['enviar'] = async (_carta, sinal) => {
      saindo = true
      await once(sinal!, 'abort')
      return { situacao: 'falhou', erro: 'parou' }
    }
    const conferir = async () => {
      if (saindo) throw new Error('the lock is lost')
    }
    const correio = { ...world.servicos.correio!, enviar: enviarUma }
    const turno = enviarLinks(world.servicos, correio, new AbortController().signal, conferir)
    await expect(turno).rejects.toThrow('the lock is lost')
    await enviar(world)
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email]])
  })
})

test('a turn without a mail leaves nothing on the signal of the process', async ({ world }) => {
  const juntar = vi.spyOn(AbortSignal, 'any')
  onTestFinished(() => juntar.mockRestore())
  await enviarLinks(world.servicos, world.servicos.correio!, new AbortController().signal)
  expect(juntar).not.toHaveBeenCalled()
})

describe('a mail server', () => {
  /** Whatever is waited for is over at once. */
  const logo: Contar = (_ms, acabou) => {
    const proximo = setImmediate(acabou)
    return () => clearImmediate(proximo)
  }
  const alertas = async (world: World) => {
    const admin = await world.criarAdmin()
    const { alertas } = (await world.chamar(admin, 'GET', '/api/admin/dashboard')).json()
    return alertas.filter(({ codigo }: { codigo: string }) => codigo === 'correio_parado')
  }
  const espera = async (world: World) => {
    const { rows } = await sql<{ s: number; situacao: string }>`select situacao,
      extract(epoch from proxima_em - ${world.relogio.agora()}::timestamptz)::int as s from pedido_de_senha`.execute(
      world.db,
    )
    return [rows[0]?.situacao, rows[0]?.s]
  }

  test('that is busy is tried again with growing pauses, told to administrators, and served when it is back', async ({
    world,
    caixa,
  }) => {
    const ana = await world.criarOperador()
    caixa.comportar('ocupado')
    await pedir(world, ana.email)
    for (const [depois, segundos] of [
      [0, 5],
      [5, 15],
      [15, 60],
    ] as const) {
      world.relogio.passar({ segundos: depois })
      await enviar(world)
      expect(await espera(world)).toEqual(['pendente', segundos])
    }
    await enviar(world) // not yet
    expect(await espera(world)).toEqual(['pendente', 60])
    expect(await alertas(world)).toEqual([
      expect.objectContaining({ mensagem: expect.stringMatching(/451.* 1 pedido de senha nova espera/) }),
    ])
    caixa.comportar('normal')
    world.relogio.passar({ minutos: 1 })
    await enviar(world)
    expect((await definir(world, tokenDe(caixa.recebidos()[0]?.texto))).statusCode).toBe(204)
    expect(await alertas(world)).toEqual([])
  })

  test('that says nothing holds nobody: neither who asks nor the next; after an hour the mail is set aside', async ({
    world,
    caixa,
  }) => {
    const ana = await world.criarOperador()
    caixa.comportar('lento')
    world.servicos.correio = criarCorreio({ url: caixa.url, de: DE }, { contar: logo })
    await pedir(world, ana.email)
    await enviar(world)
    expect(await espera(world)).toEqual(['pendente', 5])
    world.relogio.passar({ horas: 1 })
    await enviar(world)
    expect((await espera(world))[0]).toBe('separado')
    expect(await acoes(world)).toEqual(['sessao.separar_link'])
    expect(await alertas(world)).toEqual([
      expect.objectContaining({ mensagem: expect.stringMatching(/não respondeu a tempo.*já não será enviado/) }),
    ])
  })

  test('that looks one mail through for long keeps nobody else from theirs, nor the one who asks again', async ({
    world,
    caixa,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await pedir(world, ana.email)
    const correio = world.servicos.correio!
    const confirmada = Promise.withResolvers<void>()
    const enviarUma: typeof correio.enviar = async (carta, sinal) => {
      const como = await correio.enviar(carta, sinal)
      if (carta.para === ana.email) await confirmada.promise
      return como
    }
    const feitos = async () =>
      (await sql`select from pedido_de_senha where situacao = 'feito'`.execute(world.db)).rows.length
    // The first mail is confirmed in the middle of the look at which only it was still on its way.
    const conferir = async () => {
      if ((await feitos()) !== 1) return
      confirmada.resolve()
      await esperarAte('hers is done', async () => (await feitos()) === 2)
    }
    const { signal } = new AbortController()
    const turno = enviarLinks(world.servicos, { ...correio, enviar: enviarUma }, signal, conferir)
    const chegaram = (quantas: number) => esperarAte(`${quantas} arrived`, () => caixa.recebidos().length === quantas)
    await chegaram(1)
    await pedir(world, ana.email) // again, while the first is on its way
    await pedir(world, bia.email)
    await chegaram(2)
    expect(caixa.recebidos()[0]?.para).toEqual([bia.email])
    await turno
    expect(caixa.recebidos().map(({ para }) => para)).toEqual([[ana.email], [bia.email], [ana.email]])
  })

  test('that refuses the address for good is not asked again', async ({ world, caixa }) => {
    const ana = await world.criarOperador()
    caixa.comportar('recusa')
    await pedir(world, ana.email)
    await enviar(world)
    expect((await espera(world))[0]).toBe('separado')
  })

  test('that is away is a sentence, and a stop in the middle is no try', async ({ world, caixa }) => {
    const ana = await world.criarOperador()
    await caixa.fechar()
    expect(await world.servicos.correio!.conferir()).toContain('Não foi possível conectar')
    await pedir(world, ana.email)
    await enviarLinks(world.servicos, world.servicos.correio!, AbortSignal.abort())
    expect(await espera(world)).toEqual(['pendente', 0])
  })
})
