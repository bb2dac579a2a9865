import type { FormaDoBotao } from '#domain/botao-pix.ts'
import { comPagamento, temPagamento } from '#domain/partes-preenchidas.ts'
import type { Recebedor } from '#domain/recebimento.ts'
import type { ModeloEmUso } from '#server/configuracao/modelos-em-uso.queries.ts'
import type { CodigoDaMensagem, Corpo, Mensagem, QuemRecebe } from './julgamento.ts'

/** The template variant with the payment button, for one send attempt with a PSP's code. */
export interface MeioDoBotao {
  nome: string
  forma: FormaDoBotao
  recebedor: Recebedor
  referencia: string
}

/** Null: this message has none, and its code goes in the text. */
export const meioDoBotao = (
  { botao }: ModeloEmUso,
  { referencia, tentativas }: Pick<Mensagem, 'referencia' | 'tentativas'>,
  { sem_botao_de_pagamento }: QuemRecebe['contato'],
  recebedor: Recebedor | null,
): MeioDoBotao | null =>
  botao && recebedor && !sem_botao_de_pagamento
    ? { ...botao, recebedor, referencia: `${referencia}-${tentativas}` }
    : null

/** Only a PSP's code is sent with the button: WhatsApp accepts no static code. */
export function comBotao<T extends Extract<Corpo, { modelo: string }>>(
  corpo: T,
  { tipo, copiaECola, valorCentavos, descricao }: CodigoDaMensagem,
  meio: MeioDoBotao | null,
): T {
  if (!meio || tipo === 'pix_estatico') return corpo
  const { nome, forma, recebedor, referencia } = meio
  const cobranca = { codigo: copiaECola, valorCentavos, descricao, recebedor, referencia }
  return { ...corpo, modelo: nome, partes: comPagamento(corpo.partes, forma, cobranca) }
}

export const comBotaoDePagamento = ({ corpo }: { corpo: Corpo }): boolean =>
  'modelo' in corpo && temPagamento(corpo.partes)
