import { describe, expect } from 'vitest'
import { naMesmaAplicacao as test } from '#test/mesmo-mundo.ts'
import type { World } from '#test/world.ts'

const base = '/api/operador/clientes'
const nomes = (resposta: { json(): { data: { nome: string }[] } }) => resposta.json().data.map((um) => um.nome)

describe('a search that comes beside the address', () => {
  test('finds the same as in the URL, under the same rules', async ({ world }) => {
    const ana = await world.criarOperador()
    await world.criarCliente({ nome: 'José da Conceição' })
    await world.criarCliente({ nome: 'Rui' })
    const buscar = async (busca: string) => {
      const url = '/api/operador/clientes/ativos'
      return world.chamar(ana, 'GET', url, undefined, { 'x-busca': busca })
    }
    expect((await buscar(encodeURIComponent('JOSÉ da conceicao'))).json()).toMatchObject({ total: 1 })
    expect((await buscar('ninguem')).json()).toMatchObject({ total: 0 })
    expect((await buscar('%E0%A4%A')).statusCode).toBe(422)
    expect((await buscar('%00')).statusCode).toBe(422)
    expect((await buscar('x'.repeat(3_000))).statusCode).toBe(422)
  })
})

describe('the lists', () => {
  async function povoar(world: World) {
    const ana = await world.criarOperador()
    const bia = await world.criarOperador()
    const conta = (vencimento: string) => [{ vencimento }]
    await world.criarCliente({ nome: 'Livre antigo', numero_chamadas: 3 }, conta('2026-10-01'))
    await world.criarCliente({ nome: 'Meu recente', operador_id: ana.id }, conta('2026-11-20'))
    await world.criarCliente({ nome: 'Meu antigo', operador_id: ana.id, numero_chamadas: 5 }, conta('2026-09-01'))
    await world.criarCliente({ nome: 'Meu não lido', operador_id: ana.id, nao_lidas: 2 }, conta('2026-12-01'))
    await world.criarCliente({ nome: 'Da Bia', operador_id: bia.id, numero_chamadas: 9 }, conta('2026-08-01'))
    await world.criarCliente({ nome: 'Na fila', status: 'aguardando_atendimento', numero_chamadas: 4 })
    await world.criarCliente({ nome: 'Acabou' }, [])
    return { ana, bia }
  }

  test("ativos: one's own first, unread first, then most days late; com_falhas over the whole list", async ({
    world,
  }) => {
    const { ana } = await povoar(world)
    const todos = await world.chamar(ana, 'GET', `${base}/ativos`)
    expect(nomes(todos)).toEqual(['Meu não lido', 'Meu antigo', 'Meu recente', 'Livre antigo'])
    expect(todos.json()).toMatchObject({ com_falhas: 2, total: 4, current_page: 1, last_page: 1, per_page: 20 })
    const curta = (await world.chamar(ana, 'GET', `${base}/ativos?per_page=1&page=2`)).json()
    expect(curta).toMatchObject({ com_falhas: 2, total: 4, last_page: 4, data: [{ nome: 'Meu antigo' }] })
    const longe = await world.chamar(ana, 'GET', `${base}/ativos?page=${Number.MAX_SAFE_INTEGER}&per_page=100`)
    expect(longe.json()).toMatchObject({ data: [], total: 4, current_page: Number.MAX_SAFE_INTEGER })
    expect(nomes(await world.chamar(ana, 'GET', `${base}/ativos?carteira=livre`))).toEqual(['Livre antigo'])
    expect((await world.chamar(ana, 'GET', `${base}/ativos?carteira=minha`)).json().total).toBe(3)
    expect((await world.chamar(ana, 'GET', `${base}/ativos?status=pausado`)).json().total).toBe(0)
  })

  for (const consulta of ['carteira=outra', 'page=0', 'page=abc', 'per_page=101', 'status=novo']) {
    test(`ativos?${consulta}: 422`, async ({ world }) => {
      const resposta = await world.chamar(await world.criarOperador(), 'GET', `${base}/ativos?${consulta}`)
      expect(resposta.statusCode).toBe(422)
    })
  }

  test('the queue: broken agreements first, then who waits longest', async ({ world }) => {
    const ana = await world.criarOperador()
    const fila = (nome: string, aguardando_desde: string, aguardando_motivo: 'respondeu' | 'acordo_quebrado') =>
      world.criarCliente({ nome, status: 'aguardando_atendimento', aguardando_desde, aguardando_motivo })
    await fila('Depois', '2026-11-24T11:00:00Z', 'respondeu')
    await fila('Antes', '2026-11-23T11:00:00Z', 'respondeu')
    await fila('Quebrou', '2026-11-24T12:00:00Z', 'acordo_quebrado')
    const resposta = await world.chamar(ana, 'GET', `${base}/aguardando-atendimento`)
    expect(nomes(resposta)).toEqual(['Quebrou', 'Antes', 'Depois'])
    expect(resposta.json().data[0]).toMatchObject({
      aguardando_desde: '2026-11-24T12:00:00.000Z',
      aguardando_motivo: 'acordo_quebrado',
    })
    const filtrada = await world.chamar(ana, 'GET', `${base}/aguardando-atendimento?motivo=respondeu`)
    expect(nomes(filtrada)).toEqual(['Antes', 'Depois'])
    const contar = async (busca: string) =>
      (await world.chamar(ana, 'GET', `${base}/aguardando-atendimento/contagem?busca=${busca}`)).json()
    expect(await contar('')).toMatchObject({ acordo_quebrado: 1, respondeu: 2, sem_resposta: 0 })
    expect(await contar('antes')).toMatchObject({ acordo_quebrado: 0, respondeu: 1 })
  })

  test('busca ignores accents, case and punctuation, over name, document, phone, code and account', async ({
    world,
  }) => {
    const ana = await world.criarOperador()
    const campos = { nome: 'José da Conceição', documento: '52998224725', telefone: '+5511987654321' }
    await world.criarCliente({ ...campos, codigo_externo: 'AÇO-77' }, [{ numero: 'NF 4471/É' }])
    await world.criarCliente({ nome: 'Outra_Pessoa 100%' })
    const buscar = async (texto: string) =>
      nomes(await world.chamar(ana, 'GET', `${base}/ativos?busca=${encodeURIComponent(texto)}`))
    for (const texto of [
      'jose CONCEICAO',
      'conceição josé',
      '529.982.247-25',
      '52998224725',
      '(11) 98765-4321',
      '+5511987654321',
      'aco-77',
      '4471/e',
      'jose 4471',
    ]) {
      expect(await buscar(texto), texto).toEqual(['José da Conceição'])
    }
    expect(await buscar('%')).toEqual(['Outra_Pessoa 100%'])
    expect(await buscar('a_pessoa')).toEqual(['Outra_Pessoa 100%'])
    expect(await buscar('jose inexistente')).toEqual([])
    expect(await buscar("'; drop table cliente; --")).toEqual([])
  })

  test("admin: everyone's, by operator, status and search; por-status and counts", async ({ world }) => {
    const { ana } = await povoar(world)
    const admin = await world.criarAdmin()
    const total = async (caminho: string) =>
      (await world.chamar(admin, 'GET', `/api/admin/clientes${caminho}`)).json().total
    expect(await total('')).toBe(7)
    expect(await total(`?operador_id=${ana.id}`)).toBe(3)
    expect(await total('?operador_id=nenhum&status=ativo')).toBe(1)
    expect(await total('/por-status/aguardando_atendimento')).toBe(1)
    for (const palavra of ['novo', 'n'.repeat(61), 'n'.repeat(2_000)])
      expect((await world.chamar(admin, 'GET', `/api/admin/clientes/por-status/${palavra}`)).statusCode).toBe(404)
    expect((await world.chamar(admin, 'GET', `/api/admin/clientes?operador_id=${ana.id}`)).json().soma).toBe(300)
    expect((await world.chamar(admin, 'GET', '/api/admin/clientes/contagem')).json()).toEqual({
      ativo: 5,
      aguardando_atendimento: 1,
      em_atendimento: 0,
      negociado: 0,
      pausado: 0,
      concluido: 1,
    })
    expect((await world.chamar(ana, 'GET', '/api/admin/clientes')).statusCode).toBe(403)
  })

  test('a customer carries what it owes today', async ({ world }) => {
    const ana = await world.criarOperador()
    const { id } = await world.criarCliente({}, [
      { vencimento: '2026-11-14', vencimento_util: '2026-11-16', valor_centavos: 10_001 },
      { vencimento: '2026-12-24', valor_centavos: 5_000 },
    ])
    const cliente = (await world.chamar(ana, 'GET', `${base}/${id}`)).json()
    expect(cliente).toMatchObject({
      valor_em_aberto: 150.01,
      contas_em_aberto: 2,
      contas_vencidas: 1,
      valor_vencido: 100.01,
      dias_atraso: 8,
      aceita_mensagens: true,
      janela_ate: null,
      ultima_mensagem: null,
      negociacao: null,
      historico: [],
      consentimento: null,
      aceita_marketing: true,
      decisao: { dia: '2026-11-24', enviada: false },
    })
    expect(cliente.contas.map((conta: { status: string }) => conta.status)).toEqual(['vencida', 'em_aberto'])
  })
})

