import { type Calendario, somarDiasUteis } from './calendario.ts'
import { type Dia, diaDaSemana, diasEntre, diaValido, inicioDoMes, somarDias, somarMeses } from './data.ts'

export const SEMANA = ['domingo', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado']
const MESES = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
const NUMEROS = 'um uma|dois duas|tres|quatro|cinco|seis|sete|oito|nove|dez'.split('|')
const ORDINAIS = 'primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo'.split(' ')

const umDe = (palavras: readonly string[]) => palavras.join('|').replaceAll(' ', '|')
const N = '\\d{1,2}'
/** The days of a month in words, by their number. */
const POR_EXTENSO = [...'um dois tres quatro cinco seis sete oito nove dez'.split(' ')]
  .concat('onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove vinte'.split(' '))
  .concat('um dois tres quatro cinco seis sete oito nove'.split(' ').map((unidade) => `vinte e ${unidade}`))
  .concat('trinta', 'trinta e um')
const EXTENSO = `(?:${POR_EXTENSO.toReversed().join('|')})(?! (?:e|mil|por|reais|vezes|meses|parcelas)(?: |$))`
/** A day of the month, in figures or words. */
const D = `${N}|primeiro|${EXTENSO}`
const QUANTOS = `\\d{1,3}|${umDe(NUMEROS)}`
/** "segunda via", "quinta parcela" are no days of the week. */
const SEMANA_DITA = `(${umDe(SEMANA)})(?: feira)?(?! (?:via|parcela|parte|vez|basica|dia))`

type Leitura = (partes: readonly string[], hoje: Dia, calendario: Calendario) => Dia | null

/** How a day is said, the longest ways first; null: words of time that name no single day. */
const JEITOS: [string, Leitura][] = [
  [`(?:depois|apos|passando|a partir) (?:do |de |o )?dia (?:${D})(?: de (?:${umDe(MESES)}))?`, () => null],
  [`(?:entre )?(?:o )?dias? ${N} (?:e|ou|a|ate) (?:o )?(?:dia )?${N}`, () => null],
  [
    `(${QUANTOS}|${umDe(ORDINAIS)}) dia util (?:do mes )?de (${umDe(MESES)})`,
    ([n = '', m = ''], hoje, calendario) => diaUtilDe(ordinal(n), MESES.indexOf(m) + 1, hoje, calendario),
  ],
  [
    `(${QUANTOS}|${umDe(ORDINAIS)}) dia util`,
    ([n = ''], hoje, calendario) => diaUtilDoMes(ordinal(n), hoje, calendario),
  ],
  [`(?:dia )?(${N})/(${N})(?:/(\\d{4}|\\d{2}))?`, ([d, m, a], hoje) => diaEMes(Number(d), Number(m), a, hoje)],
  [`dia (${N})\\.(${N})(?:\\.(\\d{4}|\\d{2}))?`, ([d, m, a], hoje) => diaEMes(Number(d), Number(m), a, hoje)],
  [
    `(?:dia |(?!um de ))(${D}) de (${umDe(MESES)})(?: de (\\d{4}))?`,
    ([d = '', m = '', a], hoje) => diaEMes(diaDoMes(d), MESES.indexOf(m) + 1, a, hoje),
  ],
  [`dia (${D}) do (?:mes que vem|proximo mes|outro mes)`, ([d = ''], hoje) => noMesQueVem(diaDoMes(d), hoje)],
  [`(?:mes que vem|proximo mes) (?:no )?dia (${D})`, ([d = ''], hoje) => noMesQueVem(diaDoMes(d), hoje)],
  [`dia (${N}|primeiro)`, ([d = ''], hoje) => proximoDia(diaDoMes(d), hoje)],
  // "Bom dia, um instante" names none.
  [`(?<!(?:bom|outro|um|todo|meio|qual) )dia (${EXTENSO})`, ([d = ''], hoje) => proximoDia(diaDoMes(d), hoje)],
  [`${SEMANA_DITA} da (?:semana que vem|proxima semana|outra semana)`, ([d = ''], hoje) => naSemanaQueVem(d, hoje)],
  [`(?:semana que vem|proxima semana) na ${SEMANA_DITA}`, ([d = ''], hoje) => naSemanaQueVem(d, hoje)],
  // Not the next one; some mean seven days later, some the week after.
  [`n[ao] outr[ao] ${SEMANA_DITA}|${SEMANA_DITA} sem ser (?:ess|est|ness|nest)[ae]`, () => null],
  [SEMANA_DITA, ([d = ''], hoje) => proximoDaSemana(d, hoje)],
  ['depois de amanha', (_, hoje) => somarDias(hoje, 2)],
  ['amanha', (_, hoje) => somarDias(hoje, 1)],
  [
    `(?:daqui(?: a)?|em|dentro de|me da(?: mais)?|mais) (${QUANTOS}) dias? ut(?:il|eis)`,
    ([n = ''], hoje, calendario) => somarDiasUteis(hoje, quantos(n), calendario),
  ],
  [
    `(?:daqui(?: a)?|em|dentro de|me da(?: mais)?|mais) (${QUANTOS}) dias?`,
    ([n = ''], hoje) => somarDias(hoje, quantos(n)),
  ],
  [
    `(?:daqui(?: a)?|em|dentro de|me da(?: mais)?|mais) (${QUANTOS}) semanas?`,
    ([n = ''], hoje) => somarDias(hoje, 7 * quantos(n)),
  ],
  ['hoje|agora|agorinha|daqui a pouco|mais tarde', (_, hoje) => hoje],
  [
    '(?:semana|mes|ano) que vem|(?:outra|proxima) semana|proximo mes|(?:fim|final) (?:do|de) mes|(?:fim|final) de semana',
    () => null,
  ],
]
const PEDACOS = JEITOS.map(([fonte, ler]) => ({ regra: new RegExp(`(?:${fonte})(?= |$)`, 'y'), ler }))

/** A day in words, for patterns. */
export const DIA_DITO = JEITOS.map(([fonte]) => `(?:${fonte.replaceAll(/\((?!\?)/g, '(?:')})`).join('|')

/** `dia` null: words of time that name no single day. `passou`: a day already over when it was written. */
export interface DiaDito {
  dia: Dia | null
  passou: boolean
}

/**
 * The days that plain words name, by the day on which they were written: a weekday is the next one after it, "dia 10" the
 * next 10th, that day included.
 */
export function diasDitos(dito: string, hoje: Dia, calendario: Calendario): DiaDito[] {
  const achados: DiaDito[] = []
  for (let de = 0; de < dito.length; ) {
    const lido = PEDACOS.flatMap(({ regra, ler }) => {
      regra.lastIndex = de
      const achado = regra.exec(dito)
      return achado ? [{ tamanho: achado[0].length, dia: ler(achado.slice(1), hoje, calendario) }] : []
    })[0]
    if (lido) achados.push({ dia: lido.dia, passou: lido.dia !== null && lido.dia < hoje })
    const proximo = dito.indexOf(' ', de + (lido?.tamanho ?? 0))
    if (proximo === -1) break
    de = proximo + 1
  }
  return achados
}

const ordinal = (n: string): number => (/^\d/.test(n) ? Number(n) : ORDINAIS.indexOf(n) + 1 || quantos(n))
const diaDoMes = (d: string): number => (d === 'primeiro' ? 1 : POR_EXTENSO.indexOf(d) + 1 || Number(d))
const quantos = (n: string): number =>
  /^\d/.test(n) ? Number(n) : NUMEROS.findIndex((um) => um.split(' ').includes(n)) + 1

/** The next day of that number, today included: in February the 30th is March's. */
function proximoDia(n: number, hoje: Dia): Dia | null {
  for (let mes = 0; mes < 3; mes += 1) {
    const dia = noMes(somarMeses(inicioDoMes(hoje), mes), n)
    if (dia && dia >= hoje) return dia
  }
  return null
}

const noMes = (inicio: Dia, n: number): Dia | null => {
  const dia = `${inicio.slice(0, 8)}${String(n).padStart(2, '0')}`
  return diaValido(dia) ? dia : null
}

const noMesQueVem = (n: number, hoje: Dia): Dia | null => noMes(somarMeses(inicioDoMes(hoje), 1), n)

/** A date this many days in the past means next year's. */
const MEIO_ANO = 180

function diaEMes(d: number, m: number, ano: string | undefined, hoje: Dia): Dia | null {
  const em = (a: number) => `${a}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`
  const desteAno = Number(hoje.slice(0, 4))
  const dia = em(ano ? (ano.length === 2 ? 2000 + Number(ano) : Number(ano)) : desteAno)
  if (!diaValido(dia)) return null
  if (ano || diasEntre(dia, hoje) <= MEIO_ANO) return dia
  const doAnoQueVem = em(desteAno + 1)
  return diaValido(doAnoQueVem) ? doAnoQueVem : null
}

function proximoDaSemana(nome: string, hoje: Dia): Dia {
  const faltam = (SEMANA.indexOf(nome) - diaDaSemana(hoje) + 7) % 7
  return somarDias(hoje, faltam || 7)
}

/** Weeks go from Monday to Sunday. */
function naSemanaQueVem(nome: string, hoje: Dia): Dia {
  const segunda = somarDias(hoje, 7 - ((diaDaSemana(hoje) + 6) % 7))
  return somarDias(segunda, (SEMANA.indexOf(nome) + 6) % 7)
}

function diaUtilDoMes(n: number, hoje: Dia, calendario: Calendario): Dia | null {
  const em = (mes: number) => diaUtilDesde(n, somarMeses(inicioDoMes(hoje), mes), calendario)
  const deste = em(0)
  return deste && deste >= hoje ? deste : em(1)
}

/** Of the month named, this year's or the next. */
function diaUtilDe(n: number, mes: number, hoje: Dia, calendario: Calendario): Dia | null {
  const inicio = inicioDoMes(diaEMes(1, mes, undefined, hoje) ?? hoje)
  return diaUtilDesde(n, inicio, calendario)
}

/** Null where the month has not as many: November may have nineteen. */
function diaUtilDesde(n: number, inicio: Dia, calendario: Calendario): Dia | null {
  const dia = somarDiasUteis(somarDias(inicio, -1), n, calendario)
  return inicioDoMes(dia) === inicio ? dia : null
}
