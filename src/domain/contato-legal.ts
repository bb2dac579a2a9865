import { type Calendario, diaPermitido, type Horario, horasDoDia, instanteDe } from './calendario.ts'
import { type Dia, diaDaSemana, formatarDia, type Instante, localEm, somarDias } from './data.ts'
import { normalizar } from './texto.ts'
import { fusoDe, type Lugar, type Uf } from './uf.ts'

/** Hours as `HH:MM`, the end excluded. */
export interface Horas {
  inicio: string
  fim: string
}

/** What a state's law allows, in its own time; null: no contact. Sundays and holidays are never allowed, whatever it says. */
export interface LinhaDaLei {
  uf: Uf
  semana: Horas | null
  sabado: Horas | null
  /** The law, as a person would look it up. */
  fonte: string
  conferidoEm: Dia
}

/** A day without sending, of a town, of a state, or (both null) of everybody. It moves no due day. */
export interface FeriadoLocal {
  dia: Dia
  uf: Uf | null
  municipio: string | null
}

/** The rows in force, and the days without sending. */
export interface ContatoLegal {
  linhas: readonly LinhaDaLei[]
  feriados: readonly FeriadoLocal[]
}

/** What decides the days and hours of contact: the company's settings, and the law's. */
export interface Contato {
  calendario: Calendario
  horario: Horario
  lei: ContatoLegal
}

/** What stops a message now where the customer is, by which row; without one, by the company's days and hours. */
export interface Impedimento {
  motivo: 'feriado' | 'fora_do_horario'
  linha?: LinhaDaLei
  feriado?: FeriadoLocal
  /** The customer's own. */
  local: { dia: Dia; hora: string }
}

/**
 * What stops a message at a moment where the customer is; null when it may go. Hours are the strictest of the company's
 * and the law's, by the customer's own clock; a day must be one of sending both there and in the company's calendar.
 */
export function impedimentoEm(
  lugar: Lugar,
  { dia, hora, ...contato }: Contato & { dia: Dia; hora: string },
): Impedimento | null {
  const local = localEm(instanteDe(dia, hora), fusoDe(lugar))
  if (!diaPermitido(dia, contato.calendario) || !diaPermitido(local.dia, contato.calendario))
    return { motivo: 'feriado', local }
  const feriado = feriadoEm(local.dia, lugar, contato.lei)
  if (feriado) return { motivo: 'feriado', feriado, local }
  const linha = linhaDe(lugar, contato.lei)
  if (linha && !dentro(horasDaLei(local.dia, linha), local.hora)) return { motivo: 'fora_do_horario', linha, local }
  return dentro(horasDoDia(local.dia, contato.horario), local.hora) ? null : { motivo: 'fora_do_horario', local }
}

const dentro = (horas: Horas | null, hora: string) => horas !== null && horas.inicio <= hora && hora < horas.fim

const linhaDe = ({ uf }: Lugar, { linhas }: ContatoLegal) => linhas.find((linha) => linha.uf === uf)

const horasDaLei = (dia: Dia, linha: LinhaDaLei) => (diaDaSemana(dia) === 6 ? linha.sabado : linha.semana)

/** The hours of a day of sending where the customer is, the strictest of both; null when nothing of them is left. */
export function horasEm(dia: Dia, lugar: Lugar, { horario, lei }: Contato): Horas | null {
  const daEmpresa = horasDoDia(dia, horario)
  const linha = linhaDe(lugar, lei)
  const daLei = linha ? horasDaLei(dia, linha) : daEmpresa
  if (!daLei) return null
  const inicio = [daEmpresa.inicio, daLei.inicio].sort()[1]!
  const fim = [daEmpresa.fim, daLei.fim].sort()[0]!
  return inicio < fim ? { inicio, fim } : null
}

/** May anything be sent on this day, at some hour, to somebody there? */
export const diaPermitidoEm = (dia: Dia, lugar: Lugar, contato: Contato): boolean =>
  diaPermitido(dia, contato.calendario) &&
  feriadoEm(dia, lugar, contato.lei) === undefined &&
  horasEm(dia, lugar, contato) !== null

/** The law's rows may allow no day at all: the search stops after this many days. */
const MAIS_LONGE = 400

/** The day itself, or the next one on which something may be sent there; null when the law leaves none. */
export function proximoDiaPermitidoEm(dia: Dia, lugar: Lugar, contato: Contato): Dia | null {
  for (let n = 0, achado = dia; n < MAIS_LONGE; n += 1, achado = somarDias(achado, 1))
    if (diaPermitidoEm(achado, lugar, contato)) return achado
  return null
}

/** The first day of the run of days without sending there that ends just before `dia`; `dia` itself when there is none. */
export function inicioDaEsperaEm(dia: Dia, lugar: Lugar, contato: Contato): Dia {
  let achado = dia
  for (let n = 0; n < MAIS_LONGE && !diaPermitidoEm(somarDias(achado, -1), lugar, contato); n += 1)
    achado = somarDias(achado, -1)
  return achado
}

/** The instant itself when something may be sent there then, else the next opening; null when the law leaves none. */
export function proximoInstanteEm(agora: Date, lugar: Lugar, contato: Contato): Instante | null {
  const fuso = fusoDe(lugar)
  const local = localEm(agora, fuso)
  const horas = diaPermitidoEm(local.dia, lugar, contato) ? horasEm(local.dia, lugar, contato) : null
  if (dentro(horas, local.hora)) return agora.toISOString()
  if (horas && local.hora < horas.inicio) return instanteDe(local.dia, horas.inicio, fuso)
  const dia = proximoDiaPermitidoEm(somarDias(local.dia, 1), lugar, contato)
  return dia && instanteDe(dia, horasEm(dia, lugar, contato)!.inicio, fuso)
}

const chaveDoFeriado = (dia: Dia, uf: Uf | null, municipio: string | null) => `${dia} ${uf ?? ''} ${municipio ?? ''}`
const lembrados = new WeakMap<ContatoLegal, ReadonlyMap<string, FeriadoLocal>>()

function feriadoEm(dia: Dia, { uf, municipio }: Lugar, lei: ContatoLegal): FeriadoLocal | undefined {
  let feriados = lembrados.get(lei)
  if (!feriados) {
    feriados = new Map(
      lei.feriados.map((um) => [chaveDoFeriado(um.dia, um.uf, um.municipio && normalizar(um.municipio)), um]),
    )
    lembrados.set(lei, feriados)
  }
  if (feriados.size === 0) return undefined
  return (
    feriados.get(chaveDoFeriado(dia, null, null)) ??
    feriados.get(chaveDoFeriado(dia, uf, null)) ??
    feriados.get(chaveDoFeriado(dia, uf, municipio))
  )
}

/** The row that stops the message, in a sentence; null when the company's own days and hours do. */
export function fraseDoImpedimento({ linha, feriado, local }: Impedimento): string | null {
  if (feriado) {
    const onde = feriado.municipio ? ` em ${feriado.municipio}/${feriado.uf}` : feriado.uf ? ` em ${feriado.uf}` : ''
    return `${formatarDia(feriado.dia)} é feriado${onde} (Contato legal): a mensagem fica para o próximo dia de envio.`
  }
  if (!linha) return null
  const horas = horasDaLei(local.dia, linha)
  const quando = diaDaSemana(local.dia) === 6 ? 'aos sábados' : 'de segunda a sexta'
  const permite = horas
    ? `permite contato ${quando} das ${horas.inicio} às ${horas.fim}`
    : `não permite contato ${quando}`
  return `A linha de ${linha.uf} em Contato legal (${linha.fonte}) ${permite}, e lá são ${local.hora}.`
}
