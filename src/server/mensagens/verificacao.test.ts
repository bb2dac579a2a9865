import { expect } from 'vitest'
import type { NovaLinha } from '#server/db/schema.ts'
import { linha } from '#test/linha.ts'
import { escrever, jaEnviada } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'

const respostas = (world: World) =>
  world.db
    .selectFrom('mensagem')
    .select(['conteudo', 'cliente_id'])
    .where('finalidade', '=', 'identificacao')
    .orderBy('id')
    .execute()

test('VERIFICAR is answered once an hour a phone with who writes, and calls nobody', async ({ world }) => {
  const { id } = await world.criarCliente({ telefone: '+5511988880001' })
  await escrever(world, { de: '+5511988880001', texto: 'verificar' })
  await escrever(world, { de: '+5511988880001', texto: 'VERIFICAR!' })
  const { status, nao_lidas } = await linha(world, 'cliente', id)
  expect([status, nao_lidas]).toEqual(['ativo', 0])
  const [resposta, ...outras] = await respostas(world)
  expect(outras).toEqual([])
  expect(resposta!.cliente_id).toBe(id)
  expect(resposta!.conteudo).toContain(`[link da página]. Confira também em ${world.servicos.origem}/verificar.`)
  expect(resposta!.conteudo).not.toMatch(/R\$|conta|deve/)
  world.relogio.passar({ horas: 1, segundos: 1 })
  await escrever(world, { de: '+5511988880001', texto: 'Verificar' })
  expect(await respostas(world)).toHaveLength(2)
})

test('asked over an hour ago, and told only now, it is not answered', async ({ world }) => {
  await escrever(world, {
    de: '+5511977770009',
    texto: 'VERIFICAR',
    em: new Date(world.relogio.agora().getTime() - 3_601_000),
  })
  expect(await respostas(world)).toEqual([])
})

test('to whoever is nobody’s customer it says that the company did not write', async ({ world }) => {
  await escrever(world, { de: '+5511977770009', texto: 'VERIFICAR' })
  expect(await respostas(world)).toEqual([
    { cliente_id: null, conteudo: expect.stringContaining('Nós não escrevemos para este número.') },
  ])
})

test.for<[string, Partial<NovaLinha<'mensagem'>>, boolean]>([
  ['whose answer was lost', { envio: 'desconhecida' }, true],
  ['that is on its way', { envio: 'enviando' }, true],
  ['of which nobody knows any more', { envio: 'encerrada', erro_codigo: 'resultado_desconhecido' }, true],
  ['that Meta refused', { envio: 'encerrada', erro_codigo: '131009' }, false],
  ['that waits', { envio: 'fila', enviando_em: null }, false],
])('of a message %s it says whether we wrote', async ([, campos, sim], { world }) => {
  const { id, contatoId } = await world.criarCliente({ telefone: '+5511988880001' })
  await jaEnviada(world, id, contatoId!, 'wamid.UMA')
  await world.db
    .updateTable('mensagem')
    .set({ wamid: null, aceita_em: null, enviando_em: world.relogio.agora(), ...campos })
    .execute()
  await escrever(world, { de: '+5511988880001', texto: 'VERIFICAR' })
  const [resposta] = await respostas(world)
  expect(resposta!.conteudo).toContain(sim ? 'Sim, nós escrevemos' : 'Nós não escrevemos')
})
