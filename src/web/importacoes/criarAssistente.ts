import { fraseDe, passageira } from '#web/api/erro.ts'
import { criarEstado } from '#web/api/estado.ts'
import { aoMudarSessao, sessaoAtual } from '#web/api/sessao.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { avisarAoSair } from '#web/ui/avisarAoSair.ts'
import { zipar } from './zip.ts'

/** Folders come as files that cannot be read. */
export const ILEGIVEL =
  'Não foi possível ler o que você escolheu. Se é uma pasta, abra-a e escolha os arquivos que estão dentro; se não, confira se o arquivo ainda existe.'

/**
 * What was chosen as one file, several as a zip of them; else the sentence that says why not. `tipo`: as people call such files;
 * `mega`: the limit as it is told.
 */
export async function juntar(
  arquivos: [File, ...File[]],
  { tipo, mega, bytes }: { tipo: string; mega: number; bytes: number },
): Promise<File | string> {
  if (arquivos.length > 1 && arquivos.some(({ name }) => /\.zip$/i.test(name)))
    return `Escolha um zip por vez, ou vários arquivos ${tipo} sem zip no meio.`
  if (arquivos.reduce((soma, um) => soma + um.size, 0) > bytes)
    return `Os arquivos passam de ${mega} MB. Divida-os em partes menores.`
  return arquivos.length > 1 ? zipar(arquivos, `${arquivos.length} arquivos.zip`).catch(() => ILEGIVEL) : arquivos[0]
}

export interface Comum {
  arquivo?: File | undefined
  gravado?: boolean
  erro: string
  enviando?: 'simular' | 'gravar' | undefined
  parar?: AbortController | undefined
}

/**
 * A wizard's state, kept outside its screen, so that an import goes on, and its progress and questions are still there,
 * when the person leaves the screen and comes back. It belongs to the person signed in, and ends with the page: closing that asks
 * first, from the choice of a file until it is written.
 */
export function criarAssistente<T extends Comum>(inicial: T) {
  const guardado = criarEstado({ dono: sessaoAtual()?.user.id, estado: inicial })
  const ler = (): T => {
    const { dono, estado } = guardado.ler()
    return dono === sessaoAtual()?.user.id ? estado : inicial
  }
  const mudar = (parte: Partial<T>) => guardado.trocar({ dono: sessaoAtual()?.user.id, estado: { ...ler(), ...parte } })
  const conferirSaida = avisarAoSair(() => Boolean(ler().arquivo && !ler().gravado))
  guardado.ouvir(conferirSaida)
  aoMudarSessao(conferirSaida)
  const mudarComum = (parte: Partial<Comum>) => mudar(parte as Partial<T>)

  /** Sends what was chosen, to be counted (`simular`) or written. `fazer` gives what the answer changes, `aoFalhar` what a failure does. */
  async function enviar(
    simular: boolean,
    fazer: (arquivo: File, sinal: AbortSignal) => Promise<Partial<T>>,
    // What was chosen stays, to be sent again, when the failure is not about it.
    aoFalhar = (falha: unknown) => (simular && !passageira(falha) ? { arquivo: undefined } : {}) as Partial<T>,
  ) {
    const { arquivo } = ler()
    if (!arquivo) return
    const parar = new AbortController()
    mudarComum({ erro: '', enviando: simular ? 'simular' : 'gravar', parar })
    try {
      mudar(await fazer(arquivo, parar.signal))
    } catch (falha) {
      mudar({ erro: parar.signal.aborted ? '' : fraseDe(falha), ...aoFalhar(falha) })
    } finally {
      mudarComum({ enviando: undefined, parar: undefined })
    }
  }
  return {
    ler,
    mudar,
    enviar,
    recomecar: () => mudar(inicial),
    usar: () => useEstado({ ler, ouvir: guardado.ouvir }),
  }
}
