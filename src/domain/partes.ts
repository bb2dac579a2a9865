import type { FormaDoBotao } from './botao-pix.ts'
import { semRotulo } from './chave-pix.ts'
import { tokenDoEndereco } from './link.ts'
import {
  EXEMPLOS,
  ehInteira,
  estranhas,
  frases,
  naoExiste,
  ocorrencias,
  semVariaveis,
  temChavesSoltas,
  type Variavel,
} from './modelo.ts'
import { pedeLink } from './na-saida.ts'
import { VARIAVEL } from './variavel.ts'

/** What stands above and below the text of a template. */
export interface Partes {
  /** A line in bold, with one variable at most; null: none. */
  cabecalho: string | null
  botoes: readonly Botao[]
}

export type Botao =
  /** Comes back as an answer, with this text. */
  | { tipo: 'resposta'; texto: string }
  /** The same as writing PARAR. */
  | { tipo: 'parar'; texto: string }
  /** An address, with one variable at its end at most. */
  | { tipo: 'link'; texto: string; url: string }
  /** Copies the company's Pix key; WhatsApp writes the button's text itself. */
  | { tipo: 'copiar_pix' }

export const SEM_PARTES: Partes = { cabecalho: null, botoes: [] }
export const CABECALHO_MAXIMO = 60
export const BOTAO_MAXIMO = 25
const URL_MAXIMA = 2000
/** WhatsApp's limit of characters for a button that copies a code. */
export const PIX_MAXIMO = 15
/** What the tap of an opt-out button brings back: the word itself. */
export const PALAVRA_DO_BOTAO = 'PARAR'
/** A variable that is unknown, perhaps while its name is being typed, stays as written. */
export const primeiraConhecida = (texto: string) => ocorrencias(texto).find((nome) => Object.hasOwn(EXEMPLOS, nome))

/**
 * What is wrong, in sentences for whoever is writing; empty when it may be saved. `pix`: the company's key, which a button
 * can only copy when it is short.
 */
export function problemasDasPartes({ cabecalho, botoes }: Partes, pix: string | null): string[] {
  return [...problemasDoCabecalho(cabecalho), ...problemasDosBotoes(botoes, pix)]
}

