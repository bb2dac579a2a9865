import { z } from 'zod'
import { PaginaGraph, Sucesso } from '#contract/cloud-api.ts'
import type { Resultado } from './cloud-api.ts'
import type { abrirGraph, RespostaGraph } from './graph.ts'

export type Graph = ReturnType<typeof abrirGraph>

/** An undocumented 2xx body does not say what was done: the outcome is unknown. */
export function ler<T extends z.ZodType>(resposta: RespostaGraph, forma: T): Resultado<z.infer<T>> {
  if (resposta.tipo !== 'corpo') return resposta
  const lida = forma.safeParse(resposta.corpo)
  if (lida.success) return { tipo: 'ok', valor: lida.data }
  return { tipo: 'desconhecido', detalhe: `A Meta respondeu de um modo que o sistema não entende (${resposta.http}).` }
}

export function feito(resposta: RespostaGraph): Resultado<true> {
  const lida = ler(resposta, Sucesso)
  if (lida.tipo !== 'ok') return lida
  return lida.valor.success
    ? { tipo: 'ok', valor: true }
    : { tipo: 'desconhecido', detalhe: 'A Meta respondeu que não fez o que foi pedido, sem dizer por quê.' }
}

export const converter = <A, B>(resultado: Resultado<A>, em: (valor: A) => B): Resultado<B> =>
  resultado.tipo === 'ok' ? { tipo: 'ok', valor: em(resultado.valor) } : resultado

/** Walks a list to its end; `next` is absent on the last page. */
export async function percorrer<T extends z.ZodType>(
  graph: Graph,
  inicio: string,
  item: T,
): Promise<Resultado<z.infer<T>[]>> {
  const forma = PaginaGraph.extend({ data: z.array(item) })
  const itens: z.infer<T>[] = []
  let onde: string | null = inicio
  for (let pagina = 0; onde && pagina < MAIS_PAGINAS; pagina++) {
    if (itens.length > MAIS_ITENS) return SEM_FIM
    const lida = ler(await graph.chamar('GET', onde), forma)
    if (lida.tipo !== 'ok') return lida
    for (const item of lida.valor.data) itens.push(item as z.infer<T>)
    onde = proximaPagina(inicio, lida.valor.paging)
  }
  return { tipo: 'ok', valor: itens }
}

/** 6,000 templates is Meta's own limit; beyond this the walk is going in circles. */
const MAIS_PAGINAS = 200
const MAIS_ITENS = 20_000
const SEM_FIM = { tipo: 'desconhecido', detalhe: 'A lista que a Meta deu não termina.' } as const

/**
 * An API path in which each external value is exactly one segment or parameter. Dots alone would climb the path even when
 * encoded: they become an id that does not exist, which Meta refuses as unknown.
 */
export function caminho(partes: TemplateStringsArray, ...valores: string[]): string {
  const seguros = valores.map((valor) => (/^\.{0,2}$/.test(valor) ? '-' : encodeURIComponent(valor)))
  return String.raw({ raw: partes }, ...seguros)
}

/** Built on our own base and not taken from `next`, which carries a token in its address. */
function proximaPagina(inicio: string, paging: z.infer<typeof PaginaGraph>['paging']): string | null {
  const depois = paging?.cursors?.after
  return paging?.next && depois ? `${inicio}&after=${encodeURIComponent(depois)}` : null
}
