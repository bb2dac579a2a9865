import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSuggestions } from '#web/ui/Suggestions.tsx'
import { frasesDoClienteQuery } from './frases.queries.ts'
import { atalhoEmCurso } from './noTexto.ts'

/** `/` in the composer: the phrases of that shortcut, filled for this customer; `aoTrocar` puts one in the place of what was typed. */
export function useFraseNoTexto(
  clienteId: number,
  texto: string,
  aoTrocar: (de: number, ate: number, conteudo: string) => void,
) {
  const [cursor, setCursor] = useState(0)
  const [dispensada, setDispensada] = useState<number>()
  const achado = atalhoEmCurso(texto, cursor)
  const emCurso = achado && achado.de !== dispensada ? achado : null
  const consulta = useQuery({ ...frasesDoClienteQuery(clienteId), enabled: emCurso !== null })
  const frases = consulta.data?.data ?? []
  const sugestoes = useSuggestions({
    opcoes: emCurso ? frases.filter(({ atalho }) => atalho.startsWith(emCurso.escrito)) : [],
    rotulo: 'Frases prontas',
    chave: ({ id }) => id,
    desenhar: ({ atalho, conteudo, faltam, da_empresa }) => (
      <>
        <span className="row between gap-8">
          <b>/{atalho}</b>
          <small className="cinza">{da_empresa ? 'da empresa' : 'sua'}</small>
        </span>
        <span className="cortado cinza">{conteudo}</span>
        {faltam.length > 0 && (
          <small className="vencido">
            Este cliente não tem {faltam.map((variavel) => `{{${variavel}}}`).join(', ')}: preencha antes de enviar.
          </small>
        )}
      </>
    ),
    aoDispensar: () => setDispensada(emCurso?.de),
    aoEscolher: ({ conteudo }) => emCurso && aoTrocar(emCurso.de, cursor, conteudo),
  })
  return {
    ...sugestoes,
    aoMoverCursor: setCursor,
    /** Said in the list's place where there is none to show. */
    recado:
      emCurso && consulta.isSuccess && frases.length === 0
        ? 'Nenhuma frase ainda: guarde as suas em Preferências, no menu com o seu nome.'
        : emCurso && consulta.error && frases.length === 0
          ? 'Não foi possível buscar as frases. Tente de novo em instantes.'
          : '',
  }
}
