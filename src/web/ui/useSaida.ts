import { useBlocker } from '@tanstack/react-router'
import { confirmar } from './confirmar.tsx'

/** Leaving this part of a screen with changes that were not saved asks first; so does closing the window. */
export function useSaida(mudou: boolean, oQue: string) {
  useBlocker({
    disabled: !mudou,
    enableBeforeUnload: mudou,
    shouldBlockFn: async ({ current, next }) => {
      if (lugar(current) === lugar(next)) return false
      return !(await confirmar({
        titulo: 'Sair sem salvar?',
        texto: oQue,
        acao: 'Sair sem salvar',
        cancelar: 'Continuar editando',
        perigo: true,
      }))
    },
  })
}

/** Closing or reloading the window asks first, while something on it would be lost. */
export const useAvisoAoSair = (avisa = true) =>
  useBlocker({ disabled: !avisa, enableBeforeUnload: avisa, shouldBlockFn: () => false })

/** The screen and its tab: moving between records of one tab keeps what was typed. */
const lugar = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname}?${(search as Record<string, string | undefined>).aba ?? ''}`
