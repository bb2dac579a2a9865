import { describe, expect } from 'vitest'
import { ESCOPOS, PEDIDOS_POR_MINUTO } from '#domain/integracao.ts'
import { enquantoEspera } from '#test/espera.ts'
import { enviarCsv } from '#test/multipart.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const CPF = '52998224725'
const NOVA = { valor: 150.5, vencimento: '2026-12-10' }

/** A program with a token of all scopes, or these. */
async function programa(world: World, escopos: readonly string[] = ESCOPOS, nome = 'ERP Sol') {
  const admin = await world.criarAdmin()
  const criado = (await world.chamar(admin, 'POST', '/api/admin/tokens', { nome, escopos })).json()
  const quem: Pessoa = { id: criado.id, name: nome, email: '', token: criado.token }
  const pedir = (metodo: 'GET' | 'PUT' | 'POST', caminho: string, corpo?: object, chave?: string) =>
    world.app.inject({
      method: metodo,
      url: `/api/integracao${caminho}`,
      headers: { authorization: `Bearer ${criado.token}`, ...(chave && { 'idempotency-key': chave }) },
      ...(corpo && { payload: corpo }),
    })
  return { admin, quem, criado, pedir }
}

const lote = async (
  world: World,
  token: string,
  linhas: string[],
  chave?: string,
  letras: 'utf8' | 'latin1' = 'utf8',
) => {
  const resposta = await world.app.inject({
    method: 'POST',
    url: '/api/integracao/lote',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-ndjson',
      ...(chave && { 'idempotency-key': chave }),
    },
    payload: Buffer.from(linhas.join('\n'), letras),
  })
  return {
    status: resposta.statusCode,
    linhas: resposta.body
      .trim()
      .split('\n')
      .map((linha) => JSON.parse(linha)),
  }
}

describe('the token of a program', () => {
  test('is told once, opens /api/integracao alone, and is dead as soon as it is revoked', async ({ world }) => {
    const { admin, quem, criado, pedir } = await programa(world, ['clientes:ler'])
    expect(criado).toMatchObject({ nome: 'ERP Sol', escopos: ['clientes:ler'], expira_em: null, usado_em: null })
    expect(criado.token).toMatch(/^cob_[\w-]{43}$/)
    expect((await pedir('GET', '/clientes/X')).statusCode).toBe(404)
    const lista = (await world.chamar(admin, 'GET', '/api/admin/tokens')).json().data
    expect(lista).toHaveLength(1)
    expect(lista[0].usado_em).not.toBeNull()
    expect(JSON.stringify(lista)).not.toContain(criado.token)
    for (const url of ['/api/me', '/api/admin/tokens', '/api/operador/clientes/ativos', '/api/eventos'])
      expect((await world.chamar(quem, 'GET', url)).statusCode, url).toBe(401)
    expect((await world.chamar(admin, 'GET', '/api/integracao/clientes/X')).statusCode).toBe(401)
    expect((await pedir('PUT', '/clientes/X', { nome: 'Rui', documento: CPF })).json().message).toContain(
      'clientes:escrever',
    )
    expect((await pedir('PUT', '/clientes/X', { nome: 'Rui', documento: CPF })).statusCode).toBe(403)
    expect((await world.chamar(admin, 'DELETE', `/api/admin/tokens/${criado.id}`)).statusCode).toBe(204)
    expect((await pedir('GET', '/clientes/X')).statusCode).toBe(401)
    expect((await world.chamar(admin, 'DELETE', `/api/admin/tokens/${criado.id}`)).statusCode).toBe(404)
    expect((await world.chamar(admin, 'GET', '/api/admin/tokens')).json().data).toEqual([])
  })

  test('ends when its day is over, in São Paulo, and is not made for a moment that has passed', async ({ world }) => {
    const admin = await world.criarAdmin()
    const pedido = { nome: 'ERP', escopos: ['clientes:ler'], expira_em: '2026-11-24' }
    const { token, expira_em } = (await world.chamar(admin, 'POST', '/api/admin/tokens', pedido)).json()
    expect(expira_em).toBe('2026-11-25T03:00:00.000Z')
    const quem = { ...admin, token }
    world.relogio.mover('2026-11-25T02:59:59.000Z')
    expect((await world.chamar(quem, 'GET', '/api/integracao/clientes/X')).statusCode).toBe(404)
    world.relogio.mover('2026-11-25T03:00:00.000Z')
    expect((await world.chamar(quem, 'GET', '/api/integracao/clientes/X')).statusCode).toBe(401)
    const outro = await world.criarAdmin()
    for (const [campo, errado] of [
      ['expira_em', { expira_em: '2026-11-24' }],
      ['expira_em', { expira_em: 'amanhã' }],
      ['expira_em', { expira_em: '0001-01-01' }],
      ['expira_em', { expira_em: '9999-12-31T23:59:59-12:00' }],
      ['escopos', { escopos: [] }],
      ['escopos', { escopos: ['tudo'] }],
      ['nome', { nome: ' ' }],
    ] as const) {
      const recusado = await world.chamar(outro, 'POST', '/api/admin/tokens', { ...pedido, expira_em: null, ...errado })
      expect([recusado.statusCode, Object.keys(recusado.json().errors)]).toEqual([422, [campo]])
    }
    const longe = await world.chamar(outro, 'POST', '/api/admin/tokens', { ...pedido, expira_em: '9999-12-31' })
    expect(longe.json().errors.expira_em).toEqual(['Confira o ano: deve ser de 1990 a 2099.'])
  })

  test('is heard 600 times a minute, over all that it asks', async ({ world }) => {
    const { criado, pedir } = await programa(world)
    await world.db
      .updateTable('token_de_acesso')
      .set({ pedidos: PEDIDOS_POR_MINUTO - 3, minuto_desde: world.relogio.agora() })
      .execute()
    const linha = JSON.stringify({ metodo: 'GET', caminho: '/api/integracao/clientes/X' })
    // The lines count, whether they ask for anything or not, and the call that brings them does not.
    const { linhas } = await lote(world, criado.token, ['nada', linha, linha, linha])
    expect(linhas.map(({ status }) => status)).toEqual([400, 404, 404, 429])
    expect((await lote(world, criado.token, [linha])).status).toBe(429)
    world.relogio.passar({ segundos: 20 })
    const recusado = await pedir('GET', '/clientes/X')
    expect([recusado.statusCode, recusado.headers['retry-after']]).toEqual([429, '40'])
    world.relogio.passar({ segundos: 40 })
    expect((await pedir('GET', '/clientes/X')).statusCode).toBe(404)
  })
})

