import { VARIAVEL } from './variavel.ts'

export const TIPOS_MODELO = [
  'lembrete',
  'vencimento',
  'atraso',
  'atraso_grave',
  'negociacao',
  'parcela',
  'confirmar_pessoa',
  'pagamento',
  'contestacao',
  'reengajar',
  'fora_do_horario',
] as const
export type TipoModelo = (typeof TIPOS_MODELO)[number]

/** Those that say of accounts that they are to be paid. */
export const COBRAM = ['lembrete', 'vencimento', 'atraso', 'atraso_grave', 'parcela'] as const satisfies TipoModelo[]

/** The state of one version of a template at Meta; `local`: it is not in the account there. */
export const SITUACOES_MODELO = ['aprovado', 'pendente', 'rejeitado', 'pausado', 'local'] as const
export type SituacaoModelo = (typeof SITUACOES_MODELO)[number]
/** Meta lets it go no more. */
export const barrado = ({ situacao }: { situacao: SituacaoModelo }): boolean =>
  situacao === 'rejeitado' || situacao === 'pausado'

/** What may stand between `{{` and `}}`, each with the example that goes to Meta's review. */
export const EXEMPLOS = {
  nome: 'Marlene Aparecida de Souza',
  primeiro_nome: 'Marlene',
  empresa: 'Distribuidora Serra Azul',
  valor: 'R$ 2.480,00',
  valor_atualizado: 'R$ 2.533,73',
  vencimento: '19/11/2026',
  dias_atraso: '5',
  quantidade_contas: '2',
  numero: '18432/002',
  pix: '14.206.377/0001-06',
  operador: 'Camila',
  pix_copia_e_cola:
    '00020126360014br.gov.bcb.pix0114112223330001815204000053039865406500.005802BR5917MODELO EMBALAGENS6009SAO PAULO62120508NF1001P16304B608',
  boleto: '00190000090123456700400000123174516560000123456',
  link: 'https://cobranca.serraazul.com.br/c/Xk3vQ9mB7sLr2TzP5yWd1A',
} as const
export type Variavel = keyof typeof EXEMPLOS
export const VARIAVEIS = Object.keys(EXEMPLOS) as [Variavel, ...Variavel[]]
export type Valores = Record<Variavel, string>

/** What one copies whole or not at all: never cut. */
const INTEIRAS: readonly Variavel[] = ['pix_copia_e_cola', 'boleto', 'link']
export const ehInteira = (nome: Variavel): boolean => INTEIRAS.includes(nome)

/** Meta's bound for the approved text and for the text with its values in place. */
export const MAXIMO = 1024

/** Free text inside the 24-hour window never goes to Meta for approval. */
export const precisaAprovacao = (tipo: TipoModelo): boolean => tipo !== 'fora_do_horario'

/** The variables of a text, each once, in order of appearance. */
export const variaveisDe = (texto: string): Variavel[] => [...new Set(ocorrencias(texto))]

/** The same, each as often as it stands there. */
export const ocorrencias = (texto: string): Variavel[] =>
  [...texto.matchAll(VARIAVEL)].map((achado) => achado[1] as Variavel)

/**
 * What is wrong with a text, in sentences for whoever is writing it; empty when it may be saved.
 * `aprovacao`: it goes to Meta, so the forms that Meta refuses are refused here first.
 */
export function problemasDoTexto(texto: string, aprovacao: boolean): string[] {
  const formais = problemasDeEscrita(texto)
  if (formais.length > 0 || !aprovacao) return formais
  return problemasParaMeta(texto)
}

function problemasDeEscrita(texto: string): string[] {
  const problemas: string[] = []
  if (texto.trim() === '') problemas.push('Escreva o texto do modelo.')
  if (texto.length > MAXIMO) problemas.push('O texto deve ter no máximo 1.024 caracteres.')
  return [...problemas, ...problemasDasVariaveis(texto)]
}

/** What is wrong with the variables of a text that is filled when it is sent, in sentences for whoever is writing it. */
export function problemasDasVariaveis(texto: string): string[] {
  const soltas = 'Há chaves soltas: escreva as variáveis como {{nome}}, com duas chaves de cada lado.'
  return [...estranhas(texto).map(naoExiste), ...(temChavesSoltas(texto) ? [soltas] : [])]
}

/** The names in a text that no variable has, each once. */
export const estranhas = (texto: string): string[] =>
  variaveisDe(texto).filter((nome) => !Object.hasOwn(EXEMPLOS, nome))
export const naoExiste = (nome: string): string =>
  `A variável {{${nome}}} não existe. Use ${VARIAVEIS.map((v) => `{{${v}}}`).join(', ')}.`
export const semVariaveis = (texto: string): string => texto.replace(VARIAVEL, '')
/** Braces that are part of no variable. */
export const temChavesSoltas = (texto: string): boolean => /\{\{|\}\}/.test(semVariaveis(texto))

function problemasParaMeta(texto: string): string[] {
  const regras: [boolean, string][] = [
    [/^\s*\{\{/.test(texto), 'A Meta não aceita um texto que começa com uma variável. Escreva algo antes dela.'],
    [/\}\}\s*$/.test(texto), 'A Meta não aceita um texto que termina com uma variável. Escreva algo depois dela.'],
    [/\}\}\s*\{\{/.test(texto), 'A Meta não aceita duas variáveis coladas. Escreva algo entre elas.'],
    [/\t| {5,}/.test(texto), 'A Meta não aceita tabulações nem mais de quatro espaços seguidos.'],
    [/\n\s*\n\s*\n/.test(texto), 'A Meta não aceita mais de uma linha em branco seguida.'],
    [
      palavrasFixas(texto) < 2 * ocorrencias(texto).length + 1,
      'Há variáveis demais para um texto tão curto. Escreva mais palavras ou use menos variáveis.',
    ],
    [
      montar(texto, posicional(texto).exemplos).length > MAXIMO,
      'Com as variáveis preenchidas o texto passa de 1.024 caracteres. Encurte-o.',
    ],
  ]
  return frases(regras)
}

/** The sentences of the rules that are broken. */
export const frases = (regras: [quebrada: boolean, frase: string][]): string[] =>
  regras.filter(([quebrada]) => quebrada).map(([, frase]) => frase)

const palavrasFixas = (texto: string) => texto.replace(VARIAVEL, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/**
 * Named variables as Meta's positional ones. Each occurrence has a number of its own, so that they always run
 * 1…n with no gap; the values of `preencher` come in the same order.
 */
export function posicional(texto: string): { texto: string; exemplos: string[] } {
  let numero = 0
  return {
    texto: texto.replace(VARIAVEL, () => {
      numero += 1
      return `{{${numero}}}`
    }),
    exemplos: ocorrencias(texto).map((nome) => EXEMPLOS[nome]),
  }
}

/** The text with its values in their places. */
export function montar(texto: string, parametros: readonly string[]): string {
  let i = 0
  return texto.replace(VARIAVEL, () => parametros[i++] ?? '')
}
