import { type Calendario, diaPermitido, proximoDiaUtil } from './calendario.ts'
import { type Dia, somarDias } from './data.ts'
import { diaDoPasso, passosAtivos, type Regua } from './regua.ts'

/** Customers with an open account that falls due on a day. */
export interface Vencimentos {
  vencimento: Dia
  clientes: number
}

export interface DiaPrevisto {
  dia: Dia
  envia: boolean
  mensagens: number
  /** By the step's `dias`. */
  porPasso: Record<string, number>
}

/**
 * About how many messages each of the next days would see, by what is open now: every step of every due day counts,
 * as if nobody paid, answered, or had two accounts on one day.
 */
export function preverEnvios(
  vencimentos: readonly Vencimentos[],
  regua: Regua,
  calendario: Calendario,
  de: Dia,
  quantos: number,
): DiaPrevisto[] {
  const dias = Array.from({ length: quantos }, (_, n): DiaPrevisto => {
    const dia = somarDias(de, n)
    return { dia, envia: diaPermitido(dia, calendario), mensagens: 0, porPasso: {} }
  })
  const porDia = new Map(dias.map((dia) => [dia.dia, dia]))
  for (const { vencimento, clientes } of vencimentos) {
    const conta = { vencimento, vencimentoUtil: proximoDiaUtil(vencimento, calendario) }
    for (const { dias: passo } of passosAtivos(regua)) {
      const previsto = porDia.get(diaDoPasso(conta, passo, regua, calendario))
      if (!previsto) continue
      previsto.mensagens += clientes
      previsto.porPasso[passo] = (previsto.porPasso[passo] ?? 0) + clientes
    }
  }
  return dias
}
