import { exigirRecebedor } from '#server/codigos/emitir.actions.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { iniciarAceite, terminarAceite } from '#server/ofertas/aceite.actions.ts'
import { ofertasDe } from '#server/ofertas/ofertas.queries.ts'
import type { Pessoa, World } from './world.ts'

export const POLITICA = '/api/admin/configuracoes/negociacao'

/** Ten per cent and all charges off in the first month, twenty afterwards with a larger entry. */
const FAIXAS = [
  {
    de_dias: 1,
    ate_dias: 30,
    desconto_encargos: 100,
    desconto_principal: 10,
    entrada_minima: 0,
    parcelas_max: 6,
    parcela_minima: 10,
  },
  {
    de_dias: 31,
    ate_dias: null,
    desconto_encargos: 100,
    desconto_principal: 20,
    entrada_minima: 20,
    parcelas_max: 12,
    parcela_minima: 10,
  },
]

export async function comPolitica(world: World, admin: Pessoa, faixas: object[] = FAIXAS): Promise<void> {
  const corpo = { ativa: true, faixas, segundo_acordo_entrada: 50 }
  const { statusCode, body } = await world.chamar(admin, 'PUT', POLITICA, corpo)
  if (statusCode !== 200) throw new Error(`the policy was not taken: ${body}`)
}

/** A customer accepts one of today's offers on their page, by position or by an id that may not exist. */
export const aceitar = async (world: World, clienteId: number, qual: number | { id: number } = 0) =>
  terminarAceite(world.servicos, await comecarAAceitar(world, clienteId, qual))

/** The same, before the PSP is asked for the code. */
export async function comecarAAceitar(world: World, clienteId: number, qual: number | { id: number } = 0) {
  const agora = world.relogio.agora()
  const ofertaId = typeof qual === 'number' ? (await ofertasDe(world.db, clienteId, agora)).ofertas[qual]!.id : qual.id
  const meios = await exigirRecebedor(world.servicos.pix)
  const causa = { origem: 'pagina' as const, agora, ip: '203.0.113.9' }
  const prova = { endereco: '203.0.113.9', tokenHash: Buffer.alloc(32, 7) }
  return emTransacao(world.db, (trx) => iniciarAceite(trx, { clienteId, ofertaId, meios, causa, prova }))
}
