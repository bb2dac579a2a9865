import type { ContaNoDia } from '#domain/conta.ts'
import type { Dia } from '#domain/data.ts'
import { diasAtraso, type Taxas, valorAtualizado } from '#domain/encargos.ts'
import type { ContaDoModelo } from '#domain/modelo.ts'
import type { Linha } from '#server/db/schema.ts'

type Colunas = 'situacao' | 'valor_centavos' | 'pago_centavos' | 'vencimento_util'

/** An account as the domain's rules of a day take it. */
export const contaNoDia = (conta: Pick<Linha<'conta'>, Colunas>): ContaNoDia => ({
  situacao: conta.situacao,
  valorCentavos: conta.valor_centavos,
  pagoCentavos: conta.pago_centavos,
  vencimentoUtil: conta.vencimento_util,
})

type ColunasDoModelo = Exclude<Colunas, 'situacao'> | 'numero' | 'parcela' | 'vencimento' | 'linha_digitavel'

/** An open account as a text speaks of it on a day. */
export function contaDoModelo(conta: Pick<Linha<'conta'>, ColunasDoModelo>, dia: Dia, taxas: Taxas): ContaDoModelo {
  const abertoCentavos = conta.valor_centavos - conta.pago_centavos
  return {
    numero: conta.numero,
    parcela: conta.parcela,
    abertoCentavos,
    atualizadoCentavos: valorAtualizado(abertoCentavos, conta.vencimento_util, dia, taxas),
    vencimento: conta.vencimento,
    diasAtraso: diasAtraso(conta.vencimento_util, dia),
    linhaDigitavel: conta.pago_centavos === 0 ? conta.linha_digitavel : null,
  }
}
