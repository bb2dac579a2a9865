import { describe, expect } from 'vitest'
import { peloSistema } from '#domain/causa.ts'
import { reconciliar, terminarPausas } from '#server/clientes/automaticas.actions.ts'
import type { NovaLinha } from '#server/db/schema.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { type Pessoa, test, type World } from '#test/world.ts'
import { alertasDeDisco } from './alertas-da-maquina.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

async function ler(world: World, pessoa: Pessoa, url: string) {
  const resposta = await world.chamar(pessoa, 'GET', url)
  expect(resposta.statusCode, resposta.body).toBe(200)
  return resposta.json()
}

const mensagem = (world: World, clienteId: number, campos: Partial<NovaLinha<'mensagem'>>) =>
  world.db
    .insertInto('mensagem')
    .values({
      cliente_id: clienteId,
      direcao: 'enviada',
      tipo: 'template',
      conteudo: 'Olá',
      status: 'enviada',
      finalidade: 'reengajar',
      envio: 'aceita',
      created_at: campos.aceita_em ?? world.relogio.agora(),
      ...campos,
    })
    .execute()

const resposta = (world: World, clienteId: number, em: string) =>
  mensagem(world, clienteId, {
    direcao: 'recebida',
    tipo: 'texto',
    status: 'recebida',
    finalidade: 'recebida',
    envio: null,
    created_at: em,
  })

/** What was done on the customer's page: a line of theirs, and no reply in any figure. */
const naPagina = (world: World, clienteId: number, em: string) =>
  mensagem(world, clienteId, {
    direcao: 'recebida',
    tipo: 'pagina',
    status: 'recebida',
    finalidade: 'recebida',
    envio: null,
    created_at: em,
  })

/** Pays so much of an account on a day, by the rows that the application would write. */
async function pagar(
  world: World,
  cliente: number,
  conta: number,
  valor: number,
  dia: string,
  campos: Partial<NovaLinha<'pagamento'>> = {},
) {
  await world.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('pagamento')
      .values({
        cliente_id: cliente,
        valor_centavos: valor,
        pago_em: dia,
        forma: 'pix',
        criado_em: world.relogio.agora(),
        ...campos,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('pagamento_alocacao')
      .values({ pagamento_id: id, conta_id: conta, principal_centavos: valor, encargos_centavos: 0 })
      .execute()
    if (!campos.estornado_em) {
      await trx
        .updateTable('conta')
        .set((eb) => ({ pago_centavos: eb('pago_centavos', '+', valor) }))
        .where('id', '=', conta)
        .execute()
    }
  })
}

const conta = (valor_centavos: number, vencimento: string, campos: Partial<NovaLinha<'conta'>> = {}) => ({
  valor_centavos,
  vencimento,
  ...campos,
})

