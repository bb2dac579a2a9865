import { criarEstado } from '#web/api/estado.ts'
import { aoMudarSessao, sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { avisarAoSair } from '#web/ui/avisarAoSair.ts'

/** Folders come as files that cannot be read. */
export const ILEGIVEL =
  'Não foi possível ler o que você escolheu. Se é uma pasta, abra-a e escolha os arquivos que estão dentro; se não, confira se o arquivo ainda existe.'

/**
 * A wizard's state, kept outside its screen, so that an import goes on, and its progress and questions are still there,
 * when the person leaves the screen and comes back. It belongs to the person signed in, and ends with the page: closing that asks
 * first, from the choice of a file until it is written.
 */
export function criarAssistente<T extends { arquivo?: File | undefined; gravado?: boolean }>(inicial: T) {
  const guardado = criarEstado({ dono: sessaoAtual()?.user.id, estado: inicial })
  const ler = (): T => {
    const { dono, estado } = guardado.ler()
    return dono === sessaoAtual()?.user.id ? estado : inicial
  }
  const mudar = (parte: Partial<T>) => guardado.trocar({ dono: sessaoAtual()?.user.id, estado: { ...ler(), ...parte } })
  const conferirSaida = avisarAoSair(() => Boolean(ler().arquivo && !ler().gravado))
  guardado.ouvir(conferirSaida)
  aoMudarSessao(conferirSaida)
  return {
    ler,
    mudar,
    recomecar: () => mudar(inicial),
    usar: () => useEstado({ ler, ouvir: guardado.ouvir }),
  }
}
