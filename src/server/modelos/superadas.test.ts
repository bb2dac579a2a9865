import { expect } from 'vitest'
import { precisaAprovacao, TIPOS_MODELO } from '#domain/modelo.ts'
import { modeloAprovado } from '#server/configuracao/modelos-em-uso.queries.ts'
import { Palco } from '#test/emulador.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { Pessoa, World } from '#test/world.ts'
import { VERSAO } from '../../emulator/conta.ts'
import { apagarSuperadas } from './superadas.actions.ts'

const base = '/api/admin/configuracoes/mensagens'
const TEXTO = (n: number) => `Olá, {{nome}}! O texto de número ${n} do lembrete da {{empresa}}, confira com atenção.`

/** The account with so many approved versions of the reminder, the last of them approved eight days ago. */
async function comVersoes(world: World, quantas: number): Promise<{ palco: Palco; admin: Pessoa }> {
  const { apiUrl: _, ...conta } = world.conta
  const palco = await new Palco().abrir({ conta })
  world.usarWhatsapp(`${palco.base}/graph/${VERSAO}`)
  const admin = await world.criarAdmin()
  for (let n = 1; n <= quantas; n += 1) {
    if (n > 1) await world.chamar(admin, 'PUT', `${base}/lembrete`, { texto: TEXTO(n) })
    await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
    await palco.passar(60_000)
    await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
  }
  world.relogio.passar({ dias: 8 })
  return { palco, admin }
}
const naMeta = async (palco: Palco, world: World) => {
  const { corpo } = await palco.graph('GET', `/${world.conta.businessAccountId}/message_templates?limit=100`)
  return (corpo.data as { name: string }[]).map(({ name }) => name.replace(/_[0-9a-f]{8}$/, '')).sort()
}
const dosLembretes = async (palco: Palco, world: World) =>
  (await naMeta(palco, world)).filter((nome) => nome.startsWith('lembrete'))
const versao = (world: World, numero: number) =>
  world.db
    .selectFrom('modelo_versao')
    .selectAll()
    .where('tipo', '=', 'lembrete')
    .where('numero', '=', numero)
    .executeTakeFirstOrThrow()

test('what a newer approved version replaced a week ago is deleted at Meta, a few at a time, in one line of the log', async ({
  world,
}) => {
  const { palco, admin } = await comVersoes(world, 7)
  expect(await apagarSuperadas(world.servicos)).toBe(null)
  expect(await dosLembretes(palco, world)).toEqual(['lembrete_v6', 'lembrete_v7'])
  expect(await apagarSuperadas(world.servicos)).toBe(null)
  expect(await dosLembretes(palco, world)).toEqual(['lembrete_v7'])
  expect(await naMeta(palco, world)).toHaveLength(TIPOS_MODELO.filter(precisaAprovacao).length)
  const linhas = await world.db
    .selectFrom('log')
    .select('descricao')
    .where('acao', '=', 'modelo.apagar')
    .orderBy('id')
    .execute()
  expect(linhas).toHaveLength(2)
  expect(linhas[1]?.descricao).toMatch(/substituíram: “.+” \(versão 6\)\.$/)

  // Removed versions keep their state, and the one in use stays in use.
  await world.chamar(admin, 'POST', `${base}/sincronizar`, {})
  expect((await versao(world, 1)).situacao).toBe('aprovado')
  expect((await modeloAprovado(world.db, 'lembrete'))?.texto).toBe(TEXTO(7))
  expect(await apagarSuperadas(world.servicos)).toBe(null)
  await palco.fechar()
})

test('not before a week, nor while a queued message uses it, nor those that others created', async ({ world }) => {
  const { palco } = await comVersoes(world, 2)
  await palco.aprovado('de_outro_sistema', 'Olá! Este modelo é de outro sistema da mesma conta.')
  const { id: clienteId, contatoId } = await world.criarCliente()
  const { id } = await versao(world, 1)
  const mensagem = {
    direcao: 'enviada',
    tipo: 'template',
    conteudo: 'Olá',
    finalidade: 'atendimento',
    status: 'pendente',
  } as const
  await world.db
    .insertInto('mensagem')
    .values({
      ...mensagem,
      cliente_id: clienteId,
      contato_id: contatoId,
      envio: 'fila',
      modelo_versao_id: id,
      created_at: world.relogio.agora(),
    })
    .execute()
  await apagarSuperadas(world.servicos)
  expect(await dosLembretes(palco, world)).toEqual(['lembrete_v1', 'lembrete_v2'])

  await world.db.updateTable('mensagem').set({ envio: 'aceita', status: 'enviada' }).execute()
  world.relogio.passar({ dias: -3 })
  await apagarSuperadas(world.servicos)
  expect(await dosLembretes(palco, world)).toEqual(['lembrete_v1', 'lembrete_v2'])

  world.relogio.passar({ dias: 3 })
  await apagarSuperadas(world.servicos)
  expect(await naMeta(palco, world)).toContain('de_outro_sistema')
  expect(await dosLembretes(palco, world)).toEqual(['lembrete_v2'])
  await palco.fechar()
})

test('a refusal of Meta stays on the version and is tried again another day', async ({ world }) => {
  const { palco } = await comVersoes(world, 2)
  const { nome_meta } = await versao(world, 1)
  const modelo = palco.emulador.modelos.todos.find(({ name }) => name === nome_meta)!
  modelo.status = 'DISABLED'
  expect(await apagarSuperadas(world.servicos)).toMatch(/^A Meta não apagou o modelo “.+” \(versão 1\): .*Disabled/)
  expect(await versao(world, 1)).toMatchObject({
    apagada_em: null,
    exclusao_recusa: expect.stringContaining('Disabled'),
  })
  modelo.status = 'APPROVED'
  expect(await apagarSuperadas(world.servicos)).toBe(null)
  expect((await versao(world, 1)).apagada_em).toBe(null)
  world.relogio.passar({ dias: 1 })
  await apagarSuperadas(world.servicos)
  expect(await versao(world, 1)).toMatchObject({
    apagada_em: world.relogio.agora().toISOString(),
    exclusao_recusa: null,
  })
  await palco.fechar()
})

test('one already deleted at Meta counts as deleted; Meta out of reach changes nothing', async ({ world }) => {
  const { palco } = await comVersoes(world, 3)
  const { nome_meta } = await versao(world, 1)
  await palco.graph('DELETE', `/${world.conta.businessAccountId}/message_templates?name=${nome_meta}`)
  await apagarSuperadas(world.servicos)
  expect((await versao(world, 1)).apagada_em).not.toBe(null)
  await world.db.updateTable('modelo_versao').set({ apagada_em: null }).execute()
  await palco.fechar()
  expect(await apagarSuperadas(world.servicos)).toMatch(/^Não foi possível falar com a Meta\./)
  expect((await versao(world, 2)).apagada_em).toBe(null)
})
