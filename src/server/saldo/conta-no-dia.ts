import { type ContaNoDia, nomeDaConta } from '#domain/conta.ts'
import { type Dia, diaDe } from '#domain/data.ts'
import { type ContestacaoDaConta, calcularDevido } from '#domain/devido.ts'
import { calcularEncargos, diasAtraso, type Taxas } from '#domain/encargos.ts'
import type { ContaNegociavel } from '#domain/politica.ts'
import type { ContaDoModelo } from '#domain/preenchimento.ts'
import type { Linha } from '#server/db/schema.ts'

type Colunas = 'situacao' | 'valor_centavos' | 'pago_centavos' | 'vencimento_util'

/** An account as the domain's rules of a day take it. */
export const contaNoDia = (conta: Pick<Linha<'conta'>, Colunas>): ContaNoDia => ({
  situacao: conta.situacao,
  valorCentavos: conta.valor_centavos,
  pagoCentavos: conta.pago_centavos,
  vencimentoUtil: conta.vencimento_util,
})

/** What a text says of an account. */
export const COLUNAS_DO_MODELO = [
  'numero',
  'parcela',
  'acordo_id',
  'valor_centavos',
  'pago_centavos',
  'vencimento',
  'vencimento_util',
  'linha_digitavel',
] as const
export type ContaLida = Pick<Linha<'conta'>, (typeof COLUNAS_DO_MODELO)[number]>

/** An instalment is called as on our screens: its stored number is that of the first account that its agreement replaced. */
export const ditaAoCliente = ({ numero, parcela, acordo_id }: Pick<ContaLida, 'numero' | 'parcela' | 'acordo_id'>) =>
  acordo_id === null
    ? { numero, parcela }
    : { numero: nomeDaConta({ numero, parcela, origem: 'negociacao', negociacao_id: acordo_id }), parcela: null }

/** An open account as a text speaks of it on a day: a disputed one owes what its code and its customer's page say. */
export function contaDoModelo(
  conta: ContaLida,
  dia: Dia,
  taxas: Taxas,
  contestacao: ContestacaoDaConta | null = null,
): ContaDoModelo {
  const abertoCentavos = conta.valor_centavos - conta.pago_centavos
  return {
    ...ditaAoCliente(conta),
    abertoCentavos,
    atualizadoCentavos: calcularDevido(abertoCentavos, conta.vencimento_util, dia, taxas, contestacao).total,
    vencimento: conta.vencimento,
    diasAtraso: diasAtraso(conta.vencimento_util, dia),
    linhaDigitavel: conta.pago_centavos === 0 ? conta.linha_digitavel : null,
  }
}

/** The dispute an account is under, as the query joined it. */
export const contestacaoDaConta = (conta: {
  contestada_em: string | null
  devido_ao_contestar: number | null
}): ContestacaoDaConta | null =>
  conta.contestada_em === null
    ? null
    : { desde: diaDe(conta.contestada_em), devidoCentavos: conta.devido_ao_contestar! }

/** An open account as the policy of agreements judges it. */
export function contaNegociavel(
  conta: Pick<Linha<'conta'>, 'id' | Exclude<Colunas, 'situacao'>>,
  dia: Dia,
  taxas: Taxas,
): ContaNegociavel {
  const abertoCentavos = conta.valor_centavos - conta.pago_centavos
  return {
    id: conta.id,
    abertoCentavos,
    encargosCentavos: calcularEncargos(abertoCentavos, conta.vencimento_util, dia, taxas).totalCentavos,
    diasAtraso: diasAtraso(conta.vencimento_util, dia),
  }
}
