import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Importacao } from '#contract/importacoes.ts'
import { Carregando } from '#web/ui/Carregando.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Assistente, Passos } from '#web/ui/Passos.tsx'
import { importacaoQuery } from './importacoes.queries.ts'
import { rotuloDa } from './rotulo.ts'

const Resultado = onDemand(() => import('./Resultado.tsx'), 'Resultado', { Coming: Carregando })

interface Props {
  id: number
  passos: readonly string[]
  aoRecomecar: () => void
  /** The links to go on with. */
  seguir: (importacao: Importacao | undefined) => ReactNode
  aoRever?: (() => void) | undefined
}

/** The last step of either wizard, and where a past import is opened. */
export function PassoResultado({ id, passos, aoRecomecar, seguir, aoRever }: Props) {
  const { data } = useQuery(importacaoQuery(id))
  return (
    <Assistente>
      <Passos passos={passos} atual={passos.length} direita={data && rotuloDa(data)} />
      <Resultado id={id} aoRecomecar={aoRecomecar} aoRever={aoRever} seguir={seguir(data)} />
    </Assistente>
  )
}
