import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { useFalhaDepois } from '#web/ui/useFalhaDepois.ts'
import { type Decisao, useDecidir } from './conciliacao.api.ts'
import { ENGANO, feito, voltaSozinha } from './decisao.ts'
import { quemPagou } from './palavras.ts'

/** Decides, and tells the outcome in a toast with an undo; a refusal stays in `erro`, as a sentence. */
export function useDecidirEAvisar(um: MovimentoDetalhado, aoDecidir?: () => void) {
  const mutacao = useDecidir(um.id)
  const volta = useDecidir(um.id)
  const falhaDepois = useFalhaDepois()
  const desfazer = () => {
    const decisao: Decisao = { como: 'desfazer', body: { motivo: ENGANO } }
    // The panel may have gone on to the next meanwhile: what came of it is said all the same.
    volta.mutateAsync(decisao).then(
      () => avisar(feito(um, decisao)),
      (erro: unknown) => avisar(fraseDe(erro)),
    )
  }
  const avisarFeito = (decisao: Decisao, dispensados: number) =>
    avisar(
      feito(um, decisao, dispensados),
      voltaSozinha(um, decisao) ? { rotulo: 'Desfazer', fazer: desfazer, desfaz: true } : undefined,
    )
  const decidirJa = async (decisao: Decisao) => {
    const { encargos_dispensados = 0 } = await mutacao.mutateAsync(decisao)
    avisarFeito(decisao, encargos_dispensados)
    aoDecidir?.()
  }
  return {
    /** Throws what was refused, for a dialog that shows it. */
    decidirJa,
    decidir: (decisao: Decisao) => decidirJa(decisao).catch((erro: unknown) => falhaDepois(erro, quemPagou(um))), // in `erro`
    fazendo: mutacao.isPending,
    erro: mutacao.error ? fraseDe(mutacao.error) : '',
  }
}
