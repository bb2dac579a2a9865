import { useSyncExternalStore } from 'react'
import { aoMudarFalta, faltaAtual } from './rede.ts'

/** What is missing and since when, or null while all is well. */
export const useFalta = () => useSyncExternalStore(aoMudarFalta, faltaAtual, faltaAtual)
