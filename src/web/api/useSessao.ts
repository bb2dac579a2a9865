import { useSyncExternalStore } from 'react'
import type { Usuario } from '#contract/sessao.ts'
import { aoMudarSessao, sessaoAtual } from './sessao.ts'

export const useSessao = () => useSyncExternalStore(aoMudarSessao, sessaoAtual)
/** Inside the shell there is always someone. */
export function useUsuario(): Usuario {
  const sessao = useSessao()
  if (!sessao) throw new Error('No one is signed in.')
  return sessao.user
}
