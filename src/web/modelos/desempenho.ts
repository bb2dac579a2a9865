import type { DesempenhoModelo } from '#contract/modelos.ts'
import { numero } from '#web/ui/formatos.ts'

/** How many failed, by whatever reason. */
export const falharam = ({ falhas }: DesempenhoModelo) => falhas.reduce((soma, { total }) => soma + total, 0)
/** How many Meta charges for. */
export const cobradas = ({ custo }: DesempenhoModelo) =>
  Object.values(custo.cobradas).reduce((soma, total) => soma + total, 0)

/** "82 %": a share of what was sent, in whole points; "—" when nothing was sent. */
export const parte = (n: number, de: number) => (de === 0 ? '—' : `${numero((n / de) * 100)} %`)

export interface Totais {
  enviadas: number
  entregues: number
  lidas: number
  respondidas: number
  pagas: number
  falhas: number
}

export function somarModelos(modelos: DesempenhoModelo[]): Totais {
  const de = (campo: (um: DesempenhoModelo) => number) => modelos.reduce((soma, um) => soma + campo(um), 0)
  return {
    enviadas: de((um) => um.enviadas),
    entregues: de((um) => um.entregues),
    lidas: de((um) => um.lidas),
    respondidas: de((um) => um.respondidas),
    pagas: de((um) => um.pagas),
    falhas: de(falharam),
  }
}

/** Every reason of a failure with the template it struck, the most frequent first. */
export const motivosDeFalha = (modelos: DesempenhoModelo[]) =>
  modelos
    .flatMap(({ tipo, titulo, falhas }) => falhas.map((falha) => ({ tipo, titulo, ...falha })))
    .sort((a, b) => b.total - a.total)

/** Meta's pricing of all of them: charged by category, free, and not told yet. */
export function custoTotal(modelos: DesempenhoModelo[]): DesempenhoModelo['custo'] {
  const soma: DesempenhoModelo['custo'] = { cobradas: {}, gratuitas: 0, sem_informacao: 0 }
  for (const { custo } of modelos) {
    soma.gratuitas += custo.gratuitas
    soma.sem_informacao += custo.sem_informacao
    for (const [categoria, total] of Object.entries(custo.cobradas))
      soma.cobradas[categoria] = (soma.cobradas[categoria] ?? 0) + total
  }
  return soma
}
