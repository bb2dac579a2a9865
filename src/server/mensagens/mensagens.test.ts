import { describe, expect } from 'vitest'
import type { TipoModelo } from '#domain/modelo.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { escrever } from '#test/whatsapp.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const aprovar = (world: World, tipo: TipoModelo) =>
  world.db
    .updateTable('modelo_versao')
    .set({ situacao: 'aprovado', nome_meta: `${tipo}_v1`, aprovada_em: world.relogio.agora() })
    .where('tipo', '=', tipo)
    .execute()
const ler = (world: World, pessoa: Pessoa, id: number, antes = '') =>
  world.chamar(pessoa, 'GET', `/api/operador/clientes/${id}/mensagens${antes}`)
const enviar = (world: World, pessoa: Pessoa, id: number, corpo: object, headers = {}) =>
  world.chamar(pessoa, 'POST', `/api/operador/clientes/${id}/mensagens`, corpo, headers)
const cliente = (world: World, id: number) =>
  world.db.selectFrom('cliente').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('GET mensagens', () => {
  test('oldest first, the last 50, earlier ones on demand; reading marks them read', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, ...Array.from({ length: 60 }, (_, i) => ({ de: '5511988880001', texto: `mensagem ${i}` })))
    expect((await cliente(world, id)).nao_lidas).toBe(60)
    const { data } = (await ler(world, ana, id)).json()
    expect([data.length, data[0].conteudo, data[49].conteudo]).toEqual([50, 'mensagem 10', 'mensagem 59'])
    expect(data[0]).toMatchObject({
      direcao: 'recebida',
      status: 'recebida',
      autor: null,
      automatica: false,
      midia_url: null,
    })
    expect((await cliente(world, id)).nao_lidas).toBe(0)
    const antes = (await ler(world, ana, id, `?antes=${data[0].id}`)).json().data
    expect(antes.map((m: { conteudo: string }) => m.conteudo)).toEqual(
      Array.from({ length: 10 }, (_, i) => `mensagem ${i}`),
    )
  })

  test('of another operator’s customer: 404, and nothing is marked read', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id } = await world.criarCliente({ telefone: '+5511988880001', operador_id: ana.id })
    await escrever(world, { de: '5511988880001' })
    expect((await ler(world, bia, id)).statusCode).toBe(404)
    expect((await cliente(world, id)).nao_lidas).toBe(1)
  })
})

describe('POST mensagens', () => {
  test('inside the window: pending, by its author, and who waited is taken over', async ({ world }) => {
    const ana = await world.criarOperador({ name: 'Ana Lima' })
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001' })
    const resposta = await enviar(world, ana, id, { conteudo: 'Oi! Como posso ajudar?' })
    expect(resposta.statusCode).toBe(201)
    expect(resposta.json()).toMatchObject({
      conteudo: 'Oi! Como posso ajudar?',
      direcao: 'enviada',
      tipo: 'texto',
      status: 'pendente',
      automatica: false,
      autor: { id: ana.id, name: 'Ana Lima' },
    })
    expect(await cliente(world, id)).toMatchObject({ status: 'em_atendimento', operador_id: ana.id })
  })

  test('outside the window: 409 janela_fechada; then an approved template', async ({ world }) => {
    const ana = await world.criarOperador({ name: 'Ana Lima' })
    const { id } = await world.criarCliente({ nome: 'Marlene Souza', status: 'em_atendimento', operador_id: ana.id })
    const texto = await enviar(world, ana, id, { conteudo: 'Bom dia' })
    expect([texto.statusCode, texto.json().codigo]).toEqual([409, 'janela_fechada'])
    const cedo = await enviar(world, ana, id, { template: 'reengajar' })
    expect([cedo.statusCode, cedo.json().codigo]).toEqual([409, 'modelo_nao_aprovado'])
    await aprovar(world, 'reengajar')
    const resposta = await enviar(world, ana, id, { template: 'reengajar' })
    expect(resposta.statusCode).toBe(201)
    expect(resposta.json()).toMatchObject({
      tipo: 'template',
      status: 'pendente',
      modelo: 'reengajar',
      autor: { id: ana.id },
    })
    expect(resposta.json().conteudo).toContain('Olá, Marlene! Quem escreve é Ana')
    expect(resposta.json().conteudo).not.toContain('{{')
    const linha = await world.db.selectFrom('mensagem').selectAll().executeTakeFirstOrThrow()
    expect(linha).toMatchObject({
      finalidade: 'reengajar',
      envio: 'fila',
      parametros: ['Marlene', 'Ana', 'Minha Empresa'],
    })
  })

  test('the window closes to the millisecond', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001' })
    world.relogio.mover('2026-11-25T12:59:59.999Z')
    const bia = await world.criarOperador() // sessions live 12 hours
    expect((await enviar(world, bia, id, { conteudo: 'a tempo' })).statusCode).toBe(201)
    world.relogio.mover('2026-11-25T13:00:00.000Z')
    expect((await enviar(world, bia, id, { conteudo: 'tarde' })).json().codigo).toBe('janela_fechada')
    expect(ana.id).not.toBe(bia.id)
  })

  noMesmoMundo.for([
    ['nothing', {}, 'conteudo'],
    ['blanks', { conteudo: '  ' }, 'conteudo'],
    ['4,097 characters', { conteudo: 'a'.repeat(4097) }, 'conteudo'],
    ['both', { conteudo: 'oi', template: 'reengajar' }, 'conteudo'],
    ['an unknown template', { template: 'nenhum' }, 'template'],
    ['free text as a template', { template: 'fora_do_horario' }, 'template'],
  ] as const)('%s: 422', async ([, corpo, campo], { world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente()
    const resposta = await enviar(world, ana, id, corpo)
    expect(resposta.statusCode).toBe(422)
    expect(Object.keys(resposta.json().errors)).toEqual([campo])
  })

  test.for([
    ['opted out', { aceita_mensagens: false }, 'nao_aceita_mensagens'],
    ['not on WhatsApp', { invalido_em: '2026-11-24T00:00:00Z' }, 'contato_invalido'],
  ] as const)('to whoever is %s: 409, and nobody is taken over', async ([, contato, codigo], { world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ status: 'aguardando_atendimento' })
    await world.db
      .updateTable('contato')
      .set({ ...contato, janela_ate: '2026-11-25T00:00:00Z' })
      .execute()
    const resposta = await enviar(world, ana, id, { conteudo: 'oi' })
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, codigo])
    expect((await cliente(world, id)).status).toBe('aguardando_atendimento')
  })

  test('to whoever has no phone: 409; to another operator’s: 404', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const semTelefone = await world.criarCliente({ telefone: null })
    const alheio = await world.criarCliente({ operador_id: bia.id })
    expect((await enviar(world, ana, semTelefone.id, { conteudo: 'oi' })).json().codigo).toBe('sem_telefone')
    expect((await enviar(world, ana, alheio.id, { conteudo: 'oi' })).statusCode).toBe(404)
  })

  test('the same Idempotency-Key sends once, at the same time too', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({ telefone: '+5511988880001' })
    await escrever(world, { de: '5511988880001' })
    const chamadas = Array.from({ length: 5 }, () =>
      enviar(world, ana, id, { conteudo: 'uma vez' }, { 'idempotency-key': 'abc' }),
    )
    const respostas = await Promise.all(chamadas)
    expect(new Set(respostas.map((r) => `${r.statusCode} ${r.json().id}`)).size).toBe(1)
    expect((await ler(world, ana, id)).json().data).toHaveLength(2)
  })
})

