import { describe, expect } from 'vitest'
import { test } from '#test/world.ts'

describe('GET /api/openapi.json', () => {
  test('describes every call of the API, each with a sentence and its error', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'GET', '/api/openapi.json')
    expect(resposta.statusCode, resposta.body).toBe(200)
    const { openapi, paths, tags } = resposta.json()
    expect(openapi).toBe('3.1.0')
    const assuntos = tags.map((tag: { name: string }) => tag.name)
    for (const [caminho, metodos] of Object.entries<Record<string, Record<string, unknown>>>(paths)) {
      for (const [metodo, operacao] of Object.entries(metodos)) {
        const onde = `${metodo} ${caminho}`
        expect(caminho, onde).toMatch(/^\/api\//)
        expect(operacao.summary ?? `no summary: ${onde}`, onde).toMatch(/^\p{Lu}.{5,}$/u)
        expect(assuntos, `${onde}: diga o assunto em ASSUNTOS (http/openapi.ts)`).toContain(
          (operacao.tags as string[])[0],
        )
        expect(operacao.responses, onde).toHaveProperty('default')
        expect(Object.keys(operacao.responses as object).join(), onde).toMatch(/20[014]/)
      }
    }
    expect(paths['/api/login'].post.security).toEqual([])
    expect(
      paths['/api/admin/operadores/{id}'].put.requestBody.content['application/json'].schema.properties,
    ).toHaveProperty('email')
    expect(paths['/api/admin/logs'].get.parameters.map((um: { name: string }) => um.name)).toContain('nivel')
  })

  test('describes uploads and downloads, which no schema validates', async ({ world }) => {
    const { paths } = (await world.chamar(await world.criarAdmin(), 'GET', '/api/openapi.json')).json()
    expect(
      paths['/api/operador/clientes/importar-csv'].post.requestBody.content['multipart/form-data'].schema,
    ).toMatchObject({ required: ['csv_file'], properties: { csv_file: { format: 'binary' }, mapeamento: {} } })
    const contestar = paths['/api/operador/clientes/{id}/contestacoes'].post.requestBody.content
    expect(contestar['multipart/form-data'].schema).toMatchObject({
      required: [],
      properties: { arquivo: { format: 'binary' }, contas: {}, motivo: {}, texto: {} },
    })
    expect(contestar['application/json'].schema.required).toEqual(['contas', 'motivo'])
    expect(paths['/api/operador/clientes/template-csv'].get.responses[200].content).toHaveProperty('text/csv')
    expect(paths['/api/admin/clientes/{id}/dossie'].get.responses[200].content).toEqual({
      'application/json': { schema: { type: 'object' } },
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    })
    expect(paths['/api/eventos'].get.responses[200].content).toHaveProperty('text/event-stream')
  })

  test('has a page without script for people', async ({ world }) => {
    const admin = await world.criarAdmin()
    const resposta = await world.chamar(admin, 'GET', '/api/docs')
    expect(resposta.headers['content-type']).toContain('text/html')
    expect(resposta.body).toContain('<code>/api/admin/operadores/{id}/bloquear</code>')
    expect(resposta.body).not.toMatch(/<script/i)
  })

  test('has a part for programs: what a token opens, and nothing else', async ({ world }) => {
    const admin = await world.criarAdmin()
    const escopos = ['clientes:ler']
    const { token } = (await world.chamar(admin, 'POST', '/api/admin/tokens', { nome: 'ERP', escopos })).json()
    const { paths } = (await world.chamar({ ...admin, token }, 'GET', '/api/integracao/openapi.json')).json()
    expect(Object.keys(paths)).toContain('/api/integracao/lote')
    expect(Object.keys(paths).filter((caminho) => !caminho.startsWith('/api/integracao/'))).toEqual([])
    const pagina = await world.chamar(admin, 'GET', '/api/docs/integracao')
    expect(pagina.body).toContain('<code>/api/integracao/lote</code>')
    expect(pagina.body).not.toContain('/api/operador')
  })
})
