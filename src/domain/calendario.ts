import { type Dia, diaDaSemana, diasEntre, FUSO, type Instante, localDe, localEm, somarDias } from './data.ts'

/** The company's days without sending, beside Sundays and the national holidays. */
export interface Calendario {
  feriados: ReadonlySet<Dia>
  /** Nothing is sent on Saturdays when the company closes on them. */
  sabado: boolean
}

/** Allowed hours as `HH:MM`, the end excluded. An empty Saturday (start = end) means no sending on Saturdays. */
export interface Horario {
  inicio: string
  fim: string
  sabadoInicio: string
  sabadoFim: string
}

export const HORARIO_PADRAO: Horario = { inicio: '08:00', fim: '20:00', sabadoInicio: '08:00', sabadoFim: '14:00' }

/** What São Paulo's law 15.426/2014 allows, the widest of the states that set hours: the default's own. */
export const HORAS_DA_LEI = 'de 8h às 20h, e sábado de 8h às 14h'

/** Do these hours, as the contract writes them, reach beyond the law's? A Saturday without sending never does. */
export function passaDaLei(horario: Record<'inicio' | 'fim' | 'sabado_inicio' | 'sabado_fim', string>): boolean {
  const { inicio, fim, sabado_inicio, sabado_fim } = horario
  const { sabadoInicio, sabadoFim } = HORARIO_PADRAO
  const noSabado = sabado_inicio < sabado_fim && (sabado_inicio < sabadoInicio || sabado_fim > sabadoFim)
  return inicio < HORARIO_PADRAO.inicio || fim > HORARIO_PADRAO.fim || noSabado
}

/** `feriados`: the company's own, beside the national ones. Of the hours it keeps only whether Saturday has any. */
export const criarCalendario = (feriados: Iterable<Dia> = [], horario: Horario = HORARIO_PADRAO): Calendario => ({
  feriados: new Set(feriados),
  sabado: horario.sabadoInicio < horario.sabadoFim,
})

const FIXOS: Record<string, string> = {
  '01-01': 'Confraternização Universal',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Consciência Negra',
  '12-25': 'Natal',
}
const porAno = new Map<string, ReadonlySet<Dia>>()

/** Brazil's national holidays of a year, in order. Carnival and Corpus Christi are optional days and left out. */
export function feriadosNacionais(ano: number): Dia[] {
  const prefixo = String(ano).padStart(4, '0')
  const sextaFeiraSanta = somarDias(pascoa(ano), -2)
  return [...Object.keys(FIXOS).map((fim) => `${prefixo}-${fim}`), sextaFeiraSanta].sort()
}

/** What a national holiday is called; null for any other day. */
export const nomeDoFeriado = (dia: Dia): string | null =>
  FIXOS[dia.slice(5)] ?? (dia === somarDias(pascoa(Number(dia.slice(0, 4))), -2) ? 'Sexta-feira Santa' : null)

/** Easter Sunday, by the Gregorian computus (Meeus, Jones, Butcher). */
export function pascoa(ano: number): Dia {
  const a = ano % 19
  const b = Math.floor(ano / 100)
  const c = ano % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  const mes = String(Math.floor(n / 31)).padStart(2, '0')
  return `${String(ano).padStart(4, '0')}-${mes}-${String((n % 31) + 1).padStart(2, '0')}`
}

/** National, or the company's own. A Sunday is none. */
export function ehFeriado(dia: Dia, calendario: Calendario): boolean {
  const ano = dia.slice(0, 4)
  let nacionais = porAno.get(ano)
  if (!nacionais) {
    nacionais = new Set(feriadosNacionais(Number(ano)))
    porAno.set(ano, nacionais)
  }
  return nacionais.has(dia) || calendario.feriados.has(dia)
}

/** Neither Saturday, Sunday nor holiday. */
export function diaUtil(dia: Dia, calendario: Calendario): boolean {
  const semana = diaDaSemana(dia)
  return semana !== 0 && semana !== 6 && !ehFeriado(dia, calendario)
}

/** The day itself, or the next business day. */
export function proximoDiaUtil(dia: Dia, calendario: Calendario): Dia {
  let achado = dia
  while (!diaUtil(achado, calendario)) achado = somarDias(achado, 1)
  return achado
}

const SO_NACIONAIS = criarCalendario()
/** Carnival's Monday and Tuesday and Corpus Christi, by the days from Easter: banks are closed, companies need not be. */
const SEM_BANCOS: readonly number[] = [-48, -47, 60]

