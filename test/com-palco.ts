import { sql } from 'kysely'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import type { Palco } from './emulador.ts'
import { ligarEmulador } from './modelos.ts'
import { test as comWorld } from './world.ts'

/** Each test gets a world connected to an emulator of its own. */
export const test = comWorld.extend<{ palco: Palco }>({
  palco: async ({ world }, usar) => {
    const palco = await ligarEmulador(world)
    await usar(palco)
    await palco.fechar()
  },
})

/** The same, where what bills has this text. */
export const comTexto = (texto: string) =>
  comWorld.extend<{ palco: Palco }>({
    palco: async ({ world }, usar) => {
      await garantirModelos(world.db, world.relogio.agora())
      await sql`update modelo_versao set texto = ${texto} where tipo in ('atraso', 'atraso_grave', 'lembrete')`.execute(
        world.db,
      )
      const palco = await ligarEmulador(world)
      await usar(palco)
      await palco.fechar()
    },
  })