function problemasDoCabecalho(cabecalho: string | null): string[] {
  if (cabecalho === null) return []
  const variaveis = ocorrencias(cabecalho)
  const regras: [boolean, string][] = [
    [cabecalho.trim() === '', 'Escreva o cabeçalho, ou tire-o.'],
    [
      semVariaveis(cabecalho).length > CABECALHO_MAXIMO,
      `O cabeçalho deve ter no máximo ${CABECALHO_MAXIMO} caracteres.`,
    ],
    [variaveis.length > 1, 'O cabeçalho aceita uma variável só.'],
    [
      /[\n\r*_~`]|\p{Extended_Pictographic}/u.test(semVariaveis(cabecalho)),
      'O cabeçalho não aceita quebra de linha, emoji nem negrito.',
    ],
    ...regrasDasVariaveis('O cabeçalho', cabecalho),
  ]
  return frases(regras)
}

function problemasDosBotoes(botoes: readonly Botao[], pix: string | null): string[] {
  const quantos = (...tipos: Botao['tipo'][]) => botoes.filter(({ tipo }) => tipos.includes(tipo)).length
  const textos = botoes.flatMap((botao) => ('texto' in botao ? botao.texto.trim().toLowerCase() : []))
  const regras: [boolean, string][] = [
    [quantos('resposta', 'parar') > 3, 'Use no máximo três botões de resposta.'],
    [quantos('parar') > 1, 'Um botão para parar de receber basta.'],
    [quantos('link') > 2, 'A Meta aceita no máximo dois botões com endereço.'],
    [quantos('copiar_pix') > 1, 'A Meta aceita um botão de copiar.'],
    [quantos('copiar_pix') > 0 && codigoPix(pix) === null, PIX_NAO_CABE],
    [new Set(textos).size < textos.length, 'Os botões devem ter textos diferentes.'],
  ]
  return [...frases(regras), ...botoes.flatMap(problemasDoBotao)]
}

const PIX_NAO_CABE = `O botão só copia uma chave Pix de até ${PIX_MAXIMO} caracteres (CPF, CNPJ ou celular). Ponha a chave no texto, com {{pix}}.`

function problemasDoBotao(botao: Botao): string[] {
  if (botao.tipo === 'copiar_pix') return []
  const { texto } = botao
  const doTexto: [boolean, string][] = [
    [texto.trim() === '', 'Escreva o texto de cada botão.'],
    [texto.length > BOTAO_MAXIMO, `O texto de um botão deve ter no máximo ${BOTAO_MAXIMO} caracteres.`],
    [/[\n\r]|\{\{/.test(texto), 'O texto de um botão não aceita variável nem quebra de linha.'],
  ]
  return frases(botao.tipo === 'link' ? [...doTexto, ...regrasDoEndereco(botao.url)] : doTexto)
}

function regrasDoEndereco(url: string): [boolean, string][] {
  const fixo = semVariaveis(url)
  return [
    [!/^https:\/\/[^\s/?#]+\.[^\s/?#]+/.test(fixo), 'O endereço de um botão começa com https:// e o nome do site.'],
    [/\s/.test(fixo) || url.length > URL_MAXIMA, 'O endereço de um botão não tem espaços e vai até 2.000 caracteres.'],
    [
      ocorrencias(url).length > 1 || (ocorrencias(url).length === 1 && !/\}\}$/.test(url)),
      'O endereço de um botão aceita uma variável só, no fim.',
    ],
    [pedeLink(url) && !DA_PAGINA.test(url), LINK_SO_NO_FIM],
    ...regrasDasVariaveis('O endereço', pedeLink(url) ? fixo : url),
  ]
}

/** The page's token opens it, so it may appear only in the page's own URL. */
const DA_PAGINA = /^https:\/\/[^/?#]+\/c\/\{\{\s*link\s*\}\}$/
/** Nobody else's page is to have the token: `origem` is this system's own. */
export const problemasDoLink = (botoes: readonly Botao[], origem: string): string[] =>
  botoes.some((botao) => botao.tipo === 'link' && pedeLink(botao.url) && !botao.url.startsWith(`${origem}/c/`))
    ? [`O endereço do botão com {{link}} é o deste sistema: ${origem}/c/{{link}}.`]
    : []

const LINK_SO_NO_FIM =
  'Um botão com {{link}} leva só à página do cliente: escreva o endereço deste sistema, com https, seguido de /c/{{link}}.'

function regrasDasVariaveis(onde: string, texto: string): [boolean, string][] {
  const [estranha] = estranhas(texto)
  return [
    [estranha !== undefined, naoExiste(estranha ?? '')],
    [ocorrencias(texto).some(ehInteira), `${onde} não leva o código Pix, o boleto nem o link: ponha-os no texto.`],
    [temChavesSoltas(texto), `${onde} tem chaves soltas: escreva as variáveis como {{numero}}.`],
  ]
}

/** The company's Pix key as a button copies it; null when it is missing or too long for one. */
export function codigoPix(pix: string | null): string | null {
  const chave = semRotulo(pix ?? '')
  const codigo = /^[\d./()\s-]+$/.test(chave) ? chave.replace(/\D/g, '') : chave.replace(/\s/g, '')
  return codigo.length > 0 && codigo.length <= PIX_MAXIMO ? codigo : null
}

/** Answers come first and together, as Meta wants them. */
export const emOrdem = (botoes: readonly Botao[]): Botao[] => [
  ...botoes.filter(({ tipo }) => tipo === 'resposta' || tipo === 'parar'),
  ...botoes.filter(({ tipo }) => tipo !== 'resposta' && tipo !== 'parar'),
]

/** The parts as they go to Meta's review: variables by number, each with its example. */
export interface PartesPosicionais {
  cabecalho: { texto: string; exemplo: string | null } | null
  botoes: (
    | { tipo: 'resposta'; texto: string }
    | { tipo: 'link'; texto: string; url: string; exemplo: string | null }
    | { tipo: 'copiar'; exemplo: string }
    | { tipo: 'pagar'; forma: FormaDoBotao }
  )[]
}

/** Each part has one variable at most, so that its number is always 1. */
export function partesPosicionais({ cabecalho, botoes }: Partes): PartesPosicionais {
  const exemplo = (texto: string, escrever = (_: Variavel, valor: string) => valor) =>
    ocorrencias(texto).map((nome) => escrever(nome, EXEMPLOS[nome]))[0] ?? null
  const numerada = (texto: string) => texto.replace(VARIAVEL, '{{1}}')
  return {
    cabecalho: cabecalho === null ? null : { texto: numerada(cabecalho), exemplo: exemplo(cabecalho) },
    botoes: botoes.map((botao) => {
      if (botao.tipo === 'copiar_pix') return { tipo: 'copiar', exemplo: codigoPix(EXEMPLOS.pix)! }
      if (botao.tipo !== 'link') return { tipo: 'resposta', texto: botao.texto }
      const valor = exemplo(botao.url, noEndereco)
      const url = numerada(botao.url)
      return {
        tipo: 'link',
        texto: botao.texto,
        url,
        exemplo: valor && url.replace('{{1}}', valor),
      }
    }),
  }
}

/** With WhatsApp's payment button after the others, as it is submitted. */
export const comBotaoDePagar = ({ cabecalho, botoes }: PartesPosicionais, forma: FormaDoBotao): PartesPosicionais => ({
  cabecalho,
  botoes: [...botoes, { tipo: 'pagar', forma }],
})

/** Does a template, in its text or in a button, name the customer's own page? */
export const modeloPedeLink = ({ texto, partes }: { texto: string; partes: Partes }): boolean =>
  pedeLink(texto) || partes.botoes.some((botao) => botao.tipo === 'link' && pedeLink(botao.url))

/** How many values each part takes, to be compared: a template edited at Meta is reported before a send fails. */
export function feitioDe(texto: string, { cabecalho, botoes }: PartesPosicionais): string {
  const quantas = (um: string) => new Set(ocorrencias(um)).size
  const dosBotoes = botoes.map((botao) =>
    botao.tipo === 'link' ? `link${quantas(botao.url)}` : botao.tipo === 'pagar' ? botao.forma : botao.tipo,
  )
  return JSON.stringify([quantas(texto), cabecalho === null ? null : quantas(cabecalho.texto), dosBotoes])
}

/** A value at the end of a button's URL: for the customer's page only the token, since the URL already has the rest. */
export const noEndereco = (nome: Variavel, valor: string): string =>
  nome !== 'link' ? encodeURIComponent(valor) : valor.includes('/') ? tokenDoEndereco(valor) : SEM_PAGINA
/** Leads to the page that says how to ask for another. */
export const SEM_PAGINA = 'novo'
