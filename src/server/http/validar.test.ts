import { describe, expect } from 'vitest'
import { cpf } from '#server/demonstracao/pessoas.ts'
import { enviarCsv } from '#test/multipart.ts'
import { test } from '#test/world.ts'

const NADA_VISIVEL = '\u200b\u200d\u2060\ufeff\u00ad\u3164\u2800'

describe('null in what may be left out', () => {
  test('of what is made is as if it were left out', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: operador.id }, [{ vencimento: '2026-11-30' }])
    const promessa = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/promessas`, {
      contas,
      ate: '2026-11-27',
      valor: null,
      observacao: null,
    })
    expect(promessa.statusCode, promessa.body).toBe(201)
    expect(promessa.json()).toMatchObject({ valor: 100, observacao: null })
    const acordo = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/negociacoes`, {
      contas,
      parcelas: 2,
      primeiro_vencimento: '2026-12-10',
      ...{ incluir_encargos: null, desconto: null, entrada: null, observacao: null },
    })
    expect(acordo.statusCode, acordo.body).toBe(201)
    expect(acordo.json()).toMatchObject({ valor_negociado: 100 })
  })

  test('of what is asked for is still missing, and of a change is no guess', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id } = await world.criarCliente({ operador_id: operador.id })
    const promessa = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/promessas`, {
      contas: null,
      ate: null,
    })
    expect(promessa.statusCode).toBe(422)
    expect(Object.keys(promessa.json().errors)).toEqual(['contas', 'ate'])
    const mudanca = await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { nome: null })
    expect(mudanca.statusCode).toBe(422)
    expect(mudanca.json().errors).toEqual({ nome: ['O nome é obrigatório.'] })
  })
})

test('a body may be left out where each of its fields may, and nowhere else', async ({ world }) => {
  const admin = await world.criarAdmin()
  const rodada = await world.chamar(admin, 'POST', '/api/admin/cobranca/executar')
  expect(rodada.statusCode, rodada.body).toBe(200)
  const lista = await world.chamar(admin, 'POST', '/api/admin/cobranca/executar', [])
  expect(lista.statusCode, lista.body).toBe(422)
  const divisao = await world.chamar(admin, 'POST', '/api/admin/clientes/distribuir')
  expect(divisao.json().errors, divisao.body).toEqual({ corpo: ['Informe os dados do pedido em um objeto JSON.'] })
})

describe('what is written with nothing in it', () => {
  test('clears nullable fields, and ignores spaces and capitals around an e-mail', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: operador.id }, [
      { nosso_numero: '0012', vencimento: '2026-12-10' },
    ])
    const mudar = async (caminho: string, corpo: object) => {
      const resposta = await world.chamar(operador, 'PATCH', `/api/operador/${caminho}`, corpo)
      expect(resposta.statusCode, resposta.body).toBe(200)
      return resposta.json()
    }
    const conta = `contas-receber/${contas[0]}`
    expect(await mudar(conta, { nosso_numero: ' ', linha_digitavel: '' })).toMatchObject({
      nosso_numero: null,
      linha_digitavel: null,
    })
    expect(await mudar(`clientes/${id}`, { email: ' Ana@Exemplo.com.br ' })).toMatchObject({
      email: 'ana@exemplo.com.br',
    })
    expect(await mudar(`clientes/${id}`, { email: ' ' })).toMatchObject({ email: null })
  })

  test('an e-mail that a spreadsheet brought goes back with another change of the contact', async ({ world }) => {
    const operador = await world.criarOperador()
    for (const email of ['financeiro.@exemplo.com.br', 'joão@exemplo.com.br']) {
      const documento = cpf(100_000_000 + world.numero())
      const importacao = await enviarCsv(world, operador, `nome;documento;email\nRui;${documento};${email}`)
      expect(importacao.json(), importacao.body).toMatchObject({ importados: 1, erros: [] })
      const { id } = await world.db
        .selectFrom('cliente')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const contato = { nome: 'Rui', telefone: '11987654321', email: ` ${email} ` }
      const mudado = await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, contato)
      expect(mudado.json(), mudado.body).toMatchObject({ telefone: '+5511987654321', email })
      const errado = await world.chamar(operador, 'PATCH', `/api/operador/clientes/${id}`, { email: 'rui@exemplo' })
      expect(errado.json().errors, errado.body).toEqual({ email: ['Informe um e-mail válido.'] })
    }
  })
})

describe('a text of which nothing shows', () => {
  test('is no message to a customer, no reason and no name', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id, contatoId } = await world.criarCliente({ operador_id: operador.id })
    await world.db
      .updateTable('contato')
      .set({ janela_ate: '2026-11-25T00:00:00.000Z' })
      .where('id', '=', contatoId)
      .execute()
    const de = `/api/operador/clientes/${id}`
    const mensagem = await world.chamar(operador, 'POST', `${de}/mensagens`, { conteudo: NADA_VISIVEL })
    expect(mensagem.json().errors, mensagem.body).toEqual({ conteudo: ['Escreva a mensagem.'] })
    const pausa = await world.chamar(operador, 'PATCH', `${de}/pausar`, { motivo: NADA_VISIVEL })
    expect(pausa.json().errors, pausa.body).toEqual({ motivo: ['O motivo deve ter ao menos 3 caracteres.'] })
    const curto = await world.chamar(operador, 'PATCH', `${de}/pausar`, { motivo: '😀😀' })
    expect(curto.json().errors, curto.body).toEqual({ motivo: ['O motivo deve ter ao menos 3 caracteres.'] })
    const nome = await world.chamar(operador, 'PATCH', de, { nome: NADA_VISIVEL })
    expect(nome.json().errors, nome.body).toEqual({ nome: ['O nome é obrigatório.'] })
    const emoji = await world.chamar(operador, 'POST', `${de}/mensagens`, { conteudo: '👩‍👧' })
    expect(emoji.statusCode, emoji.body).toBe(201)
    expect(emoji.json().conteudo).toBe('👩‍👧')
  })
})

describe('a sentence says what is accepted', () => {
  test('of a list of accounts written as texts', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id } = await world.criarCliente({ operador_id: operador.id })
    const resposta = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/promessas`, {
      contas: ['5'],
      ate: '2026-11-27',
    })
    expect(resposta.json().errors).toEqual({
      contas: ['Informe o id de cada conta como número, por exemplo [12, 15].'],
    })
  })

  test('of a text written as a number, and of an amount beyond all', async ({ world }) => {
    const operador = await world.criarOperador()
    const { id, contas } = await world.criarCliente({ operador_id: operador.id })
    const resposta = await world.chamar(operador, 'POST', `/api/operador/clientes/${id}/promessas`, {
      contas,
      ate: '2026-11-27',
      valor: 1e12,
      observacao: 5,
    })
    expect(resposta.json().errors).toEqual({
      valor: ['O valor passa de R$ 9.999.999.999,99.'],
      observacao: ['A observação deve ser um texto.'],
    })
  })

  test('of the bounds of the régua', async ({ world }) => {
    const admin = await world.criarAdmin()
    const url = '/api/admin/configuracoes/regua'
    const atual = (await world.chamar(admin, 'GET', url)).json()
    const resposta = await world.chamar(admin, 'PUT', url, {
      ...atual,
      passos: [{ dias: -61, tipo: 'lembrete' }],
      max_tentativas: 0,
      intervalo_minimo_dias: 61,
      multa_percentual: 101,
      juros_percentual_mes: 1.005,
    })
    const percentual = ['Informe um percentual de 0 a 100, com no máximo duas casas decimais.']
    expect(resposta.json().errors).toEqual({
      'passos.0.dias': ['Informe os dias do passo, de -60 (antes do vencimento) a 365.'],
      max_tentativas: ['Informe de 1 a 100 tentativas.'],
      intervalo_minimo_dias: ['Informe de 0 a 60 dias de intervalo; 0 é sem intervalo.'],
      multa_percentual: percentual,
      juros_percentual_mes: percentual,
    })
  })
})

