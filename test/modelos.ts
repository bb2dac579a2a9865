import { sql } from 'kysely'
import type { OpcoesEmulador } from '#emulator/nucleo.ts'
import { garantirModelos } from '#server/modelos/modelos.queries.ts'
import { sincronizar } from '#server/modelos/sincronizacao.ts'
import { Palco } from '#test/emulador.ts'
import type { World } from '#test/world.ts'
import { VERSAO } from '../src/emulator/conta.ts'

/** Marks every template as approved, without asking Meta. */
export async function aprovarModelos(world: World): Promise<void> {
  await garantirModelos(world.db, world.relogio.agora())
  await sql`
    update modelo_versao set situacao = 'aprovado', nome_meta = tipo || '_v' || numero,
      enviada_em = ${world.relogio.agora()}, aprovada_em = ${world.relogio.agora()}
    where tipo <> 'fora_do_horario'`.execute(world.db)
}

/** Submits every template to the emulator and waits for its approval. */
export async function aprovarNoEmulador(world: World, palco: Palco): Promise<void> {
  await garantirModelos(world.db, world.relogio.agora())
  await sincronizar(world.servicos)
  await palco.passar(5_000)
  await sincronizar(world.servicos)
}

/** Connects the world to its own emulator, which knows no template yet. `host`: see `Palco`. */
export async function ligarSemModelos(world: World, opcoes: Partial<OpcoesEmulador> = {}, host?: string) {
  const { apiUrl: _, ...conta } = world.conta
  const palco = await new Palco(host).abrir({ conta, ...opcoes })
  world.usarWhatsapp(`${palco.base}/graph/${VERSAO}`)
  return palco
}

/** The same, with every template approved. */
export async function ligarEmulador(world: World, opcoes: Partial<OpcoesEmulador> = {}, host?: string): Promise<Palco> {
  const palco = await ligarSemModelos(world, { vazaoPorSegundo: 1_000_000, leSozinho: false, ...opcoes }, host)
  await aprovarNoEmulador(world, palco)
  return palco
}
