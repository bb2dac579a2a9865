import {
  type Calendario,
  diaPermitido,
  ehFeriado,
  type Horario,
  horarioPermitido,
  horasDoDia,
  nomeDoFeriado,
  proximoInstantePermitido,
} from './calendario.ts'
import { type Dia, diaDaSemana, formatarDia, type Instante, localDe, nomeDoDia, somarDias } from './data.ts'

export interface Silencio {
  /** The next moment at which the engine may send. */
  voltaEm: Instante
  /** Why it may not now, and when it may again. */
  frase: string
}

/**
 * Null while the engine may send; else until when it may not, in words: outside the allowed hours, on Sundays and
 * holidays.
 */
export function silencioEm(agora: Date, horario: Horario, calendario: Calendario): Silencio | null {
  const { dia, hora } = localDe(agora)
  const permitido = diaPermitido(dia, calendario)
  if (permitido && horarioPermitido(dia, hora, horario)) return null
  const voltaEm = proximoInstantePermitido(agora, horario, calendario)
  const volta = localDe(voltaEm)
  const porque = permitido ? porHora(dia, hora, horario) : porDia(dia, calendario)
  return {
    voltaEm,
    frase: `${porque}: a cobrança automática volta ${quando(volta.dia, dia)}, às ${horas(volta.hora)}.`,
  }
}

const porHora = (dia: Dia, hora: string, horario: Horario) =>
  hora < horasDoDia(dia, horario).inicio ? 'O horário de envio ainda não começou' : 'O horário de envio de hoje acabou'

function porDia(dia: Dia, calendario: Calendario): string {
  if (ehFeriado(dia, calendario)) {
    const nome = nomeDoFeriado(dia)
    return `Hoje é feriado${nome ? ` (${nome})` : ''} e nada sai sozinho`
  }
  return `Hoje é ${diaDaSemana(dia) === 0 ? 'domingo' : 'sábado'} e nada sai sozinho`
}

function quando(dia: Dia, hoje: Dia): string {
  if (dia === hoje) return 'hoje'
  const data = `${nomeDoDia(dia)}, ${formatarDia(dia).slice(0, 5)}`
  return dia === somarDias(hoje, 1) ? `amanhã, ${data}` : data
}

/** `08:00` is read "8h"; `08:30`, "8h30". */
const horas = (hora: string) => `${Number(hora.slice(0, 2))}h${hora.endsWith(':00') ? '' : hora.slice(3)}`
