import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import { aprovarModelos } from '#test/modelos.ts'
import type { World } from '#test/world.ts'
import { executar } from './execucao.actions.ts'

const rodar = async (world: World, corpo: object = {}) => {
  const admin = await world.criarAdmin()
  const resposta = await world.chamar(admin, 'POST', '/api/admin/cobranca/executar', corpo)
  expect(resposta.statusCode).toBe(200)
  const feita = resposta.json()
  const relatorio = await world.chamar(admin, 'GET', `/api/admin/cobranca/execucoes/${feita.execucao_id}?per_page=100`)
  return { ...feita, relatorio: relatorio.json() }
}
const mensagens = (world: World) => world.db.selectFrom('mensagem').selectAll().orderBy('id').execute()
const passos = (world: World) =>
  world.db.selectFrom('cobranca_passo').select(['conta_id', 'dias', 'vencimento']).orderBy('conta_id').execute()

/** Who owe an account of five days ago, each by a phone of their own. */
async function criarDevedores(world: World, quantos: number) {
  await sql`insert into contato (canonico, hash) select '5511' || (80000000 + i), int8send(i) from generate_series(1, ${quantos}::bigint) i`.execute(
    world.db,
  )
  await sql`insert into cliente (nome, documento, telefone, contato_id, status, aberto_centavos, contas_abertas, vencimento_mais_antigo, created_at, updated_at)
    select 'Cliente ' || id, lpad(id::text, 11, '0'), '+55119' || substr(canonico, 5), id, 'ativo', 10000, 1, '2026-11-19', now(), now() from contato`.execute(
    world.db,
  )
  await sql`insert into conta (cliente_id, numero, valor_centavos, emissao, vencimento, vencimento_util, origem, created_at, updated_at)
    select id, 'N1', 10000, '2026-11-19', '2026-11-19', '2026-11-19', 'manual', now(), now() from cliente`.execute(
    world.db,
  )
}

interface No {
  'Subplan Name'?: string
  'Plan Rows': number
  Plans?: No[]
}

interface Explicado {
  rows: [{ 'QUERY PLAN': [{ Plan: No }] }]
}

/** How many messages the planner expects of the decisions. */
const esperadas = (no: No): number =>
  no['Subplan Name'] === 'CTE previstas'
    ? no['Plan Rows']
    : Math.max(0, ...(no.Plans ?? []).map((filho) => esperadas(filho)))

