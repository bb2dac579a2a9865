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
