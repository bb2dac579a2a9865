import { expect } from 'vitest'
import { umCredito } from '#test/movimento.ts'
import { test } from '#test/world.ts'
import { julgarPendentes } from './julgar.actions.ts'
import { gravarLote, julgarLinhas } from './lote.actions.ts'

const PAGADOR = { nome: 'MARIA APARECIDA EXEMPLO', documento: '11144477735' }

test('a line is written once, with what it may pay; and waits to be judged when that is gone meanwhile', async ({
  world,
}) => {
  const { db } = world
  const { id: usuarioId } = await world.criarAdmin()
  const agora = world.relogio.agora()
  const { id: clienteId } = await world.criarCliente({ nome: 'Maria Aparecida Exemplo', documento: '11144477735' }, [
    { valor_centavos: 1_000 },
  ])
  const importacaoId = await db
    .insertInto('importacao')
    .values({ tipo: 'extrato', arquivo: 'a.ofx', usuario_id: usuarioId, situacao: 'processando', criada_em: agora })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)
  const gravar = async (descricao: string, meanwhile: () => Promise<unknown>) => {
    const lote = await julgarLinhas(db, [umCredito(world, { pagador: PAGADOR, descricao })], agora)
    await meanwhile()
    const [registrado] = await gravarLote(db, lote, { usuarioId, importacaoId, agora })
    const campos = ['situacao', 'a_julgar', 'julgado_dia', 'a_caminho_desde'] as const
    return db.selectFrom('movimento').select(campos).where('id', '=', registrado!.id).executeTakeFirstOrThrow()
  }
  expect(await gravar('PIX A', async () => undefined)).toEqual({
    situacao: 'sugerido',
    a_julgar: false,
    julgado_dia: world.hoje(),
    a_caminho_desde: agora.toISOString(),
  })
  const apagar = async () => {
    await db.deleteFrom('conta').where('cliente_id', '=', clienteId).execute()
    await db.deleteFrom('cliente').where('id', '=', clienteId).execute()
  }
  expect(await gravar('PIX B', apagar)).toEqual({
    situacao: 'novo',
    a_julgar: true,
    julgado_dia: null,
    a_caminho_desde: null,
  })
  // As long as the import runs, it is the import's to judge.
  expect(await julgarPendentes(db, agora)).toBe(0)
  await db.updateTable('importacao').set({ situacao: 'falhou' }).execute()
  expect(await julgarPendentes(db, agora)).toBe(1)
})
