import { describe, expect } from 'vitest'
import { ORIGENS_DA_CAUSA, peloUsuario } from '#domain/causa.ts'
import { NaoEncontrado, RegraViolada } from '#domain/erros.ts'
import { violada } from '#test/invariantes.ts'
import { linha } from '#test/linha.ts'
import { aprovarModelos } from '#test/modelos.ts'
import { test } from '#test/world.ts'
import { negociar } from './negociacoes.actions.ts'
import { negociacoesDe } from './negociacoes.queries.ts'

const PEDIDO = { incluir_encargos: false, parcelas: 2, primeiro_vencimento: '2026-12-04', enviar_mensagem: true }

describe('an agreement that no operator makes', () => {
  test.for(ORIGENS_DA_CAUSA.filter((origem) => origem !== 'usuario'))(
    'takes nobody over, and the history says through what it came: %s',
    async (origem, { world }) => {
      await aprovarModelos(world)
      const { id, contas } = await world.criarCliente()
      const causa = { origem, agora: world.relogio.agora() }
      const acordo = await world.db
        .transaction()
        .execute((trx) => negociar(trx, id, { ...PEDIDO, contas: [...contas] }, causa))

      const cliente = await linha(world, 'cliente', id)
      expect(cliente).toMatchObject({ status: 'negociado', operador_id: null })
      const [feito] = await negociacoesDe(world.db, id, world.hoje())
      expect(feito).toMatchObject({ id: acordo, autor: null })
      const linhas = await world.db
        .selectFrom('log')
        .select(['acao', 'usuario_id', 'descricao', 'dados'])
        .where('entidade', '=', 'cliente')
        .where('entidade_id', '=', id)
        .where('acao', 'in', ['negociacao.fechar', 'cliente.assumir'])
        .execute()
      expect(linhas).toMatchObject([
        { acao: 'negociacao.fechar', usuario_id: null, dados: { negociacao: acordo, origem } },
      ])
      expect(linhas[0]!.descricao).toMatch(/ Feito pel[oa] .+\.$/)
      const mensagens = await world.db
        .selectFrom('mensagem')
        .select('finalidade')
        .where('cliente_id', '=', id)
        .execute()
      expect(mensagens).toEqual([{ finalidade: 'negociacao' }])
      expect(await violada(world.db)).toBeNull()
    },
  )

  test('is refused where an operator’s would be, and any customer’s may be made but by another operator', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const bia = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: ana.id })
    const agora = world.relogio.agora()
    const fechar = (causa: Parameters<typeof negociar>[3]) =>
      world.db.transaction().execute((trx) => negociar(trx, id, { ...PEDIDO, contas: [...contas] }, causa))
    await expect(fechar(peloUsuario(bia.id, null, agora))).rejects.toThrow(NaoEncontrado)
    await fechar({ origem: 'pagina', agora })
    await expect(fechar({ origem: 'pagina', agora })).rejects.toThrow(RegraViolada)
    const { status, operador_id } = await linha(world, 'cliente', id)
    expect({ status, operador_id }).toEqual({ status: 'negociado', operador_id: ana.id })
  })
})
