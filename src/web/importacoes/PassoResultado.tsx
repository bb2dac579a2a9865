import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Importacao } from '#contract/importacoes.ts'
import { Carregando } from '#web/shell/Carregando.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { Assistente, Passos } from '#web/ui/Passos.tsx'
import { importacaoQuery } from './importacoes.api.ts'
import { rotuloDa } from './rotulo.ts'

const Resultado = lazy(async () => ({ default: (await import('./Resultado.tsx')).Resultado }))

interface Props {
  id: number
  passos: readonly string[]
  aoRecomecar: () => void
  /** Where one goes from here. */
  seguir: (importacao: Importacao | undefined) => ReactNode
  aoRever?: (() => void) | undefined
}

/** The last step of either wizard, and where a past import is opened. */
export function PassoResultado({ id, passos, aoRecomecar, seguir, aoRever }: Props) {
  const { data } = useQuery(importacaoQuery(id))
  return (
    <Assistente>
      <Passos passos={passos} atual={passos.length} direita={data && rotuloDa(data)} />
      <Suspense fallback={<Carregando />}>
        <Resultado id={id} aoRecomecar={aoRecomecar} aoRever={aoRever} seguir={seguir(data)} />
      </Suspense>
    </Assistente>
  )
}

/** What went wrong, over the step where it did. */
export const AvisoDoPasso = ({ erro, aoFechar }: { erro: string; aoFechar: () => void }) =>
  erro && (
    <Alert
      tom="error"
      acao={
        <IconButton aria-label="Fechar o aviso" onClick={aoFechar}>
          <CloseOutlined size={20} />
        </IconButton>
      }
    >
      {erro}
    </Alert>
  )
