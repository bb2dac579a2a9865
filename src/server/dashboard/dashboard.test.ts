import { describe, expect } from 'vitest'
import type { StatusPromessa } from '#domain/promessa.ts'
import { conta, ler, mensagem, naPagina, pagar, resposta } from '#test/figuras.ts'
import { registrar } from '#test/julgamento.ts'
import { umPix } from '#test/movimento.ts'
import { test } from '#test/world.ts'
import { alertasDeDisco } from './alertas-da-maquina.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

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
    // What the operators received and what belongs to no operator add up to the total.
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

  test('says of refunds whose credit is unknown that they wait, of one and of several', async ({ world }) => {
    const admin = await world.criarAdmin()
    const devolver = (valorCentavos: number) => registrar(world, umPix(world, { tipo: 'devolucao', valorCentavos }))
    const frases = async () =>
      (await ler(world, admin, '/api/admin/dashboard')).alertas
        .filter(({ codigo }: { codigo: string }) => codigo === 'devolucoes_a_espera')
        .map(({ mensagem }: { mensagem: string }) => mensagem.replaceAll('\u00a0', ' '))
    expect(await frases()).toEqual([])
    await devolver(123_456)
    expect(await frases()).toEqual([
      '1 devolução do banco, de R$ 1.234,56, ainda não foi abatida de nenhum pagamento. Veja de qual crédito é, ou diga que não é de cliente.',
    ])
    await devolver(44)
    world.relogio.passar({ segundos: 60 }) // the figures are kept for a while
    expect(await frases()).toEqual([
      '2 devoluções do banco, ao todo de R$ 1.235,00, ainda não foram abatidas de nenhum pagamento. Veja de quais créditos são, ou diga que não são de cliente.',
    ])
  })

  test('everyone is told, on a Sunday, that nothing is sent automatically and when sending resumes', async ({
    world,
  }) => {
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

test('promises that ended this month are counted with what was paid of them', async ({ world }) => {
  const [ana, admin] = [await world.criarOperador(), await world.criarAdmin()]
  const { id } = await world.criarCliente({ operador_id: ana.id })
  const livre = await world.criarCliente()
  const promessa = (status: StatusPromessa, valor: number, pago: number, encerrada: string | null, cliente_id = id) =>
    world.db
      .insertInto('promessa')
      .values({
        cliente_id,
        ate: '2026-11-10',
        limite: '2026-11-12',
        valor_centavos: valor,
        pago_centavos: pago,
        status,
        origem: 'operador',
        usuario_id: ana.id,
        depois_de: 0,
        criada_em: '2026-11-01T12:00:00Z',
        mudada_em: encerrada ?? '2026-11-01T12:00:00Z',
        encerrada_em: encerrada,
      })
      .execute()
  await promessa('cumprida', 100_00, 130_00, '2026-11-05T12:00:00Z')
  await promessa('parcial', 200_00, 50_00, '2026-11-12T12:00:00Z')
  await promessa('quebrada', 50_00, 0, '2026-11-12T12:00:00Z', livre.id)
  await promessa('cancelada', 70_00, 0, '2026-11-12T12:00:00Z')
  await promessa('pendente', 70_00, 0, null)
  await promessa('cumprida', 90_00, 90_00, '2026-10-31T12:00:00Z') // last month's
  const { promessas } = await ler(world, admin, '/api/admin/dashboard')
  expect(promessas).toMatchObject({
    cumpridas: 1,
    parciais: 1,
    quebradas: 1,
    valor_prometido: 350,
    valor_cumprido: 150,
  })
  expect((await ler(world, ana, '/api/operador/dashboard')).promessas).toEqual(promessas)
})

test('a certificate of the PSP is told of from thirty days before it ends', async ({ world }) => {
  const admin = await world.criarAdmin()
  const psp = { psp_base_url: 'https://pix.example', psp_token_url: 'https://pix.example/token', psp_client_id: 'x' }
  const codigos = async (ate: string) => {
    await world.db
      .updateTable('recebimento')
      .set({ ...psp, psp_certificado_ate: ate })
      .execute()
    const { alertas } = await ler(world, admin, '/api/admin/dashboard')
    return alertas.map(({ codigo }: { codigo: string }) => codigo)
  }
  expect(await codigos('2026-12-25T12:00:00Z')).not.toContain('psp_certificado')
  expect(await codigos('2026-12-24T12:00:00Z')).toContain('psp_certificado')
})

test('a number whose quality fell to RED is told of until it recovers', async ({ world }) => {
  const admin = await world.criarAdmin()
  const alertas = async (qualidade: string) => {
    const whatsapp_situacao = JSON.stringify({ estado: 'conectado', qualidade })
    await world.db.updateTable('configuracao').set({ whatsapp_situacao }).execute()
    return (await ler(world, admin, '/api/admin/dashboard')).alertas
  }
  expect(await alertas('RED')).toMatchObject([
    { codigo: 'qualidade_baixa', mensagem: expect.stringContaining('um quarto do ritmo e do limite') },
  ])
  expect(await alertas('YELLOW')).toEqual([])
})
