import type { Importacao } from '#contract/importacoes.ts'
import type { Tom } from '#web/cores.ts'
import { Chip } from '#web/ui/Chip.tsx'

type Situacao = Importacao['situacao']

const SITUACOES: Record<Situacao, { rotulo: string; tom: Tom }> = {
  processando: { rotulo: 'Em andamento', tom: 'info' },
  concluida: { rotulo: 'Concluída', tom: 'success' },
  falhou: { rotulo: 'Falhou', tom: 'error' },
  desfeita: { rotulo: 'Desfeita', tom: 'neutral' },
}

/** How an import stands, whatever files it is of. */
export const SituacaoDaImportacao = ({ de }: { de: Situacao }) => (
  <Chip tom={SITUACOES[de].tom}>{SITUACOES[de].rotulo}</Chip>
)
