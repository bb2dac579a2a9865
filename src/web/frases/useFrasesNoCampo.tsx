import type { RefObject, SyntheticEvent } from 'react'
import { TEXTO_MAXIMO } from '#domain/arquivo.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { escreverEm } from '#web/ui/escreverEm.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { faltaPreencher, soAtalho } from './noTexto.ts'
import { useAtalhoEmCurso } from './useAtalhoEmCurso.ts'

const FrasesNoTexto = onDemand(() => import('./FrasesNoTexto.tsx'), 'FrasesNoTexto')

interface Props {
  clienteId: number
  texto: string
  aoMudar: (texto: string) => void
  campo: RefObject<HTMLTextAreaElement | null>
}

/** Phrases in the composer: the list that `/` opens, the field's props for it, and the check that all variables are filled. */
export function useFrasesNoCampo({ clienteId, texto, aoMudar, campo }: Props) {
  const { emCurso, moverCursor, dispensar, aoMudarLista, aoTeclar, campo: daLista } = useAtalhoEmCurso(texto)
  const trazer = (conteudo: string) => {
    if (!emCurso) return
    const { de, ate } = emCurso
    const falta = faltaPreencher(conteudo)
    // Selects the first variable that is not filled, to be typed over.
    const [inicio, fim] = falta ? [falta.de, falta.ate] : [conteudo.length, conteudo.length]
    const mudar = () => {
      aoMudar((texto.slice(0, de) + conteudo + texto.slice(ate)).slice(0, TEXTO_MAXIMO))
      moverCursor(de + fim)
    }
    escreverEm(campo.current, mudar, de + inicio, de + fim)
  }
  return {
    aoTeclar,
    moverCursor,
    campo: {
      ...daLista,
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => moverCursor(currentTarget.selectionStart),
    },
    lista: emCurso && (
      <FrasesNoTexto
        clienteId={clienteId}
        escrito={emCurso.escrito}
        aoEscolher={trazer}
        aoDispensar={dispensar}
        aoMudar={aoMudarLista}
      />
    ),
    /** Whether a variable is not filled yet, or a shortcut became no phrase; if so, selects it and says so. */
    faltaAlgo(): boolean {
      if (soAtalho(texto)) {
        campo.current?.select()
        avisar(`“${texto.trim()}” não é uma frase: escolha uma da lista, ou escreva a mensagem.`)
        return true
      }
      const falta = faltaPreencher(texto)
      if (!falta) return false
      campo.current?.setSelectionRange(falta.de, falta.ate)
      avisar(`Falta preencher ${falta.marca}: escreva no lugar, ou apague.`)
      return true
    },
  }
}