describe("an administrator's filters", () => {
  const nomes = (resposta: { json: () => { data: { nome: string }[] } }) => resposta.json().data.map(({ nome }) => nome)

  test('narrow by lateness, attempts and value, and order as asked', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarCliente({ nome: 'Em dia', numero_chamadas: 0 }, [
      { vencimento: world.hoje(), valor_centavos: 50_00 },
    ])
    await world.criarCliente({ nome: 'Ágata, cinco dias', numero_chamadas: 2 }, [
      { vencimento: '2026-11-19', valor_centavos: 900_00 },
    ])
    await world.criarCliente({ nome: 'Noventa e um', numero_chamadas: 3 }, [
      { vencimento: '2026-08-25', valor_centavos: 300_00 },
    ])
    await world.criarCliente({ nome: 'Nada deve' }, [])
    const achados = async (consulta: string) =>
      nomes(await world.chamar(admin, 'GET', `/api/admin/clientes?${consulta}`))
    expect(await achados('atraso=com_atraso')).toEqual(['Noventa e um', 'Ágata, cinco dias'])
    expect(await achados('atraso=sem_atraso')).toEqual(['Em dia', 'Nada deve'])
    expect(await achados('atraso=1-30')).toEqual(['Ágata, cinco dias'])
    expect(await achados('atraso=90%2B')).toEqual(['Noventa e um'])
    expect(await achados('chamadas=3%2B')).toEqual(['Noventa e um'])
    expect(await achados('chamadas=1-2')).toEqual(['Ágata, cinco dias'])
    expect(await achados('valor_min=300&valor_max=300')).toEqual(['Noventa e um'])
    expect(await achados('ordenar=-atraso')).toEqual(['Noventa e um', 'Ágata, cinco dias', 'Em dia', 'Nada deve'])
    expect(await achados('ordenar=atraso')).toEqual(['Nada deve', 'Em dia', 'Ágata, cinco dias', 'Noventa e um'])
    expect(await achados('ordenar=nome')).toEqual(['Ágata, cinco dias', 'Em dia', 'Nada deve', 'Noventa e um'])
    expect(await achados('ordenar=-valor')).toEqual(['Ágata, cinco dias', 'Noventa e um', 'Em dia', 'Nada deve'])
    const { total, soma } = (await world.chamar(admin, 'GET', '/api/admin/clientes?atraso=com_atraso')).json()
    expect([total, soma]).toEqual([2, 1200])
    const porStatus = await world.chamar(admin, 'GET', '/api/admin/clientes/por-status/ativo?atraso=sem_atraso')
    expect(nomes(porStatus)).toEqual(['Em dia'])
    await world.criarCliente({ nome: 'Sessenta dias' }, [{ vencimento: '2026-09-25' }])
    for (const [faixa, quem] of [
      ['31-60', ['Sessenta dias']],
      ['61-90', []],
    ] as const)
      expect(await achados(`atraso=${faixa}`)).toEqual(quem)
  })

  test('find whom WhatsApp cannot reach, for an administrator and for an operator', async ({ world }) => {
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
    await world.criarCliente({ nome: 'Celular', telefone: '+5519988124470' })
    await world.criarCliente({ nome: 'Fixo', telefone: '+551932418800' })
    await world.criarCliente({ nome: 'Nenhum', telefone: null })
    const sem = 'telefone=sem_celular'
    expect(nomes(await world.chamar(admin, 'GET', `/api/admin/clientes?${sem}&ordenar=nome`))).toEqual([
      'Fixo',
      'Nenhum',
    ])
    expect(nomes(await world.chamar(ana, 'GET', `/api/operador/clientes/ativos?${sem}`)).sort()).toEqual([
      'Fixo',
      'Nenhum',
    ])
    expect((await world.chamar(admin, 'GET', '/api/admin/clientes?telefone=fixo')).statusCode).toBe(422)
  })

  test('give the same customers as a spreadsheet, safe against formulas', async ({ world }) => {
    const admin = await world.criarAdmin()
    await world.criarCliente({ nome: '=HYPERLINK("http://mau")', telefone: '+5519988124470' }, [
      { vencimento: '2026-11-19', valor_centavos: 1_234_56 },
    ])
    await world.criarCliente({ nome: 'Fora do filtro' }, [])
    const resposta = await world.chamar(admin, 'GET', '/api/admin/clientes/exportar.csv?atraso=com_atraso')
    expect(resposta.headers['content-disposition']).toBe('attachment; filename="clientes-2026-11-24.csv"')
    const [cabeca, linha, fim] = resposta.body.split('\r\n')
    expect(cabeca).toContain('"nome";"documento";"telefone"')
    expect(linha).toContain(`"'=HYPERLINK(""http://mau"")"`)
    expect(linha).toContain('"1234,56"')
    expect(fim).toBe('')
  })

  test('transfer and share only the customers found, or those chosen', async ({ world }) => {
    const admin = await world.criarAdmin()
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const tarde = await world.criarCliente({}, [{ vencimento: '2026-11-19' }])
    const cedo = await world.criarCliente({}, [{ vencimento: '2026-12-19' }])
    const deBia = await world.criarCliente({ operador_id: bia.id }, [{ vencimento: '2026-11-19' }])
    const transferir = (body: object) => world.chamar(admin, 'POST', '/api/admin/clientes/transferir', body)
    const donos = async () =>
      (await world.db.selectFrom('cliente').select('operador_id').orderBy('id').execute()).map((um) => um.operador_id)

    expect((await transferir({ operador_id: ana.id })).json().errors).toHaveProperty('ids')
    expect(
      (await transferir({ operador_id: ana.id, filtro: { atraso: 'com_atraso', operador_id: 'nenhum' } })).json(),
    ).toEqual({ transferidos: 1 })
    expect(await donos()).toEqual([ana.id, null, bia.id])
    expect((await transferir({ operador_id: bia.id, ids: [tarde.id, deBia.id] })).json()).toEqual({ transferidos: 1 })
    expect(await donos()).toEqual([bia.id, null, bia.id])

    const distribuir = (body: object) => world.chamar(admin, 'POST', '/api/admin/clientes/distribuir', body)
    const fora = await world.criarOperador({ status: 'Bloqueado' })
    const aQuemFoiBloqueado = [
      await transferir({ operador_id: fora.id, ids: [cedo.id] }),
      await distribuir({ operadores: [ana.id, fora.id], ids: [cedo.id] }),
    ]
    expect(aQuemFoiBloqueado.map((um) => Object.keys(um.json().errors))).toEqual([['operador_id'], ['operadores']])
    expect((await distribuir({ operadores: [ana.id], ids: [tarde.id] })).json()).toEqual({ distribuidos: 0 })
    expect((await distribuir({ operadores: [ana.id], ids: [tarde.id, cedo.id] })).json()).toEqual({ distribuidos: 1 })
    expect(await donos()).toEqual([bia.id, ana.id, bia.id])
    const recente = await world.criarCliente({}, [{ vencimento: '2026-11-20' }])
    const antigo = await world.criarCliente({}, [{ vencimento: '2026-11-19' }])
    await distribuir({ operadores: [ana.id, ana.id, bia.id], ids: [recente.id, antigo.id] })
    expect((await donos()).slice(3)).toEqual([bia.id, ana.id])
  })
})

