import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { somarDias } from '#domain/data.ts'
import { travarClientes } from '#server/clientes/status.actions.ts'
import { fixarCalendario, travarCalendario } from '#server/configuracao/configuracao.queries.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { pararConta } from '#server/despacho/conta-parada.actions.ts'
import { aceitar, comPolitica } from '#test/aceite.ts'
import { enquantoEspera, esperarNaTrava } from '#test/espera.ts'
import { julgar, registrar } from '#test/julgamento.ts'
import { noMesmoMundo } from '#test/mesmo-mundo.ts'
import { umPix } from '#test/movimento.ts'
import { cenario, VENCIDA } from '#test/ofertas.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const URL = '/api/admin/configuracoes/regua'
const atual = async (world: World) => {
  const admin = await world.criarAdmin()
  const regua = (await world.chamar(admin, 'GET', URL)).json()
  return { admin, regua, mudar: (mudanca: object) => world.chamar(admin, 'PUT', URL, { ...regua, ...mudanca }) }
}

/** Each writes one day that is counted by the calendar; what it needs is made first. */
const CONTAM: Record<string, (world: World, ana: Pessoa, admin: Pessoa) => Promise<() => Promise<unknown>>> = {
  'an account': async (world, ana) => {
    const { id } = await world.criarCliente()
    const conta = { cliente_id: id, numero: 'A1', valor: 10, vencimento: '2026-11-30' }
    return () => world.chamar(ana, 'POST', '/api/operador/contas-receber', conta)
  },
  'a new due day': async (world, ana) => {
    const { contas } = await world.criarCliente()
    const mudanca = { vencimento: '2026-11-30' }
    return () => world.chamar(ana, 'PATCH', `/api/operador/contas-receber/${contas[0]}`, mudanca)
  },
  'a promise': async (world, ana) => {
    const { id, contas } = await world.criarCliente()
    return () => world.chamar(ana, 'POST', `/api/operador/clientes/${id}/promessas`, { contas, ate: '2026-11-26' })
  },
  'an agreement': async (world, ana) => {
    const { id, contas } = await world.criarCliente()
    const acordo = { contas, parcelas: 1, primeiro_vencimento: '2026-11-30' }
    return () => world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
  },
  'an approved agreement': async (world, ana, admin) => {
    await comPolitica(world, admin)
    const { id, contas } = await world.criarCliente()
    const acordo = { contas, desconto: 90, parcelas: 1, primeiro_vencimento: '2026-11-30' }
    const pedido = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    return () => world.chamar(admin, 'POST', `/api/admin/negociacoes/${pedido.json().id}/aprovar`)
  },
  'an accepted offer': async (world) => {
    const { cliente } = await cenario(world, [VENCIDA])
    const { codigo } = await aceitar(world, cliente.id, 1)
    await registrar(world, umPix(world, { txid: codigo.txid, valorCentavos: Math.round(codigo.valor * 100) }))
    return () => julgar(world)
  },
}

