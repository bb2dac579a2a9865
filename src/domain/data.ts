/** A day of the company's calendar, `YYYY-MM-DD`, never an instant. */
export type Dia = string
/** ISO 8601 in UTC with milliseconds, `2026-11-21T14:03:05.123Z`: compares as text. */
export type Instante = string

export const FUSO = 'America/Sao_Paulo'

export const MINUTO_MS = 60_000
export const HORA_MS = 60 * MINUTO_MS
export const DIA_MS = 24 * HORA_MS

const formatos = new Map<string, Intl.DateTimeFormat>()
/** Created on first use: constructing the first one takes 60 ms on a phone. */
function partesLocais(fuso: string): Intl.DateTimeFormat {
  const feito = formatos.get(fuso)
  if (feito) return feito
  const formato = new Intl.DateTimeFormat('pt-BR', {
    timeZone: fuso,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatos.set(fuso, formato)
  return formato
}

/** Before it the zone was some seconds away from a whole minute. */
const HORA_LEGAL = Date.UTC(1914, 0, 2)
let lembrado = { minuto: Number.NaN, local: { dia: '', hora: '' } }

/**
 * The company's day and clock time (`HH:MM`) of an instant, in `America/Sao_Paulo`. The last minute is memoised, since
 * bulk work and lists ordered by time ask for the same one again and again.
 */
export function localDe(instante: Date | Instante): Readonly<{ dia: Dia; hora: string }> {
  const data = new Date(instante)
  const minuto = Math.floor(data.getTime() / MINUTO_MS)
  if (minuto === lembrado.minuto) return lembrado.local
  const local = noFuso(data, FUSO)
  if (data.getTime() > HORA_LEGAL) lembrado = { minuto, local }
  return local
}

/** The day and clock time (`HH:MM`) of an instant in a time zone of the tz database. */
export const localEm = (instante: Date | Instante, fuso: string): Readonly<{ dia: Dia; hora: string }> =>
  fuso === FUSO ? localDe(instante) : noFuso(new Date(instante), fuso)

function noFuso(data: Date, fuso: string) {
  const partes = Object.fromEntries(
    partesLocais(fuso)
      .formatToParts(data)
      .map((parte) => [parte.type, parte.value]),
  )
  return { dia: `${partes.year}-${partes.month}-${partes.day}`, hora: `${partes.hour}:${partes.minute}` }
}

/** The company's day of an instant. */
export const diaDe = (instante: Date | Instante): Dia => localDe(instante).dia

/** How long the company's day still lasts, at least a second. */
export function segundosAteAmanha(agora: Date): number {
  const [horas = 0, minutos = 0] = localDe(agora).hora.split(':').map(Number)
  return 86_400 - horas * 3_600 - minutos * 60 - agora.getUTCSeconds()
}

/** A date without a time is read as UTC. */
const emUtc = (dia: Dia): Date => new Date(dia)

/** Is it a day that exists? `2027-02-30` is not. */
export function diaValido(texto: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(texto) || texto.startsWith('0000')) return false // PostgreSQL has no year 0
  const data = emUtc(texto)
  return !Number.isNaN(data.getTime()) && data.toISOString().slice(0, 10) === texto
}

/** The day `n` calendar days after (or before) another. */
export function somarDias(dia: Dia, n: number): Dia {
  const data = emUtc(dia)
  data.setUTCDate(data.getUTCDate() + n)
  return data.toISOString().slice(0, 10)
}

/** Calendar days from one day to another; negative when `ate` comes first. */
export const diasEntre = (de: Dia, ate: Dia): number => (emUtc(ate).getTime() - emUtc(de).getTime()) / DIA_MS

/** 0 is Sunday, 6 Saturday. */
export const diaDaSemana = (dia: Dia): number => emUtc(dia).getUTCDay()
const SEMANA = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']
/** 2026-11-24 → "terça-feira". */
export const nomeDoDia = (dia: Dia): string => SEMANA[diaDaSemana(dia)] ?? ''

/** Adds months to a day; the 31st becomes the last day of a shorter month (31 Jan → 28 Feb → 31 Mar from the first). */
export function somarMeses(dia: Dia, n: number): Dia {
  const [ano = 0, mes = 0, doMes = 0] = dia.split('-').map(Number)
  const indice = ano * 12 + (mes - 1) + n
  const anoAlvo = Math.floor(indice / 12)
  const mesAlvo = (indice % 12) + 1
  const ultimo = new Date(Date.UTC(anoAlvo, mesAlvo, 0)).getUTCDate()
  return `${String(anoAlvo).padStart(4, '0')}-${String(mesAlvo).padStart(2, '0')}-${String(Math.min(doMes, ultimo)).padStart(2, '0')}`
}

/** 2026-11-21 → "21/11/2026". */
export const formatarDia = (dia: Dia): string => `${dia.slice(8, 10)}/${dia.slice(5, 7)}/${dia.slice(0, 4)}`

/** The first day of a day's month. */
export const inicioDoMes = (dia: Dia): Dia => `${dia.slice(0, 7)}-01`

/** The last day of a day's month. */
export const fimDoMes = (dia: Dia): Dia => somarDias(somarMeses(inicioDoMes(dia), 1), -1)

export const MESES: readonly string[] =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ')
