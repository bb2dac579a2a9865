import { useEffect, useMemo, useState } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { algoPorCima } from '#web/ui/teclas.ts'
import type { Alvo } from './admin.api.ts'
import type { ConsultaAdmin } from './admin.queries.ts'

interface Pagina {
  data: Cliente[]
  total: number
  soma: number | null
}

/**
 * The selection: some customers, on one page or on several, or all that the filters find. Other filters, and Escape,
 * clear it.
 */
export function useSelecaoClientes(pagina: Pagina | undefined, filtro: NonNullable<Alvo['filtro']> & ConsultaAdmin) {
  const [escolhidos, setEscolhidos] = useState<ReadonlyMap<number, Cliente>>(new Map())
  const [todos, setTodos] = useState(false)
  const limpar = () => {
    setEscolhidos(new Map())
    setTodos(false)
  }
  const chave = JSON.stringify(filtro)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters clear the selection
  useEffect(limpar, [chave])
  const ha = todos || escolhidos.size > 0
  useEffect(() => {
    if (!ha) return
    const soltar = (evento: KeyboardEvent) => {
      if (evento.key !== 'Escape' || evento.defaultPrevented || algoPorCima()) return
      setEscolhidos(new Map())
      setTodos(false)
    }
    window.addEventListener('keydown', soltar)
    return () => window.removeEventListener('keydown', soltar)
  }, [ha])

  const linhas = pagina?.data
  const ids = useMemo(
    () => new Set([...escolhidos.keys(), ...(todos ? (linhas ?? []).map(({ id }) => id) : [])]),
    [escolhidos, todos, linhas],
  )
  const escolher = (novos: Set<number>) => {
    setTodos(false)
    const conhecidos = new Map([...escolhidos, ...(linhas ?? []).map((um) => [um.id, um] as const)])
    setEscolhidos(new Map([...novos].flatMap((id) => (conhecidos.has(id) ? [[id, conhecidos.get(id)!] as const] : []))))
  }
  const lista = [...escolhidos.values()]
  return {
    ids,
    escolher,
    limpar,
    quantos: todos ? (pagina?.total ?? 0) : lista.length,
    soma: todos
      ? (pagina?.soma ?? 0)
      : lista.reduce((soma, um) => soma + Math.round(um.valor_em_aberto * 100), 0) / 100,
    todos,
    escolherTodos: () => setTodos(true),
    /** How many already have an owner; unknown, until asked, when all that the filters find are selected. */
    comDono: todos ? undefined : lista.filter((um) => um.operador !== null).length,
    alvo: (todos ? { filtro } : { ids: lista.map(({ id }) => id) }) as Alvo,
  }
}
export type SelecaoClientes = ReturnType<typeof useSelecaoClientes>
