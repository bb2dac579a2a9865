import type { Codigo } from '#contract/codigos.ts'
import { callApi } from '#web/api/callApi.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'

const SEM_CODIGO = 'O código do acordo não vale mais. Cancele o acordo para cobrar estas contas.'

/** Makes a code for a customer's accounts, or also sends it. Both throw refusals; a retry never sends twice. */
export function useCodigo(id: number) {
  const chaveDoCodigo = useChave()
  const chaveDaMensagem = useChave()
  /** For the same accounts the server returns the live code. */
  const pedir = async (contas: number[]): Promise<Codigo> => {
    const body = { contas }
    const chave = chaveDoCodigo.para(body)
    const codigo = await callApi('POST /api/operador/clientes/:id/codigos', { params: { id }, body }, { chave })
    chaveDoCodigo.feito()
    return codigo
  }
  /** The code alone in the message, so that one press copies it whole. */
  const mandar = async (codigo: Codigo) => {
    const body = { codigo_id: codigo.id }
    const chave = chaveDaMensagem.para(body)
    await callApi('POST /api/operador/clientes/:id/mensagens', { params: { id }, body }, { chave })
    chaveDaMensagem.feito()
    return codigo
  }
  /** The code that starts the agreement they accepted. */
  const doAcordo = async (negociacaoId: number): Promise<Codigo> => {
    const { data } = await callApi('GET /api/operador/clientes/:id/codigos', { params: { id } })
    const vivo = data.find(({ negociacao_id, situacao }) => negociacao_id === negociacaoId && situacao === 'emitido')
    if (!vivo) throw new Error(SEM_CODIGO)
    return vivo
  }
  const recarregar = () => void recarregarCliente(id)
  return {
    emitir: (contas: number[]) => pedir(contas).finally(recarregar),
    enviar: (contas: number[]) => pedir(contas).then(mandar).finally(recarregar),
    enviarDoAcordo: (negociacaoId: number) => doAcordo(negociacaoId).then(mandar).finally(recarregar),
  }
}
