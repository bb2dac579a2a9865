/** A signal: `avisar` calls every listener with its arguments. */
export function criarSinal<Dito extends unknown[] = []>() {
  const ouvintes = new Set<(...dito: Dito) => void>()
  return {
    avisar(...dito: Dito) {
      for (const ouvinte of ouvintes) ouvinte(...dito)
    },
    /** Returns the function that stops listening. */
    ouvir(ouvinte: (...dito: Dito) => void) {
      ouvintes.add(ouvinte)
      return () => void ouvintes.delete(ouvinte)
    },
  }
}

/** State that several parts of the page read (`useEstado`) and none owns. No React here: the sign-in page has none. */
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
