import type { ClienteDetalhado } from '#contract/ficha.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import type { Sugerida } from './contestacoes.api.ts'

const ContestacaoDialog = onDemand(() => import('./ContestacaoDialog.tsx'), 'ContestacaoDialog')

export const contestar = (cliente: ClienteDetalhado, sugerida: Sugerida = {}) =>
  abrir((fechar) => <ContestacaoDialog cliente={cliente} sugerida={sugerida} aoFechar={() => fechar()} />)
