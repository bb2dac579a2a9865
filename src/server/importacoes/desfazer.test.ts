import { describe, expect } from 'vitest'
import { CANAL_EVENTOS } from '#server/eventos/notificar.ts'
import { comPolitica } from '#test/aceite.ts'
import { esperarAte } from '#test/espera.ts'
import { MOVIMENTOS, registrar } from '#test/julgamento.ts'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { umPix } from '#test/movimento.ts'
import { enviarCsv, enviarXml } from '#test/multipart.ts'
import { chaveDe, criarCancelamento, criarNota } from '#test/nota.ts'
import { ouvirCanal } from '#test/ouvir.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { abrirPagina } from '#test/pagina.ts'
import { PIX } from '#test/psp.ts'
import type { Pessoa, World } from '#test/world.ts'

const CABECALHO = 'nome;documento;telefone;email;conta_numero;valor;vencimento\r\n'
const ANA = 'Ana;52998224725;11987654321;;T-1;100,00;10/12/2026\r\n'
const csv = async (world: World, pessoa: Pessoa, ...linhas: string[]): Promise<number> =>
  (await enviarCsv(world, pessoa, CABECALHO + linhas.join(''))).json().importacao_id
const xml = async (world: World, pessoa: Pessoa, conteudo: string): Promise<number> =>
  (await enviarXml(world, pessoa, conteudo)).json().importacao_id
const desfazer = (world: World, pessoa: Pessoa, id: number) =>
  world.chamar(pessoa, 'POST', `/api/operador/importacoes/${id}/desfazer`, {})

/** Everything an import may leave, without what only tells the time. */
async function retrato(world: World) {
  const sem = (linhas: Record<string, unknown>[], ...campos: string[]) =>
    linhas.map((linha) =>
      Object.fromEntries(Object.entries(linha).filter(([nome]) => !['updated_at', ...campos].includes(nome))),
    )
  return {
    clientes: sem(await world.db.selectFrom('cliente').selectAll().orderBy('id').execute()),
    contas: sem(await world.db.selectFrom('conta').selectAll().orderBy('id').execute()),
    notas: await world.db.selectFrom('nota_fiscal').selectAll().orderBy('chave').execute(),
    canceladas: await world.db.selectFrom('nota_cancelada').selectAll().orderBy('chave').execute(),
  }
}