describe('POST /api/admin/cobranca/executar', () => {
  test('queues one message a customer about every account with a step due, and reports why the others were not', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const devedor = await world.criarCliente({}, [{ vencimento: '2026-11-19' }, { vencimento: '2026-11-24' }])
    const semPasso = await world.criarCliente({}, [{ vencimento: '2026-12-20' }])
    const pausado = await world.criarCliente({ status: 'pausado' })
    await world.criarCliente({}, [])

    const { execucao_id, relatorio, ...figuras } = await rodar(world)

    expect(figuras).toEqual({ avaliados: 3, enfileiradas: 1, ignorados: { sem_conta_no_passo: 1, pausado: 1 } })
    expect(relatorio).toMatchObject({ id: execucao_id, ...figuras, dia: '2026-11-24', total: 3 })
    expect(relatorio.andamento).toEqual({ na_fila: 1, aceitas: 0 })
    expect(relatorio.data.map((um: { cliente: { id: number } }) => um.cliente.id)).toEqual([
      devedor.id,
      semPasso.id,
      pausado.id,
    ])
    expect(relatorio.data[0]).toMatchObject({ enviada: true, motivo: 'enviada', passo: 5 })
    expect(await mensagens(world)).toMatchObject([
      {
        cliente_id: devedor.id,
        status: 'pendente',
        envio: 'fila',
        modelo_tipo: 'atraso',
        finalidade: 'regua',
        dia: '2026-11-24',
      },
    ])
    expect(await passos(world)).toEqual([
      { conta_id: devedor.contas[0], dias: 5, vencimento: '2026-11-19' },
      { conta_id: devedor.contas[1], dias: 0, vencimento: '2026-11-24' },
    ])
  })

  test.for([
    ['lida', null, 'A mensagem do dia foi para a fila de envio. Passo D+5.'],
    ['falha', 'Este número não recebe mensagens pelo WhatsApp.', 'Este número não recebe mensagens pelo WhatsApp.'],
    ['cancelada', 'A conta foi paga.', 'Foi para a fila, mas não saiu. A conta foi paga.'],
  ] as const)('the report says what became of a message: %s', async ([status, erro_mensagem, frase], { world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    const { execucao_id } = await rodar(world)
    await world.db
      .updateTable('mensagem')
      .set({ status, envio: 'encerrada', erro_mensagem, liberada: erro_mensagem !== null })
      .execute()
    const admin = await world.criarAdmin()
    const relatorio = await world.chamar(admin, 'GET', `/api/admin/cobranca/execucoes/${execucao_id}`)
    expect(relatorio.json().data).toMatchObject([
      { enviada: true, motivo: 'enviada', mensagem_status: status, detalhe: frase },
    ])
  })

  test('simular shows who would be billed and sends nothing', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    const { relatorio, enfileiradas } = await rodar(world, { simular: true })
    expect(enfileiradas).toBe(1)
    expect(relatorio.andamento).toBe(null)
    expect(relatorio.data).toMatchObject([{ enviada: false, motivo: 'prevista', passo: 5 }])
    expect(await mensagens(world)).toEqual([])
  })

  test('a second run names who was billed by the first', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente()
    await rodar(world)
    const { relatorio, enfileiradas } = await rodar(world)
    expect(enfileiradas).toBe(0)
    expect(relatorio.data).toMatchObject([{ enviada: false, motivo: 'ja_contatado_hoje' }])
  })

  test('ten runs at once queue each message once', async ({ world }) => {
    await aprovarModelos(world)
    for (let i = 0; i < 20; i += 1) await world.criarCliente()
    const feitas = await Promise.all(Array.from({ length: 10 }, () => executar(world.servicos, {})))
    expect(feitas.reduce((soma, feita) => soma + feita.enfileiradas, 0)).toBe(20)
    expect(await mensagens(world)).toHaveLength(20)
    expect(await passos(world)).toHaveLength(20)
  })

  test('many messages are planned as many: none is compared with every other', async ({ world }) => {
    await aprovarModelos(world)
    await criarDevedores(world, 1_500)
    const previstas: number[] = []
    const consultar = pg.Client.prototype.query
    pg.Client.prototype.query = async function (this: pg.Client, ...args: unknown[]) {
      const [um, valores] = args as [string | { text: string; values: unknown[] }, unknown[]]
      const { text, values } = typeof um === 'string' ? { text: um, values: valores } : um
      if (text.includes('with previstas as')) {
        const { rows } = (await consultar.apply(this, [
          `explain (format json) ${text}`,
          values,
        ] as never)) as unknown as Explicado
        previstas.push(esperadas(rows[0]['QUERY PLAN'][0].Plan))
      }
      return consultar.apply(this, args as never)
    } as never
    const feita = await executar(world.servicos, {}).finally(() => {
      pg.Client.prototype.query = consultar
    })
    expect(feita.enfileiradas).toBe(1_500)
    expect(previstas).toHaveLength(1)
    expect(previstas[0]).toBeGreaterThan(500)
  })

  test('outside the hours nothing goes, unless forced', async ({ world }) => {
    await aprovarModelos(world)
    world.relogio.mover('2026-11-24T23:30:00.000Z')
    await world.criarCliente()
    expect((await rodar(world)).ignorados).toEqual({ fora_do_horario: 1 })
    expect((await rodar(world, { forcar_horario: true })).enfileiradas).toBe(1)
  })

  test('moves to the queue whom the engine can do no more for', async ({ world }) => {
    await aprovarModelos(world)
    const calado = await world.criarCliente({ numero_chamadas: 6, ultimo_contato_em: '2026-11-23T13:00:00.000Z' })
    const semTelefone = await world.criarCliente({ telefone: null })
    const fora = await world.criarCliente()
    await world.db.updateTable('contato').set({ aceita_mensagens: false }).where('id', '=', fora.contatoId).execute()

    const { ignorados } = await rodar(world)

    expect(ignorados).toEqual({ aguardando: 1, contato_invalido: 1, nao_aceita_mensagens: 1 })
    const fila = await world.db
      .selectFrom('cliente')
      .select(['id', 'status', 'aguardando_motivo'])
      .orderBy('id')
      .execute()
    expect(fila).toEqual([
      { id: calado.id, status: 'aguardando_atendimento', aguardando_motivo: 'sem_resposta' },
      { id: semTelefone.id, status: 'aguardando_atendimento', aguardando_motivo: 'contato_invalido' },
      { id: fora.id, status: 'aguardando_atendimento', aguardando_motivo: 'nao_aceita_mensagens' },
    ])
  })

  test('a customer who agreed after the last attempt stays in the agreement until one more goes unanswered', async ({
    world,
  }) => {
    await aprovarModelos(world)
    const ana = await world.criarOperador()
    const { id, contas } = await world.criarCliente(
      { status: 'aguardando_atendimento', aguardando_motivo: 'sem_resposta', numero_chamadas: 6 },
      [{ vencimento: '2026-11-19' }, { vencimento: '2026-12-20' }],
    )
    const acordo = { contas: [contas[0]], parcelas: 1, primeiro_vencimento: '2026-12-24' }
    await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/negociacoes`, acordo)
    const depoisDaRodada = async () => {
      await executar(world.servicos, {})
      const { json } = await world.chamar(ana, 'GET', `/api/operador/clientes/${id}`)
      const { status, numero_chamadas: chamadas, proximo_contato_em: proximo } = json()
      return [status, chamadas, proximo]
    }
    expect(await depoisDaRodada()).toEqual(['negociado', 6, '2026-12-17'])
    const assumido = await world.chamar(ana, 'POST', `/api/operador/clientes/${id}/assumir`)
    expect(assumido.statusCode).toBe(200)
    await world.chamar(ana, 'PATCH', `/api/operador/clientes/${id}/reativar`)
    expect(await depoisDaRodada()).toEqual(['negociado', 6, '2026-12-17'])
    await world.db.updateTable('cliente').set({ numero_chamadas: 7 }).where('id', '=', id).execute()
    expect(await depoisDaRodada()).toEqual(['aguardando_atendimento', 7, null])
  })

  test('a template never approved is not sent, and the run says so', async ({ world }) => {
    await world.criarCliente()
    expect((await rodar(world)).ignorados).toEqual({ modelo_nao_aprovado: 1 })
  })

  test('beyond the limit of the number, who waited longest goes first', async ({ world }) => {
    await aprovarModelos(world)
    await world.db
      .updateTable('configuracao')
      .set({ whatsapp_situacao: JSON.stringify({ limite: 'TIER_50' }) })
      .execute()
    for (let i = 0; i < 51; i += 1)
      await world.criarCliente({ ultimo_contato_em: new Date(Date.UTC(2026, 9, 1, 0, 60 - i)) })
    const { relatorio, enfileiradas, ignorados } = await rodar(world)
    expect([enfileiradas, ignorados]).toEqual([50, { limite_do_numero: 1 }])
    expect(relatorio.data[0].motivo).toBe('limite_do_numero')
  })

  test('the report takes motivo and busca, and an unknown run is a 404', async ({ world }) => {
    await aprovarModelos(world)
    const joao = { nome: 'João da Silva', documento: '52998224725', telefone: '+5511980001234' }
    await world.criarCliente(joao, [{ numero: 'NF-4471' }])
    await world.criarCliente({ status: 'pausado' })
    const { execucao_id } = await rodar(world)
    const admin = await world.criarAdmin()
    const ler = async (resto: string) =>
      (await world.chamar(admin, 'GET', `/api/admin/cobranca/execucoes/${execucao_id}?${resto}`)).json()
    expect((await ler('motivo=pausado')).total).toBe(1)
    for (const busca of ['joao', 'silva joão', '529.982.247-25', '(11) 98000-1234', '4471']) {
      const { data } = await ler(`busca=${encodeURIComponent(busca)}`)
      expect(data, busca).toMatchObject([{ cliente: { nome: 'João da Silva' } }])
    }
    expect((await world.chamar(admin, 'GET', '/api/admin/cobranca/execucoes/999')).statusCode).toBe(404)
  })

  test('the list of runs takes busca: a number, or a day', async ({ world }) => {
    const { execucao_id } = await rodar(world, { simular: true })
    await rodar(world, { simular: true })
    const admin = await world.criarAdmin()
    const achar = async (busca: string) => {
      const { data, total } = (
        await world.chamar(admin, 'GET', `/api/admin/cobranca/execucoes?busca=${encodeURIComponent(busca)}`)
      ).json()
      expect(data).toHaveLength(total)
      return data.map(({ id }: { id: number }) => id)
    }
    expect(await achar('')).toEqual([execucao_id + 1, execucao_id])
    expect(await achar(String(execucao_id))).toEqual([execucao_id])
    expect(await achar('24/11/2026')).toEqual([execucao_id + 1, execucao_id])
    expect(await achar('25/11/2026')).toEqual([])
    expect(await achar('Ana')).toEqual([])
  })

  test('the runs go away as a spreadsheet, newest first, for administrators alone', async ({ world }) => {
    await aprovarModelos(world)
    await world.criarCliente({ nome: 'Rita' })
    const ensaio = await rodar(world, { simular: true })
    const cheia = await rodar(world)
    const url = '/api/admin/cobranca/execucoes/exportar.csv'
    const resposta = await world.chamar(await world.criarAdmin(), 'GET', url)
    expect(resposta.headers['content-disposition']).toBe('attachment; filename="execucoes-2026-11-24.csv"')
    const linhas = resposta.body.split('\r\n')
    expect(linhas).toHaveLength(4)
    expect(linhas[1]).toContain(`"${cheia.execucao_id}";"24/11/2026"`)
    expect(linhas[1]).toContain('"manual";"não";"1";"1";"0"')
    expect(linhas[2]).toContain(`"${ensaio.execucao_id}";"24/11/2026"`)
    expect(linhas[2]).toContain('"simulação"')
    expect((await world.chamar(await world.criarOperador(), 'GET', url)).statusCode).toBe(403)
  })

  test('the report goes away as a spreadsheet, under the same filters and safe against formulas', async ({ world }) => {
    await aprovarModelos(world)
    const { id } = await world.criarCliente({ nome: '=João', status: 'pausado' })
    await world.criarCliente({ nome: 'Rita' })
    const { execucao_id } = await rodar(world, { simular: true })
    const admin = await world.criarAdmin()
    const baixar = (qual: number, consulta = '') =>
      world.chamar(admin, 'GET', `/api/admin/cobranca/execucoes/${qual}/exportar.csv${consulta}`)
    const todos = await baixar(execucao_id)
    expect(todos.headers['content-disposition']).toBe(`attachment; filename="execucao-${execucao_id}.csv"`)
    expect(todos.body.split('\r\n')).toHaveLength(4)
    expect(todos.body).toContain(`"24/11/2026";"${id}";"'=João";"não";"Pausado"`)
    expect((await baixar(execucao_id, '?motivo=pausado')).body).not.toContain('Rita')
    expect((await baixar(999)).statusCode).toBe(404)
  })
})

describe('GET /api/admin/cobranca/conferencia', () => {
  test('says in whose message a value would be missing, cut or mended, and leaves everything as it is', async ({
    world,
  }) => {
    await aprovarModelos(world)
    await world.db.updateTable('configuracao').set({ pix: '14.206.377/0001-06' }).execute()
    await world.criarCliente({ nome: 'Maria Souza' })
    const quebrado = await world.criarCliente({ nome: 'José\nda Silva', documento: '11222333000181' })
    await world.criarCliente({ nome: 'Ana\tLima', status: 'pausado' })
    const admin = await world.criarAdmin()
    const conferir = async (resto = '') =>
      (await world.chamar(admin, 'GET', `/api/admin/cobranca/conferencia${resto}`)).json()
    expect(await conferir()).toMatchObject({
      publico: 2,
      conferidos: 2,
      total: 1,
      data: [
        {
          cliente: { id: quebrado.id },
          modelo: 'atraso',
          passo: 5,
          problemas: [{ variavel: 'primeiro_nome', problema: 'quebra_de_linha' }],
        },
      ],
    })
    for (const [busca, total] of [
      ['silva jose', 1],
      ['11.222.333/0001-81', 1],
      ['maria', 0],
    ] as const)
      expect(await conferir(`?busca=${encodeURIComponent(busca)}`)).toMatchObject({ total, com_problema: 1 })
    await world.db.updateTable('configuracao').set({ pix: null }).execute()
    expect(await conferir()).toMatchObject({
      com_problema: 2,
      da_empresa: [{ variavel: 'pix', problema: 'vazio', mensagens: 2 }],
      total: 1,
      data: [{ cliente: { id: quebrado.id }, problemas: [{ variavel: 'primeiro_nome' }] }],
    })
    expect(await mensagens(world)).toEqual([])
    const baixar = (quem: typeof admin) => world.chamar(quem, 'GET', '/api/admin/cobranca/conferencia/exportar.csv')
    const planilha = await baixar(admin)
    expect(planilha.headers['content-disposition']).toBe('attachment; filename="valores-das-mensagens-2026-11-24.csv"')
    const [, daEmpresa, deJose, ...resto] = planilha.body.split('\r\n')
    expect(daEmpresa).toMatch(/^"empresa";"";"";"";"";"pix";"vazio";".+";"2"$/)
    expect(deJose).toContain(`"cliente";"${quebrado.id}";"José`)
    expect(deJose).toMatch(/"Atraso";"D\+5";"primeiro_nome";"quebra_de_linha";".+";"1"$/)
    expect(resto).toEqual([''])
    expect((await baixar(await world.criarOperador())).statusCode).toBe(403)
  })

  test('looks at the header too, which has less room than the text', async ({ world }) => {
    await aprovarModelos(world)
    const partes = JSON.stringify({ cabecalho: 'Conta de {{nome}}', botoes: [] })
    await world.db.updateTable('modelo_versao').set({ partes }).where('tipo', '=', 'atraso').execute()
    const comprido = await world.criarCliente({ nome: `Distribuidora ${'muito '.repeat(12)}grande` })
    const admin = await world.criarAdmin()
    const { data } = (await world.chamar(admin, 'GET', '/api/admin/cobranca/conferencia')).json()
    expect(data).toMatchObject([{ cliente: { id: comprido.id }, problemas: [{ variavel: 'nome', problema: 'longo' }] }])
  })
})

test('a run, which holds the phones of its messages, holds up nobody whose id Meta tells with what they write', async ({
  world,
}) => {
  const { contatoId } = await world.criarCliente()
  await world.db.transaction().execute(async (rodada) => {
    await sql`select from contato where id = ${contatoId} for key share`.execute(rodada) // as a foreign key to it does
    await world.db.transaction().execute(async (entrada) => {
      await sql`set local lock_timeout = '1s'`.execute(entrada)
      await sql`update contato set bsuid = 'BR.1' where id = ${contatoId}`.execute(entrada)
    })
  })
})
