import type { Pendencia } from '#domain/acesso.ts'
import { criarEstado } from './estado.ts'

/** What the person must do before the server answers anything but their own account; null when nothing is known. */
export const pendencia = criarEstado<Pendencia | null>(null)

/** Set from a refusal's `codigo`; any other code leaves it as it is. */
export function notarPendencia(codigo: unknown) {
  if (codigo === 'troque_a_senha' || codigo === 'ative_o_segundo_fator') pendencia.trocar(codigo)
}
