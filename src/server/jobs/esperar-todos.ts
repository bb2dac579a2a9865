/**
 * Like `Promise.all`, but rejects only when all have ended: whoever holds a lock meanwhile lets it go with nothing of theirs
 * still under way.
 */
export async function esperarTodos(fazendo: Iterable<Promise<unknown>>): Promise<void> {
  const fins = await Promise.allSettled(fazendo)
  for (const fim of fins) if (fim.status === 'rejected') throw fim.reason
}
