import type { MovimentoDetalhado } from '#contract/conciliacao.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { dinheiro } from '#web/ui/formatos.ts'
import { type Decisao, useDecidir } from './conciliacao.api.ts'

const FEITO: Record<Decisao['como'], string> = {
  aplicar: 'aplicado',
  vincular: 'vinculado ao pagamento',
  credito: 'deixado como crédito',
  ignorar: 'ignorado',
  desfazer: 'voltou a não ter dono',
  devolvido: 'dado por devolvido',
}
const ENGANO = 'Desfeito logo depois de decidido'

/** A decision that tells what came of it, with the way back beside it; what was refused stays in its place as a sentence. */
export function useAvisada(um: MovimentoDetalhado, aoDecidir?: () => void) {
  const mutacao = useDecidir(um.id)
  const volta = useDecidir(um.id)
  const desfazer = () =>
    volta.mutate({ como: 'desfazer', body: { motivo: ENGANO } }, { onError: (erro) => avisar(fraseDe(erro)) })
  const avisarFeito = (como: Decisao['como']) =>
    avisar(
      `${dinheiro(um.valor)} ${FEITO[como]}.`,
      como === 'desfazer' || como === 'devolvido' ? undefined : { rotulo: 'Desfazer', fazer: desfazer },
    )
  const decidirJa = async (decisao: Decisao) => {
    await mutacao.mutateAsync(decisao)
    avisarFeito(decisao.como)
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
