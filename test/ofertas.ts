import { comPolitica } from './aceite.ts'
import { PIX } from './psp.ts'
import type { Pessoa, World } from './world.ts'

/** Tuesday, 24/11/2026: what is accepted is paid until Thursday. */
export const PRAZO = '2026-11-26'
export const VENCIDA = { valor_centavos: 10_000, vencimento: '2026-11-14', vencimento_util: '2026-11-16' }
export const ANTIGA = { valor_centavos: 90_000, vencimento: '2026-09-24', vencimento_util: '2026-09-24' }
const A_VENCER = { valor_centavos: 5_000, vencimento: '2026-12-10', vencimento_util: '2026-12-10' }

export async function cenario(world: World, contas = [VENCIDA, ANTIGA, A_VENCER]) {
  const [admin, ana] = [await world.criarAdmin(), await world.criarOperador()]
  await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', { pix: PIX })
  await comPolitica(world, admin)
  const cliente = await world.criarCliente({ documento: '52998224725' }, contas)
  const base = `/api/operador/clientes/${cliente.id}`
  return { admin, ana, cliente, base }
}
export const json = async (world: World, quem: Pessoa, caminho: string) =>
  (await world.chamar(quem, 'GET', caminho)).json()
export const ofertas = async (world: World, quem: Pessoa, base: string) =>
  (await json(world, quem, `${base}/ofertas`)).data
