import { emCentavos, emReais } from '#domain/dinheiro.ts'
import { calcularEncargos } from '#domain/encargos.ts'
import { dia, dinheiro } from '#web/ui/formatos.ts'
import type { Historia } from './contas.queries.ts'
import { abertoDe, somar } from './palavras.ts'

/** What an account's charges are computed from. */
export type ComTaxas = Pick<Historia, 'valor' | 'valor_pago' | 'vencimento_util' | 'taxas'>

/** What is owed on a day with its charges, by the same rule as the server's. */
export function devidoEm(conta: ComTaxas, quando: string): number {
  const { totalCentavos } = calcularEncargos(emCentavos(abertoDe(conta)), conta.vencimento_util, quando, {
    multaCentesimos: Math.round(conta.taxas.multa_percentual * 100),
    jurosMesCentesimos: Math.round(conta.taxas.juros_percentual_mes * 100),
  })
  return somar([abertoDe(conta), emReais(totalCentavos)])
}

export type Efeito = { tom: 'parte' | 'quita' | 'passa'; frase: string }

export const TOM_DO_EFEITO = { parte: 'warning', quita: 'success', passa: 'error' } as const

/** What a payment would do: leave a rest, settle with or without charges, or be more than is owed. */
export function efeitoDoPagamento(conta: ComTaxas, valor: number, quando: string): Efeito {
  const aberto = abertoDe(conta)
  const devido = devidoEm(conta, quando)
  if (valor > devido)
    return { tom: 'passa', frase: `Passa do que era devido em ${dia(quando)}: ${dinheiro(devido)}, com os encargos.` }
  if (valor < aberto)
    return { tom: 'parte', frase: `Parte do pagamento: restam ${dinheiro(somar([aberto, -valor]))}, sem os encargos.` }
  const encargos = somar([valor, -aberto])
  const dispensados = somar([devido, -valor])
  if (dispensados > 0)
    return { tom: 'quita', frase: `A conta fica paga, e ${dinheiro(dispensados)} de encargos são dispensados.` }
  return {
    tom: 'quita',
    frase: encargos > 0 ? `A conta fica paga, com ${dinheiro(encargos)} de encargos.` : 'A conta fica paga.',
  }
}
