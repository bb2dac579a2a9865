/** Tells whoever listens that something happened, and of what kind. */
export function criarSinal<Dito extends unknown[] = []>() {
  const ouvintes = new Set<(...dito: Dito) => void>()
  return {
    avisar(...dito: Dito) {
      for (const ouvinte of ouvintes) ouvinte(...dito)
    },
    /** Gives the function that ends it. */
    ouvir(ouvinte: (...dito: Dito) => void) {
      ouvintes.add(ouvinte)
      return () => void ouvintes.delete(ouvinte)
    },
  }
}

/** What several parts of the page look at (`useEstado`) and none of them owns; no React here, the sign-in page has none. */
export function criarEstado<T>(inicial: T) {
  let atual = inicial
  const { avisar, ouvir } = criarSinal()
  return {
    ler: () => atual,
    /** Listeners hear of each change, not of the same value again. */
    trocar(novo: T) {
      if (Object.is(novo, atual)) return
      atual = novo
      avisar()
    },
    ouvir,
  }
}
