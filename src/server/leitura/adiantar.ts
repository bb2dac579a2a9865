/**
 * Processes items ahead of their consumer, `juntos` at a time; results come in the items' order. A failure is thrown in
 * its turn, and nothing is left running when the consumer stops.
 */
export async function* adiantar<T, R>(
  itens: AsyncIterable<T>,
  juntos: number,
  fazer: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const fila: Promise<R>[] = []
  try {
    for await (const item of itens) {
      const feito = fazer(item)
      feito.catch(() => undefined) // told when it is taken
      fila.push(feito)
      if (fila.length > juntos) yield await fila.shift()!
    }
    while (fila.length > 0) yield await fila.shift()!
  } finally {
    await Promise.allSettled(fila)
  }
}
