import { type CobrancaDoBotao, type FormaDoBotao, TEXTO_DO_BOTAO } from './botao-pix.ts'
import { semRotulo } from './chave-pix.ts'
import { tokenDoEndereco } from './link.ts'
import {
  EXEMPLOS,
  ehInteira,
  type ProblemaDoValor,
  problemasDoValor,
  VARIAVEIS,
  VARIAVEL,
  type Valores,
  type Variavel,
  valorDe,
} from './modelo.ts'
import { pedeLink } from './na-saida.ts'

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
export const TEXTO_DO_COPIAR = 'Copiar código'

const variaveisEm = (texto: string) => [...texto.matchAll(VARIAVEL)].map((achada) => achada[1] as Variavel)
/** A variable that is unknown, perhaps while its name is being typed, stays as written. */
const primeiraConhecida = (texto: string) => variaveisEm(texto).find((nome) => Object.hasOwn(EXEMPLOS, nome))
const semVariaveis = (texto: string) => texto.replace(VARIAVEL, '')

/**
 * What is wrong, in sentences for whoever is writing; empty when it may be saved. `pix`: the company's key, which a button
 * can only copy when it is short.
 */
export function problemasDasPartes({ cabecalho, botoes }: Partes, pix: string | null): string[] {
  return [...problemasDoCabecalho(cabecalho), ...problemasDosBotoes(botoes, pix)]
}

function problemasDoCabecalho(cabecalho: string | null): string[] {
  if (cabecalho === null) return []
  const variaveis = variaveisEm(cabecalho)
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
      variaveisEm(url).length > 1 || (variaveisEm(url).length === 1 && !/\}\}$/.test(url)),
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
  const estranha = variaveisEm(texto).find((nome) => !Object.hasOwn(EXEMPLOS, nome))
  return [
    [
      estranha !== undefined,
      `A variável {{${estranha}}} não existe. Use ${VARIAVEIS.map((v) => `{{${v}}}`).join(', ')}.`,
    ],
    [variaveisEm(texto).some(ehInteira), `${onde} não leva o código Pix, o boleto nem o link: ponha-os no texto.`],
    [/\{\{|\}\}/.test(semVariaveis(texto)), `${onde} tem chaves soltas: escreva as variáveis como {{numero}}.`],
  ]
}

const frases = (regras: [boolean, string][]) => regras.filter(([quebrada]) => quebrada).map(([, frase]) => frase)

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
    variaveisEm(texto).map((nome) => escrever(nome, EXEMPLOS[nome]))[0] ?? null
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

/** The parts of one message: as the customer reads them, and what Meta needs to make them. */
export interface PartesPreenchidas {
  cabecalho: { texto: string; parametro: string | null } | null
  botoes: BotaoPreenchido[]
}
export type BotaoPreenchido =
  | { tipo: 'resposta'; texto: string; retorno: string }
  | { tipo: 'link'; texto: string; url: string; parametro: string | null }
  | { tipo: 'copiar'; texto: string; codigo: string }
  | ({ tipo: 'pagar'; texto: string; forma: FormaDoBotao } & CobrancaDoBotao)

/** With WhatsApp's payment button after the others, as it is submitted. */
export const comBotaoDePagar = ({ cabecalho, botoes }: PartesPosicionais, forma: FormaDoBotao): PartesPosicionais => ({
  cabecalho,
  botoes: [...botoes, { tipo: 'pagar', forma }],
})

/** The same of one message. */
export const comPagamento = (
  partes: PartesPreenchidas | null,
  forma: FormaDoBotao,
  cobranca: CobrancaDoBotao,
): PartesPreenchidas => ({
  cabecalho: partes?.cabecalho ?? null,
  botoes: [...(partes?.botoes ?? []), { tipo: 'pagar', texto: TEXTO_DO_BOTAO.order_details, forma, ...cobranca }],
})

/** Did it go by the variant with the payment button? */
export const temPagamento = (partes: PartesPreenchidas | null): boolean =>
  partes?.botoes.some(({ tipo }) => tipo === 'pagar') ?? false

/** Null when there is nothing beside the text. A header's value is cut to what fits in its line. */
export function preencherPartes({ cabecalho, botoes }: Partes, valores: Valores): PartesPreenchidas | null {
  if (cabecalho === null && botoes.length === 0) return null
  return {
    cabecalho: cabecalho === null ? null : preencherCabecalho(cabecalho, valores),
    botoes: botoes.map((botao) => preencherBotao(botao, valores)),
  }
}

