const VEZES = 5
/** Of a customer: whoever is found by one of them is not made again. */
const UNICOS = ['cliente_documento_key', 'cliente_codigo_externo'] as const

/**
 * Imports take turns, and so do another program's calls about one customer, but not the ones with the others: where a customer turned up
 * since they were looked for (`procurar`), they are looked for again, and what is not written yet is.
 */
export async function semNascidosNoMeio<T>(
  gravar: () => Promise<T>,
  procurar: () => Promise<unknown> = async () => undefined,
  unicos: readonly (typeof UNICOS)[number][] = UNICOS,
): Promise<T> {
  for (let vez = 1; ; vez += 1) {
    try {
      return await gravar()
    } catch (erro) {
      const qual = (erro as { constraint?: unknown } | null)?.constraint
      if (!unicos.some((um) => um === qual) || vez === VEZES) throw erro
    }
    await procurar()
  }
}
