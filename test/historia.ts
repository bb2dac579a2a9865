import { TIPOS_MODELO } from '#domain/modelo.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { criarDemonstracao } from '#server/demonstracao/demonstracao.actions.ts'
import type { World } from './world.ts'

/** The demonstration's company with this many customers, played until now. */
export async function contarHistoria(world: World, clientes: number) {
  const agora = world.relogio.agora()
  await world.db
    .insertInto('modelo')
    .values(TIPOS_MODELO.map((tipo) => ({ tipo, titulo: MODELOS_PADRAO[tipo].titulo, updated_at: agora })))
    .onConflict((c) => c.doNothing())
    .execute()
  const { armazem } = world.servicos
  const opcoes = { agora, armazem, chaveSecreta: Buffer.alloc(32), clientes }
  await criarDemonstracao(world.db, { ...opcoes, hashDaSenha: async (senha) => senha })
}
