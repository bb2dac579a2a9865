import { Readable } from 'node:stream'
import fastify from 'fastify'
import { expect } from 'vitest'
import { test, type World } from '#test/world.ts'
import { exigirSessao } from './exigir-sessao.ts'

/** A long answer to this token, in whose middle something happens and six seconds pass. */
async function ler({ servicos, relogio }: World, token: string, noMeio: () => Promise<unknown>, url = '/api/me/longa') {
  const app = fastify({ logger: { level: 'silent' } })
  exigirSessao(app, servicos)
  app.get(url, (_, reply) => {
    const porcoes = async function* () {
      yield 'um\n'
      await noMeio()
      relogio.passar({ segundos: 6 })
      yield 'dois\n'
    }
    return reply.send(Readable.from(porcoes()))
  })
  return (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).body
}

test('what is still being sent when its session ends is cut', async ({ world }) => {
  const quem = await world.criarOperador()
  const sair = () => world.chamar(quem, 'POST', '/api/logout')
  await expect(ler(world, quem.token, sair)).rejects.toThrow()
})

test('what is still being sent when its token is revoked is cut', async ({ world }) => {
  const pedido = { nome: 'ERP', escopos: ['clientes:ler'] }
  const { token } = (await world.chamar(await world.criarAdmin(), 'POST', '/api/admin/tokens', pedido)).json()
  const revogar = () => world.db.updateTable('token_de_acesso').set({ revogado_em: world.relogio.agora() }).execute()
  await expect(ler(world, token, revogar, '/api/integracao/longa')).rejects.toThrow()
})

test('it is sent whole while the session lasts', async ({ world }) => {
  const { token } = await world.criarOperador()
  expect(await ler(world, token, async () => undefined)).toBe('um\ndois\n')
})
