import { lazy, Suspense, useSyncExternalStore } from 'react'

const AvisoDeBaixo = lazy(async () => ({ default: (await import('./AvisoDeBaixo.tsx')).AvisoDeBaixo }))

export interface Aviso {
  id: number
  texto: string
  acao?: { rotulo: string; fazer: () => void } | undefined
}

/** Undefined until the first. */
let atual: Aviso | null | undefined
let ultimo = 0
const ouvintes = new Set<() => void>()
function trocar(novo: Aviso | null) {
  atual = novo
  for (const avisar of ouvintes) avisar()
}

/** Says that something worked, at the bottom left, with a way to undo where there is one. The latest word stands. */
export const avisar = (texto: string, acao?: Aviso['acao']) => trocar({ id: ++ultimo, texto, acao })

export function SnackbarHost() {
  const aviso = useSyncExternalStore(
    (ouvir) => {
      ouvintes.add(ouvir)
      return () => ouvintes.delete(ouvir)
    },
    () => atual,
  )
  return (
    aviso !== undefined && (
      <Suspense fallback={null}>
        <AvisoDeBaixo aviso={aviso} aoFechar={() => atual === aviso && trocar(null)} />
      </Suspense>
    )
  )
}
