import { type Dia, formatarDia } from './data.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import { ehInteira, MAXIMO, montar, ocorrencias, semVariaveis, type Valores, type Variavel } from './modelo.ts'
import { enumerar } from './plural.ts'
import { capitalizar, tratamento } from './tratamento.ts'

export interface Preenchido {
  /** What the customer reads. */
  conteudo: string
  /** The values, one for each occurrence, as Meta's parameters. */
  parametros: string[]
}

/**
 * Puts a customer's values in a text. Values obey Meta's rules (no line break, no tab, never empty), and the longest
 * ones are cut until the whole stays within what WhatsApp carries.
 */
export function preencher(texto: string, valores: Valores): Preenchido {
  const nomes = ocorrencias(texto)
  const limpos = nomes.map((nome) => valorDe(nome, valores))
  const parametros = encurtar(nomes, limpos, MAXIMO - semVariaveis(texto).length)
  return { conteudo: montar(texto, parametros), parametros }
}

/** A value as Meta takes it: in one line, never empty. */
export const valorDe = (nome: Variavel, valores: Valores): string => limparValor(valores[nome]) || SEM_VALOR[nome]

export interface ProblemaDoValor {
  variavel: Variavel
  problema: 'vazio' | 'longo' | 'quebra_de_linha'
  /** What goes out in its place. */
  mensagem: string
}

/** The values that are the company's, the same in every message. */
export const VALORES_DA_EMPRESA: readonly string[] = ['empresa', 'pix']

/** Where a customer's data is not what Meta takes as a value, and what `preencher` does about it. */
export function problemasDosValores(texto: string, valores: Valores): ProblemaDoValor[] {
  const { parametros } = preencher(texto, valores)
  return semRepetir(ocorrencias(texto).flatMap((variavel, i) => problemasDoValor(variavel, valores, parametros[i]!)))
}

/** The same of one value, of which `vai` goes out. */
export function problemasDoValor(variavel: Variavel, valores: Valores, vai: string): ProblemaDoValor[] {
  const limpo = limparValor(valores[variavel])
  if (limpo === '') return [{ variavel, problema: 'vazio', mensagem: `Não há valor: vai “${SEM_VALOR[variavel]}”.` }]
  return [
    ...(vai === limpo ? [] : [{ variavel, problema: 'longo' as const, mensagem: `É longo demais: vai “${vai}”.` }]),
    ...(temQuebra(valores[variavel]) ? [{ variavel, problema: 'quebra_de_linha' as const, mensagem: QUEBRA }] : []),
  ]
}

/** One variable in several places is told of once. */
export const semRepetir = (problemas: readonly ProblemaDoValor[]): ProblemaDoValor[] =>
  problemas.filter(({ variavel, problema }, i) => {
    return problemas.findIndex((outro) => outro.variavel === variavel && outro.problema === problema) === i
  })

const QUEBRA = 'Tem quebra de linha, tabulação ou espaços demais: vai em uma linha só.'
/** What Meta refuses in a value. */
const temQuebra = (valor: string) => /[\n\r\t]| {5,}/.test(valor.trim())

