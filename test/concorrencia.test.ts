import { expect } from 'vitest'
import { violada } from './invariantes.ts'
import { levarWebhooks, saidaVazia, test } from './processo.ts'

test('two programs on one database send each message once, and either hears of any', async ({
  world,
  palco,
  iniciar,
}) => {
  const quantas = 120
  await Promise.all(Array.from({ length: quantas }, () => world.criarCliente()))
  const admin = await world.criarAdmin()
  const programas = await Promise.all([iniciar({ WHATSAPP_MAX_MPS: '400' }), iniciar({ WHATSAPP_MAX_MPS: '400' })])
  const rodadas = await Promise.all(
    [...programas, ...programas].map(async (programa) => {
      const resposta = await programa.chamar(admin, 'POST', '/api/admin/cobranca/executar', {})
      expect(resposta.status).toBe(200)
      return ((await resposta.json()) as { enfileiradas: number }).enfileiradas
    }),
  )
  expect(rodadas.reduce((soma, n) => soma + n, 0)).toBe(quantas)
  await saidaVazia(world)
  const referencias = palco.emulador.envios().map(({ referencia }) => referencia)
  expect(referencias).toHaveLength(quantas)
  expect(new Set(referencias).size).toBe(quantas)
  await levarWebhooks(world, palco, programas)
  const mensagens = await world.db.selectFrom('mensagem').select('status').execute()
  expect(mensagens.map(({ status }) => status)).toEqual(Array(quantas).fill('entregue'))
  expect(await violada(world.db)).toBeNull()
})