describe('customers by their code', () => {
  test('are made once, found, and changed by what is said; the log names the program', async ({ world }) => {
    const { admin, pedir } = await programa(world)
    const cliente = {
      nome: 'Rui Alves',
      documento: '529.982.247-25',
      telefone: '(11) 98765-4321',
      email: 'RUI@exemplo.com.br',
    }
    const criado = await pedir('PUT', '/clientes/ERP-1', cliente)
    expect(criado.statusCode, criado.body).toBe(201)
    expect(criado.json()).toMatchObject({
      documento: CPF,
      codigo_externo: 'ERP-1',
      status: 'concluido',
      telefone: '+5511987654321',
      email: 'rui@exemplo.com.br',
      operador: null,
    })
    expect((await pedir('PUT', '/clientes/ERP-1', cliente)).statusCode).toBe(200)
    const mudado = await pedir('PUT', '/clientes/ERP-1', { email: null })
    expect(mudado.json()).toMatchObject({
      id: criado.json().id,
      nome: 'Rui Alves',
      telefone: '+5511987654321',
      email: null,
    })
    expect((await pedir('GET', '/clientes/ERP-1')).json()).toEqual(mudado.json())
    expect((await pedir('PUT', '/clientes/ERP-1', { documento: '111.444.777-35' })).json().documento).toBe(
      '11144477735',
    )
    const logs = (await world.chamar(admin, 'GET', '/api/admin/logs?busca=ERP Sol')).json().data
    expect(logs.map((log: { acao: string }) => log.acao)).toEqual([
      'cliente.mudar_contato',
      'cliente.mudar_contato',
      'cliente.cadastrar',
    ])
    expect(logs[0].usuario.name).toBe('ERP Sol')
  })

  test('twenty calls at once for a new one make one', async ({ world }) => {
    const { pedir } = await programa(world)
    const respostas = await Promise.all(
      Array.from({ length: 20 }, () => pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })),
    )
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(19).fill(200), 201])
  })

  test('a document of another code is refused; a known one without a code gets it', async ({ world }) => {
    const { pedir } = await programa(world)
    const { id } = await world.criarCliente({ documento: CPF, nome: 'Rui', codigo_externo: null })
    const ligado = await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui Alves', documento: CPF })
    expect([ligado.statusCode, ligado.json().id, ligado.json().nome]).toEqual([200, id, 'Rui Alves'])
    const alheio = await pedir('PUT', '/clientes/ERP-2', { nome: 'Outro', documento: CPF })
    expect([alheio.statusCode, alheio.json().codigo]).toEqual([409, 'documento_em_uso'])
    const novo = await pedir('PUT', '/clientes/ERP-2', { documento: '123' })
    expect([novo.statusCode, Object.keys(novo.json().errors)]).toEqual([422, ['documento']])
    expect(Object.keys((await pedir('PUT', '/clientes/ERP-2', {})).json().errors)).toEqual(['nome', 'documento'])
    expect((await pedir('PUT', '/clientes/ERP-2', { nome: 'Bia', documento: '11144477735' })).statusCode).toBe(201)
    const trocado = await pedir('PUT', '/clientes/ERP-2', { documento: CPF })
    expect([trocado.statusCode, trocado.json().codigo]).toEqual([409, 'documento_em_uso'])
    // From before codes were unique: it names nobody.
    await world.criarCliente({ codigo_externo: 'ERP-9', codigo_repetido: true })
    expect((await pedir('GET', '/clientes/ERP-9')).statusCode).toBe(404)
  })

  test('is found, not refused, where a spreadsheet makes the customer at the same time, with its code or without one', async ({
    world,
  }) => {
    const { pedir } = await programa(world)
    for (const [codigo, documento, dele] of [
      ['ERP-1', CPF, null],
      ['ERP-2', '11144477735', 'ERP-2'],
    ] as const) {
      const resposta = await enquantoEspera(world.db, {
        segurar: (trx) =>
          trx
            .insertInto('cliente')
            .values({
              ...{ nome: 'Da planilha', documento, codigo_externo: dele, status: 'concluido' },
              ...{ created_at: world.relogio.agora(), updated_at: world.relogio.agora() },
            })
            .execute(),
        pedir: () => pedir('PUT', `/clientes/${codigo}`, { nome: 'Do programa', documento }, codigo),
      })
      expect([resposta.statusCode, resposta.json()]).toMatchObject([
        200,
        { nome: 'Do programa', codigo_externo: codigo },
      ])
    }
    expect(await world.db.selectFrom('cliente').select('id').execute()).toHaveLength(2)
  })

  test('a document that a spreadsheet gives a code meanwhile keeps it', async ({ world }) => {
    const { pedir } = await programa(world)
    const { id } = await world.criarCliente({ documento: CPF, codigo_externo: null })
    const resposta = await enquantoEspera(world.db, {
      segurar: (trx) =>
        trx.updateTable('cliente').set({ codigo_externo: 'DA-PLANILHA' }).where('id', '=', id).execute(),
      pedir: () => pedir('PUT', '/clientes/ERP-9', { nome: 'Ana Lima', documento: CPF }),
    })
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'documento_em_uso'])
    expect((await pedir('GET', '/clientes/DA-PLANILHA')).json().id).toBe(id)
  })

  test('a spreadsheet brings no code that is another’s; the customer comes in without', async ({ world }) => {
    const { pedir } = await programa(world)
    await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })
    const operador = await world.criarOperador()
    const csv = 'nome;documento;codigo_externo\nBia;11144477735;ERP-1\nCaio;39053344705;ERP-3\nDavi;15350946056;ERP-3\n'
    const resultado = (await enviarCsv(world, operador, csv)).json()
    expect(resultado).toMatchObject({ importados: 3, ignorados: 0 })
    expect(resultado.erros.map(({ linha, campo }: { linha: number; campo: string }) => [linha, campo])).toEqual([
      [2, 'codigo_externo'],
      [4, 'codigo_externo'],
    ])
    const codigos = await world.db.selectFrom('cliente').select(['nome', 'codigo_externo']).orderBy('id').execute()
    expect(codigos.map(({ nome, codigo_externo }) => [nome, codigo_externo])).toEqual([
      ['Rui', 'ERP-1'],
      ['Bia', null],
      ['Caio', 'ERP-3'],
      ['Davi', null],
    ])
    expect((await enviarCsv(world, operador, csv)).json()).toMatchObject({
      importados: 0,
      atualizados: 0,
      ignorados: 3,
    })
  })
})

