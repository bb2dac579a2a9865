import pg from 'pg'
import { describe, expect } from 'vitest'
import { emTransacao } from '#server/db/transacao.ts'
import { registrarRecusadas } from '#server/despacho/resultados.actions.ts'
import { aplicarEventoModelo } from '#server/modelos/parecer.actions.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import type { World } from '#test/world.ts'
import { rodarODia } from './rodada-do-dia.actions.ts'

const rodar = (world: World, olhada: Date | null = null) => rodarODia(world.servicos, olhada)
const execucoes = async (world: World) =>
  (await world.db.selectFrom('execucao').select('enfileiradas').orderBy('id').execute()).map((um) => um.enfileiradas)

describe('the engine by itself', () => {
  test('runs at the opening, once, and not before it nor on a day without sending', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    for (const instante of ['2026-11-22T15:00:00.000Z', '2026-11-24T10:59:00.000Z']) {
      world.relogio.mover(instante)
      await rodar(world)
      expect(await execucoes(world)).toEqual([])
    }
    world.relogio.mover('2026-11-24T11:00:00.000Z')
    await rodar(world)
    await rodar(world)
    expect(await execucoes(world)).toEqual([1])
  })

  test('looks again after an hour, and runs only for somebody new', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: 61 })
    const olhada = await rodar(world)
    expect(olhada).not.toBeNull()
    await world.criarCliente()
    expect(await rodar(world, olhada)).toBeNull()
    world.relogio.passar({ minutos: 61 })
    await rodar(world, olhada)
    expect(await execucoes(world)).toEqual([1, 1])
  })

  test('does not run each hour for whose message Meta refused: once it is mended, or with others', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: 1 })
    const recusar = async (codigo: string) => {
      const { id } = (await world.db.selectFrom('mensagem').select('id').orderBy('id', 'desc').executeTakeFirst())!
      const recusada = { id, codigo, mensagem: 'A Meta recusou.' }
      await emTransacao(world.db, (trx) => registrarRecusadas(trx, [recusada], world.relogio.agora()))
    }
    let olhada: Date | null = world.relogio.agora()
    const umaHora = async () => {
      world.relogio.passar({ minutos: 61 })
      olhada = await rodar(world, olhada)
    }
    await recusar('132005')
    await umaHora()
    await umaHora()
    expect(await execucoes(world)).toEqual([1])
    await world.db.updateTable('cliente').set({ updated_at: world.relogio.agora() }).where('id', '=', id).execute()
    await umaHora()
    expect(await execucoes(world)).toEqual([1, 1])
    await recusar('132015') // its template is back, or the engine would not mean to write
    await umaHora()
    expect(await execucoes(world)).toEqual([1, 1, 1])
    await recusar('131000')
    await umaHora()
    await world.criarCliente()
    await umaHora()
    expect(await execucoes(world)).toEqual([1, 1, 1, 2])
  })

  test('whom a run that was cut off did not move, the first look of the next process moves; nobody is written to twice', async ({
    world,
  }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    const { id } = await world.criarCliente({ telefone: null })
    const dono = new pg.Client({ connectionString: world.urlDoDono })
    await dono.connect()
    await dono.query(`
      create function cortar() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
      create trigger cortar before update on cliente for each row when (new.status = 'aguardando_atendimento') execute function cortar()`)
    await expect(rodar(world)).rejects.toThrow('cut off')
    await dono.query('drop trigger cortar on cliente')
    await dono.end()
    const status = async () => (await world.db.selectFrom('cliente').select('status').where('id', '=', id).execute())[0]
    expect([await execucoes(world), await status()]).toEqual([[1], { status: 'ativo' }])
    await rodar(world)
    expect([await execucoes(world), await status()]).toEqual([[1, 0], { status: 'aguardando_atendimento' }])
  })

  test('runs again at once when a template is approved or the account is mended', async ({ world }) => {
    await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: 1 })
    await aprovarModelos(world)
    await rodar(world)
    await world.criarCliente()
    world.relogio.passar({ minutos: 1 })
    await world.db.updateTable('configuracao').set({ conta_retomada_em: world.relogio.agora() }).execute()
    await rodar(world)
    expect(await execucoes(world)).toEqual([0, 1, 1])
  })

  test('and when Meta takes a template’s pause back', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    const dizer = (evento: string) =>
      emTransacao(world.db, async (trx) => {
        const aviso = { nome: 'atraso_v1', idioma: 'pt_BR', evento, motivo: null }
        await aplicarEventoModelo(trx, aviso, world.relogio.agora())
      })
    await dizer('PAUSED')
    world.relogio.passar({ minutos: 1 })
    const olhada = await rodar(world)
    world.relogio.passar({ minutos: 1 })
    expect(await rodar(world, olhada)).toBeNull()
    await dizer('REINSTATED')
    await rodar(world, olhada)
    expect(await execucoes(world)).toEqual([0, 1])
  })

  test('does not wait for the clock of a run that was ahead, and has been set back since', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await rodar(world)
    const olhada = world.relogio.agora()
    world.relogio.passar({ horas: 2 })
    await world.criarCliente()
    await rodar(world)
    world.relogio.passar({ minutos: -59 })
    await world.criarCliente()
    await rodar(world, olhada)
    expect(await execucoes(world)).toEqual([1, 1, 1])
  })

  test('goes on as it becomes the hour elsewhere: each is written to once, by their own clock', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente({ telefone: '+5511980000001' })
    const manaus = await world.criarCliente({ telefone: '+5592980000002' })
    const noronha = await world.criarCliente({ telefone: '+5581980000003', municipio: 'Fernando de Noronha' })
    const acre = await world.criarCliente({ telefone: '+5568980000004' })
    const aQuem = async () =>
      (await world.db.selectFrom('mensagem').select('cliente_id').orderBy('id').execute()).map((um) => um.cliente_id)
    const as = async (instante: string, olhada: Date | null) => {
      world.relogio.mover(instante)
      return (await rodar(world, olhada)) ?? olhada
    }
    let olhada = await as('2026-11-24T09:59:00.000Z', null) // 6:59 in São Paulo
    expect(await aQuem()).toEqual([])
    olhada = await as('2026-11-24T10:00:00.000Z', olhada) // 8:00 on the island
    expect(await aQuem()).toEqual([noronha.id])
    olhada = await as('2026-11-24T11:00:00.000Z', olhada)
    expect(await aQuem()).toHaveLength(2)
    olhada = await as('2026-11-24T11:59:00.000Z', olhada)
    expect(await aQuem()).toHaveLength(2)
    olhada = await as('2026-11-24T12:00:05.000Z', olhada) // 9:00 in São Paulo, 8:00 in Manaus
    expect((await aQuem()).at(-1)).toBe(manaus.id)
    await as('2026-11-24T13:00:05.000Z', olhada)
    expect((await aQuem()).at(-1)).toBe(acre.id)
    expect(new Set(await aQuem()).size).toBe(4)
    expect(await aQuem()).toHaveLength(4)
  })
})
