import { useState } from 'react'
import { sessaoAtual } from '#web/api/sessao.ts'

const chave = (clienteId: number) => `rascunho:${sessaoAtual()?.user.id}:${clienteId}`

/** What is being written to each customer, kept while one looks at another or reloads; it goes with the session (`sessao.ts`). */
export function useRascunho(clienteId: number): [string, (texto: string) => void] {
  const [texto, setTexto] = useState(() => sessionStorage.getItem(chave(clienteId)) ?? '')
  const mudar = (novo: string) => {
    setTexto(novo)
    if (novo) sessionStorage.setItem(chave(clienteId), novo)
    else sessionStorage.removeItem(chave(clienteId))
  }
  return [texto, mudar]
}
