import { type Dia, formatarDia } from './data.ts'
import { lerDia } from './escrita.ts'
import { canonico, ehCelular, normalizarTelefone } from './telefone.ts'
import { cortar, limparTexto, normalizar } from './texto.ts'

/** One row of a do-not-contact list. */
export interface LinhaDaLista {
  canonico: string
  /** The canonical form does not say: it has no ninth digit. */
  celular: boolean
  registradoEm: Dia
  origem: string
}

export const COLUNAS_DA_LISTA = ['telefone', 'registrado_em', 'origem'] as const
type Coluna = (typeof COLUNAS_DA_LISTA)[number]
export type PosicoesDaLista = Record<Coluna, number>

/** Where each column stands, whatever the order and the capitals; null when one is missing. */
export function acharColunas(cabecalho: readonly string[]): PosicoesDaLista | null {
  const titulos = cabecalho.map((titulo) => normalizar(limparTexto(titulo)).replace(/[^a-z]+/g, '_'))
  const posicoes = Object.fromEntries(COLUNAS_DA_LISTA.map((coluna) => [coluna, titulos.indexOf(coluna)]))
  return Object.values(posicoes).includes(-1) ? null : (posicoes as PosicoesDaLista)
}

const ORIGEM_MAXIMA = 100

/** A row as it can be kept, or what is wrong with it; `canonico` is the phone that a wrong row still names. */
export function lerLinhaDaLista(
  celulas: readonly string[],
  posicoes: PosicoesDaLista,
  hoje: Dia,
): { linha: LinhaDaLista } | { canonico: string | null; campo: Coluna; mensagem: string } {
  const celula = (coluna: Coluna) => limparTexto(celulas[posicoes[coluna]] ?? '')
  const telefone = normalizarTelefone(celula('telefone'))
  if (!telefone)
    return {
      canonico: null,
      campo: 'telefone',
      mensagem: `"${cortar(celula('telefone'), 40)}" não é um telefone com DDD.`,
    }
  const chave = canonico(telefone)
  const registradoEm = lerDia(celula('registrado_em'))
  if (!registradoEm)
    return {
      canonico: chave,
      campo: 'registrado_em',
      mensagem: `"${cortar(celula('registrado_em'), 40)}" não foi entendido como um dia: use, por exemplo, 31/12/2026.`,
    }
  if (registradoEm > hoje)
    return {
      canonico: chave,
      campo: 'registrado_em',
      mensagem: `${formatarDia(registradoEm)} ainda não chegou: confira a data.`,
    }
  const origem = celula('origem')
  if (origem === '' || origem.length > ORIGEM_MAXIMA)
    return { canonico: chave, campo: 'origem', mensagem: `Informe a origem, em até ${ORIGEM_MAXIMA} caracteres.` }
  return { linha: { canonico: chave, celular: ehCelular(telefone), registradoEm, origem } }
}

/**
 * A canonical phone as a person reads and dials it: a mobile gets its ninth digit back. Where nobody kept whether it is one (null),
 * what cannot be a landline is.
 */
export function telefoneDoCanonico(chave: string, celular: boolean | null): string {
  const partes = /^55(\d{2})(\d{8})$/.exec(chave)
  const assinante = partes?.[2] ?? ''
  return (celular ?? /^[^2-5]/.test(assinante)) && partes ? `+55${partes[1]}9${assinante}` : `+${chave}`
}
