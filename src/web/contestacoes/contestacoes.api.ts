import type { MotivoDaContestacao } from '#domain/contestacao.ts'
import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { recarregarCliente } from '#web/api/recarregar.ts'

const base = '/api/operador/clientes/:id/contestacoes' as const

/** What the form starts with: the accounts chosen, and what the customer wrote. */
export interface Sugerida {
  contas?: number[]
  motivo?: MotivoDaContestacao
  texto?: string
}

export interface NovaContestacao {
  contas: number[]
  motivo: MotivoDaContestacao
  texto?: string
}

/** With a file it goes as a form, without one as JSON. */
export async function abrirContestacao(id: number, nova: NovaContestacao, arquivo: File | null, chave: string) {
  const params = { id }
  const contestacao = await (arquivo
    ? callApi(`POST ${base}`, { params, form: comoFormulario(nova, arquivo) }, { chave })
    : callApi(`POST ${base}`, { params, body: nova }, { chave }))
  await recarregarCliente(id)
  return contestacao
}

function comoFormulario({ contas, motivo, texto }: NovaContestacao, arquivo: File): FormData {
  const form = new FormData()
  form.append('contas', contas.join(','))
  form.append('motivo', motivo)
  if (texto) form.append('texto', texto)
  form.append('arquivo', arquivo)
  return form
}

export async function responderContestacao(
  id: number,
  contestacao: number,
  body: Entrada<`PATCH ${typeof base}/:contestacao`>['body'],
) {
  await callApi(`PATCH ${base}/:contestacao`, { params: { id, contestacao }, body })
  await recarregarCliente(id)
}
