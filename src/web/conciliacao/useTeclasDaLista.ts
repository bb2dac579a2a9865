import { useEffect, useRef } from 'react'
import { useEstado } from '#web/api/useEstado.ts'
import { teclaSolta, teclasLigadas } from '#web/shell/teclas.ts'
import type { Vizinhos } from './vizinhos.ts'

/** Props that make a key press the button in the list that has keys, and say so while keys are on. */
export function useComTecla(naLista: boolean) {
  const ligadas = useEstado(teclasLigadas)
  return (tecla: 'A' | 'E' | 'I') =>
    naLista ? { 'data-tecla': tecla, ...(ligadas && { 'aria-keyshortcuts': tecla }) } : {}
}

/** J goes to the next and K to the one before (with none open yet, J opens the first); the open one's buttons have keys of their own. */
export function useTeclasDaLista(vizinhos: Vizinhos, abrir: (id: number) => void) {
  const atual = useRef({ vizinhos, abrir })
  useEffect(() => {
    atual.current = { vizinhos, abrir }
  })
  useEffect(() => {
    const aoTeclar = (evento: KeyboardEvent) => {
      // In a narrow window the panel is a dialog over the list: its keys still count.
      const tecla = teclaSolta(evento, '.painel-ao-lado')
      if (!tecla) return
      const { anterior, proximo } = atual.current.vizinhos
      const alvo = tecla === 'J' ? proximo : tecla === 'K' ? anterior : undefined
      const botao = /^[AEI]$/.test(tecla) && document.querySelector<HTMLButtonElement>(`button[data-tecla=${tecla}]`)
      if (alvo !== undefined) atual.current.abrir(alvo)
      else if (botao) botao.click()
      else return
      evento.preventDefault()
    }
    window.addEventListener('keydown', aoTeclar)
    return () => window.removeEventListener('keydown', aoTeclar)
  }, [])
}
