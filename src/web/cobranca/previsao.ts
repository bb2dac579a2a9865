import { nomeDoFeriado } from '#domain/calendario.ts'
import { diaDaSemana } from '#domain/data.ts'
import type { Resposta } from '#web/api/contrato.ts'

export type Previsao = Resposta<'POST /api/admin/configuracoes/regua/previsao'>
export type DiaDaPrevisao = Previsao['dias'][number]

/** What the days are shown with. */
export interface Recorte {
  /** The open step: its part of each day is shown apart. */
  passo: number | undefined
  /** What the company calls its own holidays. */
  nomes: Record<string, string>
}

export const motivoSemEnvio = (dia: string, nomes: Recorte['nomes']) =>
  diaDaSemana(dia) === 0
    ? 'domingo'
    : (nomes[dia] ?? nomeDoFeriado(dia) ?? (diaDaSemana(dia) === 6 ? 'sábado sem envio' : 'feriado'))
