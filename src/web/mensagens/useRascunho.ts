import { useState } from 'react'
import { sessaoAtual } from '#web/api/sessao.ts'

const chave = (clienteId: number, oQue: string) => `rascunho:${sessaoAtual()?.user.id}:${clienteId}${oQue}`

/**
 * What is being written to each customer, or agreed with them, kept while one looks at another or reloads; it goes with
 * the session (`sessao.ts`).
 */
export function useRascunho(clienteId: number, oQue: '' | ':acordo' = ''): [string, (texto: string) => void] {
  const [texto, setTexto] = useState(() => sessionStorage.getItem(chave(clienteId, oQue)) ?? '')
  const mudar = (novo: string) => {
    setTexto(novo)
    if (novo) sessionStorage.setItem(chave(clienteId, oQue), novo)
    else sessionStorage.removeItem(chave(clienteId, oQue))
  }
  return [texto, mudar]
}
