import { useEffect, useLayoutEffect } from 'react'
import { useEstado } from '#web/api/useEstado.ts'
import { COMANDOS, type Comando, deSaida, dizerComandos, type Feitos, teclasLigadas } from './teclas.ts'

/** The commands of a part of the screen while it is mounted; registered again on each render. */
export function useComandos(feitos: Feitos) {
  useEffect(() => dizerComandos(feitos))
}

/** While true, keys do not act on the customer still on view. */
export function useDeSaida(saindo: boolean) {
  useLayoutEffect(() => {
    deSaida.trocar(saindo)
    return () => deSaida.trocar(false)
  }, [saindo])
}

/** Says on a button which key presses it, while keys are on. */
export function useAtalho(comando: Comando) {
  const { nome, tecla } = COMANDOS[comando]
  return useEstado(teclasLigadas) ? { 'aria-keyshortcuts': tecla, title: `${nome} (tecla ${tecla})` } : {}
}
