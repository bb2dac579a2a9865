import { useSyncExternalStore } from 'react'
import type { criarEstado } from './estado.ts'

type Lido<T> = Pick<ReturnType<typeof criarEstado<T>>, 'ler' | 'ouvir'>

/** The value now; the part that calls it is drawn again with each other one. */
export const useEstado = <T>({ ler, ouvir }: Lido<T>): T => useSyncExternalStore(ouvir, ler, ler)
