import { describe, expect } from 'vitest'
import { type Causa, ORIGENS_DA_CAUSA } from '#domain/causa.ts'
import { somarDias } from '#domain/data.ts'
import { CamposInvalidos, Proibido } from '#domain/erros.ts'
import { violada } from '#test/invariantes.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import type { World } from '#test/world.ts'
import { estornar } from './estornos.actions.ts'
import { pagar } from './pagamentos.actions.ts'

const base = '/api/operador/contas-receber'
const porSi = ORIGENS_DA_CAUSA.filter((origem) => origem !== 'usuario')

const receber = (world: World, conta: number, causa: Causa, extra: object = {}) =>
  world.db
    .transaction()
    .execute((trx) => pagar(trx, conta, { valor: 10_000, pago_em: world.hoje(), forma: 'pix', ...extra }, causa))

describe('a payment that no operator records', () => {
  test.for(porSi)('settles, thanks and is told in the history: %s', async (origem, { world }) => {
    await aprovarModelos(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: ana.id })
    const [conta] = contas
    await receber(world, conta!, { origem, agora: world.relogio.agora() })

    const { pagamentos, historico, status } = (await world.chamar(ana, 'GET', `${base}/${conta}`)).json()
    expect(status).toBe('paga')
    expect(pagamentos).toMatchObject([
      { valor: 100, autor: null, origem: origem === 'conciliacao' ? origem : 'manual' },
    ])
    const linha = historico.find(({ acao }: { acao: string }) => acao === 'conta.pagar')
    expect(linha).toMatchObject({ usuario: null })
    expect(linha.descricao).toMatch(/feito em 24\/11\/2026, registrado pel[oa] /)
    const { dados } = await world.db
      .selectFrom('log')
      .select('dados')
      .where('id', '=', linha.id)
      .executeTakeFirstOrThrow()
    expect(dados).toEqual({ conta, origem })
    const cliente = await world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(cliente).toMatchObject({ status: 'concluido', operador_id: ana.id })
    const filas = await world.db.selectFrom('mensagem').select('finalidade').where('cliente_id', '=', id).execute()
    expect(filas).toEqual([{ finalidade: 'pagamento' }])
    expect(await violada(world.db)).toBeNull()
  })

  test('by the bank, let through by somebody signed in, names them; who was blocked lets nothing through', async ({
    world,
  }) => {
    const [admin] = [await world.criarAdmin(), await world.criarAdmin()]
    const bia = await world.criarOperador()
    const { contas } = await world.criarCliente({ operador_id: bia.id })
    const causa = { origem: 'conciliacao', usuarioId: admin.id, agora: world.relogio.agora() } as const
    await receber(world, contas[0]!, causa)
    const { pagamentos } = (await world.chamar(bia, 'GET', `${base}/${contas[0]}`)).json()
    expect(pagamentos).toMatchObject([{ origem: 'conciliacao', autor: { id: admin.id } }])

    const outra = await world.criarCliente()
    await world.db.updateTable('usuario').set({ status: 'Bloqueado' }).where('id', '=', admin.id).execute()
    await expect(receber(world, outra.contas[0]!, causa)).rejects.toThrow(Proibido)
  })

  test('is taken back by what it came through, and by no operator', async ({ world }) => {
    const ana = await world.criarOperador()
    const { contas } = await world.criarCliente({ operador_id: ana.id })
    const conta = contas[0]!
    const causa = { origem: 'conciliacao', agora: world.relogio.agora() } as const
    const { id } = await receber(world, conta, causa)
    const recusada = await world.chamar(ana, 'DELETE', `${base}/${conta}/pagamentos/${id}`, { motivo: 'Engano' })
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'pagamento_conciliado'])

    await world.db.transaction().execute((trx) => estornar(trx, conta, id, 'Devolvido pelo banco', causa))
    const { historico, status } = (await world.chamar(ana, 'GET', `${base}/${conta}`)).json()
    expect(status).toBe('vencida')
    const linha = historico.find(({ acao }: { acao: string }) => acao === 'conta.estornar')
    expect(linha).toMatchObject({ usuario: null })
    expect(linha.descricao).toMatch(/estornado pela conciliação com o banco\./)
    expect(await violada(world.db)).toBeNull()
  })

  test.for([10_100, 10_300])(
    'with a PSP’s charges waives nothing and pays nothing twice: %i cents',
    async (valor, { world }) => {
      const dia = somarDias(world.hoje(), -5)
      const { contas } = await world.criarCliente({}, [
        { valor_centavos: 10_000, vencimento: dia, vencimento_util: dia },
      ])
      const causa = { origem: 'conciliacao', agora: world.relogio.agora() } as const
      const doPsp = { valor, encargos_dados: true }
      // By our own reckoning it owes 102.17.
      expect(await receber(world, contas[0]!, causa, doPsp)).toMatchObject({
        encargos: (valor - 10_000) / 100,
        encargos_dispensados: 0,
        conta: { status: 'paga' },
      })
      await expect(receber(world, contas[0]!, causa, doPsp)).rejects.toThrow(CamposInvalidos)
      expect(await violada(world.db)).toBeNull()
    },
  )
})
