import { useEffect } from 'react'
import { useEstado } from '#web/api/useEstado.ts'
import { COMANDOS, type Comando, comandosAgora, type Feitos, teclasLigadas } from './teclas.ts'

/** What the screen can do now, for as long as it is on view; with each drawing anew. */
export function useComandos(feitos: Feitos) {
  useEffect(() => {
    comandosAgora.trocar(feitos)
    return () => {
      if (comandosAgora.ler() === feitos) comandosAgora.trocar({})
    }
  })
}

/** Says on a button which key presses it, while keys are on. */
export function useAtalho(comando: Comando) {
  const { nome, tecla } = COMANDOS[comando]
  return useEstado(teclasLigadas) ? { 'aria-keyshortcuts': tecla, title: `${nome} (tecla ${tecla})` } : {}
}
