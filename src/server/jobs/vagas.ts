/** A limit of concurrent work in this process; others wait, first come, first served. */
export function criarVagas(total: number) {
  let livres = total
  const fila: (() => void)[] = []
  return {
    entrar: async (): Promise<void> => {
      if (livres > 0) livres -= 1
      else await new Promise<void>((pronto) => fila.push(pronto))
    },
    sair() {
      const proximo = fila.shift()
      if (proximo) proximo()
      else livres += 1
    },
  }
}
