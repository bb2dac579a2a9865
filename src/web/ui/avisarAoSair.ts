/** Gives what to call whenever `perderia` may have changed: closing or reloading the window asks first while it is true. */
export function avisarAoSair(perderia: () => boolean) {
  const perguntar = (evento: BeforeUnloadEvent) => evento.preventDefault()
  return () => {
    // Without anything to lose there is no listener: one keeps the page out of the back/forward cache.
    if (perderia()) window.addEventListener('beforeunload', perguntar)
    else window.removeEventListener('beforeunload', perguntar)
  }
}
