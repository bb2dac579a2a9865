import { type Calendario, proximoDiaUtil, somarDiasUteis } from './calendario.ts'
import type { Dia } from './data.ts'

// In business days: apart from the words of promises and disputes, with which screens begin without a calendar.

const DIAS_PARA_JULGAR = 2

/** The last day on which a promise may still be kept: two business days after its day, moved to one. */
export const limiteDaPromessa = (ate: Dia, calendario: Calendario): Dia =>
  somarDiasUteis(proximoDiaUtil(ate, calendario), DIAS_PARA_JULGAR, calendario)

const DIAS_PARA_RESPONDER = 5
/** The last day on which one is answered in time: five business days on. */
export const prazoDaContestacao = (dia: Dia, calendario: Calendario): Dia =>
  somarDiasUteis(dia, DIAS_PARA_RESPONDER, calendario)
