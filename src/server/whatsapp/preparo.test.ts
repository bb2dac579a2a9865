import { expect } from 'vitest'
import { enviarWebhook } from '#test/whatsapp.ts'
import { test, type World } from '#test/world.ts'
import { AGENTE_DA_CONFERENCIA } from './porta.actions.ts'

const base = '/api/admin/configuracoes/whatsapp'
const aperto = (world: World, token: string) =>
  world.app.inject({
    url: '/api/webhooks/whatsapp',
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1' },
  })

test('the set-up shows which fields are filled and the webhook’s events, and never a secret', async ({ world }) => {
  const admin = await world.criarAdmin()
  const ver = async () => (await world.chamar(admin, 'GET', `${base}/preparo`)).json()
  expect(await ver()).toEqual({
    segredos: {
      token: { gravado: true, em: null },
      app_secret: { gravado: true, em: null },
      verify_token: { gravado: true, em: null },
    },
    aperto_confirmado_em: null,
    aperto_recusado_em: null,
    assinatura_recusada_em: null,
    teste: null,
  })
  const agora = world.relogio.agora().toISOString()
  await aperto(world, 'errado')
  await aperto(world, 'errado')
  await enviarWebhook(world, '{}', 'sha256=zzz')
  await world.chamar(admin, 'PUT', base, { verify_token: 'um-token-bem-escolhido' })
  expect(await ver()).toMatchObject({
    segredos: { token: { em: null }, verify_token: { gravado: true, em: agora } },
    aperto_confirmado_em: null,
    aperto_recusado_em: agora,
    assinatura_recusada_em: agora,
  })
  expect((await aperto(world, 'um-token-bem-escolhido')).statusCode).toBe(200)
  expect((await ver()).aperto_confirmado_em).toBe(agora)
  const recusas = await world.db.selectFrom('log').select('id').where('acao', '=', 'whatsapp.recusar_webhook').execute()
  expect(recusas).toHaveLength(1)
  const dito = JSON.stringify([await ver(), await world.db.selectFrom('log').selectAll().execute()])
  expect(dito).not.toContain('um-token-bem-escolhido')
})

test('a refused handshake is over with the next one that Meta confirms, however soon; our own check confirms nothing', async ({
  world,
}) => {
  const admin = await world.criarAdmin()
  const apertos = async () => {
    const { aperto_recusado_em, aperto_confirmado_em } = (await world.chamar(admin, 'GET', `${base}/preparo`)).json()
    return [aperto_recusado_em, aperto_confirmado_em]
  }
  await world.chamar(admin, 'PUT', base, { verify_token: 'um-token-bem-escolhido' })
  await world.app.inject({
    url: '/api/webhooks/whatsapp',
    headers: { 'user-agent': AGENTE_DA_CONFERENCIA },
    query: { 'hub.mode': 'subscribe', 'hub.verify_token': 'um-token-bem-escolhido', 'hub.challenge': '1' },
  })
  expect(await apertos()).toEqual([null, null])
  await aperto(world, 'um-token-bem-escolhido')
  await aperto(world, 'errado')
  const recusado = world.relogio.agora().toISOString()
  world.relogio.passar({ segundos: 5 })
  await aperto(world, 'um-token-bem-escolhido')
  expect(await apertos()).toEqual([recusado, world.relogio.agora().toISOString()])
})
