import { callApi } from '#web/api/callApi.ts'
import type { Entrada } from '#web/api/contrato.ts'
import { queryClient } from '#web/api/queryClient.ts'

export type Papel = 'operador' | 'administrador'
export interface Pessoa {
  id: number
  name: string
  email: string
}

const CHAMADAS = {
  operador: [
    'POST /api/admin/operadores',
    'PUT /api/admin/operadores/:id',
    'DELETE /api/admin/operadores/:id/segundo-fator',
  ],
  administrador: [
    'POST /api/admin/administradores',
    'PUT /api/admin/administradores/:id',
    'DELETE /api/admin/administradores/:id/segundo-fator',
  ],
} as const

const QUEM_MOSTRA = ['dashboard', 'operador', 'administrador', 'clientes'] as const
/** Refetches whatever shows operators and administrators. */
export const recarregarPessoas = () =>
  Promise.all(QUEM_MOSTRA.map((assunto) => queryClient.invalidateQueries({ queryKey: [assunto] })))

export async function cadastrarPessoa(papel: Papel, body: Entrada<'POST /api/admin/operadores'>['body']) {
  await callApi(CHAMADAS[papel][0], { body })
  await recarregarPessoas()
}

export async function mudarPessoa(papel: Papel, id: number, body: Entrada<'PUT /api/admin/operadores/:id'>['body']) {
  await callApi(CHAMADAS[papel][1], { params: { id }, body })
  await recarregarPessoas()
}

export async function zerarFator(papel: Papel, id: number) {
  await callApi(CHAMADAS[papel][2], { params: { id } })
  await recarregarPessoas()
}
