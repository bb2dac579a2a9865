import { linhaDaConta, NOSSO_NUMERO_MAXIMO } from './boleto.ts'
import { type Dia, formatarDia } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { explicarDocumento, normalizarDocumento } from './documento.ts'
import { lerDia, lerDinheiro, lerQuantia } from './escrita.ts'
import { CAUSAS, type CausaDoErro, recusaALinha } from './planilha-causas.ts'
import type { Coluna, Posicoes } from './planilha-colunas.ts'
import { lerSituacao } from './situacao-da-conta.ts'
import { ehCelular, normalizarTelefone } from './telefone.ts'
import { cortar, limparTexto, normalizar, normalizarEmail } from './texto.ts'
import { lerUf, MUNICIPIO_MAXIMO, type Uf } from './uf.ts'

export interface ErroDeCampo {
  campo: Coluna
  causa: CausaDoErro
  mensagem: string
  /** The cell as it came, to be shown beside what is wrong with it; null when there is none. */
  valor: string | null
}

/** A record that can be written. What is null was empty in the file and changes nothing of a known customer. */
export interface LinhaDaPlanilha {
  nome: string
  documento: string
  telefone: string | null
  email: string | null
  codigoExterno: string | null
  uf: Uf | null
  municipio: string | null
  conta: {
    numero: string
    valorCentavos: Centavos
    vencimento: Dia
    linhaDigitavel: string | null
    nossoNumero: string | null
  } | null
}

/** "TOTAL", "Total geral:", "Subtotal de 30 contas": no name of a company, of which such a word may be the first. */
const TOTAIS = /^(?:sub ?)?tota(?:l|is)(?: (?:geral|gerais|parcial|de|do|da|dos|das|em|por|a|r|\d).*)?$/

