import type { Calendario } from './calendario.ts'
import { type Dia, formatarDia, somarMeses } from './data.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import { DIAS_ATE_QUEBRAR } from './negociacao.ts'
import { gerarParcelas, type Parcela } from './parcelas.ts'
import {
  type Condicoes,
  type ContaNegociavel,
  condicoesDe,
  descontoDe,
  fracao,
  type Politica,
  prazoDaEntrada,
} from './politica.ts'

/** An agreement that a customer may take today, as it would be. */
export interface Oferta {
  /** The same for the same customer, day and terms, and different otherwise. */
  id: number
  contas: number[]
  originalCentavos: Centavos
  encargosCentavos: Centavos
  descontoCentavos: Centavos
  negociadoCentavos: Centavos
  /** `numero` 0 is the down payment. */
  parcelas: Parcela[]
  /** All that is agreed on by accepting it: what, until when, and what breaking it means. */
  texto: string
}

export interface QuemRecebeOferta {
  clienteId: number
  /** Their open accounts that are late and not disputed. */
  contas: readonly ContaNegociavel[]
  /** An agreement of theirs broke before. */
  quebrou: boolean
}

/**
 * What a customer is offered today, by the policy alone: at once, in two instalments, and in as many as the policy gives. None
 * without an active policy, without late accounts, or when the oldest is in no band.
 */
export function ofertasDoDia(
  politica: Politica,
  { clienteId, contas, quebrou }: QuemRecebeOferta,
  hoje: Dia,
  calendario: Calendario,
): Oferta[] {
  const condicoes = politica.ativa ? condicoesDe(contas, politica, quebrou) : null
  if (!condicoes) return []
  const valores = somarContas(contas, politica)
  if (valores.negociadoCentavos <= 0) return []
  const prazo = prazoDaEntrada(hoje, calendario)
  return planos(valores.negociadoCentavos, condicoes, prazo).map((parcelas) => {
    const oferta = { contas: contas.map(({ id }) => id).sort((a, b) => a - b), ...valores, parcelas }
    return { id: idDa(clienteId, hoje, oferta), ...oferta, texto: escreverOferta(oferta) }
  })
}

function somarContas(contas: readonly ContaNegociavel[], { faixas }: Politica) {
  const soma = (de: (conta: ContaNegociavel) => Centavos) => contas.reduce((total, conta) => total + de(conta), 0)
  const originalCentavos = soma(({ abertoCentavos }) => abertoCentavos)
  const encargosCentavos = soma(({ encargosCentavos: seus }) => seus)
  const descontoCentavos = soma((conta) => descontoDe(conta, faixas))
  const negociadoCentavos = originalCentavos + encargosCentavos - descontoCentavos
  return { originalCentavos, encargosCentavos, descontoCentavos, negociadoCentavos }
}

function planos(valorCentavos: Centavos, condicoes: Condicoes, prazo: Dia): Parcela[][] {
  const entradaCentavos = entradaDe(valorCentavos, condicoes)
  const maximo = maximoDeParcelas(valorCentavos - entradaCentavos, condicoes)
  const emParcelas = (parcelas: number, entrada: Centavos) =>
    gerarParcelas({
      valorCentavos,
      entradaCentavos: entrada,
      parcelas,
      primeiroVencimento: entrada > 0 ? somarMeses(prazo, 1) : prazo,
      hoje: prazo,
    })
  const quantas = [2, maximo].filter((n, i, todas) => n >= 2 && n <= maximo && todas.indexOf(n) === i)
  return [emParcelas(1, 0), ...quantas.map((n) => emParcelas(n, entradaCentavos))]
}

/** The policy's minimum, and never less than the smallest instalment. */
const entradaDe = (valorCentavos: Centavos, { entradaMinimaCentesimos, parcelaMinimaCentavos }: Condicoes): Centavos =>
  entradaMinimaCentesimos === 0 ? 0 : Math.max(1, fracao(valorCentavos, entradaMinimaCentesimos), parcelaMinimaCentavos)

/** The policy's maximum while each reaches its minimum instalment; below 1 when there is nothing to divide. */
const maximoDeParcelas = (restoCentavos: Centavos, { parcelasMax, parcelaMinimaCentavos }: Condicoes): number =>
  Math.min(parcelasMax, Math.floor(restoCentavos / Math.max(1, parcelaMinimaCentavos)))

type Corpo = Omit<Oferta, 'id' | 'texto'>

function escreverOferta({ originalCentavos, encargosCentavos, descontoCentavos, negociadoCentavos, parcelas }: Corpo) {
  const devido =
    encargosCentavos > 0
      ? `${formatarReais(originalCentavos + encargosCentavos)} (${formatarReais(originalCentavos)} mais ${formatarReais(encargosCentavos)} de multa e juros)`
      : formatarReais(originalCentavos)
  const desconto = descontoCentavos > 0 ? `, com ${formatarReais(descontoCentavos)} de desconto` : ''
  const primeira = parcelas[0]!
  return [
    `${dizerPlano(negociadoCentavos, parcelas)} Hoje você deve ${devido}; pelo acordo paga ${formatarReais(negociadoCentavos)}${desconto}.`,
    `O acordo começa quando o código de ${formatarReais(primeira.valorCentavos)} for pago, até ${formatarDia(primeira.vencimento)}. Sem isso a proposta termina, e nada muda.`,
    ...(parcelas.length > 1 ? [QUEBRA] : []),
  ].join(' ')
}

const QUEBRA = `Uma parcela com ${DIAS_ATE_QUEBRAR} dias de atraso desfaz o acordo: as contas voltam como eram, com multa e juros e sem o desconto, menos o que já tiver sido pago.`

function dizerPlano(negociadoCentavos: Centavos, parcelas: readonly Parcela[]): string {
  const [primeira, ...outras] = parcelas
  const ate = formatarDia(primeira!.vencimento)
  if (outras.length === 0) return `À vista: ${formatarReais(negociadoCentavos)} até ${ate}.`
  const mensais = parcelas.filter(({ numero }) => numero > 0)
  const ultima = formatarDia(mensais.at(-1)!.vencimento)
  if (primeira!.numero > 0)
    return `${mensais.length} parcelas${cada(mensais)}: a primeira até ${ate}, a última em ${ultima}.`
  const [proxima] = mensais
  return `Entrada de ${formatarReais(primeira!.valorCentavos)} até ${ate}, e ${mensais.length} parcelas${cada(mensais)}: a primeira em ${formatarDia(proxima!.vencimento)}, a última em ${ultima}.`
}

function cada(mensais: readonly Parcela[]): string {
  const [maior, menor] = [mensais[0]!.valorCentavos, mensais.at(-1)!.valorCentavos]
  if (maior === menor) return ` de ${formatarReais(maior)}`
  const maiores = mensais.filter(({ valorCentavos }) => valorCentavos === maior).length
  const primeiras = maiores === 1 ? 'a primeira' : `as ${maiores} primeiras`
  const outras = mensais.length - maiores === 1 ? 'a última' : 'as outras'
  return `, ${primeiras} de ${formatarReais(maior)} e ${outras} de ${formatarReais(menor)}`
}

/** A fingerprint of all that is offered, whom and when: FNV-1a of 64 bits, of which a JSON number keeps 52. */
function idDa(clienteId: number, hoje: Dia, oferta: Corpo): number {
  const tudo = JSON.stringify([clienteId, hoje, oferta])
  let marca = 0xcbf29ce484222325n
  for (const letra of tudo) marca = ((marca ^ BigInt(letra.codePointAt(0)!)) * 0x100000001b3n) & 0xffffffffffffffffn
  return Number(marca >> 12n) + 1
}
