import type { Regua } from '#contract/cobranca.ts'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { dia as data, diaDaSemanaLongo } from '#web/ui/formatos.ts'

/** The company's holidays, as its people call them. */
export type Feriados = Pick<Regua, 'feriados' | 'nomes_feriados'>

/** What a day without sending is called: by the company, by the country, or only that it is the company's. */
export const nomeDoDia = (dia: string, { nomes_feriados }: Feriados): string =>
  nomes_feriados[dia] ?? nomeDoFeriado(dia) ?? 'da empresa'

/** "25/12/2026, sexta". */
export const diaESemana = (dia: string): string => `${data(dia)}, ${diaDaSemanaLongo(dia).replace('-feira', '')}`
