import type { Codigo } from '#contract/codigos.ts'
import { callApi } from '#web/api/callApi.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'
import { useChave } from '#web/api/useChave.ts'

/** A code for accounts of a customer, alone or sent to them. Both throw what was refused; trying again never sends it twice. */
export function useCodigo(id: number) {
  const chaveDoCodigo = useChave()
  const chaveDaMensagem = useChave()
  /** The same accounts are given the code that lives. */
  const pedir = async (contas: number[]): Promise<Codigo> => {
    const body = { contas }
    const chave = chaveDoCodigo.para(body)
    const codigo = await callApi('POST /api/operador/clientes/:id/codigos', { params: { id }, body }, { chave })
    chaveDoCodigo.feito()
    return codigo
  }
  /** The code and nothing else in the message: one press copies it whole. */
  const mandar = async (codigo: Codigo) => {
    const body = { codigo_id: codigo.id }
    const chave = chaveDaMensagem.para(body)
    await callApi('POST /api/operador/clientes/:id/mensagens', { params: { id }, body }, { chave })
    chaveDaMensagem.feito()
    return codigo
  }
  const recarregar = () => void recarregarCliente(id)
  return {
    emitir: (contas: number[]) => pedir(contas).finally(recarregar),
    enviar: (contas: number[]) => pedir(contas).then(mandar).finally(recarregar),
  }
}
