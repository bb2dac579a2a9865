import { useMemo, useState } from 'react'
import type { Conta } from '#contract/contas-receber.ts'
import { emAberto } from '#domain/conta.ts'

export interface Selecao {
  contas: Conta[]
  tem: (id: number) => boolean
  alternar: (id: number) => void
  /** Replaces the selection. */
  escolher: (ids: readonly number[]) => void
}

/**
 * The accounts chosen to be negotiated or paid: the overdue ones from the start, until a person chooses.
 * What is no longer open drops out by itself.
 */
export function useSelecao(contas: Conta[] | undefined): Selecao {
  const [escolhidas, setEscolhidas] = useState<ReadonlySet<number> | null>(null)
  return useMemo(() => {
    const abertas = (contas ?? []).filter(emAberto)
    const tem = (id: number) =>
      escolhidas ? escolhidas.has(id) : abertas.some((conta) => conta.id === id && conta.status === 'vencida')
    const selecionadas = abertas.filter((conta) => tem(conta.id))
    return {
      contas: selecionadas,
      tem,
      escolher: (ids) => setEscolhidas(new Set(ids)),
      alternar: (id) => {
        const novas = new Set(selecionadas.map((conta) => conta.id))
        if (!novas.delete(id)) novas.add(id)
        setEscolhidas(novas)
      },
    }
  }, [contas, escolhidas])
}
