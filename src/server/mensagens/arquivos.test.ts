import { readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { ArmazemFora } from '#server/armazem/armazem.ts'
import { pastaDeChegada } from '#server/http/recepcao.ts'
import { despachar } from '#test/despachar.ts'
import type { Palco } from '#test/emulador.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { ligarEmulador } from '#test/modelos.ts'
import { type Envio, enviar } from '#test/multipart.ts'
import { escrever } from '#test/whatsapp.ts'
import type { Pessoa, World } from '#test/world.ts'
import { varrerMidias } from './midia.actions.ts'
import { subirArquivos } from './subida.actions.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PDF = Buffer.from('%PDF-1.7\n%%EOF')
const TELEFONE = '+5511988880001'

const enviarArquivo = (world: World, quem: Pessoa, id: number, envio: Partial<Envio> = {}, chave?: string) =>
  enviar(
    world,
    quem,
    `/api/operador/clientes/${id}/arquivos`,
    { campo: 'arquivo', nome: 'recibo.png', conteudo: PNG, ...envio },
    chave ? { 'idempotency-key': chave } : {},
  )

const kept = (world: World) => {
  try {
    return readdirSync(join(world.pastaDados, 'midias'))
  } catch {
    return []
  }
}

/** An operator and a customer who has just written. */
async function conversa(world: World) {
  const ana = await world.criarOperador()
  const { id } = await world.criarCliente({ telefone: TELEFONE })
  await escrever(world, { de: TELEFONE.slice(1) })
  const mensagens = async () => (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/mensagens`)).json().data
  return { ana, id, mensagens }
}
const uploads = (palco: Palco) => palco.trocas.filter(({ url }) => url.endsWith('/media')).length
const sends = (palco: Palco) => palco.trocas.filter(({ url }) => url.endsWith('/messages')).map(({ corpo }) => corpo)

describe('a file that an operator sends', () => {
  test('is shown at once, taken to Meta, and sent with what is written under it', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    const resposta = await enviarArquivo(world, ana, id, { extra: { legenda: 'o recibo' } })
    expect(resposta.statusCode, resposta.body).toBe(201)
    expect(resposta.json()).toMatchObject({
      tipo: 'imagem',
      conteudo: 'o recibo',
      status: 'pendente',
      arquivo: { nome: 'recibo.png', mime: 'image/png', tamanho: PNG.length },
      autor: { id: ana.id },
    })
    const bytes = await world.chamar(ana, 'GET', resposta.json().midia_url)
    expect(bytes.rawPayload.equals(PNG)).toBe(true)
    await despachar(world)
    expect(sends(palco)).toEqual([])
    await subirArquivos(world.servicos)
    await despachar(world)
    expect(sends(palco)).toMatchObject([{ type: 'image', image: { caption: 'o recibo' } }])
    expect((await mensagens()).at(-1)).toMatchObject({ status: 'enviada' })
    expect(palco.foraDoContrato()).toEqual([])
    await palco.fechar()
  })

  test('keeps its place: what was written after it goes after it', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id } = await conversa(world)
    await enviarArquivo(world, ana, id, { nome: 'acordo.pdf', conteudo: PDF })
    await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { conteudo: 'Segue o acordo.' })
    await despachar(world)
    expect(sends(palco)).toEqual([])
    await subirArquivos(world.servicos)
    await despachar(world)
    expect(sends(palco)).toMatchObject([{ type: 'document', document: { filename: 'acordo.pdf' } }, { type: 'text' }])
    await palco.fechar()
  })

  test('is one message however often the call is made, and is kept once', async ({ world }) => {
    const { ana, id, mensagens } = await conversa(world)
    const respostas = [await enviarArquivo(world, ana, id, {}, 'k'), await enviarArquivo(world, ana, id, {}, 'k')]
    expect(respostas[0]!.json()).toEqual(respostas[1]!.json())
    expect((await mensagens()).filter((uma: { direcao: string }) => uma.direcao === 'enviada')).toHaveLength(1)
    expect(kept(world)).toHaveLength(1)
    const outra = await enviarArquivo(world, ana, id, { conteudo: PDF }, 'k')
    expect(outra.statusCode).toBe(422)
  })

  test('goes again as a new message, and Meta keeps what it has', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    const { id: primeira } = (await enviarArquivo(world, ana, id, { extra: { legenda: 'o recibo' } })).json()
    await subirArquivos(world.servicos)
    await despachar(world)
    const url = `/api/operador/clientes/${id}/mensagens`
    const outra = await world.chamar(ana, 'POST', url, { arquivo_de: primeira, conteudo: 'o recibo' })
    expect(outra.statusCode, outra.body).toBe(201)
    await despachar(world)
    expect(uploads(palco)).toBe(1)
    expect(sends(palco)).toHaveLength(2)
    expect((await mensagens()).at(-1)).toMatchObject({ tipo: 'imagem', status: 'enviada', conteudo: 'o recibo' })
    expect(kept(world)).toHaveLength(1)
    const alheia = await world.criarCliente({ telefone: '+5511988880002' })
    await escrever(world, { de: '5511988880002' })
    const roubo = await world.chamar(ana, 'POST', `/api/operador/clientes/${alheia.id}/mensagens`, {
      arquivo_de: primeira,
    })
    expect(roubo.statusCode).toBe(422)
    await palco.fechar()
  })

  test.for([
    ['a page called a picture', '<!doctype html><script>1</script>', 422, 'JPEG ou PNG'],
    ['nothing', '', 422, 'vazio'],
    ['a picture over 5 MB', Buffer.concat([PNG, Buffer.alloc(5 * 2 ** 20)]), 422, '5 MB'],
  ] as const)('%s is refused, and nothing is kept', async ([, conteudo, http, frase], { world }) => {
    const { ana, id, mensagens } = await conversa(world)
    const resposta = await enviarArquivo(world, ana, id, { conteudo })
    expect(resposta.statusCode).toBe(http)
    expect(resposta.json().errors.arquivo[0]).toContain(frase)
    expect(kept(world)).toEqual([])
    expect(await mensagens()).toHaveLength(1)
  })

  test('outside the window is refused, and nothing is kept', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: TELEFONE })
    const resposta = await enviarArquivo(world, ana, id)
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'janela_fechada'])
    expect(kept(world)).toEqual([])
  })

  test('Meta away: waits in the queue, and goes when it is back', async ({ world }) => {
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    await subirArquivos(world.servicos)
    expect((await mensagens()).at(-1).status).toBe('pendente')
    const palco = await ligarEmulador(world)
    await escrever(world, { de: TELEFONE.slice(1) })
    world.relogio.passar({ minutos: 5 })
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).find((uma: { tipo: string }) => uma.tipo === 'imagem').status).toBe('enviada')
    await palco.fechar()
  })

  test('put off by a clock that is set back afterwards: goes without waiting until it gets there again', async ({
    world,
  }) => {
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    world.relogio.passar({ horas: 1 })
    await subirArquivos(world.servicos)
    world.relogio.passar({ horas: -1 })
    const palco = await ligarEmulador(world)
    await escrever(world, { de: TELEFONE.slice(1) })
    await despachar(world)
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).find((uma: { tipo: string }) => uma.tipo === 'imagem').status).toBe('enviada')
    await palco.fechar()
  })

  test('is sent with a full disk: a file stored here is read where it is', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    const chegada = pastaDeChegada(world.pastaDados)
    await rm(chegada, { recursive: true })
    await writeFile(chegada, 'in the way of every new file')
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).at(-1).status).toBe('enviada')
    await palco.fechar()
  })

  test('lost before it went: ends as a failure that says so', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    await world.servicos.armazem.apagar(kept(world)[0]!)
    await subirArquivos(world.servicos)
    expect((await mensagens()).at(-1).status).toBe('pendente')
    world.relogio.passar({ minutos: 11 })
    await subirArquivos(world.servicos)
    expect((await mensagens()).at(-1)).toMatchObject({ status: 'falha', erro: { codigo: 'arquivo_perdido' } })
    await palco.fechar()
  })

  test('truncated by a power cut is not sent, and whoever opens it is told so', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    await writeFile(join(world.pastaDados, 'midias', kept(world)[0]!), '')
    const aberta = await world.chamar(ana, 'GET', (await mensagens()).at(-1).midia_url)
    expect([aberta.statusCode, aberta.json().message]).toEqual([404, expect.stringContaining('não está inteiro')])
    await subirArquivos(world.servicos)
    expect((await mensagens()).at(-1).status).toBe('pendente') // a bucket's gateway may say something else meanwhile
    world.relogio.passar({ minutos: 11 })
    await subirArquivos(world.servicos)
    expect((await mensagens()).at(-1)).toMatchObject({ status: 'falha', erro: { codigo: 'arquivo_perdido' } })
    await palco.fechar()
  })

  test('that cannot be read now does not hold another customer’s back', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    const bia = await world.criarCliente({ telefone: '+5511988880002' })
    await escrever(world, { de: '5511988880002' })
    await enviarArquivo(world, ana, bia.id, { nome: 'acordo.pdf', conteudo: PDF })
    const { lugar: _, ...armazem } = world.servicos.armazem // a bucket
    const recusado = kept(world).find((nome) => readFileSync(join(world.pastaDados, 'midias', nome)).equals(PNG))
    const meios = {
      ...world.servicos,
      armazem: {
        ...armazem,
        abrir: (nome: string) =>
          nome === recusado ? Promise.reject(new Error('O armazenamento recusou (403)')) : armazem.abrir(nome),
      },
    }
    await subirArquivos(meios)
    await despachar(world)
    expect(sends(palco)).toMatchObject([{ type: 'document' }])
    world.relogio.passar({ minutos: 1 })
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).at(-1)).toMatchObject({ tipo: 'imagem', status: 'enviada' })
    await palco.fechar()
  })

  /** The company writes by another number from now on. */
  const trocarNumero = async (world: World, palco: Palco, novo: string) => {
    palco.emulador.usarNumero(novo)
    await world.chamar(await world.criarAdmin(), 'PUT', '/api/admin/configuracoes/whatsapp', { phone_number_id: novo })
    world.conta.phoneNumberId = novo
    world.relogio.passar({ minutos: 1 })
    await escrever(world, { de: TELEFONE.slice(1) })
  }
  const numerosDosEnvios = (palco: Palco, aresta: string) =>
    palco.trocas.flatMap(({ metodo, url, http }) =>
      metodo === 'POST' && url.endsWith(aresta) ? [`${url.split('/').at(-2)} ${http}`] : [],
    )

  test('sent by a number that is no longer ours, goes again by the new one as a new upload', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    const { id: primeira } = (await enviarArquivo(world, ana, id)).json()
    await subirArquivos(world.servicos)
    await despachar(world)
    await trocarNumero(world, palco, '300000000000002')
    await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/mensagens`, { arquivo_de: primeira })
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).at(-1)).toMatchObject({ tipo: 'imagem', status: 'enviada' })
    expect(numerosDosEnvios(palco, '/media')).toEqual(['300000000000001 200', '300000000000002 200'])
    await palco.fechar()
  })

  test('being uploaded while the number changes is uploaded again for the new one', async ({ world }) => {
    const palco = await ligarEmulador(world)
    const { ana, id, mensagens } = await conversa(world)
    await enviarArquivo(world, ana, id)
    const api = (await world.servicos.whatsapp.api())!
    const subirArquivo: typeof api.subirArquivo = async (arquivo) => {
      const subida = await api.subirArquivo(arquivo)
      await trocarNumero(world, palco, '300000000000002')
      return subida
    }
    const whatsapp = { ...world.servicos.whatsapp, api: async () => ({ ...api, subirArquivo }) }
    await subirArquivos({ ...world.servicos, whatsapp })
    await subirArquivos(world.servicos)
    await despachar(world)
    expect((await mensagens()).find(({ tipo }: { tipo: string }) => tipo === 'imagem')).toMatchObject({
      status: 'enviada',
    })
    expect(numerosDosEnvios(palco, '/media')).toEqual(['300000000000001 200', '300000000000002 200'])
    expect(numerosDosEnvios(palco, '/messages').filter((um) => um.endsWith('200'))).toEqual(['300000000000002 200'])
    await palco.fechar()
  })

  test.for([
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }), 507, /disco do servidor/],
    ['a bucket that is away', new ArmazemFora('guardar um arquivo', 'ECONNREFUSED'), 503, /arquivo não foi guardado/],
  ] as const)('meets %s: said so, and nothing is sent', async ([, erro, http, frase], { world }) => {
    const { ana, id, mensagens } = await conversa(world)
    const { armazem } = world.servicos
    world.servicos.armazem = { ...armazem, guardar: () => Promise.reject(erro) }
    const resposta = await enviarArquivo(world, ana, id)
    expect([resposta.statusCode, resposta.json().message]).toEqual([http, expect.stringMatching(frase)])
    expect(await mensagens()).toHaveLength(1)
  })

  test('is not swept while a message names it', async ({ world }) => {
    const { ana, id } = await conversa(world)
    await enviarArquivo(world, ana, id)
    const velho = {
      ...world.servicos.armazem,
      listar: async function* () {
        for await (const um of world.servicos.armazem.listar()) yield { ...um, alteradoEm: new Date('2020-01-01') }
      },
    }
    await varrerMidias({ db: world.db, armazem: velho })
    expect(kept(world)).toHaveLength(1)
  })
})