/** A blank record, or the totals that a spreadsheet leaves at the end: neither is a row. */
export function semDados(celulas: readonly string[], posicoes: Posicoes): boolean {
  if (texto(celulas, posicoes.documento) !== '') return false
  const primeira = celulas.find((celula) => limparTexto(celula) !== '')
  if (primeira === undefined) return true
  return TOTAIS.test(
    normalizar(limparTexto(cortar(primeira, MAIOR_CELULA)))
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
}

/**
 * One record to a customer, and the account it may bring along, with everything that is wrong with it: `linha` is null
 * when that keeps the whole record out. So does a wrong telephone when the record brings nothing else.
 */
export function lerLinha(
  celulas: readonly string[],
  posicoes: Posicoes,
): { linha: LinhaDaPlanilha | null; erros: ErroDeCampo[] } {
  const erros: ErroDeCampo[] = []
  const errar = (causa: CausaDoErro, mensagem: string): null => {
    const { campo } = CAUSAS[causa]
    erros.push({ campo, causa, mensagem, valor: cortar(textos(celulas, posicoes[campo])[0] ?? '', 200) || null })
    return null
  }
  const lido = {
    nome: lerNome(texto(celulas, posicoes.nome), errar),
    documento: lerDocumento(semFracao(texto(celulas, posicoes.documento)), errar),
    telefone: lerTelefone(telefones(celulas, posicoes), texto(celulas, posicoes.telefone), errar),
    email: lerEmail(texto(celulas, posicoes.email), errar),
    codigoExterno: lerCodigo(texto(celulas, posicoes.codigo_externo), errar),
    uf: lerEstado(texto(celulas, posicoes.uf), errar),
    municipio: lerMunicipio(texto(celulas, posicoes.municipio), errar),
    conta: lerConta(celulas, posicoes, errar),
  }
  const soTelefone = lido.email === null && lido.codigoExterno === null && lido.conta === null
  if (soTelefone && erros.every(({ causa }) => causa === 'telefone_errado'))
    for (const erro of erros) erro.causa = 'sem_contato'
  return { linha: erros.some(({ causa }) => recusaALinha(causa)) ? null : (lido as LinhaDaPlanilha), erros }
}

type Errar = (causa: CausaDoErro, mensagem: string) => null

function lerNome(nome: string, errar: Errar): string | null {
  if (nome === '') return errar('nome_vazio', 'Informe o nome do cliente.')
  if (/^[\d\s./-]+$/.test(nome)) return errar('nome_codigo', `"${cortar(nome, 40)}" é um código, não um nome.`)
  return nome.length <= 200 ? nome : errar('nome_longo', 'O nome passa de 200 caracteres.')
}

function lerDocumento(escrito: string, errar: Errar): string | null {
  if (escrito === '') return errar('documento_vazio', 'Informe o CPF ou CNPJ.')
  return normalizarDocumento(escrito) ?? errar('documento_errado', explicarDocumento(escrito))
}

/** Each number written, the area code of a column of its own put before those that have none. */
function telefones(celulas: readonly string[], { telefone = [], ddd = [] }: Posicoes): string[] {
  const soltos = textos(celulas, ddd)
    .map(semFracao)
    .filter((celula) => digitosDe(celula).length >= 10)
  return telefone
    .flatMap((posicao) => {
      const codigo = digitosDe(semFracao(texto(celulas, dddDe(posicao, ddd)))).replace(/^0/, '')
      return separar(semFracao(texto(celulas, [posicao]))).map((numero) =>
        codigo.length === 2 && digitosDe(numero).length <= 9 ? `${codigo} ${numero}` : numero,
      )
    })
    .concat(soltos)
}

/** The column of area codes that goes with a telephone: the last before it, else the first after. */
function dddDe(posicao: number, ddd: readonly number[]): number[] {
  const qual = ddd.findLast((outra) => outra < posicao) ?? ddd[0]
  return qual === undefined ? [] : [qual]
}

/** Where one cell of a column is empty, programs write its numbers as fractions: 11987654321.0, or with the comma of Brazil. */
const semFracao = (escrito: string): string => escrito.replace(/^(\d+)[.,]00?$/, '$1')

const digitosDe = (escrito: string): string => escrito.replace(/\D/g, '')

/** Two numbers of a cell also stand apart by the bracket of the second's area code. */
const separar = (escrito: string): string[] =>
  escrito.split(/[/;,|]| ou | e |(?<=\d{4})\s+(?=\()/i).filter((pedaco) => pedaco.trim() !== '')

/** Of several numbers the first mobile is taken, since it alone can be on WhatsApp; else the first landline. */
function lerTelefone(escritos: string[], celula: string, errar: Errar): string | null {
  if (escritos.length === 0) return null
  const lidos = escritos.map(normalizarTelefone).filter((telefone) => telefone !== null)
  return (
    lidos.find(ehCelular) ??
    lidos[0] ??
    errar(
      'telefone_errado',
      `"${cortar(celula || escritos[0]!, 40)}" não é um telefone com DDD: use, por exemplo, (11) 98765-4321.`,
    )
  )
}

function lerEmail(escrito: string, errar: Errar): string | null {
  if (escrito === '') return null
  const emails = escrito.split(/[;,\s]+/).filter((pedaco) => pedaco !== '')
  const valido = emails.map(normalizarEmail).find((email) => email !== null)
  return valido ?? errar('email_errado', `"${cortar(escrito, 60)}" não é um e-mail.`)
}

function lerCodigo(escrito: string, errar: Errar): string | null {
  if (escrito === '') return null
  return escrito.length <= 60 ? escrito : errar('codigo_longo', 'O código externo passa de 60 caracteres.')
}

function lerEstado(escrito: string, errar: Errar): Uf | null {
  if (escrito === '') return null
  return lerUf(escrito) ?? errar('uf_errada', `"${cortar(escrito, 40)}" não é um estado: use a sigla, por exemplo AM.`)
}

const lerMunicipio = (escrito: string, errar: Errar): string | null =>
  escrito.length <= MUNICIPIO_MAXIMO
    ? escrito || null
    : errar('municipio_longo', `O município passa de ${MUNICIPIO_MAXIMO} caracteres.`)

function lerConta(celulas: readonly string[], posicoes: Posicoes, errar: Errar): LinhaDaPlanilha['conta'] {
  const numero = texto(celulas, posicoes.conta_numero)
  const saldo = texto(celulas, posicoes.saldo)
  const valor = saldo || texto(celulas, posicoes.valor)
  const vencimento = texto(celulas, posicoes.vencimento)
  // A number alone brings no account: exports carry such columns for customers who owe nothing.
  if (valor === '' && vencimento === '') return null
  if (!cobravel(celulas, posicoes, saldo, errar)) return null
  const conta = {
    numero: lerNumero(numero, errar) ?? '',
    valorCentavos: lerValor(valor, errar) ?? 0,
    vencimento: lerVencimento(vencimento, errar) ?? '',
  }
  return {
    ...conta,
    linhaDigitavel: lerBoleto(texto(celulas, posicoes.linha_digitavel), conta, errar),
    nossoNumero: lerNossoNumero(texto(celulas, posicoes.nosso_numero), errar),
  }
}

/** Without a readable value and due day there is nothing to compare the boleto with. */
function lerBoleto(escrito: string, conta: { valorCentavos: Centavos; vencimento: Dia }, errar: Errar): string | null {
  if (escrito === '' || conta.valorCentavos === 0 || conta.vencimento === '') return null
  const lida = linhaDaConta(escrito, conta, conta.vencimento)
  return 'linha' in lida ? lida.linha : errar('boleto_errado', lida.problema)
}

const lerNossoNumero = (escrito: string, errar: Errar): string | null =>
  escrito.length <= NOSSO_NUMERO_MAXIMO
    ? escrito || null
    : errar('nosso_numero_longo', `O nosso número passa de ${NOSSO_NUMERO_MAXIMO} caracteres.`)

/** What the file itself says is paid, cancelled or not known to be open is never billed. */
function cobravel(celulas: readonly string[], posicoes: Posicoes, saldo: string, errar: Errar): boolean {
  const dita = texto(celulas, posicoes.situacao)
  const situacao = lerSituacao(dita)
  const citada = `"${cortar(dita, 40)}"`
  const pagoEm = lerDia(texto(celulas, posicoes.pago_em))
  const recusar = (causa: CausaDoErro, mensagem: string) => errar(causa, mensagem) !== null
  if (situacao === 'encerrada')
    return recusar('conta_paga', `A planilha diz que a conta está ${citada}: não é cobrada.`)
  if (saldo !== '' && lerDinheiro(saldo) === 0)
    return recusar('conta_paga', 'A planilha diz que não falta nada a pagar: a conta não é cobrada.')
  if (situacao === 'desconhecida')
    return recusar('situacao_desconhecida', `${citada} não diz se a conta está em aberto: ela não é cobrada.`)
  if (situacao === 'parcial' && saldo === '')
    return recusar('conta_paga_em_parte', `A conta está ${citada}, e a planilha não diz quanto falta: não é cobrada.`)
  if (situacao === null && saldo === '' && pagoEm !== null)
    return recusar('conta_paga', `A planilha diz que a conta foi paga em ${formatarDia(pagoEm)}: não é cobrada.`)
  return true
}

function lerNumero(numero: string, errar: Errar): string | null {
  if (numero === '') return errar('conta_sem_numero', 'Informe o número da conta: é ele que a identifica.')
  return numero.length <= 60 ? numero : errar('numero_longo', 'O número da conta passa de 60 caracteres.')
}

function lerValor(escrito: string, errar: Errar): Centavos | null {
  if (escrito === '') return errar('valor_vazio', 'Informe o valor da conta.')
  const centavos = lerQuantia(escrito)
  if (centavos === null)
    return errar('valor_errado', `"${cortar(escrito, 40)}" não é um valor: use, por exemplo, 1234,56.`)
  if (centavos === 'demais' || centavos > VALOR_MAXIMO_CENTAVOS)
    return errar('valor_errado', `O valor passa de ${formatarReais(VALOR_MAXIMO_CENTAVOS)}.`)
  return centavos > 0 ? centavos : errar('valor_errado', 'O valor precisa ser maior que zero.')
}

function lerVencimento(escrito: string, errar: Errar): Dia | null {
  if (escrito === '') return errar('vencimento_vazio', 'Informe o vencimento da conta.')
  return (
    lerDia(escrito) ??
    errar('vencimento_errado', `"${cortar(escrito, 40)}" não foi entendido como um dia: use, por exemplo, 31/12/2026.`)
  )
}

const texto = (celulas: readonly string[], posicoes: number[] | undefined): string => textos(celulas, posicoes)[0] ?? ''

/** No cell that means something is longer; what is cut is still too long for its column. */
const MAIOR_CELULA = 1000

const textos = (celulas: readonly string[], posicoes: number[] = []): string[] =>
  posicoes
    .map((posicao) => desproteger(limparTexto(cortar(celulas[posicao] ?? '', MAIOR_CELULA))))
    .filter((celula) => celula !== '')

/** Takes off what keeps a spreadsheet from running or rounding a cell: a leading apostrophe, or `="00123"`. */
function desproteger(celula: string): string {
  const comoTexto = /^="([^"]*)"$/.exec(celula)
  if (comoTexto) return comoTexto[1]!.trim()
  return /^'[=+\-@＝＋－＠\d]/.test(celula) ? celula.slice(1) : celula
}
