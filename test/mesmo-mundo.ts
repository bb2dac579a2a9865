import { inject, test } from 'vitest'
import { criarWorld, type World } from './world.ts'

/** One world for all of a file's tests that are only refused, and leave nothing behind: it costs more than they do. */
export const noMesmoMundo = test.extend<{ world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameter's shape
    async ({}, usar) => {
      const world = await criarWorld(inject('postgres'))
      await usar(world)
      await world.fechar()
    },
    { scope: 'file' },
  ],
})

/**
 * Each test gets an empty world, and all of a file the same application, which costs more to build than most tests: for files
 * whose tests ask nothing of what it keeps in memory, such as its limits.
 */
export const naMesmaAplicacao = test.extend<{ guardado: { world: World | null }; world: World }>({
  guardado: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the parameter's shape
    async ({}, usar) => {
      const guardado = { world: null as World | null }
      await usar(guardado)
      await guardado.world?.fechar()
    },
    { scope: 'file' },
  ],
  world: async ({ guardado }, usar) => {
    const world = guardado.world ?? (await criarWorld(inject('postgres')))
    guardado.world = null
    await usar(world)
    if (await world.recomecar()) guardado.world = world
    else await world.fechar()
  },
})
