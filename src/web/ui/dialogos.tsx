import { useBlocker, useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { criarEstado } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import { aCaminho } from './modais.ts'

interface Aberto {
  id: number
  desenhar: (fechar: () => void) => ReactNode
  fechar: () => void
}
const abertos = criarEstado<Aberto[]>([])
let ultimo = 0

/**
 * Opens a dialog from anywhere; resolves with what it was closed with, or undefined when it was dismissed. While one is on
 * its way to the screen no other opens.
 */
export function abrir<T>(desenhar: (fechar: (resultado?: T) => void) => ReactNode): Promise<T | undefined> {
  if (aCaminho.id) return Promise.resolve(undefined)
  const id = ++ultimo
  aCaminho.id = id
  return new Promise((resolver) => {
    const fechar = (resultado?: T) => {
      if (aCaminho.id === id) aCaminho.id = 0
      abertos.trocar(abertos.ler().filter((outro) => outro.id !== id))
      resolver(resultado)
    }
    abertos.trocar([...abertos.ler(), { id, fechar, desenhar: () => desenhar(fechar) }])
  })
}

export function DialogHost() {
  const lista = useEstado(abertos)
  // "Back" acts as Escape: it closes the dialog, or asks first, and stays on the screen.
  useBlocker({
    disabled: lista.length === 0,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action === 'BACK') dispensar()
      return action === 'BACK'
    },
  })
  const tela = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog closes with the screen it was opened over
  useEffect(() => () => fechar(abertos.ler()), [tela])
  // So does one in which a link is followed, were it to the screen's own address. Bubbled up here it was taken by the router already,
  // which may have asked about what is not saved (useSaida.tsx): that question stays.
  useEffect(() => {
    let antes: Aberto[] = []
    const aoPressionar = () => {
      antes = abertos.ler()
    }
    const aoSeguir = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented && (target as Element).closest('dialog a')) fechar(antes)
    }
    document.addEventListener('click', aoPressionar, true)
    document.addEventListener('click', aoSeguir)
    return () => {
      document.removeEventListener('click', aoPressionar, true)
      document.removeEventListener('click', aoSeguir)
    }
  }, [])
  return lista.map((um) => <Fragment key={um.id}>{um.desenhar(um.fechar)}</Fragment>)
}

const fechar = (quais: Aberto[]) => quais.forEach((um) => void um.fechar())

/** Each dialog decides what closing means to it: it may have something unsaved, or be at work. */
const dispensar = () =>
  [...document.querySelectorAll('dialog[open]')].at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))
