import { useSyncExternalStore } from 'react'

const ouvintes = new Set<() => void>()
const chave = (usuarioId: number) => `trilho:${usuarioId}`
const LARGURA_CONFORTAVEL = 1600

/** Rail or open drawer, remembered for each person; the desk starts on the rail where room is short. */
export function useTrilho(usuarioId: number, mesa: boolean): [boolean, () => void] {
  const guardado = useSyncExternalStore(
    (avisar) => {
      ouvintes.add(avisar)
      return () => ouvintes.delete(avisar)
    },
    () => localStorage.getItem(chave(usuarioId)),
  )
  const trilho = guardado === null ? mesa && window.innerWidth < LARGURA_CONFORTAVEL : guardado === '1'
  const alternar = () => {
    localStorage.setItem(chave(usuarioId), trilho ? '0' : '1')
    for (const avisar of ouvintes) avisar()
  }
  return [trilho, alternar]
}