test('the composer is offered what is true of the customer, filled', async ({ world }) => {
  const ana = await world.criarOperador({ name: 'Ana Lima' })
  const { id } = await world.criarCliente({ nome: 'Marlene Souza' }, [
    { vencimento: '2026-11-19', valor_centavos: 10_000 },
  ])
  await aprovar(world, 'reengajar')
  await aprovar(world, 'atraso')
  const { data } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/modelos`)).json()
  expect(data.map((m: { tipo: string; situacao: string }) => [m.tipo, m.situacao])).toEqual([
    ['reengajar', 'aprovado'],
    ['atraso', 'aprovado'],
    ['atraso_grave', 'local'],
  ])
  expect(data[1].conteudo).toContain('R$ 102,17')
  expect(data[2].conteudo).toBe('')
})

describe('what the server answers by itself', () => {
  test('a payment that completes the customer is thanked for; one that does not is not', async ({ world }) => {
    const ana = await world.criarOperador()
    await aprovar(world, 'pagamento')
    const c = await world.criarCliente({ operador_id: ana.id }, [
      { vencimento: '2026-12-01' },
      { vencimento: '2026-12-02' },
    ])
    await comPagamento(world, ana, c.contas[0]!, 100)
    expect(await world.db.selectFrom('mensagem').selectAll().execute()).toEqual([])
    await comPagamento(world, ana, c.contas[1]!, 100)
    const [mensagem] = await world.db.selectFrom('mensagem').selectAll().execute()
    expect(mensagem).toMatchObject({
      finalidade: 'pagamento',
      modelo_tipo: 'pagamento',
      automatica: true,
      autor_id: null,
    })
    expect(mensagem!.conteudo).toContain('Recebemos seu pagamento de R$ 100,00')
  })

  test('an agreement is confirmed by message, except to customers who opted out', async ({ world }) => {
    const ana = await world.criarOperador()
    await aprovar(world, 'negociacao')
    const [a, b] = [await world.criarCliente(), await world.criarCliente()]
    await world.db.updateTable('contato').set({ aceita_mensagens: false }).where('id', '=', b.contatoId!).execute()
    for (const { id, contas } of [a, b]) {
      const corpo = { contas, parcelas: 3, primeiro_vencimento: '2026-12-10' }
      expect((await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, corpo)).statusCode).toBe(201)
    }
    const enviadas = await world.db.selectFrom('mensagem').selectAll().execute()
    expect(enviadas).toMatchObject([{ cliente_id: a.id, finalidade: 'negociacao' }])
    expect(enviadas[0]?.conteudo).toContain('Total negociado: R$ 100,00\nParcelas: 3\nPrimeiro vencimento: 10/12/2026')
    // By hand, after a payment, it still tells of the same agreement.
    const primeira = await world.db
      .selectFrom('conta')
      .select('id')
      .where('cliente_id', '=', a.id)
      .where('parcela_numero', '=', 1)
      .executeTakeFirstOrThrow()
    await comPagamento(world, ana, primeira.id, 33.34)
    const { data } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${a.id}/modelos`)).json()
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'negociacao').conteudo).toContain(
      'Total negociado: R$ 100,00\nParcelas: 3, 1 já paga\nPrimeiro vencimento: 10/01/2027',
    )
  })
})
