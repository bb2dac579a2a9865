import { describe, expect } from 'vitest'
import { type Palco, test } from '#test/emulador.ts'

const NUMERO = '/300000000000001'
const ANA = '+5511987654321'

describe('the version in the path', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what came is what the test judges
  const pedir = async (palco: Palco, caminho: string): Promise<[number, string | null, any]> => {
    const headers = { authorization: `Bearer ${palco.emulador.conta.token}` }
    const resposta = await fetch(`${palco.base}/graph${caminho}?fields=id`, { headers })
    return [resposta.status, resposta.headers.get('facebook-api-version'), await resposta.json()]
  }

  test('may be left out or have expired: the call is answered by one that lives', async ({ palco }) => {
    await palco.abrir()
    const numero = { id: '300000000000001' }
    expect(await pedir(palco, NUMERO)).toEqual([200, 'v23.0', numero])
    expect(await pedir(palco, `/v25.0${NUMERO}`)).toEqual([200, 'v25.0', numero])
    for (const velha of ['/v2.9', '/v12.0', '/v20.0'])
      expect(await pedir(palco, velha + NUMERO)).toEqual([200, 'v21.0', numero])
    const texto = { messaging_product: 'whatsapp', to: ANA, text: { body: 'Oi' } }
    const resposta = await fetch(`${palco.base}/graph${NUMERO}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${palco.emulador.conta.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(texto),
    })
    expect(resposta.status).toBe(200)
  })

  test.for(['/v27.0', '/v99.0', '/v23.7', '/v23', '/vinte'])(
    '%s is none: the path leads nowhere',
    async (versao, { palco }) => {
      await palco.abrir()
      const [http, , { error }] = await pedir(palco, versao + NUMERO)
      expect([http, error.code, error.message]).toEqual([400, 2500, `Unknown path components: ${NUMERO}`])
    },
  )

  test('what is no call of Meta’s is named', async ({ palco }) => {
    await palco.abrir()
    const [http, , { error }] = await pedir(palco, `/v23.0${NUMERO}/settings`)
    expect([http, error.message]).toEqual([400, 'Unknown path components: /settings'])
  })
})