describe('GET /api/admin/dashboard', () => {
  test('of an empty company is all zero', async ({ world }) => {
    const admin = await world.criarAdmin()
    expect(await ler(world, admin, '/api/admin/dashboard')).toEqual({
      valores_em_aberto: 0,
      valores_cobrados: 0,
      percentual_cobrancas_mes: 0,
      mensagens_enviadas: 0,
      mensagens_recebidas: 0,
      taxa_resposta: 0,
      promessas: {
        cumpridas: 0,
        parciais: 0,
        quebradas: 0,
        valor_prometido: 0,
        valor_cumprido: 0,
        taxa_quantidade: 0,
        taxa_valor: 0,
      },
      contestacoes_atrasadas: 0,
      detalhe: {
        a_receber_ate_fim_do_mes: 0,
        clientes_contatados: 0,
        clientes_que_responderam: 0,
        clientes_que_escreveram: 0,
        valores_cobrados_mes_anterior: 0,
        recebido_de_ninguem: 0,
      },
      aging: ['a_vencer', '1-30', '31-60', '61-90', '90+'].map((faixa) => ({ faixa, contas: 0, valor: 0 })),
      alertas: [],
    })
  })

  test('counts money by its formulas', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id, contas } = await world.criarCliente({}, [
      conta(100_00, '2026-11-10'),
      conta(200_00, '2026-11-30'),
      conta(400_00, '2026-12-01'),
      conta(50_00, '2026-08-01'),
    ])
    const ana = await world.criarOperador()
    const quitado = await world.criarCliente({}, [conta(70_00, '2026-01-01', { situacao: 'cancelada' })])
    await pagar(world, id, contas[0]!, 10_01, '2026-11-01')
    await pagar(world, id, contas[0]!, 20_00, '2026-11-01', { operador_id: ana.id })
    await pagar(world, id, contas[1]!, 10_00, '2026-10-24')
    await pagar(world, id, contas[1]!, 5_00, '2026-10-25')
    await pagar(world, id, contas[2]!, 99_00, '2026-11-05', {
      estornado_em: world.relogio.agora(),
      motivo_estorno: 'Engano',
    })
    expect(quitado.contas).toHaveLength(1)
    const figuras = await ler(world, admin, '/api/admin/dashboard')
    // Open: 69.99 + 185 + 400 + 50; of it due by 30/11: 304.99; received in November 30.01, to 24/10 10.00.
    expect(figuras).toMatchObject({
      valores_em_aberto: 704.99,
      valores_cobrados: 30.01,
      percentual_cobrancas_mes: 9, // 30.01 ÷ (30.01 + 304.99) = 8.958…
      detalhe: { a_receber_ate_fim_do_mes: 304.99, valores_cobrados_mes_anterior: 10, recebido_de_ninguem: 10.01 },
    })
    // What each operator received and what is nobody's are all of it.
    expect(await ler(world, admin, '/api/admin/dashboard/operadores')).toMatchObject([{ valor_recebido_mes: 20 }])
    expect(figuras.aging).toEqual([
      { faixa: 'a_vencer', contas: 2, valor: 585 },
      { faixa: '1-30', contas: 1, valor: 69.99 },
      { faixa: '31-60', contas: 0, valor: 0 },
      { faixa: '61-90', contas: 0, valor: 0 },
      { faixa: '90+', contas: 1, valor: 50 },
    ])
  })

  test('counts messages of the company month, and who replied within 7 days of a contact of this month', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const clientes = await Promise.all(Array.from({ length: 7 }, () => world.criarCliente()))
    const [a, b, c, d, e, f, g] = clientes.map((cliente) => cliente.id) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    await mensagem(world, a, { aceita_em: '2026-11-01T00:00:00-03:00' }) // first instant of the month: counts
    await resposta(world, a, '2026-11-08T00:00:00-03:00') // exactly 7 days later: counts
    await mensagem(world, b, { aceita_em: '2026-11-05T12:00:00Z', finalidade: 'reengajar' })
    await resposta(world, b, '2026-11-12T12:00:01Z') // one second too late
    await naPagina(world, b, '2026-11-06T12:00:00Z') // no reply, no message
    await mensagem(world, c, { aceita_em: '2026-10-31T23:59:59-03:00' }) // still October
    await resposta(world, c, '2026-11-01T09:00:00-03:00')
    await mensagem(world, d, { aceita_em: '2026-11-20T12:00:00Z', finalidade: 'pagamento' }) // an answer: sent, no contact
    await resposta(world, d, '2026-11-20T13:00:00Z')
    await resposta(world, e, '2026-11-10T11:00:00Z') // wrote before the contact
    await mensagem(world, e, { aceita_em: '2026-11-10T12:00:00Z' })
    await mensagem(world, f, { status: 'falha', envio: 'encerrada', erro_codigo: '131026' }) // never accepted
    await mensagem(world, g, {
      aceita_em: '2026-11-10T12:00:00Z',
      finalidade: 'atendimento',
      tipo: 'texto',
      automatica: false,
    })
    expect(await ler(world, admin, '/api/admin/dashboard')).toMatchObject({
      mensagens_enviadas: 5, // a b d e g
      mensagens_recebidas: 5,
      taxa_resposta: 33.3, // a of a, b, e
      detalhe: { clientes_contatados: 3, clientes_que_responderam: 1, clientes_que_escreveram: 5 },
    })
  })

  test('says what is broken', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente()
    await mensagem(world, id, { status: 'pendente', envio: 'fila' })
    await world.db
      .updateTable('configuracao')
      .set({
        conta_parada_codigo: '190',
        conta_parada_mensagem: 'A Meta recusou o token de acesso (190).',
        conta_parada_em: '2026-11-24T12:47:00Z',
      })
      .execute()
    expect((await ler(world, admin, '/api/admin/dashboard')).alertas).toEqual([
      {
        codigo: 'whatsapp_parado',
        titulo: 'WhatsApp parado',
        desde: '2026-11-24T12:47:00.000Z',
        mensagem:
          'A Meta recusou o token de acesso (190). 1 mensagem espera na fila: quando o envio voltar, sai o que ainda valer no dia, e o resto é conferido de novo.',
        erro: '190',
      },
    ])
    const operador = await world.criarOperador()
    const parado = {
      envio_retido: null,
      sem_envio: null,
      emulador: null,
      fila_parada: null,
      sem_status: null,
      whatsapp_parado: { desde: '2026-11-24T12:47:00.000Z' },
    }
    expect(await ler(world, operador, '/api/avisos')).toEqual(parado) // everyone is told that; the reason is for whoever can mend it
  })

  test('everyone is told, on a Sunday, that nothing goes out by itself and when it goes again', async ({ world }) => {
    const operador = await world.criarOperador()
    expect((await ler(world, operador, '/api/avisos')).sem_envio).toBeNull()
    world.relogio.passar({ horas: 5 * 24 }) // from Tuesday to Sunday
    const sessao = await world.criarOperador()
    expect((await ler(world, sessao, '/api/avisos')).sem_envio).toEqual({
      mensagem: 'Hoje é domingo e nada sai sozinho: a cobrança automática volta amanhã, segunda-feira, 30/11, às 8h.',
      volta_em: '2026-11-30T11:00:00.000Z',
    })
  })

  test('says so when the last check of the account did not find it connected', async ({ world }) => {
    const admin = await world.criarAdmin()
    const erro = { codigo: 'sem_conexao', mensagem: 'Não foi possível falar com a Meta.' }
    await world.db
      .updateTable('configuracao')
      .set({ whatsapp_situacao: JSON.stringify({ estado: 'desconectado', erro, desde: '2026-11-24T12:47:00.000Z' }) })
      .execute()
    expect((await ler(world, admin, '/api/admin/dashboard')).alertas).toEqual([
      {
        codigo: 'whatsapp_parado',
        titulo: 'WhatsApp desconectado',
        desde: '2026-11-24T12:47:00.000Z',
        mensagem: `${erro.mensagem} Nada sai até o envio voltar.`,
        erro: 'sem_conexao',
      },
    ])
    await world.db
      .updateTable('configuracao')
      .set({ whatsapp_situacao: JSON.stringify({ estado: 'conectado', erro: null }) })
      .execute()
    expect((await ler(world, admin, '/api/admin/dashboard')).alertas).toEqual([])
    expect(await ler(world, admin, '/api/avisos')).toEqual({
      whatsapp_parado: null,
      fila_parada: null,
      sem_status: null,
      envio_retido: null,
      sem_envio: null,
      emulador: null,
    })
  })
})

