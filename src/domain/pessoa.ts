import { type Dia, diasEntre } from './data.ts'
import type { ConfirmarPessoa } from './recebimento.ts'
import { normalizar } from './texto.ts'

/** How it became known that a phone is the customer's: its holder tapped “Sim”, entered the page, or an operator made sure. */
export const MEIOS_DA_CONFIRMACAO = ['sim', 'pagina', 'operador'] as const
export type MeioDaConfirmacao = (typeof MEIOS_DA_CONFIRMACAO)[number]

/** A phone that is not heard from for so long may be somebody else's by now. */
export const DIAS_DE_SILENCIO = 180
/** After so long without an answer one asks once more, and then calls a person. */
export const DIAS_ATE_PERGUNTAR_DE_NOVO = 7
export const PERGUNTAS_NO_MAXIMO = 2

/** The template that asks, and the answers on its buttons. */
export const MODELO_DA_PERGUNTA = 'confirmar_pessoa'
export const RESPOSTAS_DA_PERGUNTA = { sim: 'Sim', nao: 'Não sou eu' } as const
export type RespostaDaPergunta = keyof typeof RESPOSTAS_DA_PERGUNTA

/** What is known of a customer's phone as theirs. */
export interface PessoaDoTelefone {
  /** The last day on which the phone was heard from while it was known to be the customer's; null: it never was, or is no more. */
  ouvidaEm: Dia | null
  /** How often it was asked since, and the day of the last time. */
  perguntas: number
  perguntadaEm: Dia | null
}

export const PESSOA_DESCONHECIDA: PessoaDoTelefone = { ouvidaEm: null, perguntas: 0, perguntadaEm: null }

/** What must come before a step may go to a phone: nothing, the question, the answer to it, or a person. */
export type AntesDeCobrar = 'nada' | 'perguntar' | 'esperar' | 'chamar'

const TAMANHO_DO_CPF = 11

/** Is it asked of a customer with this document (as it is kept), by the company's setting? */
export const perguntaSeDe = (confirmar: ConfirmarPessoa, documento: string | null): boolean =>
  confirmar === 'sempre' || (confirmar === 'cpf' && documento?.length === TAMANHO_DO_CPF)

/** Is the phone known to be the customer's on a day? It is no longer after DIAS_DE_SILENCIO. */
export const estaConfirmada = ({ ouvidaEm }: PessoaDoTelefone, dia: Dia): boolean =>
  ouvidaEm !== null && diasEntre(ouvidaEm, dia) < DIAS_DE_SILENCIO

/** What must come first on a day, of a customer of whom it is asked. */
export function antesDeCobrar(pessoa: PessoaDoTelefone, dia: Dia): AntesDeCobrar {
  if (estaConfirmada(pessoa, dia)) return 'nada'
  if (pessoa.perguntadaEm === null) return 'perguntar'
  if (diasEntre(pessoa.perguntadaEm, dia) < DIAS_ATE_PERGUNTAR_DE_NOVO) return 'esperar'
  return pessoa.perguntas < PERGUNTAS_NO_MAXIMO ? 'perguntar' : 'chamar'
}

/** What a tap on one of the question's buttons says; null when it is none of them. */
export function respostaDoToque(texto: string): RespostaDaPergunta | null {
  const dita = normalizar(texto)
  if (dita === normalizar(RESPOSTAS_DA_PERGUNTA.sim)) return 'sim'
  return dita === normalizar(RESPOSTAS_DA_PERGUNTA.nao) ? 'nao' : null
}
