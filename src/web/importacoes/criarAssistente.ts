import { criarEstado } from '#web/api/estado.ts'
import { sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'

/**
 * A wizard's state, kept outside its screen, so that an import goes on, and its progress and questions are still there,
 * when the person leaves the screen and comes back. It belongs to the person signed in.
 */
export function criarAssistente<T extends object>(inicial: T) {
  const guardado = criarEstado({ dono: sessaoAtual()?.user.id, estado: inicial })
  const ler = (): T => {
    const { dono, estado } = guardado.ler()
    return dono === sessaoAtual()?.user.id ? estado : inicial
  }
  const mudar = (parte: Partial<T>) => guardado.trocar({ dono: sessaoAtual()?.user.id, estado: { ...ler(), ...parte } })
  return {
    ler,
    mudar,
    recomecar: () => mudar(inicial),
    usar: () => useEstado({ ler, ouvir: guardado.ouvir }),
  }
}
