import { criarEstado } from '#web/api/estado.ts'
import { sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'

/**
 * A wizard's state, kept outside of its screen: an import goes on when one leaves, and its progress or its questions
 * are found again on coming back. It belongs to who is signed in.
 */
export function criarGuarda<T extends object>(inicial: T) {
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
