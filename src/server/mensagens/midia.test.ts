import { existsSync, readdirSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { ArmazemFora } from '#server/armazem/armazem.ts'
import { esperarAte } from '#test/espera.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { escrever } from '#test/whatsapp.ts'
import type { World } from '#test/world.ts'
import { baixarMidias, varrerMidias } from './midia.actions.ts'

const imagem = (id: string, mime = 'image/jpeg') => ({
  type: 'image',
  image: { id, mime_type: mime, caption: 'o comprovante' },
})

/** The id under which Meta has this file. */
async function naMeta(world: World, arquivo: File): Promise<string> {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', arquivo.type)
  form.set('file', arquivo)
  const { apiUrl, phoneNumberId, token } = world.conta
  const headers = { authorization: `Bearer ${token}` }
  const enviada = await fetch(`${apiUrl}/${phoneNumberId}/media`, { method: 'POST', headers, body: form })
  return ((await enviada.json()) as { id: string }).id
}

const subirPng = (world: World) =>
  naMeta(world, new File([Buffer.from('89504e47', 'hex')], 'foto.png', { type: 'image/png' }))

/** Of each message: is its file here? */
const chegadas = async (world: World) =>
  (await world.db.selectFrom('mensagem').select('midia').orderBy('id').execute()).map(({ midia }) =>
    Boolean(midia.arquivo),
  )

/** A file that is here, as it stands after the fetch. */
async function guardada(world: World, midia: object, conteudo: string) {
  await mkdir(join(world.pastaDados, 'midias'), { recursive: true })
  await writeFile(join(world.pastaDados, 'midias', '1-abc'), conteudo)
  await world.db
    .updateTable('mensagem')
    .set({ midia: JSON.stringify({ id: 'x', arquivo: '1-abc', nome: null, ...midia }) })
    .execute()
}

describe('what a customer sends as a file', () => {
  test('is fetched from Meta and shown in the conversation', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const midia = await naMeta(world, new File([Buffer.from('89504e47', 'hex')], 'foto.png', { type: 'image/png' }))
    await escrever(world, { de: '5511988880001', outros: imagem(midia, 'image/png') })
    const antes = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data[0]
    expect(antes.midia_url).toBe(null)
    await baixarMidias(world.servicos)
    await palco.fechar()
    const { midia_url } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data[0]
    const bytes = await world.chamar(ana, 'GET', midia_url)
    expect(bytes.statusCode).toBe(200)
    expect(bytes.rawPayload.toString('hex')).toBe('89504e47')
    expect(bytes.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
    expect(bytes.headers['cache-control']).toBe('no-store')
    expect(bytes.headers['content-disposition']).toMatch(/^inline/)
  })

  test('gone from Meta: said so, and not asked for again', async ({ world }) => {
    const palco = await ligarEmulador(world)
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem('987654321') })
    for (let i = 0; i < 20; i += 1) {
      await baixarMidias(world.servicos)
      world.relogio.passar({ dias: 10 })
    }
    const { midia } = await world.db.selectFrom('mensagem').select('midia').executeTakeFirstOrThrow()
    expect(midia.erro).toContain('não está mais disponível')
    await palco.fechar()
  })

  test('of a kind that may carry a virus: not kept, and the operator reads why', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    const midia = await naMeta(world, new File(['MZ'], 'boleto.pdf', { type: 'application/pdf' }))
    const document = { id: midia, mime_type: 'application/pdf', filename: 'boleto.pdf.exe' }
    await escrever(world, { de: '5511988880001', outros: { type: 'document', document } })
    await baixarMidias(world.servicos)
    await palco.fechar()
    const [mensagem] = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data
    expect(mensagem).toMatchObject({ midia_url: null, arquivo: null, erro: { codigo: 'arquivo_indisponivel' } })
    expect(mensagem.erro.mensagem).toContain('pode trazer vírus')
    expect(existsSync(join(world.pastaDados, 'midias'))).toBe(false)
  })

  test('that is slow to download delays no other', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const [lenta, rapida] = [await subirPng(world), await subirPng(world)]
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem(lenta, 'image/png') })
    await escrever(world, { de: '5511988880001', outros: imagem(rapida, 'image/png') })
    const api = (await world.servicos.whatsapp.api())!
    let chegar = () => {}
    const espera = new Promise<void>((pronto) => {
      chegar = pronto
    })
    const baixarMidia = async (id: string) => {
      if (id === lenta) await espera
      return api.baixarMidia(id)
    }
    const whatsapp = { ...world.servicos.whatsapp, api: async () => ({ ...api, baixarMidia }) }
    const baixando = baixarMidias({ ...world.servicos, whatsapp })
    await esperarAte('the quick one is here', async () => (await chegadas(world)).join() === 'false,true')
    chegar()
    await baixando
    expect(await chegadas(world)).toEqual([true, true])
    await palco.fechar()
  })

  test.for([
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['a bucket that is away', new ArmazemFora('guardar um arquivo', 'ECONNREFUSED')],
  ] as const)('meets %s: the message is there, and the file comes when there is room', async ([, erro], { world }) => {
    const palco = await ligarEmulador(world)
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem(await subirPng(world), 'image/png') })
    const { armazem } = world.servicos
    await baixarMidias({ ...world.servicos, armazem: { ...armazem, guardar: () => Promise.reject(erro) } })
    const ver = async () => (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data[0]
    expect(await ver()).toMatchObject({ tipo: 'imagem', conteudo: 'o comprovante', midia_url: null, erro: null })
    await baixarMidias(world.servicos)
    expect(await chegadas(world)).toEqual([false])
    world.relogio.passar({ minutos: 10 })
    await baixarMidias(world.servicos)
    expect((await world.chamar(ana, 'GET', (await ver()).midia_url)).statusCode).toBe(200)
    world.servicos.armazem = { ...armazem, abrir: () => Promise.reject(new ArmazemFora('abrir um arquivo', 'timeout')) }
    const fora = await world.chamar(ana, 'GET', (await ver()).midia_url)
    expect([fora.statusCode, fora.json().message]).toEqual([503, expect.stringContaining('armazenamento dos arquivos')])
    await palco.fechar()
  })

  test('to a number of ours that is no longer in use, is fetched all the same', async ({ world }) => {
    const palco = await ligarEmulador(world)
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem(await subirPng(world), 'image/png') })
    palco.emulador.usarNumero('300000000000002')
    const admin = await world.criarAdmin()
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/whatsapp', { phone_number_id: '300000000000002' })
    await baixarMidias(world.servicos)
    expect(await chegadas(world)).toEqual([true])
    await palco.fechar()
  })

  test('Meta away: waits, with growing pauses', async ({ world }) => {
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem('1') })
    await baixarMidias(world.servicos)
    await baixarMidias(world.servicos)
    const { midia } = await world.db.selectFrom('mensagem').select('midia').executeTakeFirstOrThrow()
    expect(midia).toMatchObject({ tentativas: 1, arquivo: null, proximaEm: '2026-11-24T13:01:00.000Z' })
  })

  test('too large for our own disk for days: Meta is asked until it has room, and is not said to be without it', async ({
    world,
  }) => {
    const palco = await ligarEmulador(world)
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem(await subirPng(world), 'image/png') })
    const guardar = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const cheio = { ...world.servicos, armazem: { ...world.servicos.armazem, guardar } }
    for (let vez = 0; vez < 20; vez += 1) {
      await baixarMidias(cheio)
      world.relogio.passar({ minutos: 10 })
    }
    const midia = async () => (await world.db.selectFrom('mensagem').select('midia').executeTakeFirstOrThrow()).midia
    expect(await midia()).toMatchObject({ arquivo: null, id: expect.any(String) })
    expect(await midia()).not.toHaveProperty('erro')
    await sql`update mensagem set midia = midia || '{"id":"987654321"}'`.execute(world.db) // Meta forgot it meanwhile
    for (let vez = 0; vez < 20; vez += 1) {
      await baixarMidias(cheio)
      world.relogio.passar({ dias: 10 })
    }
    expect((await midia()).erro).toContain('não coube neste servidor')
    await palco.fechar()
  })

  test('that a browser could run is only ever saved, under a harmless name', async ({ world }) => {
    const ana = await world.criarOperador()
    await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001', outros: imagem('1') })
    await guardada(world, { mime: 'text/html', nome: 'a"\r\nx: y; ção.html' }, '<script>1</script>')
    const { id } = await world.db.selectFrom('mensagem').select('id').executeTakeFirstOrThrow()
    const resposta = await world.chamar(ana, 'GET', `/api/operador/mensagens/${id}/midia`)
    expect(resposta.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(resposta.headers['content-disposition']).toBe(
      `attachment; filename="a___x: y; __o.html"; filename*=UTF-8''a%22%0D%0Ax%3A%20y%3B%20%C3%A7%C3%A3o.html`,
    )
  })

  test('is not for another operator; of no customer, only for administrators', async ({ world }) => {
    const [ana, bia, admin] = [await world.criarOperador(), await world.criarOperador(), await world.criarAdmin()]
    await world.criarCliente({ telefone: '+5511988880001', operador_id: ana.id })
    await escrever(world, { de: '5511988880001', outros: imagem('1') })
    await guardada(world, { mime: 'image/jpeg' }, 'bytes')
    const { id } = await world.db.selectFrom('mensagem').select('id').executeTakeFirstOrThrow()
    const pedir = async (quem: typeof ana, papel = 'operador') =>
      (await world.chamar(quem, 'GET', `/api/${papel}/mensagens/${id}/midia`)).statusCode
    expect([await pedir(ana), await pedir(bia), await pedir(admin, 'admin')]).toEqual([200, 404, 404])
    await world.db.updateTable('mensagem').set({ cliente_id: null }).execute()
    expect([await pedir(ana), await pedir(admin, 'admin')]).toEqual([404, 200])
  })

  test('that nothing names any more is swept after a day', async ({ world }) => {
    const pasta = join(world.pastaDados, 'midias')
    await mkdir(pasta, { recursive: true })
    await writeFile(join(pasta, '7-velho'), 'x')
    await writeFile(join(pasta, '8-novo'), 'x')
    await utimes(join(pasta, '7-velho'), new Date('2020-01-01'), new Date('2020-01-01'))
    await varrerMidias(world.servicos)
    expect(existsSync(join(pasta, '7-velho'))).toBe(false)
    expect(readdirSync(pasta)).toEqual(['8-novo'])
  })
})
