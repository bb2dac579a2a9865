import { criarSinal } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { RAIL_BELOW_PX } from '#web/panes.ts'

const chave = (usuarioId: number) => `trilho:${usuarioId}`
const mudou = criarSinal()

/** Rail or open drawer, remembered for each person; the desk starts on the rail where room is short. */
export function useRail(usuarioId: number, mesa: boolean): [boolean, () => void] {
  const guardado = useEstado({ ler: () => localStorage.getItem(chave(usuarioId)), ouvir: mudou.ouvir })
  const rail = guardado === null ? mesa && window.innerWidth < RAIL_BELOW_PX : guardado === '1'
  const alternar = () => {
    localStorage.setItem(chave(usuarioId), rail ? '0' : '1')
    mudou.avisar()
  }
  return [rail, alternar]
}
