import { type Centavos, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'

const POR_EXTENSO: Record<string, number> = {
  dez: 10,
  vinte: 20,
  trinta: 30,
  cinquenta: 50,
  cem: 100,
  duzentos: 200,
  trezentos: 300,
  quatrocentos: 400,
  quinhentos: 500,
  mil: 1000,
}

const NUMERO = '\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?|\\d+(?:[,.]\\d{1,2})?'
/** "R$ 150,00", "300 conto", "2 mil": what says by itself that it is money. */
const DITO = new RegExp(
  `(?<=^| )(?:r\\$ ?(${NUMERO})(?: (mil))?|(${NUMERO})(?: (mil|k))?(?: de)? reais|(${NUMERO}) (mil|k)|(${Object.keys(POR_EXTENSO).join('|')}) reais|((?:\\d{1,3}(?:\\.\\d{3})+|\\d+),\\d{2}))(?= |$)`,
  'g',
)
/** A bare number is money only where money is meant: "mando 100", "parcelas de 150", "100 por mês". */
const SOLTO =
  /(?<=^| )(?:(?:pago|paguei|pagar|mando|mandei|mandar|dou|deposito|depositei|transferi|transfiro|mais|parcelas de|pix de|fazer de|faz de) (\d{2,6})|(\d{2,6}) (?:por (?:mes|semana)|de entrada))(?= |$)(?! (?:vezes|x|dias|parcelas|semanas|mil|por cento|de (?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)))/g

/** Of several payments, one amount says nothing. */
const EM_PARTES = /\b(?:resto|restante) dia\b/

/** The one amount that plain words name, in cents; null when there is none, or more than one. */
export function valorDito(dito: string): Centavos | null {
  if (EM_PARTES.test(dito)) return null
  const ditos = new Set([...dito.matchAll(DITO), ...dito.matchAll(SOLTO)].map((achado) => emCentavos(achado)))
  const [valor] = ditos
  return ditos.size === 1 && valor !== undefined && valor > 0 && valor <= VALOR_MAXIMO_CENTAVOS ? valor : null
}

function emCentavos(achado: RegExpMatchArray): Centavos {
  const partes = achado.slice(1).filter((parte) => parte !== undefined)
  const mil = partes.length > 1 ? 1000 : 1
  const [numero = ''] = partes
  const reais = POR_EXTENSO[numero] ?? Number(semMilhares(numero).replace(',', '.'))
  return Math.round(reais * mil * 100)
}

const semMilhares = (numero: string) => (/^\d{1,3}(\.\d{3})+/.test(numero) ? numero.replaceAll('.', '') : numero)
