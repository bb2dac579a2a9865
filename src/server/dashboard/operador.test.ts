import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { peloSistema } from '#domain/causa.ts'
import { reconciliar, terminarPausas } from '#server/clientes/automaticas.actions.ts'
import { criarSessao } from '#server/sessao/sessao.queries.ts'
import { conta, ler, mensagem, pagar, resposta } from '#test/figuras.ts'
import { pedidasDurante } from '#test/leituras.ts'
import { comPagamento } from '#test/pagamentos.ts'
import { test } from '#test/world.ts'

// The world's day is Tuesday 24/11/2026, 10:00 in São Paulo.

describe('GET /api/operador/dashboard', () => {
  test('counts the operator’s own work, and today’s tasks for their customers and those without operator', async ({
    world,
  }) => {
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
    const antes = { aguardando_desde: '2026-11-24T11:00:00Z', aguardando_motivo: 'acordo_quebrado' } as const
    const quebrou = await world.criarCliente({ ...espera, ...antes }, [conta(50_00, '2026-11-01')])
    // In more than two hours: it does not close yet.
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T15:01:00Z' })
      .where('id', '=', quebrou.contatoId)
      .execute()
    const conversando = await world.criarCliente({ ...espera, aguardando_motivo: 'respondeu', operador_id: ana.id })
    const deBia = await world.criarCliente({ ...espera, aguardando_motivo: 'respondeu', operador_id: bia.id })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T14:00:00Z' })
      .where('id', '=', conversando.contatoId)
      .execute()
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T14:00:00Z' })
      .where('id', 'in', [minha.contatoId!, deBia.contatoId!])
      .execute()
    const fechada = await world.criarCliente({ ...espera, aguardando_motivo: 'sem_resposta', operador_id: ana.id })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-24T12:59:00Z' })
      .where('id', '=', fechada.contatoId)
      .execute()

    // The figure is the badge's, and the list's that both lead to.
    expect(await ler(world, ana, '/api/operador/clientes/ativos')).toMatchObject({ com_falhas: 2 })
    expect(await ler(world, ana, '/api/operador/clientes/ativos?chamadas=3%2B')).toMatchObject({ total: 2 })
    const doMes = '/api/operador/clientes/concluidos?carteira=minha&quando=mes'
    expect(await ler(world, ana, doMes)).toMatchObject({ total: 1 }) // the list the figure leads to
    expect(await ler(world, ana, '/api/operador/clientes/concluidos')).toMatchObject({ total: 2 })
    expect(await ler(world, ana, '/api/operador/dashboard')).toMatchObject({
      clientes_vinculados: 5,
      cobrancas_enviadas: 1,
      cobrancas_concluidas: 1,
      mensagens_aguardando: 2,
      clientes_com_falhas: 2,
      hoje: {
        aguardando: 3,
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
    expect(await ler(world, ana, carteira)).toMatchObject({ total: 5, nao_lidas: 2 })
    expect(await ler(world, ana, `${carteira}?chamadas=3%2B`)).toMatchObject({ total: 1 })
    expect(await ler(world, ana, `${carteira}?nao_lidas=com`)).toMatchObject({ total: 1, nao_lidas: 2 })
    const enviadas = await ler(world, ana, '/api/operador/dashboard/cobrancas')
    expect(enviadas).toMatchObject({ total: 1, data: [{ automatica: false, cliente: { nome: expect.any(String) } }] })
    expect(await ler(world, ana, '/api/operador/dashboard/cobrancas?busca=ninguem')).toMatchObject({ total: 0 })
  })

  test('counts a large company’s messages of the month once, for the dashboard and for their list', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    await sql`insert into contagem_cliente (operador_id, status, clientes, falhas, aberto_centavos)
      values (null, 'ativo', 50000, 0, 0)`.execute(world.db)
    const contam = async (url: string) =>
      (await pedidasDurante(() => ler(world, ana, url))).filter(({ text }) =>
        /count\(\*\) as n\s+from mensagem m/.test(text),
      )
    expect(await contam('/api/operador/dashboard')).toHaveLength(1)
    expect(await contam('/api/operador/dashboard/cobrancas')).toEqual([])
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

  test('shows the day in order: what their customers did, what the engine sent, and what is still to come', async ({
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
    // Who wrote before it has not answered, and what a person writes is not the engine's.
    const escreveuAntes = await world.criarCliente({ operador_id: ana.id })
    await resposta(world, escreveuAntes.id, '2026-11-24T11:00:00Z')
    await mensagem(world, escreveuAntes.id, {
      ...regua,
      aceita_em: '2026-11-24T11:03:00Z',
      contato_id: escreveuAntes.contatoId,
    })
    await mensagem(world, padaria.id, { finalidade: 'atendimento', aceita_em: '2026-11-24T11:04:00Z' })
    const pago = { criado_em: '2026-11-24T12:40:00Z' }
    const estornado = { ...pago, estornado_em: '2026-11-24T12:50:00Z', motivo_estorno: 'Engano' }
    await pagar(world, padaria.id, padaria.contas[0]!, 5_00, '2026-11-24', estornado)
    await pagar(world, padaria.id, padaria.contas[0]!, 5_00, '2026-11-20', pago)
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
    const deAmanha = await world.criarCliente({
      status: 'aguardando_atendimento',
      aguardando_desde: '2026-11-24T12:00:00Z',
      aguardando_motivo: 'respondeu',
    })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-25T12:00:00Z' })
      .where('id', '=', deAmanha.contatoId)
      .execute()
    // Of whom the engine has, of another's, and closed: none closes today.
    const fila = {
      status: 'aguardando_atendimento',
      aguardando_motivo: 'respondeu',
      aguardando_desde: pago.criado_em,
    } as const
    const [outra, fechou] = [
      await world.criarCliente({ ...fila, operador_id: bia.id }),
      await world.criarCliente({ ...fila, operador_id: ana.id }),
    ]
    for (const [contatoId, janela_ate] of [
      [padaria.contatoId, '2026-11-24T14:00:00Z'],
      [outra.contatoId, '2026-11-24T14:00:00Z'],
      [fechou.contatoId, '2026-11-24T12:00:00Z'],
    ] as const)
      await world.db.updateTable('contato').set({ janela_ate }).where('id', '=', contatoId).execute()

    expect((await ler(world, ana, '/api/operador/dashboard')).dia).toEqual([
      {
        tipo: 'regua',
        em: '2026-11-24T11:02:00.000Z',
        titulo: 'Régua: 2 mensagens',
        detalhe: '1 lida · 1 respondeu',
        cliente_id: null,
        clientes: 2,
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
    for (const [hora, dito] of [
      ['2026-11-24T20:00:00-03:00', []],
      ['2026-11-25T07:59:00-03:00', ['inicio_do_envio', 'fim_do_envio']],
      ['2026-11-25T08:00:00-03:00', ['fim_do_envio']],
    ] as const) {
      world.relogio.mover(hora)
      const token = await criarSessao(world.db, ana.id, world.relogio.agora(), null)
      const { dia } = await ler(world, { ...ana, token }, '/api/operador/dashboard')
      const tipos = dia.map(({ tipo }: { tipo: string }) => tipo)
      expect(tipos.filter((tipo: string) => tipo.endsWith('_envio'))).toEqual(dito)
    }
  })

  test('tells the ends of pauses and the agreements of the day once, and what is due of them today', async ({
    world,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const { id, contas } = await world.criarCliente({
      operador_id: ana.id,
      nome: 'Casa do Norte',
      status: 'em_atendimento',
    })
    const pausado = await world.criarCliente(
      {
        operador_id: ana.id,
        nome: 'Flor de Lis',
        status: 'pausado',
        motivo_pausa: 'viajou',
        pausado_ate: '2026-11-24',
      },
      [conta(90_00, '2026-11-24')],
    )
    const deOntem = {
      operador_id: ana.id,
      status: 'pausado',
      motivo_pausa: 'viajou',
      pausado_ate: '2026-11-23',
    } as const
    await world.criarCliente(deOntem, [conta(90_00, '2026-12-24')])
    await terminarPausas(world.db, '2026-11-23', new Date('2026-11-23T12:00:00Z'))
    await terminarPausas(world.db, '2026-11-24', world.relogio.agora())
    world.relogio.passar({ minutos: 5 })
    const deBia = await world.criarCliente({ operador_id: bia.id })
    for (const [quem, dela] of [
      [ana, { id, contas }],
      [bia, deBia],
    ] as const) {
      const corpo = { contas: dela.contas, entrada: 10, parcelas: 1, primeiro_vencimento: '2026-12-10' }
      const feito = await world.chamar(quem, 'POST', `/api/operador/clientes/${dela.id}/negociacoes`, corpo)
      expect(feito.statusCode, feito.body).toBe(201)
    }
    // Due on a Sunday, before a holiday: today by the banks.
    const domingo = { vencimento: '2026-11-22' }
    await world.db
      .updateTable('conta')
      .set(domingo)
      .where('vencimento', '=', '2026-11-24')
      .where('origem', '=', 'negociacao')
      .execute()
    const { dia, hoje } = await ler(world, ana, '/api/operador/dashboard')
    expect(hoje).toMatchObject({ parcelas_vencendo: 1, parcelas_vencendo_valor: 10 })
    expect(dia).toMatchObject([
      {
        tipo: 'fim_da_pausa',
        titulo: 'Fim da pausa: Flor de Lis',
        detalhe: 'voltou à cobrança',
        cliente_id: pausado.id,
      },
      { tipo: 'acordo', titulo: 'Acordo com Casa do Norte', cliente_id: id },
      { tipo: 'parcelas', titulo: '1 parcela de acordo a receber', detalhe: 'Casa do Norte' },
      { tipo: 'fim_do_envio' },
    ])
    const { id: parcela } = await world.db
      .selectFrom('conta')
      .select('id')
      .where('cliente_id', '=', id)
      .where('origem', '=', 'negociacao')
      .where('vencimento', '=', domingo.vencimento)
      .executeTakeFirstOrThrow()
    for (const [valor, vencendo, restam, pagas] of [
      [4, 1, 6, 0],
      [6, 0, 0, 1],
    ] as const) {
      await comPagamento(world, ana, parcela, valor)
      const depois = await ler(world, ana, '/api/operador/dashboard')
      expect(depois.hoje).toMatchObject({
        parcelas_vencendo: vencendo,
        parcelas_vencendo_valor: restam,
        parcelas_pagas: pagas,
      })
      expect(depois.dia.filter(({ tipo }: { tipo: string }) => tipo === 'parcelas')).toHaveLength(vencendo)
    }
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
