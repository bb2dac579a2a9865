import type { Pendencia } from '#domain/acesso.ts'
import { criarEstado } from './estado.ts'

/** What the person must do before the server answers anything but their own account; null: nothing that is known. */
export const pendencia = criarEstado<Pendencia | null>(null)

/** Taken from a refusal; `codigo` of any other refusal says nothing about it. */
export function notarPendencia(codigo: unknown) {
  if (codigo === 'troque_a_senha' || codigo === 'ative_o_segundo_fator') pendencia.trocar(codigo)
}
