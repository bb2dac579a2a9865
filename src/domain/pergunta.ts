import { ocorrencias, type Variavel } from './modelo.ts'
import type { Botao, Partes } from './partes.ts'
import { RESPOSTAS_DA_PERGUNTA } from './pessoa.ts'

/** The two answers to the question whose the phone is, as the template's buttons. */
export const BOTOES_DA_PERGUNTA: readonly Botao[] = [
  { tipo: 'resposta', texto: RESPOSTAS_DA_PERGUNTA.sim },
  { tipo: 'resposta', texto: RESPOSTAS_DA_PERGUNTA.nao },
]

/** Somebody else may read it: who asks, and for whom, and nothing of what is owed. */
const VARIAVEIS_DA_PERGUNTA: readonly Variavel[] = ['empresa', 'primeiro_nome']

/** What is wrong with a text, or a header, of the question, beside what is asked of every template; empty when it may be saved. */
export const problemasDaPergunta = (texto: string): string[] =>
  ocorrencias(texto).every((nome) => VARIAVEIS_DA_PERGUNTA.includes(nome))
    ? []
    : ['Esta mensagem pode chegar a outra pessoa, e não fala da dívida: use só {{empresa}} e {{primeiro_nome}}.']

/** The same of its buttons: without both nobody could answer. */
export const problemasDosBotoesDaPergunta = ({ botoes }: Partes): string[] =>
  botoes.length === BOTOES_DA_PERGUNTA.length &&
  botoes.every((botao, i) => {
    const certo = BOTOES_DA_PERGUNTA[i]!
    return botao.tipo === 'resposta' && certo.tipo === 'resposta' && botao.texto.trim() === certo.texto
  })
    ? []
    : ['Esta mensagem tem sempre os botões Sim e Não sou eu, nesta ordem: é por eles que o cliente responde.']
