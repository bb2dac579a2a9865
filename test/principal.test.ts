import { expect, test } from 'vitest'
import type { Caos } from '#emulator/conta.ts'
import { TrabalhoPrincipal } from './principal.ts'

const CAOS: Partial<Caos> = {
  duplicar: 0.3,
  desordenar: 0.3,
  erro429: 0.1,
  erro5xx: 0.1,
  cortarAntes: 0.05,
  cortarDepois: 0.1,
  lentidao: 0.1,
  lentidaoMs: 4_000,
}

const CLIENTES = 36

async function viver(caos: Partial<Caos>) {
  const trabalho = await TrabalhoPrincipal.comecar(CLIENTES, caos)
  try {
    await trabalho.cumprir()
    const aceitas = new Set(trabalho.palco.emulador.envios().map(({ referencia }) => referencia))
    return { estado: await trabalho.estado(), enviadas: await trabalho.enviadas(), aceitas }
  } finally {
    await trabalho.fechar()
  }
}

test('the main job ends the same on a calm network and on one where everything fails', async () => {
  const calmo = await viver({})
  expect(calmo.enviadas.filter(({ status }) => status !== 'lida')).toEqual([])
  expect(calmo.estado).toMatchObject(Array.from({ length: CLIENTES }, () => ({ nome: expect.anything() })))

  const caotico = await viver(CAOS)
  expect(caotico.estado).toEqual(calmo.estado)
  const [esperadas, escritas] = [calmo, caotico].map(({ enviadas }) => enviadas.map(({ chave }) => chave))
  expect(escritas).toEqual(esperadas)
  // Only what never reached Meta is missing, and is shown as such; nothing that reached Meta counts as lost.
  for (const { status, erro, referencia } of caotico.enviadas) {
    const fim = caotico.aceitas.has(referencia) ? ['lida', null] : ['falha', 'resultado_desconhecido']
    expect([status, erro]).toEqual(fim)
  }
  expect(caotico.enviadas.some(({ status }) => status === 'falha')).toBe(true)
})
