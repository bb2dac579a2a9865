import { julgarPendentes, remarcarVelhas } from '#server/conciliacao/julgar.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { type MovimentoARegistrar, registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { World } from './world.ts'

export const MOVIMENTOS = '/api/admin/conciliacao/movimentos'

/** Told by the bank now, and not judged. */
export async function registrar({ db, relogio }: World, ...movimentos: MovimentoARegistrar[]): Promise<number[]> {
  const agora = relogio.agora()
  const registrados = await emTransacao(db, (trx) => registrarMovimentos(trx, movimentos, { agora }))
  return registrados.map(({ id }) => id)
}
export async function receber(world: World, ...movimentos: MovimentoARegistrar[]): Promise<number[]> {
  const ids = await registrar(world, ...movimentos)
  await remarcarVelhas(world.db, world.relogio.agora())
  await julgar(world)
  return ids
}
export async function julgar({ db, relogio }: World): Promise<void> {
  while ((await julgarPendentes(db, relogio.agora())) > 0);
}
/** As an administrator sees it. */
export const ver = async (world: World, id: number) =>
  (await world.chamar(await world.criarAdmin(), 'GET', `${MOVIMENTOS}/${id}`)).json()

export const JOSE = { nome: 'José da Silva Teste', documento: '52998224725' }
/** A boleto of R$ 100,00 of a customer. */
export async function comBoleto(world: World, numero = '00000012345-6', campos: object = {}) {
  const { id, contas } = await world.criarCliente(JOSE, [{ valor_centavos: 10_000, ...campos }])
  await world.db.updateTable('conta').set({ nosso_numero: numero }).where('id', '=', contas[0]!).execute()
  return { cliente: id, conta: contas[0]! }
}
