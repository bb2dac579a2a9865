import { useSyncExternalStore } from 'react'
import type { criarEstado } from './estado.ts'

type Lido<T> = Pick<ReturnType<typeof criarEstado<T>>, 'ler' | 'ouvir'>

/** The current value; the component renders again when it changes. */
export const useEstado = <T>({ ler, ouvir }: Lido<T>): T => useSyncExternalStore(ouvir, ler, ler)
