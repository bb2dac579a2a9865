import { sql } from 'kysely'
import { expect } from 'vitest'
import { processarEntrada } from '#server/entrada/processar.actions.ts'
import { doPsp } from '#server/recebimento/inbox.ts'
import { trabalhosDoRecebimento } from '#server/recebimento/recebimento.jobs.ts'
import { type BancoEmulado, CHAVE_PIX, PIX } from './psp.ts'
import type { World } from './world.ts'

const segredoDe = async (world: World) => (await world.servicos.pix.meios()).segredo!
export const avisar = async (world: World, corpo: unknown, fim = '/pix', segredo?: string) =>
  world.app.inject({
    method: 'POST',
    url: `/api/webhooks/pix/${segredo ?? (await segredoDe(world))}${fim}`,
    payload: typeof corpo === 'string' ? corpo : JSON.stringify(corpo),
    headers: { 'content-type': 'application/json' },
  })
export const processar = async (world: World) => {
  while (await processarEntrada(world.servicos, doPsp(world.servicos))) {}
}
export const eventos = (world: World) => world.db.selectFrom('evento_recebido').selectAll().orderBy('id').execute()
export async function movimentos(world: World) {
  const { rows } = await sql<{ tipo: string; valor_centavos: number; txid: string | null; end_to_end_id: string }>`
    select tipo, valor_centavos, txid, end_to_end_id from movimento order by id`.execute(world.db)
  return rows
}
export const varrer = (world: World) =>
  trabalhosDoRecebimento(world.servicos)[1]!.executar(new AbortController().signal)
export const OUTRA_CHAVE = 'financeiro@exemplo.com.br'
export async function mudarChave(world: World) {
  const admin = await world.criarAdmin()
  const corpo = { pix: { ...PIX, chave: OUTRA_CHAVE } }
  expect((await world.chamar(admin, 'PUT', '/api/admin/configuracoes/recebimento', corpo)).statusCode).toBe(200)
}
export const pago = (banco: BancoEmulado, centavos: number, txid = 'A'.repeat(25)) =>
  banco.psp.pagarChave(CHAVE_PIX, centavos, { txid, pagador: { nome: 'Ana', cpf: '52998224725' } })