/** A day on which banks book what happens. */
export const diaBancario = (dia: Dia): boolean =>
  diaUtil(dia, SO_NACIONAIS) && !SEM_BANCOS.includes(diasEntre(pascoa(Number(dia.slice(0, 4))), dia))

/** The day itself, or the next one of the banks'. */
export function proximoDiaBancario(dia: Dia): Dia {
  let achado = dia
  while (!diaBancario(achado)) achado = somarDias(achado, 1)
  return achado
}

/**
 * The written due days that a change of the holidays may move: each changed one, and the run of days without business,
 * before or after the change, that leads up to it.
 */
export function diasTocados(antes: Calendario, depois: Calendario): Dia[] {
  const mudados = [...antes.feriados, ...depois.feriados].filter(
    (dia) => antes.feriados.has(dia) !== depois.feriados.has(dia),
  )
  const dias = new Set<Dia>()
  for (const mudado of mudados) {
    let dia = mudado
    do {
      dias.add(dia)
      dia = somarDias(dia, -1)
    } while (!diaUtil(dia, depois)) // one that changed begins a run of its own
  }
  return [...dias].sort()
}

/** The `n`-th business day after (or before) a day; the day itself when `n` is 0. */
export function somarDiasUteis(dia: Dia, n: number, calendario: Calendario): Dia {
  let achado = dia
  for (let faltam = Math.abs(n); faltam > 0; ) {
    achado = somarDias(achado, Math.sign(n))
    if (diaUtil(achado, calendario)) faltam -= 1
  }
  return achado
}

/** May the engine send on this day at all? Never on Sundays or holidays. */
export function diaPermitido(dia: Dia, calendario: Calendario): boolean {
  const semana = diaDaSemana(dia)
  return semana !== 0 && (semana !== 6 || calendario.sabado) && !ehFeriado(dia, calendario)
}

/** The day itself, or the next one on which the engine may send. */
export function proximoDiaPermitido(dia: Dia, calendario: Calendario): Dia {
  let achado = dia
  while (!diaPermitido(achado, calendario)) achado = somarDias(achado, 1)
  return achado
}

/** The hours of a day: Saturday has its own. */
export const horasDoDia = (dia: Dia, horario: Horario): { inicio: string; fim: string } =>
  diaDaSemana(dia) === 6
    ? { inicio: horario.sabadoInicio, fim: horario.sabadoFim }
    : { inicio: horario.inicio, fim: horario.fim }

/** Is this clock time (`HH:MM`) of this day within the allowed hours? The day itself is judged by `diaPermitido`. */
export function horarioPermitido(dia: Dia, hora: string, horario: Horario): boolean {
  const { inicio, fim } = horasDoDia(dia, horario)
  return inicio <= hora && hora < fim
}

/** The instant itself when the engine may send then, else the next opening. */
export function proximoInstantePermitido(agora: Date | Instante, horario: Horario, calendario: Calendario): Instante {
  const { dia, hora } = localDe(agora)
  if (diaPermitido(dia, calendario)) {
    if (horarioPermitido(dia, hora, horario)) return new Date(agora).toISOString()
    const { inicio } = horasDoDia(dia, horario)
    if (hora < inicio) return instanteDe(dia, inicio)
  }
  const proximo = proximoDiaPermitido(somarDias(dia, 1), calendario)
  return instanteDe(proximo, horasDoDia(proximo, horario).inicio)
}

const PASSOS_DE_ACERTO = 2

/**
 * The instant of a clock time on a day in a time zone (the company's by default), whatever the UTC offset was then. The
 * last result is memoised, since lists ask for the same time once per row.
 */
export function instanteDe(dia: Dia, hora = '00:00', fuso = FUSO): Instante {
  const pedido = `${dia} ${hora} ${fuso}`
  if (pedido !== lembrado.pedido) lembrado = { pedido, instante: acertar(dia, hora, fuso) }
  return lembrado.instante
}
let lembrado = { pedido: '', instante: '' }

function acertar(dia: Dia, hora: string, fuso: string): Instante {
  const alvo = Date.parse(`${dia}T${hora}:00Z`)
  let achado = alvo
  for (let passo = 0; passo < PASSOS_DE_ACERTO; passo += 1) {
    const local = localEm(new Date(achado), fuso)
    achado += alvo - Date.parse(`${local.dia}T${local.hora}:00Z`)
  }
  return new Date(achado).toISOString()
}