test('a disk that is almost full, or takes nothing, is an alert with the figure', async () => {
  const [total, livre] = [20 * 2 ** 30, 850 * 2 ** 20]
  const cheio = { pasta: '/dados', livre, total, gravavel: true }
  expect(alertasDeDisco([{ ...cheio, livre: total / 2 }])).toEqual([])
  expect(alertasDeDisco([cheio, { ...cheio, pasta: '/outra', gravavel: false }])).toEqual([
    {
      codigo: 'disco_cheio',
      titulo: 'Disco quase cheio',
      desde: null,
      mensagem:
        'Restam 850 MB de 20 GB no disco de /dados. Quando acabarem, nada mais é gravado, nem as respostas dos clientes: libere espaço ou aumente o disco. O servidor não consegue gravar em /outra: arquivos são recusados. Confira o disco e as permissões da pasta.',
      erro: null,
    },
  ])
})

describe('GET /api/admin/dashboard/operadores', () => {
  test('counts for each operator what they hold, contacted and received, and how fast they answered', async ({
    world,
  }) => {
    const admin = await world.criarAdmin()
    const ana = await world.criarOperador({ name: 'Ana' })
    const bia = await world.criarOperador({ name: 'Bia', status: 'Bloqueado' })
    const deAna = await world.criarCliente({ operador_id: ana.id })
    const outro = await world.criarCliente({ operador_id: ana.id }, [])
    const livre = await world.criarCliente()
    await mensagem(world, deAna.id, { aceita_em: '2026-11-03T12:00:00Z' })
    await mensagem(world, livre.id, { aceita_em: '2026-11-03T12:00:00Z' })
    // The owner on the day of payment, whoever holds the customer now.
    await pagar(world, livre.id, livre.contas[0]!, 25_50, '2026-11-04', { operador_id: ana.id })
    await pagar(world, livre.id, livre.contas[0]!, 10_00, '2026-10-04', { operador_id: ana.id })

    const dePessoa = { finalidade: 'atendimento', tipo: 'texto', autor_id: ana.id } as const
    await resposta(world, deAna.id, '2026-11-10T12:00:00Z')
    await resposta(world, deAna.id, '2026-11-10T12:05:00Z')
    await mensagem(world, deAna.id, {
      ...dePessoa,
      autor_id: null,
      automatica: true,
      created_at: '2026-11-10T12:05:01Z',
    })
    await mensagem(world, deAna.id, {
      ...dePessoa,
      status: 'falha',
      envio: 'encerrada',
      created_at: '2026-11-10T12:06:00Z',
    })
    await mensagem(world, deAna.id, { ...dePessoa, created_at: '2026-11-10T12:10:00Z' }) // 600 s after the first
    await mensagem(world, deAna.id, { ...dePessoa, created_at: '2026-11-10T12:11:00Z' }) // answers nothing new
    await resposta(world, outro.id, '2026-10-31T12:00:00Z')
    await mensagem(world, outro.id, { ...dePessoa, created_at: '2026-11-01T12:01:40Z' }) // answered this month: 86,500 s

    expect(await ler(world, admin, '/api/admin/dashboard/operadores')).toEqual([
      {
        id: ana.id,
        name: 'Ana',
        email: ana.email,
        status: 'Ativo',
        created_at: world.relogio.agora().toISOString(),
        contatos_mes: 1,
        clientes_vinculados: 2,
        valor_recebido_mes: 25.5,
        tempo_medio_resposta_s: 43_550,
      },
      expect.objectContaining({
        id: bia.id,
        status: 'Bloqueado',
        contatos_mes: 0,
        clientes_vinculados: 0,
        valor_recebido_mes: 0,
        tempo_medio_resposta_s: null,
      }),
    ])
  })
})

