import { useBlocker, useRouterState } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect } from 'react'
import { criarEstado } from '#web/api/estado.ts'
import { useEstado } from '#web/api/useEstado.ts'
import type { Confirmacao } from './ConfirmDialog.tsx'
import { aCaminho } from './modais.ts'
import { onDemand } from './onDemand.tsx'

const ConfirmDialog = onDemand(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')

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
  if (aCaminho.ler() !== undefined) return Promise.resolve(undefined)
  const id = ++ultimo
  aCaminho.trocar(id)
  return new Promise((resolver) => {
    const fechar = (resultado?: T) => {
      if (aCaminho.ler() === id) aCaminho.trocar(undefined)
      abertos.trocar(abertos.ler().filter((outro) => outro.id !== id))
      resolver(resultado)
    }
    abertos.trocar([...abertos.ler(), { id, fechar, desenhar: () => desenhar(fechar) }])
  })
}

/** `if (await confirmar({ … }))`: the answer of a person, in one line. */
export async function confirmar(pergunta: Confirmacao): Promise<boolean> {
  const resposta = await abrir<boolean>((fechar) => (
    <ConfirmDialog {...pergunta} aoConfirmar={() => fechar(true)} aoFechar={() => fechar()} />
  ))
  return resposta ?? false
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
  useEffect(() => () => abertos.ler().forEach(({ fechar }) => void fechar()), [tela])
  return lista.map((um) => <Fragment key={um.id}>{um.desenhar(um.fechar)}</Fragment>)
}

/** Each dialog decides what closing means to it: it may have something unsaved, or be at work. */
const dispensar = () =>
  [...document.querySelectorAll('dialog[open]')].at(-1)?.dispatchEvent(new Event('cancel', { cancelable: true }))
