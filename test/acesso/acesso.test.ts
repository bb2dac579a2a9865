import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Envio, enviar } from '#test/multipart.ts'
import { criarWorld, type Pessoa, type World } from '#test/world.ts'
import { type Cena, criarCena, enderecoDe, retrato } from './cena.ts'
import { MATRIZ, type Regra } from './matriz.ts'

/**
 * Who may make each call, against real rows: nobody, the record's operator, another operator and an administrator. A refused call
 * changes nothing; one operator's data never appears in another's answer; and the log says who did it and from where.
 */
let world: World
let sucessos: Record<string, number>

beforeAll(async () => {
  world = await criarWorld(inject('postgres'))
  const { paths } = (await world.chamar(await world.criarAdmin(), 'GET', '/api/openapi.json')).json()
  sucessos = Object.fromEntries(
    Object.entries<Record<string, { responses: object }>>(paths).flatMap(([caminho, metodos]) =>
      Object.entries(metodos).map(([metodo, { responses }]) => [
        `${metodo.toUpperCase()} ${caminho}`,
        Number(Object.keys(responses).find((status) => /^2/.test(status))),
      ]),
    ),
  )
})
afterAll(() => world.fechar())

/** Calls missing from the API description: the description itself, and those that only Meta and the PSP make. */
const SEM_DESCRICAO = [
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/integracao',
  'GET /api/integracao/openapi.json',
  'GET /api/webhooks/whatsapp',
  'POST /api/webhooks/whatsapp',
  'POST /api/webhooks/pix/{segredo}',
  'POST /api/webhooks/pix/{segredo}/pix',
]

test('every call has its line, and every line its call', () => {
  const chamadas = [...Object.keys(sucessos), ...SEM_DESCRICAO]
  const faltam = chamadas.filter((chamada) => !(chamada in MATRIZ))
  const linhas = faltam.map((chamada) => `  '${chamada}': [ADMIN, OPERADORES, DONO ou TODOS, e o corpo se houver],`)
  expect(faltam, `Diga em test/acesso/matriz.ts quem pode chamar:\n${linhas.join('\n')}\n`).toEqual([])
  const sobram = Object.keys(MATRIZ).filter((chamada) => !chamadas.includes(chamada))
  expect(sobram, 'Tire de test/acesso/matriz.ts o que não é mais chamada nenhuma').toEqual([])
})

test('no call is left out of the description of the API', () => {
  const rotas = rotasDe(world.app.printRoutes({ commonPrefix: false })).filter((rota) => rota.includes(' /api/'))
  expect(rotas.toSorted()).toEqual([...Object.keys(sucessos), ...SEM_DESCRICAO].toSorted())
})

test.each(Object.entries(MATRIZ))('%s', async (chamada, linha) => {
  const [acesso, , ok = sucessos[chamada] ?? 200] = linha
  const cena = await criarCena(world)
  const url = await enderecoDe(world, cena, chamada)
  const pessoas = [null, cena.dono, cena.outro, cena.admin]
  const casos = acesso.map((esperado, i) => ({ quem: QUEM[i]!, pessoa: pessoas[i]!, esperado }))
  const [recusados, aceitos] = [
    casos.filter(({ esperado }) => esperado !== 'ok'),
    casos.filter(({ esperado }) => esperado === 'ok'),
  ]

  const antes = await retrato(world)
  for (const { quem, pessoa, esperado } of recusados) {
    const { statusCode, body } = await pedir(pessoa, chamada, url, linha, cena)
    expect(`${quem}: ${statusCode}`, body).toBe(`${quem}: ${esperado}`)
    expect(body).not.toContain(cena.segredo)
  }
  expect(await retrato(world)).toEqual(antes)
  for (const { quem, pessoa } of aceitos) {
    const { statusCode, body } = await pedir(pessoa, chamada, url, linha, cena)
    expect(`${quem}: ${statusCode}`, body).toBe(`${quem}: ${ok}`)
    if (quem === 'dono' && body.includes(cena.segredo)) mostraram.add(chamada)
    if (quem === 'outro operador') expect(body).not.toContain(cena.segredo)
  }
  expect(await semEndereco(world, cena)).toEqual([])
})

/** The log entries of these people, without addresses. */
const semEndereco = async ({ db }: World, { dono, outro, admin }: Cena) =>
  (
    await db
      .selectFrom('log')
      .select('acao')
      .where('usuario_id', 'in', [dono.id, outro.id, admin.id])
      .where('ip', 'is', null)
      .execute()
  ).map(({ acao }) => acao)

/** A control for the tests above: the owner's own lists do show the customer. */
test('lists name the customer to the owner', () => {
  const listas = ['clientes/ativos', 'clientes/ativos/exportar.csv', 'clientes/carteira', 'contas-receber/listar']
  expect([...mostraram]).toEqual(expect.arrayContaining(listas.map((lista) => `GET /api/operador/${lista}`)))
})

/** `METHOD /path/{param}` of each route in the tree that Fastify prints, four columns a level. */
function rotasDe(arvore: string): string[] {
  const caminho: string[] = []
  return arvore.split('\n').flatMap((linha) => {
    const [, recuo, parte = '', metodos = ''] = /^((?:[│ ] {3})*)[├└]── (\S+) \(([\w, ]+)\)/.exec(linha) ?? []
    if (recuo === undefined) return []
    caminho.splice(recuo.length / 4, Number.POSITIVE_INFINITY, parte)
    const inteiro = caminho.join('').replace(/:(\w+)/g, '{$1}')
    return metodos.split(', ').flatMap((metodo) => (metodo === 'HEAD' ? [] : [`${metodo} ${inteiro}`]))
  })
}

const mostraram = new Set<string>()
const QUEM = ['ninguém', 'dono', 'outro operador', 'administrador']

async function pedir(pessoa: Pessoa | null, chamada: string, url: string, [, corpo]: Regra, cena: Cena) {
  const dados = (typeof corpo === 'function' ? corpo(cena) : corpo) as { envio?: Envio } | undefined
  if (dados?.envio) return enviar(world, pessoa, url, dados.envio)
  if (chamada === 'GET /api/eventos') return primeirosBytes(pessoa, url)
  const metodo = chamada.split(' ')[0] as InjectOptions['method']
  return world.chamar(pessoa, metodo, url, dados)
}

/** The first bytes of an endless answer. */
async function primeirosBytes(
  pessoa: Pessoa | null,
  url: string,
): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'body'>> {
  const headers = pessoa ? { authorization: `Bearer ${pessoa.token}` } : {}
  const resposta = await world.app.inject({ url, headers, payloadAsStream: true })
  const fluxo = resposta.stream()
  const [primeiro] = await new Promise<Buffer[]>((pronto) => fluxo.once('data', (...pedacos) => pronto(pedacos)))
  fluxo.destroy()
  return { statusCode: resposta.statusCode, body: String(primeiro) }
}
