import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { optimisticUpdate } from './optimisticUpdate.ts'

const CHAMADA = 'GET /api/operador/frases'
const frase = (id: number, texto: string) => ({ id, atalho: `f${id}`, texto, da_empresa: false, updated_at: '' })

test('shows it in every answer of the call, and of no other, until it is put back', async () => {
  const cache = new QueryClient()
  const duas = [['frases', CHAMADA, {}] as const, ['frases', CHAMADA, { query: { page: 2 } }] as const]
  const outra = ['frases', 'GET /api/admin/configuracoes/frases', {}] as const
  for (const chave of [...duas, outra]) cache.setQueryData(chave, { data: [frase(1, 'antes')] })

  const desfazer = await optimisticUpdate(cache, CHAMADA, ({ data, ...lista }) => ({
    ...lista,
    data: data.map((uma) => ({ ...uma, texto: 'depois' })),
  }))
  const textos = () =>
    [...duas, outra].map((chave) => cache.getQueryData<{ data: { texto: string }[] }>(chave)?.data[0]?.texto)
  expect(textos()).toEqual(['depois', 'depois', 'antes'])
  desfazer()
  expect(textos()).toEqual(['antes', 'antes', 'antes'])
})
