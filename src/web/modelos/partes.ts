import type { Modelo } from '#contract/modelos.ts'
import { EXEMPLOS, type Valores, type Variavel } from '#domain/modelo.ts'
import type { Botao } from '#domain/partes.ts'
import { TEXTO_DO_COPIAR } from '#domain/partes-preenchidas.ts'
import { preencher } from '#domain/preenchimento.ts'
import { VARIAVEL } from '#domain/variavel.ts'

export const ehVariavel = (nome: string): nome is Variavel => Object.hasOwn(EXEMPLOS, nome)

/** All of a template that a person writes. */
export type Escrito = Pick<Modelo, 'texto' | 'cabecalho' | 'botoes'>
/** The version that was there when its writing began. */
export type Rascunho = Escrito & { desde: number }
export const escritoDe = ({ texto, cabecalho, botoes }: Escrito): Escrito => ({ texto, cabecalho, botoes })
export const mesmoEscrito = (a: Escrito, b: Escrito) =>
  a.texto === b.texto && a.cabecalho === b.cabecalho && iguais(a.botoes, b.botoes)
const iguais = (a: Escrito['botoes'], b: Escrito['botoes']) =>
  a.length === b.length && a.every((botao, i) => chaveDoBotao(botao) === chaveDoBotao(b[i]!))
const chaveDoBotao = (botao: Botao) =>
  [botao.tipo, 'texto' in botao ? botao.texto : '', 'url' in botao ? botao.url : ''].join('\n')

/** A button's label; WhatsApp itself names the one that copies. */
export const nomeDoBotao = (botao: Botao) => ('texto' in botao ? botao.texto : TEXTO_DO_COPIAR)

/** What is written and what comes from data, in order. */
export type Parte = { fixo: string } | { variavel: Variavel; valor: string }

/** A text cut at its variables; one that does not exist stays as it was written. */
export function partesDe(texto: string): ({ fixo: string } | { variavel: Variavel })[] {
  const partes: ({ fixo: string } | { variavel: Variavel })[] = []
  let ate = 0
  for (const achada of texto.matchAll(VARIAVEL)) {
    const nome = achada[1] ?? ''
    if (!ehVariavel(nome)) continue
    if (achada.index > ate) partes.push({ fixo: texto.slice(ate, achada.index) })
    partes.push({ variavel: nome })
    ate = achada.index + achada[0].length
  }
  if (ate < texto.length) partes.push({ fixo: texto.slice(ate) })
  return partes
}

/** The same with the values that would be sent, as the server fills them in. */
export function partesPreenchidas(texto: string, valores: Valores): Parte[] {
  const conhecidas = texto.replace(VARIAVEL, (tudo, nome: string) => (ehVariavel(nome) ? tudo : nome))
  const { parametros } = preencher(conhecidas, valores)
  let proximo = 0
  return partesDe(conhecidas).map((parte) =>
    'fixo' in parte ? parte : { ...parte, valor: parametros[proximo++] ?? '' },
  )
}
