import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Movimento, MovimentoDetalhado } from '#contract/conciliacao.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { novaChave } from '#web/api/novaChave.ts'
import { recarregarTudo } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { movimentoQuery } from './conciliacao.queries.ts'

const movimento = '/api/admin/conciliacao/movimentos/:id' as const

/** What may be done with a movement, each with its body. */
export type Decisao =
  | { como: 'aplicar'; body: { contas: { id: number; valor: number }[] } }
  | { como: 'vincular'; body: { pagamento_id: number } }
  | { como: 'credito'; body: { cliente_id: number } }
  | { como: 'ignorar' | 'desfazer' | 'devolvido'; body: { motivo: string } }

/** The movement after the decision and, where it was applied, the charges that this waived. */
type Decidido = MovimentoDetalhado & { encargos_dispensados?: number }

/** Decides a movement; trying the same again never does it twice. Throws what the server refused. */
export function useDecidir(id: number) {
  const cache = useQueryClient()
  const chave = useChave()
  return useMutation({
    mutationFn: (decisao: Decisao): Promise<Decidido> => {
      const opcoes = { chave: chave.para([id, decisao]) }
      const params = { id }
      switch (decisao.como) {
        case 'aplicar':
          return callApi(`POST ${movimento}/aplicar`, { params, body: decisao.body }, opcoes)
        case 'vincular':
          return callApi(`POST ${movimento}/vincular`, { params, body: decisao.body }, opcoes)
        case 'credito':
          return callApi(`POST ${movimento}/credito`, { params, body: decisao.body }, opcoes)
        default:
          return callApi(`POST ${movimento}/${decisao.como}`, { params, body: decisao.body }, opcoes)
      }
    },
    onSuccess: ({ encargos_dispensados: _, ...novo }) => {
      chave.feito()
      cache.setQueryData(movimentoQuery(novo.id).queryKey, novo)
    },
    // After a refusal too: someone faster changed the same lists. Not awaited, so that the next movement can be decided.
    onSettled: () => void recarregarTudo(),
  })
}

type Aplicado = Resposta<'POST /api/admin/conciliacao/aplicar-sugestoes'>['data'][number]

/** Applies each one's first suggestion; `aoAplicar` is told of each, on whatever screen one is by then. */
export function useAplicarSugestoes(aoAplicar: (resultados: Aplicado[], movimentos: Movimento[]) => void) {
  const chave = useChave()
  return useMutation({
    mutationFn: (movimentos: Movimento[]) => {
      const ids = movimentos.map(({ id }) => id)
      return callApi('POST /api/admin/conciliacao/aplicar-sugestoes', { body: { ids } }, { chave: chave.para(ids) })
    },
    onSuccess: async ({ data }, movimentos) => {
      chave.feito()
      // What was applied has left the list before it is no longer selected.
      await recarregarTudo()
      aoAplicar(data, movimentos)
    },
    onError: (erro) => {
      avisar(`Movimentos: ${fraseDe(erro)}`)
      return recarregarTudo()
    },
  })
}

/** Takes back what several were applied to, each by itself; gives those of which the server would not. */
export async function desfazerVarios(ids: readonly number[], motivo: string) {
  const recusados: { id: number; erro: string }[] = []
  for (const id of ids)
    await callApi(`POST ${movimento}/desfazer`, { params: { id }, body: { motivo } }, { chave: novaChave() }).catch(
      (erro: unknown) => recusados.push({ id, erro: fraseDe(erro) }),
    )
  await recarregarTudo()
  return recusados
}

/** Sends a bank's file; with `simular` nothing is written. */
export async function enviarAoBanco(
  arquivo: File,
  { simular, aceitar }: { simular: boolean; aceitar: readonly string[] },
  signal: AbortSignal,
) {
  const form = new FormData()
  // Fields come before the file: the server reads the upload as it streams in.
  if (aceitar.length > 0) form.set('aceitar', aceitar.join(','))
  form.set('arquivo', arquivo)
  const query = { simular: simular ? ('1' as const) : ('0' as const) }
  const resultado = await callApi('POST /api/admin/conciliacao/importar', { query, form }, { signal })
  if (!simular) await recarregarTudo()
  return resultado
}

export async function desfazerImportacaoDoBanco(id: number) {
  const desfeita = await callApi('POST /api/admin/conciliacao/importacoes/:id/desfazer', { params: { id } })
  await recarregarTudo()
  return desfeita
}
