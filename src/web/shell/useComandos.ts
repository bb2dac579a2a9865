import { useEffect, useLayoutEffect } from 'react'
import { useEstado } from '#web/api/useEstado.ts'
import { COMANDOS, type Comando, deSaida, dizerComandos, type Feitos, teclasLigadas } from './teclas.ts'

/** What a part of the screen can do, for as long as it is on view; told again with each drawing. */
export function useComandos(feitos: Feitos) {
  useEffect(() => dizerComandos(feitos))
}

/** While it holds, keys do nothing to what is still on view. */
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
