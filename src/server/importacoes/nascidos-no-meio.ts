const VEZES = 5

/**
 * Imports take turns, but another program makes customers meanwhile (`integracao`): where one of a document turned up since it was looked
 * for, it is looked for again (`procurar`), and what is not written yet is.
 */
export async function semNascidosNoMeio<T>(
  gravar: () => Promise<T>,
  procurar: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  for (let vez = 1; ; vez += 1) {
    try {
      return await gravar()
    } catch (erro) {
      if ((erro as { constraint?: unknown } | null)?.constraint !== 'cliente_documento_key' || vez === VEZES) throw erro
    }
    await procurar()
  }
}