describe('GET /api/admin/dashboard/grafico-mensal', () => {
  test('gives twelve months, oldest first, with what was billed, received and said', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id, contas } = await world.criarCliente({}, [
      conta(100_00, '2025-03-10'), // older than the chart: open in every month until paid
      conta(60_00, '2026-10-15'),
      conta(40_00, '2026-11-30'),
      conta(90_00, '2026-12-05'), // not due yet
      conta(70_00, '2026-09-01', { situacao: 'cancelada' }),
    ])
    await pagar(world, id, contas[0]!, 30_00, '2026-09-30')
    await pagar(world, id, contas[1]!, 20_00, '2026-09-20') // before it was due
    await mensagem(world, id, { aceita_em: '2026-10-31T23:59:59-03:00' })
    await resposta(world, id, '2026-11-01T00:00:00-03:00')
    await naPagina(world, id, '2026-11-02T12:00:00Z')
    const meses = await ler(world, admin, '/api/admin/dashboard/grafico-mensal')
    expect(meses.map((mes: { mes: string }) => mes.mes)).toEqual(
      '2025-12 2026-01 2026-02 2026-03 2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11'.split(' '),
    )
    expect(meses.slice(-4)).toEqual([
      { mes: '2026-08', cobrado: 100, recebido: 0, enviadas: 0, recebidas: 0 },
      { mes: '2026-09', cobrado: 120, recebido: 50, enviadas: 0, recebidas: 0 },
      { mes: '2026-10', cobrado: 110, recebido: 0, enviadas: 1, recebidas: 0 },
      { mes: '2026-11', cobrado: 150, recebido: 0, enviadas: 0, recebidas: 1 },
    ])
    const { percentual_cobrancas_mes, detalhe } = await ler(world, admin, '/api/admin/dashboard')
    expect([percentual_cobrancas_mes, detalhe.a_receber_ate_fim_do_mes]).toEqual([0, 150])
  })

  test('moves what an agreement replaced from its accounts to its instalments', async ({ world }) => {
    const admin = await world.criarAdmin()
    const { id } = await world.criarCliente({}, [conta(1, '2027-01-01')])
    const { id: acordo } = await world.db
      .insertInto('negociacao')
      .values({
        cliente_id: id,
        status: 'ativa',
        valor_original_centavos: 100_00,
        encargos_centavos: 0,
        desconto_centavos: 0,
        valor_negociado_centavos: 100_00,
        criada_em: '2026-10-10T12:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const base = {
      cliente_id: id,
      emissao: '2026-08-01',
      created_at: world.relogio.agora(),
      updated_at: world.relogio.agora(),
    }
    await world.db
      .insertInto('conta')
      .values([
        {
          ...base,
          numero: 'A',
          valor_centavos: 100_00,
          vencimento: '2026-08-10',
          vencimento_util: '2026-08-10',
          origem: 'manual',
          situacao: 'negociada',
          substituida_por: acordo,
        },
        {
          ...base,
          numero: 'P1',
          valor_centavos: 50_00,
          vencimento: '2026-10-20',
          vencimento_util: '2026-10-20',
          origem: 'negociacao',
          acordo_id: acordo,
          parcela_numero: 1,
        },
        {
          ...base,
          numero: 'P2',
          valor_centavos: 50_00,
          vencimento: '2026-11-20',
          vencimento_util: '2026-11-20',
          origem: 'negociacao',
          acordo_id: acordo,
          parcela_numero: 2,
        },
      ])
      .execute()
    const meses = await ler(world, admin, '/api/admin/dashboard/grafico-mensal')
    expect(meses.slice(-4).map((mes: { cobrado: number }) => mes.cobrado)).toEqual([100, 100, 50, 100])
  })
})

