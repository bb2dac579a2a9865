/**
 * Like `Promise.all`, but rejects only when all have ended, so that a lock held meanwhile is released with nothing of its holder
 * still running.
 */
export async function esperarTodos(fazendo: Iterable<Promise<unknown>>): Promise<void> {
  const fins = await Promise.allSettled(fazendo)
  for (const fim of fins) if (fim.status === 'rejected') throw fim.reason
}
