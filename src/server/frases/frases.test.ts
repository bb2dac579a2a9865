import { describe, expect } from 'vitest'
import { enquantoEspera } from '#test/espera.ts'
import { type Pessoa, test, type World } from '#test/world.ts'

const MINHAS = '/api/operador/frases'
const DA_EMPRESA = '/api/admin/configuracoes/frases'
const guardar = async (world: World, quem: Pessoa, url: string, atalho: string, texto: string) => {
  const resposta = await world.chamar(quem, 'POST', url, { atalho, texto })
  expect(resposta.statusCode, resposta.body).toBe(201)
  return resposta.json()
}
const atalhos = async (world: World, quem: Pessoa, url: string): Promise<string[]> =>
  (await world.chamar(quem, 'GET', url)).json().data.map(({ atalho }: { atalho: string }) => atalho)

describe('phrases at hand', () => {
  test('are each operator’s own, or the company’s, kept by administrators and in the log', async ({ world }) => {
    const [admin, ana, bia] = [await world.criarAdmin(), await world.criarOperador(), await world.criarOperador()]
    const minha = await guardar(world, ana, MINHAS, '/Bom-Dia', 'Bom dia, {{primeiro_nome}}!')
    expect(minha).toEqual({
      id: minha.id,
      atalho: 'bom-dia',
      texto: 'Bom dia, {{primeiro_nome}}!',
      da_empresa: false,
      updated_at: world.relogio.agora().toISOString(),
    })
    const dela = await guardar(world, admin, DA_EMPRESA, 'pix', 'Nosso Pix: {{pix}}')
    expect(dela.da_empresa).toBe(true)
    expect(await atalhos(world, ana, MINHAS)).toEqual(['bom-dia'])
    expect(await atalhos(world, bia, MINHAS)).toEqual([])
    for (const [metodo, corpo] of [
      ['PUT', { atalho: 'oi', texto: 'Oi' }],
      ['DELETE', undefined],
    ] as const)
      for (const { id } of [minha, dela])
        expect((await world.chamar(bia, metodo, `${MINHAS}/${id}`, corpo)).statusCode).toBe(404)
    const mudada = await world.chamar(admin, 'PUT', `${DA_EMPRESA}/${dela.id}`, { atalho: 'chave', texto: '{{pix}}' })
    expect(mudada.json()).toMatchObject({ id: dela.id, atalho: 'chave', texto: '{{pix}}' })
    expect((await world.chamar(admin, 'DELETE', `${DA_EMPRESA}/${dela.id}`)).json()).toEqual({ data: [] })
    expect((await world.chamar(ana, 'DELETE', `${MINHAS}/${minha.id}`)).json()).toEqual({ data: [] })
    const logs = await world.db.selectFrom('log').select(['acao', 'descricao']).orderBy('id').execute()
    expect(logs.filter(({ acao }) => acao.startsWith('frase.'))).toEqual([
      { acao: 'frase.criar', descricao: 'Frase da empresa /pix criada.' },
      { acao: 'frase.mudar', descricao: 'Frase da empresa /chave mudada.' },
      { acao: 'frase.apagar', descricao: 'Frase da empresa /chave apagada.' },
    ])
  })

  test('have one shortcut each, and variables that exist', async ({ world }) => {
    const ana = await world.criarOperador()
    await guardar(world, ana, MINHAS, 'oi', 'Oi')
    const { id } = await guardar(world, ana, MINHAS, 'ola', 'Olá')
    for (const [metodo, url] of [
      ['POST', MINHAS],
      ['PUT', `${MINHAS}/${id}`],
    ] as const) {
      const emUso = await world.chamar(ana, metodo, url, { atalho: 'OI', texto: 'Oi' })
      expect(emUso.statusCode).toBe(422)
      expect(emUso.json().errors.atalho[0]).toMatch(/^Já há uma frase com o atalho \/oi\./)
      const errada = await world.chamar(ana, metodo, url, { atalho: 'com espaço', texto: 'Oi {{fulano}}' })
      expect(Object.keys(errada.json().errors).sort()).toEqual(['atalho', 'texto'])
    }
    const juntas = await Promise.all(
      [1, 2, 3].map(() => world.chamar(ana, 'POST', MINHAS, { atalho: 'junto', texto: 'Oi' })),
    )
    expect(juntas.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422])
    const mudada = await enquantoEspera(world.db, {
      segurar: (trx) =>
        trx
          .insertInto('frase')
          .values({ usuario_id: ana.id, atalho: 'agora', texto: 'Oi', updated_at: world.relogio.agora() })
          .execute(),
      pedir: () => world.chamar(ana, 'PUT', `${MINHAS}/${id}`, { atalho: 'agora', texto: 'Oi' }),
    })
    expect([mudada.statusCode, mudada.json().errors?.atalho]).toEqual([422, [expect.stringContaining('/agora')]])
  })

  test('come filled for a customer: one’s own before the company’s, and what is missing is said', async ({ world }) => {
    const [admin, ana] = [await world.criarAdmin(), await world.criarOperador({ name: 'Ana Lima' })]
    await world.db.updateTable('configuracao').set({ empresa: 'Serra Azul', pix: null }).execute()
    const { id } = await world.criarCliente({ nome: 'MARIA DA SILVA', operador_id: ana.id }, [
      { valor_centavos: 12_345 },
      { valor_centavos: 1_000 },
    ])
    await guardar(world, admin, DA_EMPRESA, 'oi', 'Da empresa')
    await guardar(world, admin, DA_EMPRESA, 'pix', 'Pix da {{empresa}}: {{pix}}')
    await guardar(
      world,
      ana,
      MINHAS,
      'oi',
      'Oi, {{primeiro_nome}}! Aqui é {{operador}}: {{quantidade_contas}} contas, {{valor}}.',
    )
    const { data } = (await world.chamar(ana, 'GET', `/api/operador/clientes/${id}/frases`)).json()
    expect(data).toMatchObject([
      { atalho: 'oi', da_empresa: false, conteudo: 'Oi, Maria! Aqui é Ana: 2 contas, R$ 133,45.', faltam: [] },
      { atalho: 'pix', da_empresa: true, conteudo: 'Pix da Serra Azul: {{pix}}', faltam: ['pix'] },
    ])
    const livre = await world.criarCliente({}, [])
    await guardar(world, ana, MINHAS, 'venceu', 'Venceu em {{vencimento}}: {{valor}}')
    const semConta = (await world.chamar(ana, 'GET', `/api/operador/clientes/${livre.id}/frases`)).json()
    expect(semConta.data.at(-1).faltam).toEqual(['vencimento', 'valor'])
  })
})