describe("an operator's lists to take along", () => {
  test('hold all that the filters find and nothing that is not theirs to see, safe against formulas', async ({
    world,
  }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    await world.criarCliente({ nome: '=1+1', operador_id: ana.id, numero_chamadas: 4 })
    await world.criarCliente({ nome: 'De ninguém' })
    await world.criarCliente({ nome: 'Da Bia', operador_id: bia.id })
    await world.criarCliente({ nome: 'Quitou', status: 'concluido' }, [])
    const nomes = async (lista: string) => {
      const { body } = await world.chamar(ana, 'GET', `/api/operador/clientes/${lista}`)
      return body
        .trim()
        .split('\r\n')
        .slice(1)
        .map((linha) => linha.split(';')[0])
    }
    expect(await nomes('ativos/exportar.csv')).toEqual([`"'=1+1"`, '"De ninguém"'])
    expect(await nomes('ativos/exportar.csv?chamadas=3%2B')).toEqual([`"'=1+1"`])
    expect(await nomes('concluidos/exportar.csv?busca=quitou')).toEqual(['"Quitou"'])
    expect(await nomes('concluidos/exportar.csv?carteira=minha')).toEqual([])
    // The dashboard's filters find only one's own customers, in any status.
    await world.criarCliente({ nome: 'Escreveu', operador_id: ana.id, nao_lidas: 2 })
    await world.criarCliente({ nome: 'Da Bia, que escreveu', operador_id: bia.id, nao_lidas: 2, numero_chamadas: 5 })
    expect(await nomes('carteira/exportar.csv')).toEqual(['"Escreveu"', `"'=1+1"`])
    expect(await nomes('carteira/exportar.csv?nao_lidas=com')).toEqual(['"Escreveu"'])
    expect(await nomes('carteira/exportar.csv?chamadas=3%2B')).toEqual([`"'=1+1"`])
  })

  test('of the queue also tell why each one waits and since when, in its order', async ({ world }) => {
    const [ana, bia] = [await world.criarOperador(), await world.criarOperador()]
    const naFila = (nome: string, aguardando_motivo: 'respondeu' | 'acordo_quebrado', dono: number | null) =>
      world.criarCliente({
        nome,
        status: 'aguardando_atendimento',
        aguardando_motivo,
        aguardando_desde: '2026-11-24T11:00:00Z',
        operador_id: dono,
      })
    await naFila('+Respondeu', 'respondeu', null)
    await naFila('Quebrou', 'acordo_quebrado', ana.id)
    await naFila('Da Bia', 'respondeu', bia.id)
    await world.criarCliente({ nome: 'Ativo', operador_id: ana.id })
    const baixar = (consulta = '') =>
      world.chamar(ana, 'GET', `/api/operador/clientes/aguardando-atendimento/exportar.csv${consulta}`)
    const todos = await baixar()
    expect(todos.headers['content-disposition']).toBe('attachment; filename="fila-de-atendimento-2026-11-24.csv"')
    const [, primeira, segunda, ...resto] = todos.body.split('\r\n')
    expect(primeira).toMatch(/^"Quebrou";.*;"Acordo quebrado";"24\/11\/2026";"08:00"$/)
    expect(segunda).toMatch(/^"'\+Respondeu";.*;"Respondeu";"24\/11\/2026";"08:00"$/)
    expect(resto).toEqual([''])
    expect((await baixar('?motivo=respondeu')).body).not.toContain('Quebrou')
    expect((await baixar('?busca=quebrou')).body).not.toContain('Respondeu')
    expect((await baixar('?janela=fechando')).body.split('\r\n')).toHaveLength(2)
  })
})

