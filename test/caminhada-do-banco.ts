import { sql } from 'kysely'
import { trabalhosDosCodigos } from '#server/codigos/codigos.jobs.ts'
import { trabalhosDeConciliacao } from '#server/conciliacao/conciliacao.jobs.ts'
import type { Trabalho } from '#server/jobs/trabalhos.ts'
import { trabalhosDoRecebimento } from '#server/recebimento/recebimento.jobs.ts'
import type { PassoDoBanco } from './passos.ts'
import { type BancoEmulado, CHAVE_PIX } from './psp.ts'
import type { World } from './world.ts'

/** A text with a code and a link to the customer's page, which the default texts lack. */
export const TEXTO_COM_TUDO =
  'Oi, {{primeiro_nome}}. A conta {{numero}} espera o pagamento. Copie o Pix {{pix_copia_e_cola}} ou veja tudo em {{link}} ainda hoje.'

const rodar = async (trabalhos: readonly Trabalho[]) => {
  const { signal } = new AbortController()
  for (const trabalho of trabalhos) while (await trabalho.executar(signal)) {}
}

/** Events at the bank, and what the program then asks and receives. */
export async function noBanco(world: World, banco: BancoEmulado, passo: PassoDoBanco): Promise<void> {
  switch (passo.tipo) {
    case 'pix':
      return pagar(world, banco, passo)
    case 'psp_cai':
      return banco.psp.falhas.provocar({ como: 'status', http: 503 }, passo.vezes)
    case 'banco': {
      // Provoked failures are dropped: while the PSP is down, these jobs would wait in real time.
      while (banco.psp.falhas.proxima()) {}
      await rodar(trabalhosDoRecebimento(world.servicos))
      await rodar(trabalhosDeConciliacao(world.servicos))
      await rodar(trabalhosDosCodigos(world.servicos))
      return
    }
  }
}

/** Pays as somebody who kept the message; the code may have ended long ago. */
async function pagar(
  world: World,
  { psp, pagos }: BancoEmulado,
  { codigo, avisa }: Extract<PassoDoBanco, { tipo: 'pix' }>,
) {
  const codigos = await world.db
    .selectFrom('codigo')
    .select(['tipo', 'txid', 'valor_centavos'])
    .where('copia_e_cola', 'is not', null)
    .orderBy('id', 'desc')
    .limit(10)
    .execute()
  const pago = codigos[codigo % (codigos.length || 1)]
  if (!pago) return
  const pix =
    pago.tipo === 'pix_estatico'
      ? psp.pagarChave(CHAVE_PIX, pago.valor_centavos, { txid: pago.txid })
      : psp.pagar(pago.txid, { aForca: true })
  pagos.push(pix.endToEndId)
  if (!avisa) return
  const { segredo } = await world.servicos.pix.meios()
  const url = `/api/webhooks/pix/${segredo}/pix`
  const resposta = await world.app.inject({ method: 'POST', url, payload: { pix: [pix] } })
  if (resposta.statusCode !== 200)
    throw new Error(`the PSP's webhook answered ${resposta.statusCode}: ${resposta.body}`)
}

/** Checks that each payment at the bank is stored here exactly once; null when so. */
export async function dinheiroPerdido(world: World, banco: BancoEmulado): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select end_to_end_id as id from movimento where tipo = 'credito' and end_to_end_id is not null`.execute(world.db)
  const conhecidos = new Set(rows.map(({ id }) => id))
  if (conhecidos.size !== rows.length) return 'a Pix is two movements'
  const perdido = banco.pagos.find((id) => !conhecidos.has(id))
  return perdido ? `the bank has ${perdido}, and nobody here knows` : null
}
