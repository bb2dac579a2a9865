import { gunzipSync } from 'node:zlib'
import { describe, expect } from 'vitest'
import { test } from '#test/world.ts'

describe('what is answered', () => {
  test.for([
    ['gzip, deflate, br', 'gzip'],
    ['br;q=1.0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, deflate', undefined],
    ['deflate', undefined],
    ['', undefined],
  ])('to whoever accepts "%s" comes as %s', async ([aceita, como], { world }) => {
    const admin = await world.criarAdmin()
    const pedir = (url: string) =>
      world.app.inject({
        url,
        headers: { authorization: `Bearer ${admin.token}`, accept: 'application/json', 'accept-encoding': aceita },
      })
    const longa = await pedir('/api/openapi.json')
    expect(longa.statusCode).toBe(200)
    expect(longa.headers).toMatchObject({ vary: 'accept-encoding', 'content-length': `${longa.rawPayload.length}` })
    expect(longa.headers['content-encoding']).toBe(como)
    const texto = String(como ? gunzipSync(longa.rawPayload) : longa.rawPayload)
    expect(JSON.parse(texto)).toHaveProperty('openapi')
    expect((await pedir('/api/empresa')).headers).not.toHaveProperty('content-encoding')
  })
})
