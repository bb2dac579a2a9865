import { sql } from 'kysely'
import { expect } from 'vitest'
import { LINK_GUARDADO } from '#domain/link.ts'
import { executar } from '#server/cobranca/execucao.actions.ts'
import { comTexto } from '#test/com-palco.ts'
import { despachar } from '#test/despachar.ts'
import { Pagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import type { World } from '#test/world.ts'
import { reivindicar } from './reivindicacao.actions.ts'

const TEXTO = 'Oi, {{primeiro_nome}}. Veja a conta {{numero}} em {{link}} ou pague com {{pix_copia_e_cola}} ainda hoje.'

const test = comTexto(TEXTO)

const tokenEm = (texto: string) => /\/c\/([\w-]{22})(?![\w-])/.exec(texto)?.[1]
/** Everything that the database holds of messages, logs and links, as one text. */
async function tudo(world: World) {
  const { rows } = await sql<{ texto: string }>`
    select coalesce(string_agg(t, ' '), '') as texto from (
      select row_to_json(m)::text as t from mensagem m union all select row_to_json(l)::text from log l
      union all select row_to_json(k)::text from link k) as linhas`.execute(world.db)
  return rows[0]!.texto
}

test('a message that names the page carries its own link, which is not stored', async ({ world, palco }) => {
  await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
  const { id } = await world.criarCliente()
  const outro = await world.criarCliente()
  await executar(world.servicos, {})
  await despachar(world)
  const textos = palco.emulador.envios().map(({ texto }) => texto)
  const tokens = textos.map((texto) => tokenEm(texto)!)
  expect([textos.length, new Set(tokens).size]).toEqual([2, 2])
  for (const texto of textos) expect(texto).toContain(`${world.servicos.origem}/c/`)
  const guardado = await tudo(world)
  for (const token of tokens) expect(guardado).not.toContain(token)
  const { conteudo, parametros } = await world.db
    .selectFrom('mensagem')
    .select(['conteudo', 'parametros'])
    .where('cliente_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(conteudo).toContain(`em ${LINK_GUARDADO} ou pague com 000201`)
  expect(parametros).toContain(LINK_GUARDADO)
  const abertas = await Promise.all(tokens.map((token) => new Pagina(world, token, '').chamar('GET')))
  expect(abertas.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(outro.id).not.toBe(id)
})

test('claimed by a dispatcher that died, it is sent with another link, and the first one is void', async ({
  world,
  palco,
}) => {
  await world.criarCliente()
  await executar(world.servicos, {})
  const { lote } = await reivindicar(world.db, world.relogio.agora(), 10, world.servicos)
  const primeira = tokenEm(JSON.stringify(lote))!
  await despachar(world)
  const segunda = tokenEm(palco.emulador.envios()[0]!.texto)!
  expect(segunda).not.toBe(primeira)
  expect((await new Pagina(world, primeira, '').chamar('GET')).statusCode).toBe(404)
  expect((await new Pagina(world, segunda, '').chamar('GET')).statusCode).toBe(200)
})

test('of a person’s hand too, as a template and as a text that names it', async ({ world, palco }) => {
  const ana = await world.criarOperador()
  const { id, contatoId } = await world.criarCliente({ status: 'em_atendimento', operador_id: ana.id })
  await world.db
    .updateTable('contato')
    .set({ janela_ate: new Date(world.relogio.agora().getTime() + 3_600_000), wa_id: '5511980000001' })
    .where('id', '=', contatoId)
    .execute()
  const mandar = (corpo: object) => world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, corpo)
  const modelo = await mandar({ template: 'atraso' })
  expect([modelo.statusCode, modelo.json().conteudo.includes(LINK_GUARDADO)], modelo.body).toEqual([201, true])
  expect((await mandar({ conteudo: 'Está tudo em {{link}}, veja.' })).statusCode).toBe(201)
  await despachar(world)
  await despachar(world)
  const textos = palco.emulador.envios().map(({ texto }) => texto)
  expect(textos).toHaveLength(2)
  for (const texto of textos) expect(tokenEm(texto)).toBeDefined()
  const guardado = await tudo(world)
  for (const texto of textos) expect(guardado).not.toContain(tokenEm(texto))
  const thread = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).body
  expect(thread).toContain(`Está tudo em ${LINK_GUARDADO}, veja.`)
})

test('at whose door too many knocked there are words in its place, said before sending', async ({ world, palco }) => {
  const admin = await world.criarAdmin()
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
  const { id, contatoId } = await world.criarCliente()
  await world.db
    .insertInto('porta_da_pagina')
    .values({ cliente_id: id, contato_id: contatoId!, dia: null, sem_link_ate: '2026-12-10T00:00:00Z' })
    .execute()
  const conferencia = (await world.chamar(admin, 'GET', '/api/admin/cobranca/conferencia')).json()
  expect(conferencia.data[0].problemas).toMatchObject([{ variavel: 'link', problema: 'vazio' }])
  await executar(world.servicos, {})
  await despachar(world)
  expect(palco.emulador.envios()[0]!.texto).toContain('em peça por aqui ou pague')
})

test('a button leads to the page with the token alone, and to no other site', async ({ world, palco }) => {
  world.servicos.origem = 'https://cobranca.empresa.com.br'
  const admin = await world.criarAdmin()
  const gravar = (url: string) =>
    world.chamar(admin, 'PUT', '/api/admin/configuracoes/mensagens/atraso', {
      texto: 'Oi, {{primeiro_nome}}. A conta {{numero}} espera: veja no botão abaixo.',
      botoes: [{ tipo: 'link', texto: 'Ver a conta', url }],
    })
  for (const url of ['https://outro.example/c/{{link}}', 'https://cobranca.empresa.com.br/x?{{link}}'])
    expect((await gravar(url)).statusCode, url).toBe(422)
  const gravado = await gravar('https://cobranca.empresa.com.br/c/{{link}}')
  expect(gravado.statusCode, gravado.body).toBe(200)
  await sql`update modelo_versao set situacao = 'aprovado', aprovada_em = now() where tipo = 'atraso'`.execute(world.db)
  await palco.passar(5_000)
  await world.criarCliente()
  await executar(world.servicos, {})
  const { lote } = await reivindicar(world.db, world.relogio.agora(), 10, world.servicos)
  const botao = JSON.stringify(lote[0]!.corpo)
  expect(botao).toContain(`"parametro":"${tokenEm(botao)}"`)
  const { partes } = await world.db.selectFrom('mensagem').select('partes').executeTakeFirstOrThrow()
  expect(JSON.stringify(partes)).toContain(LINK_GUARDADO)
  expect(await tudo(world)).not.toContain(tokenEm(botao))
})
