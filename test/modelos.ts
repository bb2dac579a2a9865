import { sql } from 'kysely'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import type { World } from '#test/world.ts'

/** Every template as Meta has approved it, without asking Meta. */
export async function aprovarModelos(world: World): Promise<void> {
  await garantirModelos(world.db, world.relogio.agora())
  await sql`
    update modelo_versao set situacao = 'aprovado', nome_meta = tipo || '_v' || numero,
      enviada_em = ${world.relogio.agora()}, aprovada_em = ${world.relogio.agora()}
    where tipo <> 'fora_do_horario'`.execute(world.db)
}
