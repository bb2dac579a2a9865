import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished } from 'vitest'
import { EVENTOS_DE_INTEGRACAO } from '#domain/integracao.ts'
import { enquantoEspera, esperarAte, esperarNaTrava } from '#test/espera.ts'
import { pagar } from '#test/pagamentos.ts'
import { test, type World } from '#test/world.ts'
import { criarEntregador } from './entregador.ts'
import { entregarPendentes } from './entregas.actions.ts'
import { numerarEventos } from './eventos.actions.ts'
import { trabalhosDaIntegracao } from './integracao.jobs.ts'

interface Recebido {
  cabecalhos: IncomingMessage['headers']
  corpo: string
  dados: { cliente_id: number; conta_id?: number; status?: string }
  tipo: string
}

/** What administrators are told of receivers that are not reached. */
async function alertaDe(world: World) {
  const { alertas } = (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/dashboard')).json()
  return alertas.find(({ codigo }: { codigo: string }) => codigo === 'webhook_parado')
}

/** A receiver that answers as `responder` says: with a status, or not at all. */
async function receptor(
  world: World,
  responder: (recebido: Recebido) => number | null | Promise<number | null> = () => 204,
) {
  const recebidos: Recebido[] = []
  const servidor = createServer(async (pedido, resposta) => {
    let corpo = ''
    for await (const parte of pedido) corpo += parte
    const { type: tipo, data: dados } = JSON.parse(corpo)
    const recebido = { cabecalhos: pedido.headers, corpo, dados, tipo }
    recebidos.push(recebido)
    const http = await responder(recebido)
    if (http === null) return
    resposta.writeHead(http, http === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
  await new Promise<void>((pronto) => servidor.listen(0, '127.0.0.1', pronto))
  onTestFinished(async () => {
    servidor.closeAllConnections()
    await new Promise((pronto) => servidor.close(pronto))
  })
  const destino = `127.0.0.1:${(servidor.address() as AddressInfo).port}`
  world.nomeados.push(destino)
  return { url: `http://${destino}/avisos?chave=1`, recebidos }
}

/** An administrator, an operator, and webhooks of these addresses. */
async function avisados(world: World, ...urls: string[]) {
  const admin = await world.criarAdmin()
  const criados = []
  for (const url of urls) {
    const resposta = await world.chamar(admin, 'POST', '/api/admin/webhooks', { url, eventos: EVENTOS_DE_INTEGRACAO })
    expect(resposta.statusCode, resposta.body).toBe(201)
    criados.push(resposta.json())
  }
  const dono = await world.criarOperador()
  return { admin, dono, criados, pagar: (conta: number, valor: number) => pagar(world, dono, conta, valor) }
}

const entregar = (world: World, sinal = new AbortController().signal) =>
  entregarPendentes(world.servicos, sinal, () => true)

describe('a webhook', () => {
  test('is signed as Standard Webhooks says, tells ids and statuses, and its secret once', async ({ world }) => {
    const { url, recebidos } = await receptor(world)
    const { admin, criados, pagar } = await avisados(world, url)
    const { segredo, id } = criados[0]
    const lista = await world.chamar(admin, 'GET', '/api/admin/webhooks')
    expect(lista.body).not.toContain(segredo.slice(6))
    const { contas } = await world.criarCliente({ nome: 'Segredo da Silva' })
    await pagar(contas[0]!, 100)
    await entregar(world)
    expect(recebidos.map(({ tipo }) => tipo)).toEqual(['cliente.mudou', 'conta.paga', 'cliente.mudou'])
    const paga = recebidos[1]!
    const conferir = new Webhook(segredo)
    const { timestamp } = JSON.parse(paga.corpo)
    expect(timestamp).toBe(world.relogio.agora().toISOString())
    // The library looks at its own clock: it is told that of the world.
    expect(conferir.sign(String(paga.cabecalhos['webhook-id']), world.relogio.agora(), paga.corpo)).toBe(
      paga.cabecalhos['webhook-signature'],
    )
    expect(paga.dados).toMatchObject({ conta_id: contas[0], status: 'paga' })
    expect(JSON.stringify(recebidos.map(({ corpo }) => corpo))).not.toContain('Segredo')
    const entregas = await world.chamar(admin, 'GET', `/api/admin/webhooks/${id}/entregas?status=entregue`)
    expect(entregas.json()).toMatchObject({
      total: 3,
      data: [{ tipo: 'cliente.mudou', http: 204, tentativas: 1, proxima_em: null }, {}, {}],
    })
    for (const [busca, achadas] of [
      ['conta.paga', 1],
      ['segredo', 3],
      ['ninguem', 0],
    ] as const) {
      const procuradas = await world.chamar(admin, 'GET', `/api/admin/webhooks/${id}/entregas?busca=${busca}`)
      expect(procuradas.json()).toMatchObject({ total: achadas })
    }
  })

  test('signs what the library verifies at the hour of its sending', async ({ world }) => {
    const { url, recebidos } = await receptor(world)
    const segredo = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const entregador = criarEntregador(world.servicos.saida, url, segredo)
    const agora = new Date()
    await entregador.entregar({ id: 'evt_1', tipo: 'teste', ocorridoEm: agora.toISOString(), dados: {} }, agora)
    await entregador.fechar()
    const { corpo, cabecalhos } = recebidos[0]!
    const conferir = new Webhook(segredo)
    expect(conferir.verify(corpo, cabecalhos as Record<string, string>)).toMatchObject({ type: 'teste' })
    expect(() => conferir.verify(corpo.replace('teste', 'outro'), cabecalhos as Record<string, string>)).toThrow()
  })

  test('of one customer waits its turn, of another does not; what fails comes again', async ({ world }) => {
    let fora = true
    const { url, recebidos } = await receptor(world, ({ dados }) => (fora && dados.cliente_id === 1 ? 500 : 204))
    const { admin, criados, pagar } = await avisados(world, url)
    const um = await world.criarCliente({}, [{}, {}])
    const outro = await world.criarCliente()
    expect([um.id, outro.id]).toEqual([1, 2])
    await pagar(um.contas[0]!, 100)
    await pagar(outro.contas[0]!, 100)
    await entregar(world)
    expect(recebidos.filter(({ dados }) => dados.cliente_id === 1).map(({ tipo }) => tipo)).toEqual(['cliente.mudou'])
    expect(recebidos.filter(({ dados }) => dados.cliente_id === 2).map(({ tipo }) => tipo)).toEqual([
      'cliente.mudou',
      'conta.paga',
      'cliente.mudou',
    ])
    const [{ id }] = criados
    const pendentes = (await world.chamar(admin, 'GET', `/api/admin/webhooks/${id}/entregas?status=pendente`)).json()
    expect(pendentes.data.at(-1)).toMatchObject({ http: 500, erro: 'O endereço respondeu 500.', tentativas: 1 })
    fora = false
    await entregar(world)
    expect(recebidos.filter(({ dados }) => dados.cliente_id === 1)).toHaveLength(1)
    world.relogio.passar({ segundos: 5 })
    await entregar(world)
    const dele = recebidos.filter(({ dados }) => dados.cliente_id === 1)
    expect(dele.map(({ tipo }) => tipo)).toEqual(['cliente.mudou', 'cliente.mudou', 'conta.paga'])
    expect(dele[0]!.cabecalhos['webhook-id']).toBe(dele[1]!.cabecalhos['webhook-id'])
  })

  test.for([1, 2])(
    'goes at once after a start with the clock set back, tried before that: %i',
    async (vezes, { world }) => {
      let fora = true
      const { url, recebidos } = await receptor(world, () => (fora ? 500 : 204))
      await avisados(world, url)
      await world.criarCliente()
      for (let vez = 1; vez <= vezes; vez += 1) {
        if (vez > 1) world.relogio.passar({ minutos: 30 }) // queued by the clock as it is right
        await entregar(world)
      }
      expect(recebidos).toHaveLength(vezes)
      fora = false
      world.relogio.passar({ minutos: -30 })
      await entregar(world)
      expect(recebidos).toHaveLength(vezes)
      const [trabalho] = trabalhosDaIntegracao(world.servicos)
      await trabalho!.executar(new AbortController().signal)
      expect(recebidos).toHaveLength(vezes + 1)
    },
  )

  test('is given up after three days, the next goes, and one that was given up can be sent again', async ({
    world,
  }) => {
    let http = 302
    const { url, recebidos } = await receptor(world, () => http)
    const { admin, criados } = await avisados(world, url)
    const [{ id }] = criados
    await world.criarCliente()
    await entregar(world)
    // By the database: the sessions of an administrator end long before the three days.
    const ler = (status: 'pendente' | 'entregue' | 'separada') =>
      world.db.selectFrom('entrega').selectAll().where('status', '=', status).execute()
    expect((await ler('pendente'))[0]!.erro).toContain('redirecionou')
    expect(await alertaDe(world)).toBeUndefined()
    world.relogio.passar({ horas: 2 })
    expect(await alertaDe(world)).toMatchObject({
      titulo: 'Outro sistema não recebe os avisos',
      mensagem: expect.stringMatching(
        /^O que mudou espera por 127\.0\.0\.1:\d+, e é tentado por três dias\. .*redirecionou/,
      ),
    })
    world.relogio.passar({ horas: -2 })
    const inicio = world.relogio.agora().getTime()
    for (let [espera] = await ler('pendente'); espera; [espera] = await ler('pendente')) {
      world.relogio.mover(espera.proxima_em)
      await entregar(world)
    }
    expect(world.relogio.agora().getTime() - inicio).toBe(3 * 86_400_000)
    expect(recebidos.length).toBeGreaterThan(12)
    const [separada] = await ler('separada')
    expect((await alertaDe(world)).titulo).toBe('Avisos a outro sistema postos à parte')
    http = 200
    await world.db.updateTable('cliente').set({ nome: 'Outro nome' }).execute()
    await entregar(world)
    expect(recebidos.length).toBeGreaterThan(13)
    expect(await ler('separada')).toHaveLength(1)
    const outroAdmin = await world.criarAdmin()
    const repetida = await world.chamar(
      outroAdmin,
      'POST',
      `/api/admin/webhooks/${id}/entregas/${separada!.id}/repetir`,
    )
    expect(repetida.json()).toMatchObject({ id: separada!.id, status: 'pendente', tentativas: 0 })
    const [dita] = (await world.chamar(outroAdmin, 'GET', '/api/admin/logs?acao=integracao.repetir_entrega')).json()
      .data
    expect(dita).toMatchObject({ usuario: { id: outroAdmin.id }, ip: '127.0.0.1' })
    expect(dita.descricao).toContain(`(entrega ${separada!.id})`)
    await entregar(world)
    expect(await ler('separada')).toEqual([])
    expect(await alertaDe(world)).toBeUndefined()
    expect(await ler('entregue')).toHaveLength(2)
    expect(admin.id).not.toBe(outroAdmin.id)
  })

  test('that is told again what its last try is about hears it again, whatever becomes of that try', async ({
    world,
  }) => {
    let repetir: (() => Promise<unknown>) | undefined
    const { url, recebidos } = await receptor(world, async () => {
      await repetir?.()
      repetir = undefined
      return recebidos.length === 1 ? 500 : 204
    })
    const { criados } = await avisados(world, url)
    await world.criarCliente()
    await numerarEventos(world.db, world.relogio.agora())
    world.relogio.passar({ horas: 73 })
    const admin = await world.criarAdmin()
    const entregas = `/api/admin/webhooks/${criados[0].id}/entregas`
    const [{ id }] = (await world.chamar(admin, 'GET', entregas)).json().data
    repetir = async () => {
      world.relogio.passar({ segundos: 1 })
      expect((await world.chamar(admin, 'POST', `${entregas}/${id}/repetir`)).statusCode).toBe(200)
    }
    await entregar(world)
    expect(recebidos).toHaveLength(2)
    const [{ status, tentativas }] = (await world.chamar(admin, 'GET', entregas)).json().data
    expect([status, tentativas]).toEqual(['entregue', 1])
  })

  test('that is slow delays nobody else', async ({ world }) => {
    const lento = await receptor(world, () => null)
    const rapido = await receptor(world)
    await avisados(world, lento.url, rapido.url)
    await world.criarCliente()
    const fim = new AbortController()
    const correndo = entregar(world, fim.signal)
    await esperarAte('the quick one has heard', () => rapido.recebidos.length === 1)
    await esperarAte('the slow one was called', () => lento.recebidos.length === 1)
    await world.criarCliente()
    await esperarAte('the quick one hears on', () => rapido.recebidos.length === 2)
    expect(lento.recebidos.length).toBeLessThanOrEqual(2)
    fim.abort()
    await correndo
    const { pendentes } = (await world.chamar(await world.criarAdmin(), 'GET', '/api/admin/webhooks')).json().data[1]
    expect(pendentes).toBe(2)
  })

  test('whose secret cannot be opened leaves no other in the middle of its delivery', async ({ world }) => {
    const [ilegivel, bom] = [await receptor(world), await receptor(world)]
    const { admin, criados, pagar } = await avisados(world, ilegivel.url, bom.url)
    const segredo_cifrado = Buffer.from('nothing that a key of ours closed')
    await world.db.updateTable('webhook').set({ segredo_cifrado }).where('id', '=', criados[0].id).execute()
    await pagar((await world.criarCliente({}, [{}])).contas[0]!, 100)
    await expect(entregar(world)).rejects.toThrow()
    const { rows } = await sql`select distinct status from entrega where webhook_id = ${criados[1].id}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ status: 'entregue' }])
    expect(ilegivel.recebidos).toEqual([])
    const entregas = (qual: number) => `/api/admin/webhooks/${criados[qual].id}/entregas`
    const { total, data } = (await world.chamar(admin, 'GET', entregas(1))).json()
    expect([total, (await world.chamar(admin, 'POST', `${entregas(0)}/${data[0].id}/repetir`)).statusCode]).toEqual([
      3, 404,
    ])
    // Lost with its key, it proves nothing to a receiver.
    await world.db.updateTable('webhook').set({ segredo_cifrado: null }).where('id', '=', criados[0].id).execute()
    const testado = await world.chamar(admin, 'POST', `/api/admin/webhooks/${criados[0].id}/testar`)
    expect([testado.statusCode, testado.json().codigo]).toEqual([409, 'sem_segredo'])
  })

  test('is public and https, unless the environment names it; the test says how it went', async ({ world }) => {
    const { url } = await receptor(world, () => 500)
    const { admin, criados } = await avisados(world, url)
    for (const outra of ['http://exemplo.com.br/x', 'https://127.0.0.1/x', 'https://10.0.0.1/', 'rabisco']) {
      const recusada = await world.chamar(admin, 'POST', '/api/admin/webhooks', { url: outra, eventos: ['conta.paga'] })
      expect([recusada.statusCode, Object.keys(recusada.json().errors)], outra).toEqual([422, ['url']])
    }
    const testado = await world.chamar(admin, 'POST', `/api/admin/webhooks/${criados[0].id}/testar`)
    expect(testado.json()).toMatchObject({ entregue: false, http: 500, erro: 'O endereço respondeu 500.' })
    world.nomeados.length = 0
    const longe = await world.chamar(admin, 'POST', `/api/admin/webhooks/${criados[0].id}/testar`)
    expect(longe.json()).toMatchObject({
      entregue: false,
      http: null,
      erro: 'O endereço não é público, e não foi chamado.',
    })
  })

  test('taken away, hears nothing more; a new one hears nothing of before, or of a kind not asked for', async ({
    world,
  }) => {
    const { url, recebidos } = await receptor(world)
    const { admin, criados, pagar } = await avisados(world, url)
    await pagar((await world.criarCliente()).contas[0]!, 100)
    expect((await world.chamar(admin, 'DELETE', `/api/admin/webhooks/${criados[0].id}`)).statusCode).toBe(204)
    expect((await world.chamar(admin, 'GET', '/api/admin/webhooks')).json().data).toEqual([])
    await world.chamar(admin, 'POST', '/api/admin/webhooks', { url, eventos: ['conta.paga'] })
    await world.criarCliente()
    await entregar(world)
    expect([recebidos, await world.db.selectFrom('entrega').selectAll().execute()]).toEqual([[], []])
    // An address may hold a key of its receiver's.
    const ditas = (await world.chamar(admin, 'GET', '/api/admin/logs?busca=webhook')).json().data
    expect([ditas.length, JSON.stringify(ditas).includes('chave=1')]).toEqual([3, false])
    const repetir = `/api/admin/webhooks/${criados[0].id}/testar`
    expect((await world.chamar(admin, 'POST', repetir)).statusCode).toBe(404)
  })

  describe('taken away', () => {
    /** What is left in the queue when it is taken away while `pedir` waits for the rows of `tabela`. */
    async function queResta(
      world: World,
      id: number,
      tabela: 'evento_de_integracao' | 'entrega',
      pedir: () => Promise<unknown>,
    ) {
      const admin = await world.criarAdmin()
      const tirar = () => world.chamar(admin, 'DELETE', `/api/admin/webhooks/${id}`)
      let tirado: ReturnType<typeof tirar> | undefined
      await enquantoEspera(world.db, {
        segurar: (trx) => trx.selectFrom(tabela).select('id').forUpdate().execute(),
        pedir,
        depois: async () => {
          tirado = tirar()
          await Promise.race([tirado, esperarNaTrava(world.db, 2)])
        },
      })
      expect((await tirado)?.statusCode).toBe(204)
      return world.db.selectFrom('entrega').select('id').where('status', '=', 'pendente').execute()
    }

    test('while something is queued for it, leaves nothing in the queue', async ({ world }) => {
      const { criados, pagar } = await avisados(world, (await receptor(world)).url)
      await pagar((await world.criarCliente()).contas[0]!, 100)
      const resta = await queResta(world, criados[0].id, 'evento_de_integracao', () =>
        numerarEventos(world.db, world.relogio.agora()),
      )
      expect(resta).toEqual([])
    })

    test('while something is to be sent to it again, leaves nothing in the queue', async ({ world }) => {
      const { admin, criados, pagar } = await avisados(world, (await receptor(world)).url)
      await pagar((await world.criarCliente()).contas[0]!, 100)
      await entregar(world)
      const { id } = await world.db.selectFrom('entrega').select('id').executeTakeFirstOrThrow()
      const resta = await queResta(world, criados[0].id, 'entrega', () =>
        world.chamar(admin, 'POST', `/api/admin/webhooks/${criados[0].id}/entregas/${id}/repetir`),
      )
      expect(resta).toEqual([])
    })
  })
})