describe('the cadence', () => {
  test('is seven steps by default, in order', async ({ world }) => {
    const { regua } = await atual(world)
    expect(regua.passos.map((passo: { dias: number }) => passo.dias)).toEqual([-3, 0, 2, 5, 10, 20, 30])
    expect(regua).toMatchObject({
      max_tentativas: 6,
      intervalo_minimo_dias: 2,
      multa_percentual: 2,
      juros_percentual_mes: 1,
    })
    expect(regua.feriados_nacionais).toContain('2026-11-20')
  })

  test('keeps a step that stays by its id, whatever the order it comes in', async ({ world }) => {
    const { regua, mudar } = await atual(world)
    const passos = [
      { dias: 7, tipo: 'atraso' },
      { dias: 0, tipo: 'lembrete', ativo: false },
    ]
    const nova = (await mudar({ passos, multa_percentual: 1.5 })).json()
    const deAntes = regua.passos.find((passo: { dias: number }) => passo.dias === 0)
    expect(nova.passos).toEqual([
      { id: deAntes.id, dias: 0, tipo: 'lembrete', ativo: false },
      { id: expect.any(Number), dias: 7, tipo: 'atraso', ativo: true },
    ])
    expect(nova.multa_percentual).toBe(1.5)
    expect(await world.db.selectFrom('log').select('acao').execute()).toEqual([{ acao: 'regua.mudar' }])
  })

  test('hours beyond the law are saved, with a warning that says so', async ({ world }) => {
    const { mudar } = await atual(world)
    const horario = { inicio: '08:00', fim: '22:00', sabado_inicio: '08:00', sabado_fim: '14:00' }
    expect((await mudar({ horario })).statusCode).toBe(200)
    await mudar({ horario: { ...horario, fim: '20:00' } })
    expect(await world.db.selectFrom('log').select(['nivel', 'descricao']).orderBy('id').execute()).toEqual([
      { nivel: 'aviso', descricao: expect.stringContaining('passam do que a lei de São Paulo permite') },
      { nivel: 'info', descricao: 'Mudou a régua de cobrança e os horários de envio.' },
    ])
  })

  noMesmoMundo.for([
    [
      {
        passos: [
          { dias: 1, tipo: 'atraso' },
          { dias: 1, tipo: 'lembrete' },
        ],
      },
      'passos',
    ],
    [{ passos: [{ dias: 1, tipo: 'parcela' }] }, 'passos.0.tipo'],
    [{ horario: { inicio: '18:00', fim: '08:00', sabado_inicio: '08:00', sabado_fim: '12:00' } }, 'horario.fim'],
    [{ horario: { inicio: '08:00', fim: '18:00', sabado_inicio: '12:00', sabado_fim: '08:00' } }, 'horario.sabado_fim'],
    [{ horario: { inicio: '8h', fim: '18:00', sabado_inicio: '08:00', sabado_fim: '12:00' } }, 'horario.inicio'],
    [{ feriados: ['2027-02-30'] }, 'feriados'],
    [{ multa_percentual: 2.005 }, 'multa_percentual'],
    [{ max_tentativas: 0 }, 'max_tentativas'],
    [{ feriados: ['9999-12-31'] }, 'feriados'],
    [{ passos: [] }, 'passos'],
    [{ passos: [{ dias: 1, tipo: 'atraso', ativo: false }] }, 'passos'],
  ] as const)('refuses %o naming %s', async ([mudanca, campo], { world }) => {
    const { mudar } = await atual(world)
    const resposta = await mudar(mudanca)
    expect([resposta.statusCode, Object.keys(resposta.json().errors ?? {})]).toEqual([422, [campo]])
  })

  test('a new holiday moves what lateness counts from, and taking it back brings it back', async ({ world }) => {
    const { mudar } = await atual(world)
    const { id, contas } = await world.criarCliente({}, [{ vencimento: '2026-12-08' }, { vencimento: '2026-12-09' }])
    const ver = async () => ({
      contas: (
        await world.db.selectFrom('conta').select('vencimento_util').where('id', 'in', contas).orderBy('id').execute()
      ).map((conta) => conta.vencimento_util),
      cliente: (
        await world.db
          .selectFrom('cliente')
          .select('vencimento_mais_antigo')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).vencimento_mais_antigo,
    })
    await mudar({ feriados: ['2026-12-08', '2026-12-09', '2026-12-08'] })
    expect(await ver()).toEqual({ contas: ['2026-12-10', '2026-12-10'], cliente: '2026-12-10' })
    await mudar({ feriados: ['2026-12-09'] })
    expect(await ver()).toEqual({ contas: ['2026-12-08', '2026-12-10'], cliente: '2026-12-08' })
  })

  test('holidays of the company keep the names they were given, until named otherwise', async ({ world }) => {
    const { mudar } = await atual(world)
    const nomes = async (campos: object) => (await mudar(campos)).json().nomes_feriados
    const feriados = ['2026-12-08', '2026-12-09']
    expect(
      await nomes({
        feriados,
        nomes_feriados: { '2026-12-08': ' Imaculada Conceição ', '2027-01-04': 'Não é feriado' },
      }),
    ).toEqual({
      '2026-12-08': 'Imaculada Conceição',
    })
    expect(await nomes({ feriados, nomes_feriados: undefined })).toEqual({ '2026-12-08': 'Imaculada Conceição' })
    expect(await nomes({ feriados, nomes_feriados: { '2026-12-09': 'Aniversário', '2026-12-08': '' } })).toEqual({
      '2026-12-09': 'Aniversário',
    })
    expect(await nomes({ feriados: ['2026-12-08'] })).toEqual({})
    expect((await mudar({ nomes_feriados: { '2026-12-08': 'x'.repeat(61) } })).statusCode).toBe(422)
  })

  test('operators, who write due days, are told which they are', async ({ world }) => {
    const { mudar } = await atual(world)
    await mudar({ feriados: ['2026-12-09', '2026-12-08'], nomes_feriados: { '2026-12-08': 'Imaculada Conceição' } })
    const resposta = await world.chamar(await world.criarOperador(), 'GET', '/api/feriados')
    expect(resposta.json().data).toEqual([
      { dia: '2026-12-08', nome: 'Imaculada Conceição' },
      { dia: '2026-12-09', nome: null },
    ])
  })

  test('collective holidays move the due days before them, however long they are', async ({ world }) => {
    const { mudar } = await atual(world)
    const { contas } = await world.criarCliente({}, [{ vencimento: '2027-01-02' }])
    await mudar({ feriados: Array.from({ length: 60 }, (_, n) => somarDias('2027-01-04', n)) })
    const [conta] = await world.db.selectFrom('conta').select('vencimento_util').where('id', 'in', contas).execute()
    expect(conta!.vencimento_util).toBe('2027-03-05')
  })

  test.for(Object.keys(CONTAM))(
    '%s, while the holidays change, waits for those that will stand',
    async (oQue, { world }) => {
      const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
      const feriados = ['2026-11-30', '2026-12-28'].map((dia) => ({ dia, nome: null }))
      await enquantoEspera(world.db, {
        segurar: travarCalendario,
        pedir: await CONTAM[oQue]!(world, ana, admin),
        depois: (trx) => trx.insertInto('feriado').values(feriados).execute(),
      })
      const { rows } = await sql`
      select limite as dia from promessa
      union all select vencimento_util from conta where vencimento in ('2026-11-30', '2026-12-26')`.execute(world.db)
      expect(rows).toEqual([{ dia: oQue === 'an accepted offer' ? '2026-12-29' : '2026-12-01' }])
    },
  )

  test('the holidays wait for an import that counts by them, and say so', async ({ world }) => {
    const { mudar } = await atual(world)
    const [importando, fim] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const importacao = emTransacao(world.db, async (trx) => {
      await fixarCalendario(trx)
      importando.resolve()
      await fim.promise
    })
    await importando.promise
    const recusada = await mudar({ feriados: ['2026-12-08'] })
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'importacao_em_andamento'])
    expect((await mudar({ max_tentativas: 4 })).statusCode).toBe(200)
    fim.resolve()
    await importacao
    expect((await mudar({ feriados: ['2026-12-08'] })).statusCode).toBe(200)
  })

  test('waits for nobody that waits for it: the account stops while due days move', async ({ world }) => {
    const { mudar } = await atual(world)
    const { id } = await world.criarCliente({}, [{ vencimento: '2026-12-08' }])
    const [travado, parar] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let vezes = 0
    const parada = emTransacao(world.db, async (trx) => {
      vezes += 1
      await travarClientes(trx, [id])
      travado.resolve()
      await parar.promise
      await pararConta(trx, { codigo: '190', mensagem: 'O token venceu.' }, world.relogio.agora())
    })
    await travado.promise
    const mudada = mudar({ feriados: ['2026-12-08'] })
    await esperarNaTrava(world.db)
    parar.resolve()
    await parada
    expect((await mudada).statusCode).toBe(200)
    expect(vezes).toBe(1)
  })

  test('is foreseen over the next 30 days before it is saved', async ({ world }) => {
    const { admin, regua } = await atual(world)
    const { id, contas } = await world.criarCliente({}, [{ vencimento: '2026-11-26' }])
    await world.criarCliente({ status: 'pausado' }, [{ vencimento: '2026-11-26' }])
    const rascunho = {
      ...regua,
      passos: [
        { dias: 0, tipo: 'vencimento' },
        { dias: 3, tipo: 'atraso' },
      ],
    }
    const prever = async () => (await world.chamar(admin, 'POST', `${URL}/previsao`, rascunho)).json()
    const { total, dias, por_passo } = await prever()
    expect([total, por_passo, dias.length]).toEqual([2, { 0: 1, 3: 1 }, 30])
    expect(dias[1]).toEqual({
      dia: '2026-11-26',
      envia: true,
      perguntas: 0,
      adiadas_pela_lei: 0,
      mensagens: 1,
      por_passo: { 0: 1 },
    })

    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { confirmar_pessoa: 'sempre' })
    const perguntando = await prever()
    expect([perguntando.total, perguntando.perguntas, perguntando.por_passo]).toEqual([2, 2, {}])
    expect(perguntando.dias[1]).toMatchObject({ mensagens: 1, perguntas: 1 })
    await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { confirmar_pessoa: 'nunca' })

    const ana = await world.criarOperador()
    const pedir = (oQue: string, corpo: object) =>
      world.chamar(ana, 'POST', `/api/operador/clientes/${id}/${oQue}`, { contas, ...corpo })
    await pedir('promessas', { ate: '2026-11-27' }) // judged after Tuesday, 01/12
    const prometida = await prever()
    expect([prometida.total, prometida.por_passo]).toEqual([1, { 3: 1 }])
    expect(prometida.dias.find(({ mensagens }: { mensagens: number }) => mensagens > 0).dia).toBe('2026-12-02')
    await pedir('contestacoes', { motivo: 'entrega' })
    expect((await prever()).total).toBe(0)
  })

  test('is foreseen for who is paused until a day from then on, and for nobody whose pause ends in the queue', async ({
    world,
  }) => {
    const { admin, regua } = await atual(world)
    const pausado = { status: 'pausado', numero_chamadas: 6, pausado_ate: '2026-11-30' } as const
    await world.criarCliente(pausado, [{ vencimento: '2026-11-26' }])
    await world.criarCliente({ ...pausado, promessa_quebrada_pendente: true }, [{ vencimento: '2026-11-26' }])
    await world.criarCliente({ ...pausado, acordo_quebrado_pendente: true }, [{ vencimento: '2026-11-26' }])
    const rascunho = { ...regua, passos: [{ dias: 3, tipo: 'atraso' }] }
    const { dias } = (await world.chamar(admin, 'POST', `${URL}/previsao`, rascunho)).json()
    const comMensagens = dias.filter(({ mensagens }: { mensagens: number }) => mensagens > 0)
    expect(comMensagens.map(({ dia, mensagens }: { dia: string; mensagens: number }) => [dia, mensagens])).toEqual([
      ['2026-11-30', 1],
    ])
  })
})
