import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ESCOPOS, type Escopo } from '#domain/integracao.ts'
import { criarWorld, type Pessoa, type World } from '#test/world.ts'
import { MATRIZ } from './matriz.ts'

/**
 * For every call: which tokens of programs open it, by scope, and whether an unfinished sign-in does. Access is checked before
 * any lookup, so no records are needed.
 */
let world: World
let admin: Pessoa
beforeAll(async () => {
  world = await criarWorld(inject('postgres'))
  admin = await world.criarAdmin()
})
afterAll(() => world.fechar())

/** Besides the matrix: the scope each call of a program needs; null: any token. */
const ESCOPO_DE: Record<string, Escopo | null> = {
  'GET /api/integracao/openapi.json': null,
  'POST /api/integracao/lote': null,
  'GET /api/integracao/eventos': 'eventos:ler',
  'GET /api/integracao/clientes/{codigo_externo}': 'clientes:ler',
  'PUT /api/integracao/clientes/{codigo_externo}': 'clientes:escrever',
  'GET /api/integracao/contas/{conta}': 'contas:ler',
  'PUT /api/integracao/contas/{conta}': 'contas:escrever',
  'POST /api/integracao/contas/{conta}/pagamentos': 'pagamentos:escrever',
}
const CHAMADAS = Object.keys(MATRIZ)
const DE_PESSOAS = CHAMADAS.filter((chamada) => MATRIZ[chamada]![0][3] !== 401 && MATRIZ[chamada]![0][0] === 401)

const chamar = (quem: Pessoa, chamada: string) => {
  const [metodo, caminho] = chamada.split(' ') as [InjectOptions['method'], string]
  return world.chamar(quem, metodo, caminho.replace(/\{\w+\}/g, '1'), metodo === 'GET' ? undefined : {})
}

async function programa(nome: string, escopos: readonly Escopo[]): Promise<Pessoa> {
  const { token } = (await world.chamar(admin, 'POST', '/api/admin/tokens', { nome, escopos })).json()
  return { id: 0, name: nome, email: '', token }
}

test('a token opens no call of people’s, whatever its scopes', async () => {
  const tudo = await programa('Tudo', ESCOPOS)
  expect(DE_PESSOAS.length).toBeGreaterThan(150)
  for (const chamada of DE_PESSOAS) {
    const { statusCode, body } = await chamar(tudo, chamada)
    expect(`${chamada}: ${statusCode}`, body).toBe(`${chamada}: 401`)
  }
})

test('of a program’s calls it opens those of its scopes, and no other', async () => {
  expect(Object.keys(ESCOPO_DE).toSorted()).toEqual(
    CHAMADAS.filter((chamada) => chamada.includes(' /api/integracao/')).toSorted(),
  )
  for (const escopo of ESCOPOS) {
    const um = await programa(`Só ${escopo}`, [escopo])
    for (const [chamada, quer] of Object.entries(ESCOPO_DE)) {
      const { statusCode, body } = await chamar(um, chamada)
      const abre = quer === null || quer === escopo
      expect(`${escopo}, ${chamada}: ${![401, 403].includes(statusCode)}`, body).toBe(`${escopo}, ${chamada}: ${abre}`)
    }
  }
})

test.each([
  ['a second factor', { exigir_segundo_fator: true }, 'ative_o_segundo_fator'],
  ['a password of their own', { exigir_troca_de_senha: true }, 'troque_a_senha'],
])(
  'who is still to set up %s reaches their own account and the way out, of all calls',
  async (_, exigencia, codigo) => {
    const exigido = await world.criarAdmin({ senha_de_outro: true })
    const [operador, quemExige] = [await world.criarOperador({ senha_de_outro: true }), await world.criarAdmin()]
    const ajustes = '/api/admin/configuracoes/acesso'
    expect((await world.chamar(quemExige, 'PUT', ajustes, exigencia)).statusCode).toBe(200)
    for (const chamada of DE_PESSOAS) {
      // Signing out ends the session, so it is tried last.
      if (/ \/api\/(me(\/|$)|logout$)/.test(chamada)) continue
      for (const quem of [exigido, operador]) {
        const { statusCode, body } = await chamar(quem, chamada)
        expect(`${chamada}: ${statusCode} ${JSON.parse(body).codigo}`, body).toBe(`${chamada}: 403 ${codigo}`)
      }
    }
    for (const caminho of ['/api/me', '/api/me/sessoes', '/api/me/segundo-fator'])
      expect((await world.chamar(operador, 'GET', caminho)).statusCode).toBe(200)
    expect((await world.chamar(operador, 'POST', '/api/logout')).statusCode).toBe(204)
    await world.db.updateTable('acesso').set({ exigir_segundo_fator: false, exigir_troca_de_senha: false }).execute()
  },
)