const limparValor = (valor: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what Meta refuses
  valor.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()

function encurtar(nomes: readonly Variavel[], parametros: string[], maximo: number): string[] {
  const curtos = [...parametros]
  const soma = () => curtos.reduce((total, valor) => total + valor.length, 0)
  const maiorDe = (serve: (i: number) => boolean) =>
    curtos.reduce((maior, { length }, i) => (serve(i) && length > (curtos[maior]?.length ?? 0) ? i : maior), -1)
  while (soma() > maximo) {
    const maior = maiorDe((i) => !ehInteira(nomes[i]!))
    const valor = curtos[maior] ?? ''
    if (valor.length <= 2) break
    const alvo = Math.max(2, valor.length - (soma() - maximo))
    // Never half of a surrogate pair.
    curtos[maior] = `${valor
      .slice(0, alvo - 1)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd()}…`
  }
  // A code that does not fit gives way whole, and what was cut for it comes back.
  const inteira = soma() > maximo ? maiorDe((i) => ehInteira(nomes[i]!) && curtos[i] !== SEM_VALOR[nomes[i]!]) : -1
  if (inteira === -1) return curtos
  return encurtar(nomes, parametros.with(inteira, SEM_VALOR[nomes[inteira]!]), maximo)
}

/** Meta refuses an empty parameter: what stands where there is nothing to say. */
export const SEM_VALOR: Valores = {
  nome: 'cliente',
  primeiro_nome: 'cliente',
  empresa: 'nossa empresa',
  valor: formatarReais(0),
  valor_atualizado: formatarReais(0),
  vencimento: 'hoje',
  dias_atraso: '0',
  quantidade_contas: '0',
  numero: 'sua conta',
  pix: 'enviada por aqui assim que você pedir',
  operador: 'nossa equipe',
  pix_copia_e_cola: 'peça por aqui',
  boleto: 'peça por aqui',
  link: 'peça por aqui',
}

/** One account a message is about. */
export interface ContaDoModelo {
  numero: string
  parcela: string | null
  /** What is open of the face value. */
  abertoCentavos: Centavos
  /** The same with the fine and interest of today. */
  atualizadoCentavos: Centavos
  vencimento: Dia
  diasAtraso: number
  /** Of its boleto, while nothing of it is paid. */
  linhaDigitavel?: string | null
}

export interface DadosDoModelo {
  nome: string
  documento: string | null
  empresa: string
  pix: string | null
  operador: string | null
  contas: readonly ContaDoModelo[]
  /** A code that asks for these accounts. */
  copiaECola?: string | null
  /** Where the customer's own page stands, or what is written for it until there is one. */
  link?: string | null
}

/** A customer's data as the values of the variables; amounts and days are of the accounts the message is about. */
export function valoresDoModelo(dados: DadosDoModelo): Valores {
  const contas = [...dados.contas].sort((a, b) =>
    a.vencimento < b.vencimento ? -1 : a.vencimento > b.vencimento ? 1 : 0,
  )
  const somar = (campo: 'abertoCentavos' | 'atualizadoCentavos') =>
    formatarReais(contas.reduce((soma, conta) => soma + conta[campo], 0))
  const pessoa = (dados.documento?.length ?? 0) <= 11
  const nome = pessoa ? capitalizar(dados.nome) : dados.nome
  return {
    nome,
    primeiro_nome: tratamento({ nome, documento: dados.documento }),
    empresa: dados.empresa,
    valor: somar('abertoCentavos'),
    valor_atualizado: somar('atualizadoCentavos'),
    vencimento: contas[0] ? formatarDia(contas[0].vencimento) : '',
    dias_atraso: String(Math.max(0, ...contas.map((conta) => conta.diasAtraso))),
    quantidade_contas: String(contas.length),
    numero: listar(contas.map((conta) => (conta.parcela ? `${conta.numero}/${conta.parcela}` : conta.numero))),
    pix: dados.pix ?? '',
    operador: dados.operador?.trim().split(/\s+/)[0] ?? '',
    pix_copia_e_cola: dados.copiaECola ?? '',
    boleto: contas.length === 1 ? (contas[0]!.linhaDigitavel ?? '') : '',
    link: dados.link ?? '',
  }
}

/** What these accounts ask today. */
export const totalDoModelo = (contas: readonly ContaDoModelo[]): Centavos =>
  contas.reduce((soma, { atualizadoCentavos }) => soma + atualizadoCentavos, 0)

const MOSTRADAS = 3
function listar(numeros: string[]): string {
  const mostrados = numeros.slice(0, MOSTRADAS)
  const resto = numeros.length - mostrados.length
  return enumerar(resto > 0 ? [...mostrados, `mais ${resto}`] : mostrados)
}
