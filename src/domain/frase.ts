import { type Valores, type Variavel, variaveisDe } from './modelo.ts'
import { VARIAVEL } from './variavel.ts'

/** What is typed after `/`: a word without accents, spaces or capitals. */
export const ATALHO = /^[a-z0-9][a-z0-9_-]{0,29}$/
/** Typed by a person into a conversation, of which a message takes at most 4,096 characters. */
export const MAIOR_FRASE = 2000

/**
 * A person's text with a customer's values in it. Unlike a template, which must say something, a variable without a value stays
 * in its braces and is named in `faltam`, for whoever sends it to fill.
 */
export function preencherFrase(texto: string, valores: Valores): { conteudo: string; faltam: Variavel[] } {
  const valorDe = (nome: Variavel) => (temSentido(nome, valores) ? valores[nome].trim() : '')
  return {
    conteudo: texto.replace(VARIAVEL, (marca, nome: Variavel) => valorDe(nome) || marca),
    faltam: variaveisDe(texto).filter((nome) => !valorDe(nome)),
  }
}

const DAS_CONTAS: readonly Variavel[] = ['valor', 'valor_atualizado', 'vencimento', 'quantidade_contas', 'numero']

/** Hides values that say nothing is owed: zero accounts or zero days late. */
const temSentido = (nome: Variavel, { quantidade_contas, dias_atraso }: Valores): boolean =>
  nome === 'dias_atraso' ? dias_atraso !== '0' : quantidade_contas !== '0' || !DAS_CONTAS.includes(nome)
