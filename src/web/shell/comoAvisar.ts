/** How a person wants to be told that a customer wrote: kept in this browser, each person's own. */
export interface Escolha {
  notificacao: boolean
  som: boolean
}

const lugar = (usuarioId: number) => `como-avisar:${usuarioId}`
const NADA: Escolha = { notificacao: false, som: false }

export function lerEscolha(usuarioId: number): Escolha {
  try {
    return { ...NADA, ...(JSON.parse(localStorage.getItem(lugar(usuarioId)) ?? '{}') as Partial<Escolha>) }
  } catch {
    return NADA
  }
}

export const guardarEscolha = (usuarioId: number, escolha: Escolha) =>
  localStorage.setItem(lugar(usuarioId), JSON.stringify(escolha))
