import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentProps, type ComponentType, Suspense, useCallback, useEffect, useState } from 'react'
import { avisar } from './avisar.tsx'
import { FalhaAoAbrir, fraseDaFalha, naoChegou } from './FalhaAoAbrir.tsx'
import { type Code, codeOf, fetched, Loaded, type Module } from './screen.tsx'
import { whenIdle } from './whenIdle.ts'

interface Places<P> {
  /** Shown while the code loads. */
  Coming?: ComponentType<P>
  /** Shown when it did not load. */
  Failed?: ComponentType<ComponentProps<typeof FalhaNaParte>>
}

/**
 * A component whose code is loaded apart: while the page is idle, or when it is first drawn. Where the code does not
 * come, its place says so; what stands over the screen is closed, with a toast.
 */
export function onDemand<N extends string, M extends Module<N>>(
  load: () => Promise<M>,
  name: N,
  places: Places<ComponentProps<M[N]>> = {},
) {
  const code = codeOf<ComponentProps<M[N]>>(async () => (await fetched(load))[name])
  whenIdle(code.preload)
  return (props: ComponentProps<M[N]>) => <Part code={code} places={places} props={props} />
}

interface PartProps<P> {
  code: Code<P>
  places: Places<P>
  props: P & { aoFechar?: () => void }
}
function Part<P extends object>({ code, places: { Coming, Failed = FalhaNaParte }, props }: PartProps<P>) {
  const [attempt, setAttempt] = useState(() => ({ n: 0, coming: code.preload() }))
  const again = useCallback(() => setAttempt(({ n }) => ({ n: n + 1, coming: code.preload() })), [code])
  const { aoFechar } = props
  return (
    <CatchBoundary
      getResetKey={() => attempt.n}
      errorComponent={({ error }) =>
        aoFechar ? <Dismissed error={error} aoFechar={aoFechar} /> : <Failed error={error} aoTentar={again} />
      }
    >
      <Suspense fallback={Coming && <Coming {...props} />}>
        <Loaded code={code} coming={attempt.coming} props={props} />
      </Suspense>
    </CatchBoundary>
  )
}

export const FalhaNaParte = ({ error, aoTentar }: { error: unknown; aoTentar: () => void }) => (
  <FalhaAoAbrir error={error} titulo="Não foi possível abrir esta parte" aoTentar={aoTentar} />
)

function Dismissed({ error, aoFechar }: { error: unknown; aoFechar: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    console.error(error)
    avisar(
      naoChegou(error)
        ? 'Não foi possível abrir: a conexão caiu. Tente de novo quando ela voltar.'
        : fraseDaFalha(error),
    )
    aoFechar()
  }, [])
  return null
}