async function mensagem(world: World, clienteId: number, status: 'pendente' | 'cancelada' | 'recebida') {
  const recebida = status === 'recebida'
  return world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      direcao: recebida ? 'recebida' : 'enviada',
      tipo: 'texto',
      conteudo: 'Olá',
      status,
      finalidade: recebida ? 'recebida' : 'atendimento',
      liberada: status === 'cancelada',
      envio: recebida ? null : status === 'cancelada' ? 'encerrada' : 'fila',
      created_at: world.relogio.agora(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

describe('POST desfazer', () => {
  test('takes back customers and accounts, tells every screen, and the same file may be imported again', async ({
    world,
    onTestFinished,
  }) => {
    const operador = await world.criarOperador()
    const vazio = await retrato(world)
    const id = await csv(world, operador, ANA, 'Bia;11144477735;;;;;\r\n')
    const ouvidos = await ouvirCanal(world, CANAL_EVENTOS, onTestFinished)
    const resposta = await desfazer(world, operador, id)
    expect(resposta.statusCode).toBe(200)
    await esperarAte('screens hear of it', () => ouvidos.some((dito) => JSON.parse(dito).tipo === 'cliente'))
    expect(resposta.json()).toMatchObject({ id, situacao: 'desfeita', desfeita_em: expect.any(String) })
    expect(await retrato(world)).toEqual(vazio)
    expect((await enviarCsv(world, operador, CABECALHO + ANA)).json()).toMatchObject({ importados: 1 })
    expect((await desfazer(world, operador, id)).json()).toMatchObject({ codigo: 'importacao_desfeita' })
  })

  test('takes what was done on the customer’s page, or authorised by them, as use', async ({ world }) => {
    const [admin, operador] = [await world.criarAdmin(), await world.criarOperador()]
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
    await comPolitica(world, admin)
    const linha = (i: number) => `Cliente ${i};${CPFS[i]};119800000${i}0;;T-${i};100,00;10/11/2026\r\n`
    const CPFS = ['52998224725', '11144477735', '12345678909', '39053344705', '86288366757', '16899535009']
    const importacoes: number[] = []
    for (const i of CPFS.keys()) importacoes.push(await csv(world, operador, linha(i)))
    const clientes = await world.db
      .selectFrom('cliente')
      .innerJoin('conta', 'conta.cliente_id', 'cliente.id')
      .select(['cliente.id', 'conta.id as conta'])
      .orderBy('cliente.id')
      .execute()
    const [prometeu, contestou, aceitou, negou, nada, autorizou] = clientes.map(({ id, conta }) => ({
      id,
      contas: [conta],
    }))
    const pagina = async (de: typeof prometeu) => (await abrirPagina(world, de!.id)).entrar()
    await (await pagina(prometeu)).chamar('POST', '/promessas', { ...prometeu, ate: '2026-11-27' })
    await (await pagina(contestou)).chamar('POST', '/contestacoes', { ...contestou, motivo: 'valor' })
    const comOfertas = await pagina(aceitou)
    const [oferta] = (await comOfertas.chamar('GET', '/inicio')).json().ofertas
    expect((await comOfertas.chamar('POST', `/ofertas/${oferta.id}/aceitar`)).statusCode).toBe(201)
    await (await pagina(negou)).chamar('POST', '/nao-sou-eu', { confirmo: true })
    await abrirPagina(world, nada!.id)
    // Its message was never sent: the link alone is left.
    await world.db
      .updateTable('mensagem')
      .set({ status: 'cancelada', liberada: true, envio: 'encerrada' })
      .where('cliente_id', '=', nada!.id)
      .execute()
    await world.chamar(admin, 'POST', `/api/admin/clientes/${autorizou!.id}/autorizacoes`, {
      origem: 'telefone',
      texto: 'Pode escrever.',
      em: world.hoje(),
    })
    const ditos = [
      /conta foi prometida/,
      /conta foi contestada/,
      /conta já tem código Pix; 1 conta entrou em acordo/,
      /recebeu o link/,
      /recebeu o link/,
      /: 1 cliente já autorizou o contato\./,
    ]
    for (const [i, dito] of ditos.entries()) {
      const resposta = await desfazer(world, operador, importacoes[i]!)
      expect([resposta.statusCode, resposta.json()]).toMatchObject([
        409,
        { codigo: 'importacao_em_uso', message: expect.stringMatching(dito) },
      ])
    }
  })

  test('gives back what it had changed in known customers and accounts', async ({ world }) => {
    const operador = await world.criarOperador()
    await csv(world, operador, ANA)
    const antes = await retrato(world)
    const id = await csv(
      world,
      operador,
      'Ana Maria;52998224725;21912345678;a@b.com;T-1;150,00;10/11/2026\r\n',
      'Ana Maria;52998224725;;;T-2;10,00;11/12/2026\r\n',
    )
    // No account falls due before it was issued: where nobody said when that was, it follows the due day.
    expect((await retrato(world)).contas[0]).toMatchObject({ emissao: '2026-11-10', vencimento: '2026-11-10' })
    // Of whom it did not make it needs no customer: what is said of them stays.
    const url = `/api/operador/clientes/${antes.clientes[0]!.id}/anotacoes`
    expect((await world.chamar(operador, 'POST', url, { texto: 'Ligar à tarde' })).statusCode).toBe(201)
    expect((await desfazer(world, operador, id)).statusCode).toBe(200)
    expect(await retrato(world)).toEqual(antes)
  })

  test('leaves a customer completed since they paid, if they had', async ({ world }) => {
    const ana = await world.criarOperador()
    const [{ id: pagou, contas }, { id: nunca }] = [
      await world.criarCliente({ documento: '52998224725' }),
      await world.criarCliente({ documento: '11144477735', status: 'concluido' }, []),
    ]
    await comPagamento(world, ana, contas[0]!, 102.17)
    const quando = () => world.db.selectFrom('cliente').select(['id', 'status', 'concluido_em']).orderBy('id').execute()
    const antes = await quando()
    expect(antes).toMatchObject([
      { id: pagou, status: 'concluido', concluido_em: world.relogio.agora().toISOString() },
      { id: nunca, status: 'concluido', concluido_em: null },
    ])
    world.relogio.passar({ horas: 1 })
    const id = await csv(world, ana, ANA, ANA.replace('52998224725', '11144477735'))
    expect(await quando()).toMatchObject([{ status: 'ativo', concluido_em: null }, { status: 'ativo' }])
    expect((await desfazer(world, ana, id)).statusCode).toBe(200)
    expect(await quando()).toEqual(antes)
  })

  test('takes back notes, what they filled in, and cancellations', async ({ world }) => {
    const operador = await world.criarOperador()
    await csv(world, operador, 'Ana;52998224725;;;;;\r\n')
    const semNota = await retrato(world)
    const nota = await xml(
      world,
      operador,
      criarNota({ numero: 1, cliente: { fone: '11987654321', email: 'a@b.com' } }),
    )
    const comNota = await retrato(world)
    const evento = await xml(world, operador, criarCancelamento(chaveDe({ numero: 1 })))
    expect((await desfazer(world, operador, nota)).json()).toMatchObject({
      codigo: 'importacao_em_uso',
      message: expect.stringMatching(/posterior/),
    })
    expect((await desfazer(world, operador, evento)).statusCode).toBe(200)
    expect(await retrato(world)).toEqual(comNota)
    expect((await desfazer(world, operador, nota)).statusCode).toBe(200)
    expect(await retrato(world)).toEqual(semNota)
    expect((await enviarXml(world, operador, criarNota({ numero: 1 }))).json()).toMatchObject({ contas_criadas: 1 })
  })

  test("a cancelled message stands in nobody's way, nor does having been weighed by a run", async ({ world }) => {
    const operador = await world.criarOperador()
    const id = await csv(world, operador, ANA)
    const [{ id: clienteId }] = (await world.db.selectFrom('cliente').select('id').execute()) as [{ id: number }]
    await mensagem(world, clienteId, 'cancelada')
    const { id: execucao } = await world.db
      .insertInto('execucao')
      .values({
        dia: world.hoje(),
        simulada: true,
        forcada: false,
        automatica: false,
        criada_em: world.relogio.agora(),
        avaliados: 1,
        enfileiradas: 0,
        ignorados: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('execucao_item')
      .values({ execucao_id: execucao, cliente_id: clienteId, enviada: false, motivo: 'feriado', detalhe: 'x' })
      .execute()
    expect((await desfazer(world, operador, id)).statusCode).toBe(200)
    expect((await retrato(world)).clientes).toEqual([])
  })

  type Estorvo = (world: World, cliente: number, conta: number, operador: Pessoa) => Promise<unknown>
  const anonimizar: Estorvo = async (world, cliente) =>
    world.chamar(await world.criarAdmin(), 'POST', `/api/admin/clientes/${cliente}/anonimizar`, { motivo: 'Pedido' })
  test.for<[string, RegExp, Estorvo, mudada?: true]>([
    ['a queued message', /tem mensagem/, (world, cliente) => mensagem(world, cliente, 'pendente')],
    ['a reply', /tem mensagem/, (world, cliente) => mensagem(world, cliente, 'recebida')],
    [
      'a note',
      /tem anotação/,
      (world, cliente, _, operador) =>
        world.chamar(operador, 'POST', `/api/operador/clientes/${cliente}/anotacoes`, { texto: 'Ligar à tarde' }),
    ],
    [
      'a step that was billed',
      /cobrada/,
      async (world, cliente, conta) => {
        const { id } = await mensagem(world, cliente, 'pendente')
        await world.db
          .insertInto('cobranca_passo')
          .values({ conta_id: conta, dias: 0, vencimento: '2026-12-10', mensagem_id: id, cliente_id: cliente })
          .execute()
      },
      true,
    ],
    [
      'a payment, even reversed',
      /pagamento/,
      async (world, cliente, conta) => {
        const agora = world.relogio.agora()
        const { id } = await world.db
          .insertInto('pagamento')
          .values({
            cliente_id: cliente,
            valor_centavos: 1,
            pago_em: '2026-11-24',
            forma: 'pix',
            criado_em: agora,
            estornado_em: agora,
            motivo_estorno: 'x',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await world.db
          .insertInto('pagamento_alocacao')
          .values({ pagamento_id: id, conta_id: conta, principal_centavos: 1, encargos_centavos: 0 })
          .execute()
      },
      true,
    ],
    [
      'an owner',
      /cliente foi alterado/,
      (world, cliente, _conta, operador) =>
        world.db.updateTable('cliente').set({ operador_id: operador.id }).where('id', '=', cliente).execute(),
    ],
    [
      'another phone',
      /cliente foi alterado/,
      (world, cliente) =>
        world.db.updateTable('cliente').set({ telefone: '+5511912345678' }).where('id', '=', cliente).execute(),
    ],
    [
      'another amount',
      /conta foi alterada/,
      (world, _cliente, conta) =>
        world.db.updateTable('conta').set({ valor_centavos: 1 }).where('id', '=', conta).execute(),
    ],
    [
      'a bank’s number',
      /conta foi alterada/,
      (world, _cliente, conta) =>
        world.db.updateTable('conta').set({ nosso_numero: '77' }).where('id', '=', conta).execute(),
    ],
    [
      'the line of a boleto',
      /conta foi alterada/,
      (world, _cliente, conta) =>
        world.db
          .updateTable('conta')
          .set({ linha_digitavel: '1'.repeat(47) })
          .where('id', '=', conta)
          .execute(),
    ],
    [
      'an account typed in',
      /outra conta/,
      (world, cliente_id, _conta, operador) =>
        world.chamar(operador, 'POST', '/api/operador/contas-receber', {
          ...{ cliente_id, numero: 'T-9', valor: 10, vencimento: '2026-12-10' },
        }),
    ],
    [
      'money from the bank',
      /tem dinheiro do banco/,
      async (world, cliente_id) => {
        const [id] = await registrar(world, umPix(world))
        const url = `${MOVIMENTOS}/${id}/credito`
        return world.chamar(await world.criarAdmin(), 'POST', url, { cliente_id })
      },
    ],
    [
      'another name of whom it only changed',
      /cliente foi alterado/,
      (world, cliente) => world.db.updateTable('cliente').set({ nome: 'Bia' }).where('id', '=', cliente).execute(),
      true,
    ],
    ['an anonymised customer', /1 cliente foi anonimizado/, anonimizar],
    ['an anonymised customer whom it only changed', /1 cliente foi anonimizado/, anonimizar, true],
    [
      'a later import',
      /posterior/,
      (world, _cliente, _conta, operador) => csv(world, operador, ANA.replace('Ana', 'Ana Maria')),
    ],
  ])('%s is said to stand in the way, and nothing changes', async ([, frase, estorvar, mudada], { world }) => {
    const operador = await world.criarOperador()
    const feita = await csv(world, operador, ANA)
    const id = mudada ? await csv(world, operador, 'Ana Lima;52998224725;;;T-1;90,00;10/12/2026\r\n') : feita
    const { id: conta, cliente_id: cliente } = await world.db
      .selectFrom('conta')
      .select(['id', 'cliente_id'])
      .executeTakeFirstOrThrow()
    await estorvar(world, cliente, conta, operador)
    const antes = await retrato(world)
    const resposta = await desfazer(world, operador, id)
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'importacao_em_uso'])
    expect(resposta.json().message).toMatch(frase)
    expect(await retrato(world)).toEqual(antes)
  })

  test('undoing the later import frees the earlier one; whoever made it may, or an administrator', async ({
    world,
  }) => {
    const operador = await world.criarOperador()
    const primeira = await csv(world, operador, ANA)
    const segunda = await csv(world, operador, ANA.replace('T-1', 'T-9'))
    expect((await desfazer(world, operador, primeira)).statusCode).toBe(409)
    expect((await desfazer(world, await world.criarOperador(), segunda)).statusCode).toBe(404)
    const admin = await world.criarAdmin()
    const desfeita = await world.chamar(admin, 'POST', `/api/admin/importacoes/${segunda}/desfazer`, {})
    expect(desfeita.json()).toMatchObject({ situacao: 'desfeita', usuario: { id: operador.id } })
    expect((await desfazer(world, operador, primeira)).statusCode).toBe(200)
  })
})
