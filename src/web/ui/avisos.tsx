import { lazy, Suspense, useSyncExternalStore } from 'react'

const Toast = lazy(async () => ({ default: (await import('./Toast.tsx')).Toast }))

export interface Aviso {
  id: number
  texto: string
  acao?: { rotulo: string; fazer: () => void } | undefined
}

let atual: Aviso | null = null
let ultimo = 0
const ouvintes = new Set<() => void>()
function trocar(novo: Aviso | null) {
  atual = novo
  for (const avisar of ouvintes) avisar()
}

/** Says that something worked, at the bottom left, with a way to undo where there is one. The latest word stands. */
export const avisar = (texto: string, acao?: Aviso['acao']) => trocar({ id: ++ultimo, texto, acao })

export function ToastHost() {
  const aviso = useSyncExternalStore(
    (ouvir) => {
      ouvintes.add(ouvir)
      return () => ouvintes.delete(ouvir)
    },
    () => atual,
  )
  return (
    aviso && (
      <Suspense fallback={null}>
        <Toast aviso={aviso} aoFechar={() => atual === aviso && trocar(null)} />
      </Suspense>
    )
  )
}