describe('accounts by their number', () => {
  test('are made, told again without a word, changed while nothing is paid, and paid once', async ({ world }) => {
    const { pedir } = await programa(world)
    await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })
    const url = '/contas/NF%20100?cliente=ERP-1'
    const nova = { ...NOVA, nosso_numero: '77', emissao: '2026-11-02' }
    const feitas = await Promise.all(Array.from({ length: 4 }, () => pedir('PUT', url, nova)))
    expect(feitas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201])
    const criada = feitas.find(({ statusCode }) => statusCode === 201)!
    expect(criada.json()).toMatchObject({
      emissao: '2026-11-02',
      numero: 'NF 100',
      valor: 150.5,
      status: 'em_aberto',
      nosso_numero: '77',
      origem: 'manual',
    })
    expect((await pedir('GET', '/clientes/ERP-1')).json().status).toBe('ativo')
    expect((await pedir('PUT', url, { ...NOVA, nosso_numero: '77' })).statusCode).toBe(200)
    expect((await pedir('PUT', url, { valor: 160 })).json()).toMatchObject({ valor: 160, vencimento: '2026-12-10' })
    const pagar = { valor: 160, pago_em: '2026-11-24', forma: 'pix' }
    const { id } = criada.json()
    const pagamentos = await Promise.all([1, 2].map(() => pedir('POST', `/contas/${id}/pagamentos`, pagar, 'k-1')))
    expect(pagamentos.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(pagamentos[0]!.json()).toEqual(pagamentos[1]!.json())
    expect((await pedir('GET', url)).json()).toMatchObject({ status: 'paga', valor_pago: 160 })
    expect((await pedir('PUT', url, { valor: 160, vencimento: '2026-12-10' })).statusCode).toBe(200)
    const recusada = await pedir('PUT', url, { valor: 200 })
    expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'conta_encerrada'])
    expect((await pedir('GET', '/contas/NF-9?cliente=ERP-1')).statusCode).toBe(404)
    expect((await pedir('GET', '/contas/NF-9?cliente=ERP-9')).statusCode).toBe(404)
    expect((await pedir('GET', '/contas/NF-9')).statusCode).toBe(422)
    expect(Object.keys((await pedir('PUT', '/contas/NF-9?cliente=ERP-1', {})).json().errors)).toEqual([
      'valor',
      'vencimento',
    ])
  })

  test('are told again once paid, with the boleto as it is printed, and not with another', async ({ world }) => {
    const { pedir } = await programa(world)
    await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })
    const boleto = '00190.00009 01234.567004 00000.123174 5 16560000123456'
    const lancar = (linha_digitavel: string | null) =>
      pedir('PUT', '/contas/N-1?cliente=ERP-1', { valor: 1234.56, vencimento: '2026-12-10', linha_digitavel })
    const { id } = (await lancar(boleto)).json()
    await pedir('POST', `/contas/${id}/pagamentos`, { valor: 1234.56, pago_em: '2026-11-24', forma: 'pix' })
    expect((await lancar(boleto)).statusCode).toBe(200)
    expect((await lancar(null)).json().codigo).toBe('conta_encerrada')
  })

  test('of one customer are not told to another by one key', async ({ world }) => {
    const { pedir } = await programa(world)
    await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })
    await pedir('PUT', '/clientes/ERP-2', { nome: 'Lia', documento: '11144477735' })
    const lancar = (codigo: string) => pedir('PUT', `/contas/N-1?cliente=${codigo}`, NOVA, 'k-1')
    expect([(await lancar('ERP-1')).statusCode, (await lancar('ERP-1')).statusCode]).toEqual([201, 201])
    const outra = await lancar('ERP-2')
    expect([outra.statusCode, Object.keys(outra.json().errors)]).toEqual([422, ['idempotency-key']])
  })

  test('of several instalments the number alone does not tell which', async ({ world }) => {
    const { pedir } = await programa(world)
    await world.criarCliente({ documento: CPF, codigo_externo: 'ERP-1' }, [
      { numero: '100', parcela: '001' },
      { numero: '100', parcela: '002' },
    ])
    expect((await pedir('GET', '/contas/100?cliente=ERP-1')).json().codigo).toBe('numero_repetido')
    expect((await pedir('GET', '/contas/100%2F002?cliente=ERP-1')).json()).toMatchObject({
      numero: '100',
      parcela: '002',
    })
  })

  test('of two typed in by hand the cancelled one is not meant', async ({ world }) => {
    const { pedir } = await programa(world)
    const { contas } = await world.criarCliente({ documento: CPF, codigo_externo: 'ERP-1' }, [
      { numero: '100' },
      { numero: '100' },
    ])
    const { codigo, message } = (await pedir('PUT', '/contas/100?cliente=ERP-1', { valor: 90 })).json()
    expect([codigo, message]).toEqual(['numero_repetido', expect.stringContaining('cancele-a')])
    const motivo = { motivo: 'Repetida' }
    const url = `/api/operador/contas-receber/${contas[1]}/cancelar`
    expect((await world.chamar(await world.criarOperador(), 'PATCH', url, motivo)).statusCode).toBe(200)
    expect((await pedir('PUT', '/contas/100?cliente=ERP-1', { valor: 90 })).json()).toMatchObject({
      id: contas[0],
      valor: 90,
    })
  })

  test('of a note the one that stands is not meant by the number of both', async ({ world }) => {
    const { pedir } = await programa(world)
    await world.criarCliente({ documento: CPF, codigo_externo: 'ERP-1' }, [
      { numero: '100', parcela: '001', situacao: 'cancelada' },
      { numero: '100', parcela: '002' },
    ])
    expect((await pedir('PUT', '/contas/100?cliente=ERP-1', { valor: 90 })).json().codigo).toBe('numero_repetido')
    const { message } = (await pedir('GET', '/contas/100?cliente=ERP-1')).json()
    expect(message).toContain('por exemplo 100/001')
  })

  test('advised by an instalment are only those of the very number', async ({ world }) => {
    const { pedir } = await programa(world)
    await world.criarCliente({ documento: CPF, codigo_externo: 'ERP-1' }, [
      { numero: '100', parcela: '001' },
      { numero: '100/7' },
      { numero: '100/7' },
    ])
    const { codigo, message } = (await pedir('GET', '/contas/100%2F7?cliente=ERP-1')).json()
    expect([codigo, message]).toEqual(['numero_repetido', expect.stringContaining('cancele-a')])
  })

  test('in an agreement stay the ones of their number, beside instalments that bear it too', async ({ world }) => {
    const { pedir } = await programa(world)
    const ana = await world.criarOperador()
    await pedir('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF })
    const { id, cliente } = (await pedir('PUT', '/contas/N-1?cliente=ERP-1', NOVA)).json()
    const acordo = { contas: [id], entrada: 50, parcelas: 2, primeiro_vencimento: '2026-12-20' }
    const feito = await world.chamar(ana, 'POST', `/api/operador/clientes/${cliente.id}/negociacoes`, acordo)
    expect(feito.statusCode).toBe(201)
    expect((await pedir('GET', '/contas/N-1?cliente=ERP-1')).json()).toMatchObject({ id, status: 'negociada' })
    expect((await pedir('PUT', '/contas/N-1?cliente=ERP-1', NOVA)).json().id, 'told again').toBe(id)
    const mudada = await pedir('PUT', '/contas/N-1?cliente=ERP-1', { valor: 90 })
    expect([mudada.statusCode, mudada.json().codigo]).toEqual([409, 'conta_de_acordo'])
    for (const parcela of ['entrada', '1/2', '2/2'])
      expect((await pedir('GET', `/contas/N-1%2F${encodeURIComponent(parcela)}?cliente=ERP-1`)).json()).toMatchObject({
        numero: 'N-1',
        parcela,
        origem: 'negociacao',
      })
  })
})

