import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { atalhoEmCurso } from './noTexto.ts'

/** What the field needs from the list of phrases while it is open. */
export interface ListaAberta {
  aoTeclar: (evento: KeyboardEvent) => boolean
  campo: object
}

/** The shortcut being typed in the composer, and what the list that it opens (`FrasesNoTexto`) needs of the field. */
export function useAtalhoEmCurso(texto: string) {
  const [cursor, moverCursor] = useState(0)
  const [dispensado, setDispensado] = useState<number>()
  const teclas = useRef<ListaAberta['aoTeclar']>(undefined)
  const [campo, setCampo] = useState<object>()
  const aoMudarLista = useCallback((lista: ListaAberta | undefined) => {
    teclas.current = lista?.aoTeclar
    setCampo((antes) => (JSON.stringify(antes) === JSON.stringify(lista?.campo) ? antes : lista?.campo))
  }, [])
  const achado = atalhoEmCurso(texto, cursor)
  const emCurso = achado && achado.de !== dispensado ? { ...achado, ate: cursor } : null
  return {
    emCurso,
    moverCursor,
    dispensar: () => setDispensado(achado?.de),
    aoMudarLista,
    /** Passes a key to the list. Until the list is there Enter does nothing: it would send the shortcut itself. */
    aoTeclar(evento: KeyboardEvent): boolean {
      if (teclas.current) return teclas.current(evento)
      const espera = emCurso !== null && evento.key === 'Enter' && !evento.shiftKey
      if (espera) evento.preventDefault()
      return espera
    },
    campo,
  }
}
