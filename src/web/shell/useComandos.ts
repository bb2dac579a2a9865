import { useLayoutEffect } from 'react'
import { useEstado } from '#web/api/useEstado.ts'
import {
  COMANDOS,
  type Comando,
  type ComandosDaTela,
  registrarComandos,
  teclasLigadas,
  teclasSuspensas,
} from './teclas.ts'

/**
 * The commands of a part of the screen while it is mounted; registered again on each render, in the commit that shows it: a
 * key pressed right after must not act on who was there before.
 */
export function useComandos(comandos: ComandosDaTela) {
  useLayoutEffect(() => registrarComandos(comandos))
}

/** While true, keys do not act on the customer still on view. */
export function useTeclasSuspensas(saindo: boolean) {
  useLayoutEffect(() => {
    teclasSuspensas.trocar(saindo)
    return () => teclasSuspensas.trocar(false)
  }, [saindo])
}

/** Says on a button which key presses it, while keys are on. */
export function useAtalho(comando: Comando) {
  const { nome, tecla } = COMANDOS[comando]
  return useEstado(teclasLigadas) ? { 'aria-keyshortcuts': tecla, title: `${nome} (tecla ${tecla})` } : {}
}
