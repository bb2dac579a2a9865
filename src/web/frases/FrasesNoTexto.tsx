import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { useSuggestions } from '#web/ui/Suggestions.tsx'
import { frasesDoClienteQuery } from './frases.queries.ts'
import type { ListaAberta } from './useAtalhoEmCurso.ts'

interface Props {
  clienteId: number
  /** The shortcut typed so far. */
  escrito: string
  aoEscolher: (conteudo: string) => void
  aoDispensar: () => void
  /** Called with what the field needs once the phrases are known, and with undefined before and after that. */
  aoMudar: (lista: ListaAberta | undefined) => void
}

/** The phrases of a shortcut, filled for this customer, while it is being written in the composer. */
export function FrasesNoTexto({ clienteId, escrito, aoEscolher, aoDispensar, aoMudar }: Props) {
  const { data, error, isSuccess } = useQuery(frasesDoClienteQuery(clienteId))
  const frases = data?.data ?? []
  const { aoTeclar, campo, lista, dito } = useSuggestions({
    opcoes: frases.filter(({ atalho }) => atalho.startsWith(escrito)),
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
    aoDispensar,
    aoEscolher: ({ conteudo }) => aoEscolher(conteudo),
  })
  // In the commit that shows the list, as Enter may follow it at once; nothing while the phrases are not known.
  const conhecidas = isSuccess || error !== null
  useLayoutEffect(() => aoMudar(conhecidas ? { aoTeclar, campo } : undefined))
  useLayoutEffect(() => () => aoMudar(undefined), [aoMudar])
  return (
    <>
      {lista}
      {dito}
      {frases.length === 0 && conhecidas && (
        <p role="status" className="compositor-recado menor cinza">
          {isSuccess
            ? 'Nenhuma frase ainda: guarde as suas em Preferências, no menu com o seu nome.'
            : 'Não foi possível buscar as frases. Tente de novo em instantes.'}
        </p>
      )}
    </>
  )
}
