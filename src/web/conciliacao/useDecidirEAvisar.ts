import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { type Decisao, useDecidir } from './conciliacao.api.ts'
import { feito, voltaSozinha } from './decisao.ts'

const ENGANO = 'Desfeito logo depois de decidido'

/** Decides, and tells the outcome in a toast with an undo; a refusal stays in `erro`, as a sentence. */
export function useDecidirEAvisar(um: MovimentoDetalhado, aoDecidir?: () => void) {
  const mutacao = useDecidir(um.id)
  const volta = useDecidir(um.id)
  const desfazer = () =>
    volta.mutate({ como: 'desfazer', body: { motivo: ENGANO } }, { onError: (erro) => avisar(fraseDe(erro)) })
  const avisarFeito = (decisao: Decisao, dispensados: number) =>
    avisar(
      feito(um, decisao, dispensados),
      voltaSozinha(um, decisao) ? { rotulo: 'Desfazer', fazer: desfazer } : undefined,
    )
  const decidirJa = async (decisao: Decisao) => {
    const { encargos_dispensados = 0 } = await mutacao.mutateAsync(decisao)
    avisarFeito(decisao, encargos_dispensados)
    aoDecidir?.()
  }
  return {
    /** Throws what was refused, for a dialog that shows it. */
    decidirJa,
    decidir: (decisao: Decisao) => void decidirJa(decisao).catch(() => undefined), // in `erro`
    fazendo: mutacao.isPending,
    erro: mutacao.error ? fraseDe(mutacao.error) : '',
  }
}
