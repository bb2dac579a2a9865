import type { MovimentoARegistrar } from '#server/movimentos/registrar.actions.ts'
import type { World } from './world.ts'

/** A Pix received today, by default R$ 10,00, with its own id. */
export const umPix = (
  world: Pick<World, 'hoje' | 'numero'>,
  outro: Partial<MovimentoARegistrar> = {},
): MovimentoARegistrar => ({
  origem: 'pix',
  tipo: 'credito',
  banco: null,
  contaBancaria: null,
  dia: world.hoje(),
  diaCredito: world.hoje(),
  valorCentavos: 1_000,
  saiu: false,
  tarifaCentavos: 0,
  descricao: 'Pix recebido',
  pagador: null,
  txid: null,
  endToEndId: `E12345678${world.hoje().replaceAll('-', '')}1200${String(world.numero()).padStart(11, '0')}`,
  nossoNumero: null,
  ocorrencia: null,
  lote: false,
  ...outro,
})

/** A credit in today's statement. */
export const umCredito = (
  world: Pick<World, 'hoje' | 'numero'>,
  outro: Partial<MovimentoARegistrar> = {},
): MovimentoARegistrar => ({
  ...umPix(world),
  origem: 'ofx',
  banco: '341',
  contaBancaria: '1500/12345-6',
  descricao: `PIX RECEBIDO ${world.numero()}`,
  endToEndId: null,
  ...outro,
})