describe('GET /api/operador/dashboard', () => {
  test('counts what is theirs, and what today asks for of theirs and of nobody', async ({ world }) => {
    const ana = await world.criarOperador()
    const bia = await world.criarOperador()
    const minha = await world.criarCliente({ operador_id: ana.id, numero_chamadas: 3, nao_lidas: 2 })
    await world.criarCliente({ operador_id: ana.id, concluido_em: '2026-11-02T12:00:00Z' }, [])
    await world.criarCliente({ operador_id: ana.id, concluido_em: '2026-10-31T12:00:00Z' }, [])
    await world.criarCliente({ operador_id: bia.id, numero_chamadas: 6, nao_lidas: 9 })
    await world.criarCliente({ operador_id: null, numero_chamadas: 4 })
    await mensagem(world, minha.id, { aceita_em: '2026-11-03T12:00:00Z' })
    await mensagem(world, minha.id, { aceita_em: '2026-11-04T12:00:00Z', finalidade: 'negociacao' })
    const espera = { status: 'aguardando_atendimento', aguardando_desde: '2026-11-24T12:00:00Z' } as const
    await world.criarCliente({ ...espera, aguardando_motivo: 'acordo_quebrado' }, [conta(50_00, '2026-11-01')])
    const conversando = await world.criarCliente({ ...espera, aguardando_motivo: 'respondeu', operador_id: ana.id })
    await world.criarCliente({ ...espera, aguardando_motivo: 'respondeu', operador_id: bia.id })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T14:00:00Z' })
      .where('id', '=', conversando.contatoId)
      .execute()
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T14:00:00Z' })
      .where('id', '=', minha.contatoId)
      .execute()

    // The figure is the badge's, and the list's that both lead to.
    expect(await ler(world, ana, '/api/operador/clientes/ativos')).toMatchObject({ com_falhas: 2 })
    expect(await ler(world, ana, '/api/operador/clientes/ativos?chamadas=3%2B')).toMatchObject({ total: 2 })
    const doMes = '/api/operador/clientes/concluidos?carteira=minha&quando=mes'
    expect(await ler(world, ana, doMes)).toMatchObject({ total: 1 }) // the list the figure leads to
    expect(await ler(world, ana, '/api/operador/clientes/concluidos')).toMatchObject({ total: 2 })
    expect(await ler(world, ana, '/api/operador/dashboard')).toMatchObject({
      clientes_vinculados: 4,
      cobrancas_enviadas: 1,
      cobrancas_concluidas: 1,
      mensagens_aguardando: 2,
      clientes_com_falhas: 2,
      hoje: {
        aguardando: 2,
        responderam: 1,
        responderam_desde: '2026-11-24T12:00:00.000Z',
        acordos_quebrados: 1,
        acordos_quebrados_valor: 50,
        parcelas_vencendo: 0,
        parcelas_vencendo_valor: 0,
        parcelas_pagas: 0,
        parcelas_desde: '2026-11-24',
        janelas_fechando: 1,
        janela_fecha_em: '2026-11-24T14:00:00.000Z',
        clientes_com_nao_lidas: 1,
      },
    })
    // Each figure leads to a list, which counts the same rows.
    const carteira = '/api/operador/clientes/carteira'
    expect(await ler(world, ana, carteira)).toMatchObject({ total: 4, nao_lidas: 2 })
    expect(await ler(world, ana, `${carteira}?chamadas=3%2B`)).toMatchObject({ total: 1 })
    expect(await ler(world, ana, `${carteira}?nao_lidas=com`)).toMatchObject({ total: 1, nao_lidas: 2 })
    const enviadas = await ler(world, ana, '/api/operador/dashboard/cobrancas')
    expect(enviadas).toMatchObject({ total: 1, data: [{ automatica: false, cliente: { nome: expect.any(String) } }] })
    expect(await ler(world, ana, '/api/operador/dashboard/cobrancas?busca=ninguem')).toMatchObject({ total: 0 })
  })

  test('lets the month’s messages go as a spreadsheet, latest first, safe against formulas and of one’s own customers alone', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const padaria = await world.criarCliente({ operador_id: ana.id, nome: '=Padaria' })
    const deBia = await world.criarCliente({ operador_id: (await world.criarOperador()).id, nome: 'De Bia' })
    const cobranca = (de: { id: number; contatoId: number | null }, aceita_em: string, resto: object) =>
      mensagem(world, de.id, {
        ...{ contato_id: de.contatoId, finalidade: 'regua', modelo_tipo: 'atraso', status: 'lida' },
        ...{ automatica: true, passo: 5, dia: aceita_em.slice(0, 10), aceita_em, ...resto },
      })
    await cobranca(padaria, '2026-11-24T11:02:00Z', {})
    await cobranca(padaria, '2026-11-23T11:02:00Z', { status: 'entregue' })
    await cobranca(padaria, '2026-10-24T11:02:00Z', {})
    await cobranca(deBia, '2026-11-24T11:02:00Z', {})
    const url = '/api/operador/dashboard/cobrancas/exportar.csv'
    const resposta = await world.chamar(ana, 'GET', url)
    expect(resposta.headers['content-disposition']).toBe('attachment; filename="cobrancas-2026-11.csv"')
    expect(resposta.body.split('\r\n')).toEqual([
      expect.stringContaining('"dia";"hora";"cliente_id";"cliente"'),
      `"24/11/2026";"08:02";"${padaria.id}";"'=Padaria";"Atraso";"D+5";"sim";"lida"`,
      `"23/11/2026";"08:02";"${padaria.id}";"'=Padaria";"Atraso";"D+5";"sim";"entregue"`,
      '',
    ])
    expect((await world.chamar(ana, 'GET', `${url}?busca=ninguem`)).body.split('\r\n')).toHaveLength(2)
    expect((await world.chamar(await world.criarAdmin(), 'GET', url)).statusCode).toBe(403)
  })

  test('tells the day in order: what their customers did, what the engine said, and what is still to come', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const bia = await world.criarOperador()
    const padaria = await world.criarCliente({ operador_id: ana.id, nome: 'Padaria Trigo Real' }, [
      conta(90_00, '2026-11-01'),
    ])
    const deBia = await world.criarCliente({ operador_id: bia.id }, [conta(90_00, '2026-11-01')])
    const regua = { finalidade: 'regua', dia: '2026-11-24', automatica: true } as const
    for (const { id, contatoId } of [padaria, deBia]) {
      await mensagem(world, id, { ...regua, contato_id: contatoId, aceita_em: '2026-11-24T11:02:00Z', status: 'lida' })
      await resposta(world, id, '2026-11-24T11:30:00Z')
    }
    const pago = { criado_em: '2026-11-24T12:40:00Z' }
    await pagar(world, padaria.id, padaria.contas[0]!, 10_00, '2026-11-24', pago)
    await pagar(world, padaria.id, padaria.contas[0]!, 10_00, '2026-11-23', { criado_em: '2026-11-23T12:40:00Z' })
    await pagar(world, deBia.id, deBia.contas[0]!, 10_00, '2026-11-24', pago)
    const espera = await world.criarCliente({
      nome: 'Boa Vista',
      status: 'aguardando_atendimento',
      aguardando_desde: '2026-11-24T12:00:00Z',
      aguardando_motivo: 'respondeu',
    })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T14:34:00Z' })
      .where('id', '=', espera.contatoId)
      .execute()

    expect((await ler(world, ana, '/api/operador/dashboard')).dia).toEqual([
      {
        tipo: 'regua',
        em: '2026-11-24T11:02:00.000Z',
        titulo: 'Régua: 1 mensagem',
        detalhe: '1 lida · 1 respondeu',
        cliente_id: null,
        clientes: 1,
      },
      {
        tipo: 'pagamento',
        em: '2026-11-24T12:40:00.000Z',
        titulo: 'Padaria Trigo Real pagou',
        detalhe: 'R$ 10,00, Pix',
        cliente_id: padaria.id,
      },
      {
        tipo: 'janela',
        em: '2026-11-24T14:34:00.000Z',
        titulo: 'Fecha a janela de Boa Vista',
        detalhe: 'depois, só modelo aprovado',
        cliente_id: espera.id,
      },
      {
        tipo: 'fim_do_envio',
        em: '2026-11-24T23:00:00.000Z',
        titulo: 'Fim do horário de envio',
        detalhe: 'a régua volta amanhã, às 08:00',
        cliente_id: null,
      },
    ])
  })

  test('tells the ends of pauses and the agreements of the day once', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({
      operador_id: ana.id,
      nome: 'Casa do Norte',
      status: 'em_atendimento',
    })
    const pausado = await world.criarCliente({
      operador_id: ana.id,
      nome: 'Flor de Lis',
      status: 'pausado',
      motivo_pausa: 'viajou',
      pausado_ate: '2026-11-24',
    })
    await terminarPausas(world.db, '2026-11-24', world.relogio.agora())
    world.relogio.passar({ minutos: 5 })
    const corpo = { contas, parcelas: 1, primeiro_vencimento: '2026-12-10' }
    const feito = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, corpo)
    expect(feito.statusCode, feito.body).toBe(201)
    const { dia } = await ler(world, ana, '/api/operador/dashboard')
    expect(dia).toMatchObject([
      {
        tipo: 'fim_da_pausa',
        titulo: 'Fim da pausa: Flor de Lis',
        detalhe: 'voltou à cobrança',
        cliente_id: pausado.id,
      },
      { tipo: 'acordo', titulo: 'Acordo com Casa do Norte', cliente_id: id },
      { tipo: 'fim_do_envio' },
    ])
  })

  test('counts a customer as completed in the month in which nothing was left open, until something is again', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: ana.id })
    const concluidas = async () => (await ler(world, ana, '/api/operador/dashboard')).cobrancas_concluidas
    const mudar = (campos: object) =>
      world.db.transaction().execute(async (trx) => {
        await trx.updateTable('conta').set(campos).where('id', '=', contas[0]!).execute()
        await reconciliar(trx, [id], peloSistema(world.relogio.agora()))
      })
    await mudar({ situacao: 'cancelada' })
    expect(await concluidas()).toBe(1)
    await mudar({ situacao: 'aberta' })
    expect(await concluidas()).toBe(0)
    await mudar({ situacao: 'cancelada' })
    world.relogio.mover('2026-12-01T12:00:00-03:00')
    const token = await criarSessao(world.db, ana.id, world.relogio.agora(), null)
    expect((await ler(world, { ...ana, token }, '/api/operador/dashboard')).cobrancas_concluidas).toBe(0)
  })
})