function preencherCabecalho(cabecalho: string, valores: Valores) {
  const nome = primeiraConhecida(cabecalho)
  if (nome === undefined) return { texto: cabecalho, parametro: null }
  const cabe = Math.max(2, CABECALHO_MAXIMO - semVariaveis(cabecalho).length)
  const valor = valorDe(nome, valores)
  const parametro = valor.length > cabe ? `${valor.slice(0, cabe - 1).replace(/[\ud800-\udbff]$/, '')}…` : valor
  return { texto: cabecalho.replace(VARIAVEL, () => parametro), parametro }
}

/** Where a customer's data is not what the header or an address takes as a value. */
export function problemasDosValoresDasPartes({ cabecalho, botoes }: Partes, valores: Valores): ProblemaDoValor[] {
  const doCabecalho = cabecalho === null ? undefined : primeiraConhecida(cabecalho)
  const vai = cabecalho === null ? null : preencherCabecalho(cabecalho, valores).parametro
  const dosLinks = botoes.flatMap((botao) => (botao.tipo === 'link' ? (primeiraConhecida(botao.url) ?? []) : []))
  return [
    ...(doCabecalho && vai !== null ? problemasDoValor(doCabecalho, valores, vai) : []),
    ...dosLinks.flatMap((nome) => problemasDoValor(nome, valores, valorDe(nome, valores))),
  ]
}

function preencherBotao(botao: Botao, valores: Valores): BotaoPreenchido {
  switch (botao.tipo) {
    case 'resposta':
      return { tipo: 'resposta', texto: botao.texto, retorno: botao.texto }
    case 'parar':
      return { tipo: 'resposta', texto: botao.texto, retorno: PALAVRA_DO_BOTAO }
    case 'copiar_pix':
      return { tipo: 'copiar', texto: TEXTO_DO_COPIAR, codigo: codigoPix(valores.pix) ?? '' }
    case 'link': {
      const nome = primeiraConhecida(botao.url)
      const parametro = nome === undefined ? null : noEndereco(nome, valorDe(nome, valores))
      return {
        tipo: 'link',
        texto: botao.texto,
        url: parametro === null ? botao.url : botao.url.replace(VARIAVEL, () => parametro),
        parametro,
      }
    }
  }
}

/** A value at the end of a button's URL: for the customer's page only the token, since the URL already has the rest. */
const noEndereco = (nome: Variavel, valor: string): string =>
  nome !== 'link' ? encodeURIComponent(valor) : valor.includes('/') ? tokenDoEndereco(valor) : SEM_PAGINA
/** Leads to the page that says how to ask for another. */
const SEM_PAGINA = 'novo'

/** Does a template, in its text or in a button, name the customer's own page? */
export const modeloPedeLink = ({ texto, partes }: { texto: string; partes: Partes }): boolean =>
  pedeLink(texto) || partes.botoes.some((botao) => botao.tipo === 'link' && pedeLink(botao.url))

/** The same parts with another token for the page, where a button leads there. */
export function comToken(partes: PartesPreenchidas, { botoes }: Partes, token: string | null): PartesPreenchidas {
  const vai = token ?? SEM_PAGINA
  return {
    ...partes,
    botoes: partes.botoes.map((botao, i) => {
      const escrito = botoes[i]
      if (botao.tipo !== 'link' || escrito?.tipo !== 'link' || !pedeLink(escrito.url)) return botao
      return { ...botao, url: escrito.url.replace(VARIAVEL, () => vai), parametro: vai }
    }),
  }
}

/** How many values each part takes, to be compared: a template edited at Meta is reported before a send fails. */
export function feitioDe(texto: string, { cabecalho, botoes }: PartesPosicionais): string {
  const quantas = (um: string) => new Set(variaveisEm(um)).size
  const dosBotoes = botoes.map((botao) =>
    botao.tipo === 'link' ? `link${quantas(botao.url)}` : botao.tipo === 'pagar' ? botao.forma : botao.tipo,
  )
  return JSON.stringify([quantas(texto), cabecalho === null ? null : quantas(cabecalho.texto), dosBotoes])
}