describe("an operator's narrower lists", () => {
  test('tell windows that close within two hours, and who was called three times or more', async ({ world }) => {
    const ana = await world.criarOperador()
    const fecha = await world.criarCliente({ nome: 'Fecha logo', status: 'aguardando_atendimento' })
    const longe = await world.criarCliente({ nome: 'Ainda longe', status: 'aguardando_atendimento' })
    await world.criarCliente({ nome: 'Muito chamado', numero_chamadas: 4 })
    await world.criarCliente({ nome: 'Pouco chamado', numero_chamadas: 1 })
    const janela = (id: number | null, ate: string) =>
      world.db.updateTable('contato').set({ janela_ate: ate }).where('id', '=', id).execute()
    await janela(fecha.contatoId, '2026-11-24T14:30:00Z')
    await janela(longe.contatoId, '2026-11-24T20:30:00Z')
    const fechou = await world.criarCliente({ nome: 'Já fechou', status: 'aguardando_atendimento' })
    await janela(fechou.contatoId, '2026-11-24T12:59:00Z')
    const lista = async (resto: string) =>
      (await world.chamar(ana, 'GET', `/api/operador/clientes/${resto}`))
        .json()
        .data.map((um: { nome: string }) => um.nome)
    expect(await lista('aguardando-atendimento?janela=fechando')).toEqual(['Fecha logo'])
    expect(await lista('ativos?chamadas=3%2B')).toEqual(['Muito chamado'])
  })
})