describe('GET /api/admin/configuracoes/mensagens/desempenho', () => {
  const url = '/api/admin/configuracoes/mensagens/desempenho'

  test('counts what became of each template, and what Meta charges', async ({ world }) => {
    const admin = await world.criarAdmin()
    const [a, b] = [await world.criarCliente(), await world.criarCliente()]
    const enviada = { aceita_em: '2026-11-20T13:00:00.000Z', modelo_tipo: 'atraso' as const }
    const paga = { preco_tipo: 'regular', preco_categoria: 'utility' }
    await mensagem(world, a.id, { ...enviada, ...paga, contato_id: a.contatoId, status: 'lida' })
    await mensagem(world, b.id, {
      ...enviada,
      preco_tipo: 'free_customer_service',
      contato_id: b.contatoId,
      status: 'entregue',
    })
    // A word for its price that nobody knows yet.
    const outra = { preco_tipo: 'monthly_allowance', aceita_em: '2026-11-21T13:00:00.000Z', contato_id: b.contatoId }
    await mensagem(world, b.id, { ...enviada, ...outra })
    await mensagem(world, b.id, {
      modelo_tipo: 'atraso',
      status: 'falha',
      envio: 'encerrada',
      falhou_em: '2026-11-21T13:00:00.000Z',
      erro_codigo: '131026',
      erro_mensagem: 'Este número não recebe mensagens pelo WhatsApp.',
    })
    await mensagem(world, a.id, { aceita_em: '2026-09-20T13:00:00.000Z', modelo_tipo: 'atraso' })
    await mensagem(world, a.id, {
      direcao: 'recebida',
      tipo: 'texto',
      status: 'recebida',
      finalidade: 'recebida',
      envio: null,
      contato_id: a.contatoId,
      created_at: '2026-11-21T12:00:00.000Z',
    })
    const pagar = { valor: 100, pago_em: '2026-11-23', forma: 'pix' }
    const dono = await world.criarOperador()
    const conta = `/api/operador/contas-receber/${a.contas[0]}/pagamentos`
    expect((await world.chamar(dono, 'POST', conta, pagar)).statusCode).toBe(201)

    const { de, ate, data } = await ler(world, admin, url)
    expect([de, ate]).toEqual(['2026-10-26', '2026-11-24'])
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'atraso')).toEqual({
      tipo: 'atraso',
      titulo: 'Atraso',
      enviadas: 3,
      entregues: 2,
      lidas: 1,
      respondidas: 1,
      pagas: 1,
      falhas: [{ codigo: '131026', mensagem: 'Este número não recebe mensagens pelo WhatsApp.', total: 1 }],
      custo: { cobradas: { utility: 1 }, gratuitas: 1, sem_informacao: 1 },
    })
    expect(data.find(({ tipo }: { tipo: string }) => tipo === 'lembrete').enviadas).toBe(0)

    const planilha = await world.chamar(admin, 'GET', `${url}/exportar.csv?de=2026-11-01&ate=2026-11-24`)
    expect(planilha.headers['content-disposition']).toBe(
      'attachment; filename="desempenho-2026-11-01-a-2026-11-24.csv"',
    )
    expect(planilha.body.trim().split('\r\n')).toHaveLength(data.length + 1)
    expect(planilha.body).toContain(
      '"Atraso";"3";"2";"1";"1";"1";"1";"1 × 131026: Este número não recebe mensagens pelo WhatsApp.";"1";"1";"1"',
    )
    expect((await world.chamar(dono, 'GET', `${url}/exportar.csv`)).statusCode).toBe(403)
  })

  test('a period that is none, or too long: 422', async ({ world }) => {
    const admin = await world.criarAdmin()
    for (const query of [
      'de=2026-11-24&ate=2026-11-01',
      'de=2026-01-01&ate=2026-11-01',
      'de=ontem',
      'ate=0001-01-01',
      'ate=9999-12-31',
    ]) {
      expect((await world.chamar(admin, 'GET', `${url}?${query}`)).statusCode).toBe(422)
      expect((await world.chamar(admin, 'GET', `${url}/exportar.csv?${query}`)).statusCode).toBe(422)
    }
  })
})
