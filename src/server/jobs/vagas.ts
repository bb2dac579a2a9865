/**
 * A limit of concurrent work in this process; others wait, first come, first served. `aoEsperar` is told how many wait
 * already, and may throw.
 */
export function criarVagas(total: number, aoEsperar: (quantos: number) => void = () => undefined) {
  let livres = total
  const fila: (() => void)[] = []
  const vagas = {
    entrar: async (): Promise<void> => {
      if (livres > 0) livres -= 1
      else {
        aoEsperar(fila.length)
        await new Promise<void>((pronto) => fila.push(pronto))
      }
    },
    sair() {
      const proximo = fila.shift()
      if (proximo) proximo()
      else livres += 1
    },
    naSuaVez: async <T>(trabalho: () => Promise<T>): Promise<T> => {
      await vagas.entrar()
      try {
        return await trabalho()
      } finally {
        vagas.sair()
      }
    },
  }
  return vagas
}
