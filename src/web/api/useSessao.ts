import type { Usuario } from '#contract/sessao.ts'
import { aoMudarSessao, sessaoAtual } from './sessao.ts'
import { useEstado } from './useEstado.ts'

export const useSessao = () => useEstado({ ler: sessaoAtual, ouvir: aoMudarSessao })
/** Inside the shell there is always someone. */
export function useUsuario(): Usuario {
  const sessao = useSessao()
  if (!sessao) throw new Error('No one is signed in.')
  return sessao.user
}
