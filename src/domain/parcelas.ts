import { type Dia, formatarDia, somarMeses } from './data.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import { CamposInvalidos } from './erros.ts'

export const MAXIMO_PARCELAS = 48
/** Refusal of any other number of them. */
export const RECUSA_DAS_PARCELAS = `Informe de 1 a ${MAXIMO_PARCELAS} parcelas.`

export type Parcela = { numero: number; vencimento: Dia; valorCentavos: Centavos }

/** What is open of the accounts, with charges and without the discount; refuses a discount that leaves nothing. */
export function valorNegociado(originalCentavos: Centavos, encargosCentavos: Centavos, descontoCentavos: Centavos) {
  const total = originalCentavos + encargosCentavos - descontoCentavos
  if (total <= 0) {
    const maximo = formatarReais(originalCentavos + encargosCentavos)
    throw new CamposInvalidos({ desconto: [`O desconto precisa ser menor que ${maximo}, o total a negociar.`] })
  }
  return total
}

/**
 * The instalments of an agreement. A down payment is instalment 0, due today. The rest is divided to the cent, the
 * odd cents in the first ones; months count from the first day and clamp (31 Jan → 28 Feb → 31 Mar).
 */
export function gerarParcelas(pedido: {
  valorCentavos: Centavos
  entradaCentavos: Centavos
  parcelas: number
  primeiroVencimento: Dia
  hoje: Dia
}): Parcela[] {
  recusarImpossivel(pedido)
  const { parcelas, primeiroVencimento, entradaCentavos, hoje } = pedido
  const entrada = entradaCentavos > 0 ? [{ numero: 0, vencimento: hoje, valorCentavos: entradaCentavos }] : []
  const restante = pedido.valorCentavos - entradaCentavos
  const base = Math.floor(restante / parcelas)
  const sobra = restante % parcelas
  const mensais = Array.from({ length: parcelas }, (_, indice) => ({
    numero: indice + 1,
    vencimento: somarMeses(primeiroVencimento, indice),
    valorCentavos: base + (indice < sobra ? 1 : 0),
  }))
  return [...entrada, ...mensais]
}

/** How many instalments, as the message that confirms the agreement says it: a down payment is none of them. */
export function dizerParcelas(
  parcelas: readonly (Pick<Parcela, 'numero' | 'valorCentavos'> & { paga?: boolean })[],
): string {
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  const pagas = mensais.filter(({ paga }) => paga).length
  const entrada = parcelas.find(({ numero }) => numero === 0)
  return [
    mensais.length,
    ...(pagas > 0 ? [`${pagas} já ${pagas === 1 ? 'paga' : 'pagas'}`] : []),
    ...(entrada ? [`mais a entrada de ${formatarReais(entrada.valorCentavos)}`] : []),
    ...(entrada?.paga ? ['já paga'] : []),
  ].join(', ')
}

/** "4 × R$ 133,97"; with odd cents "1 × R$ 587,50 + 1 × R$ 587,49": what is said adds up to the total. */
export function dizerVezes(parcelas: readonly Pick<Parcela, 'valorCentavos'>[]): string {
  const vezes = new Map<Centavos, number>()
  for (const { valorCentavos } of parcelas) vezes.set(valorCentavos, (vezes.get(valorCentavos) ?? 0) + 1)
  // Each part stays whole on a line: a narrow screen breaks at the +.
  return [...vezes].map(([valor, n]) => `${n} × ${formatarReais(valor)}`.replaceAll(' ', '\u00a0')).join(' + ')
}

function recusarImpossivel(pedido: Parameters<typeof gerarParcelas>[0]) {
  const { valorCentavos, entradaCentavos, parcelas, primeiroVencimento, hoje } = pedido
  const campos: Record<string, string[]> = {}
  if (!Number.isInteger(parcelas) || parcelas < 1 || parcelas > MAXIMO_PARCELAS) campos.parcelas = [RECUSA_DAS_PARCELAS]
  else if (entradaCentavos < 0 || entradaCentavos >= valorCentavos)
    campos.entrada = [`A entrada precisa ser menor que ${formatarReais(valorCentavos)}, o valor negociado.`]
  else if (valorCentavos - entradaCentavos < parcelas)
    campos.parcelas = ['Cada parcela precisa ser de pelo menos R$ 0,01. Diminua o número de parcelas.']
  if (primeiroVencimento < hoje)
    campos.primeiro_vencimento = [`O primeiro vencimento não pode ser antes de hoje, ${formatarDia(hoje)}.`]
  if (Object.keys(campos).length > 0) throw new CamposInvalidos(campos)
}
