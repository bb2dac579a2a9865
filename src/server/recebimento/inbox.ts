import type { PixRecebido } from '#contract/pix-api.ts'
import { Indisponivel, NaoEntendido, type Origem } from '#server/entrada/origem.ts'
import { registrarMovimentos } from '#server/movimentos/registrar.actions.ts'
import type { NaoSeLe } from '#server/psp/pix-api.ts'
import type { Servicos } from '#server/servicos.ts'
import { movimentosDoPix } from './movimentos-do-pix.ts'

/** The PSP's answer about a reported Pix; null: it does not know it. */
interface Confirmado {
  pix: PixRecebido | NaoSeLe | null
  chaves: ReadonlySet<string>
}

export const ILEGIVEL =
  'O PSP fala de um Pix de um jeito que não se entende. Procure-o no painel do PSP e, se for de um cliente, registre o pagamento à mão.'

/** The event's `ordem`, and the prefix of its key: events of one Pix are processed in order. */
export const ordemDoPix = (endToEndId: string): string => `pix:${endToEndId}`

/** A webhook's content is never believed: the PSP is asked about each Pix, and its answer counts. */
export const doPsp = ({ pix }: Pick<Servicos, 'pix'>): Origem<Confirmado> => ({
  nome: 'pix',
  deQuem: 'do PSP',
  assunto: 'recebimento',
  deNovo: true,
  preparar: (ordem) => confirmar(pix, ordem.slice(ordemDoPix('').length)),
  async processar(trx, { payload }, agora, { pix: confirmado, chaves }) {
    if (confirmado === null) return 'O PSP não conhece este Pix.'
    if (confirmado === 'nao_se_le') throw new NaoEntendido((payload as { motivo?: string } | null)?.motivo ?? ILEGIVEL)
    const movimentos = movimentosDoPix(confirmado, chaves, agora)
    if (movimentos.length === 0) return 'O Pix foi para outra chave.'
    await registrarMovimentos(trx, movimentos, { agora })
    return null
  },
})

async function confirmar(provedor: Servicos['pix'], endToEndId: string): Promise<Confirmado> {
  const [api, { chaves }] = [await provedor.api(), await provedor.meios()]
  if (!api) throw new Indisponivel('não há PSP a quem perguntar')
  if (endToEndId === '') return { pix: 'nao_se_le', chaves } // set aside without the id of a Pix: nobody can be asked
  const dito = await api.confirmar(endToEndId)
  if (dito.tipo === 'ok') return { pix: dito.valor, chaves }
  // Rejected credentials (401, 403) say nothing about the Pix.
  const desconhecido = dito.tipo === 'recusada' && dito.http >= 400 && dito.http !== 401 && dito.http !== 403
  if (desconhecido) return { pix: null, chaves }
  throw new Indisponivel(dito.mensagem)
}