describe('a batch', () => {
  test('does its lines in order, each answered as alone, and nothing twice with one key', async ({ world }) => {
    const { criado } = await programa(world)
    const linha = (metodo: string, caminho: string, corpo?: object) =>
      JSON.stringify({ metodo, caminho: `/api/integracao${caminho}`, corpo })
    const primeiro = await lote(world, criado.token, [
      linha('PUT', '/clientes/ERP-1', { nome: 'Rui', documento: CPF }),
      linha('PUT', '/contas/N-1?cliente=ERP-1', NOVA),
      'rabisco',
      linha('DELETE', '/clientes/ERP-1'),
      linha('POST', '/lote'),
      linha('POST', '/%6cote?x', { metodo: 'GET', caminho: '/api/integracao/eventos' }),
      linha('GET', '/../admin/tokens'),
      linha('GET', '/%'),
      linha('GET', '/contas/N-1?cliente=ERP-1'),
      linha('GET', '/contas/N%20O?cliente=ERP-1'),
    ])
    expect(primeiro.status).toBe(200)
    expect(primeiro.linhas.map(({ status }) => status)).toEqual([201, 201, 400, 422, 422, 422, 422, 422, 200, 404])
    const conta = primeiro.linhas[8].corpo
    expect(conta).toMatchObject({ numero: 'N-1', valor: 150.5 })
    const pagamento = linha('POST', `/contas/${conta.id}/pagamentos`, {
      valor: 50,
      pago_em: '2026-11-24',
      forma: 'pix',
    })
    const chave = 'k'.repeat(200)
    for (let vez = 0; vez < 2; vez++)
      expect(
        (await lote(world, criado.token, [pagamento, pagamento], chave)).linhas.map(({ status }) => status),
      ).toEqual([201, 201])
    const depois = await lote(world, criado.token, [linha('GET', '/contas/N-1?cliente=ERP-1')])
    expect(depois.linhas[0].corpo.valor_pago).toBe(100)
    expect((await lote(world, criado.token, Array(501).fill(linha('GET', '/clientes/1')))).status).toBe(422)
    expect((await lote(world, criado.token, [''])).status).toBe(422)
    const nada = {
      method: 'POST',
      url: '/api/integracao/lote',
      headers: { authorization: `Bearer ${criado.token}` },
    } as const
    expect((await world.app.inject(nada)).statusCode).toBe(422)
    const comAcento = linha('PUT', '/clientes/ERP-2', { nome: 'João' })
    expect((await lote(world, criado.token, [comAcento], undefined, 'latin1')).status).toBe(400)
    expect((await lote(world, criado.token, Array(500).fill('rabisco'))).status).toBe(200)
  })

  test('takes a path whole or from /api/integracao on, and reaches nothing else by it', async ({ world }) => {
    const { criado } = await programa(world)
    const pedir = (caminho: string) =>
      JSON.stringify({ metodo: 'PUT', caminho, corpo: { nome: 'Rui', documento: CPF } })
    const caminhos = [
      '/clientes/ERP-1',
      '/api/integracao/clientes/ERP-1',
      '/lote',
      '/../me',
      '//lote',
      'clientes/ERP-1',
    ]
    const { linhas } = await lote(world, criado.token, caminhos.map(pedir))
    expect(linhas.map(({ status }) => status)).toEqual([201, 200, 422, 422, 404, 422])
  })

  test('answers a line nested without end as too much, and the lines around it as ever', async ({ world }) => {
    const { criado } = await programa(world)
    const aninhada = (niveis: number) => '['.repeat(niveis) + ']'.repeat(niveis)
    const mudar = (corpo: string) => `{"metodo":"PUT","caminho":"/clientes/1","corpo":${corpo}}`
    const linhas = [mudar('{}'), mudar(aninhada(50)), mudar(aninhada(100_000)), mudar('{}')]
    const { linhas: ditas } = await lote(world, criado.token, linhas)
    expect(ditas.map(({ status }) => status)).toEqual([422, 422, 413, 422])
  })

  test('does nothing that its token may not', async ({ world }) => {
    const { criado } = await programa(world, ['clientes:ler'])
    const { linhas } = await lote(world, criado.token, [
      JSON.stringify({ metodo: 'PUT', caminho: '/api/integracao/clientes/1', corpo: {} }),
    ])
    expect(linhas[0].status).toBe(403)
  })
})