describe('a number in an address', () => {
  test.for(['1e0', '0x1', '%201', '1.0', '+1', 'true', '-1', '', '9007199254740993'])(
    '%s is none',
    async (numero, { world }) => {
      const operador = await world.criarOperador()
      await world.criarCliente({ operador_id: operador.id })
      if (numero !== '') {
        const ficha = await world.chamar(operador, 'GET', `/api/operador/clientes/${numero}`)
        expect(ficha.statusCode, ficha.body).toBe(422)
        expect(ficha.json().errors).toEqual({ id: ['O identificador deve ser um número.'] })
      }
      for (const campo of ['page', 'per_page']) {
        const lista = await world.chamar(operador, 'GET', `/api/operador/clientes/ativos?${campo}=${numero}`)
        expect(lista.statusCode, lista.body).toBe(422)
        expect(Object.keys(lista.json().errors)).toEqual([campo])
      }
    },
  )

  test('is described as what it is', async ({ world }) => {
    const { paths } = (await world.chamar(await world.criarAdmin(), 'GET', '/api/openapi.json')).json()
    const parametros = paths['/api/operador/clientes/{id}/mensagens'].get.parameters
    expect(parametros).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', schema: expect.objectContaining({ type: 'integer' }) }),
    )
    const pagina = paths['/api/operador/clientes/ativos'].get.parameters.find(
      ({ name }: { name: string }) => name === 'page',
    )
    expect(pagina).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1, default: 1 } })
  })
})
