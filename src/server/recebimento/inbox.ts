import type { PixRecebido } from '#contract/pix-api.ts'
import { Indisponivel, type Origem } from '#server/entrada/origem.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'

/** What the PSP says of a Pix that somebody told us of; null: it knows none. */
interface Confirmado {
  pix: PixRecebido | null
  chave: string
}

/** The order, and the beginning of the key, of everything told of one Pix. */
export const ordemDoPix = (endToEndId: string): string => `pix:${endToEndId}`

/** What a PSP tells is believed of nobody: each Pix is asked back, and counts as it is answered. */
export const doPsp = ({ pix }: Pick<Servicos, 'pix'>): Origem<Confirmado> => ({
  nome: 'pix',
  deQuem: 'do PSP',
  assunto: 'recebimento',
  preparar: (ordem) => confirmar(pix, ordem.slice(ordemDoPix('').length)),
  async processar(trx, _, agora, { pix: confirmado, chave }) {
    if (confirmado === null) return 'O PSP não conhece este Pix.'
    const movimentos = movimentosDoPix(confirmado, chave)
    if (movimentos.length === 0) return 'O Pix foi para outra chave.'
    await registrarMovimentos(trx, movimentos, { agora })
    return null
  },
})

async function confirmar(provedor: Servicos['pix'], endToEndId: string): Promise<Confirmado> {
  const [api, { recebedor }] = [await provedor.api(), await provedor.meios()]
  if (!api || !recebedor) throw new Indisponivel('não há PSP a quem perguntar')
  const dito = await api.confirmar(endToEndId)
  if (dito.tipo === 'ok') return { pix: dito.valor, chave: recebedor.chave }
  // Credentials that do not serve say nothing of the Pix.
  const desconhecido = dito.tipo === 'recusada' && dito.http >= 400 && dito.http !== 401 && dito.http !== 403
  if (desconhecido) return { pix: null, chave: recebedor.chave }
  throw new Indisponivel(dito.mensagem)
}
