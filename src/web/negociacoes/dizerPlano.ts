import type { Oferta } from '#contract/ofertas.ts'
import { emCentavos } from '#domain/dinheiro.ts'
import { dizerVezes } from '#domain/parcelas.ts'
import { dinheiro } from '#web/ui/formatos.ts'

/** "À vista R$ 810,00", "Entrada de R$ 162,00 + 2 × R$ 324,00": an offer in a few words. */
export function dizerPlano({ parcelas, valor_negociado }: Pick<Oferta, 'parcelas' | 'valor_negociado'>): string {
  if (parcelas.length === 1) return `À vista ${dinheiro(valor_negociado)}`
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  const entrada = parcelas.find(({ numero }) => numero === 0)
  const vezes = dizerVezes(mensais.map(({ valor }) => ({ valorCentavos: emCentavos(valor) })))
  return entrada ? `Entrada de ${dinheiro(entrada.valor)} + ${vezes}` : vezes
}
