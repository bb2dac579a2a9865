import type { StaticDataRouteOption } from '@tanstack/react-router'

export const PRODUTO = 'Sistema de Cobrança Automática'

/** The name of the screen on view, the same in the top bar and in the document's title. */
export function tituloDaTela(match: { staticData: StaticDataRouteOption; search: unknown } | undefined): string {
  const { titulo = '', tituloDe } = match?.staticData ?? {}
  return tituloDe?.((match?.search ?? {}) as Record<string, string | undefined>) ?? titulo
}
