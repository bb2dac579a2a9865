import { ArquivoRecusado } from './arquivo-do-banco.ts'
import { type Dia, diaValido } from './data.ts'
import { type Centavos, formatarReais, VALOR_MAXIMO_CENTAVOS } from './dinheiro.ts'
import { type Etiqueta, LeitorDeEtiquetas } from './etiquetas.ts'
import { cortar, limparTexto } from './texto.ts'

/** One account of an OFX file. */
export interface ContaDoExtrato {
  /** Three digits, or null when the file names no bank. */
  banco: string | null
  agencia: string | null
  conta: string
  cartao: boolean
  /** The period as the bank says it; what is no day is null. */
  de: Dia | null
  ate: Dia | null
  /** The day up to which the balance is known (`DTASOF`): what is dated after it has not happened yet. */
  posicao: Dia | null
}

/** One `STMTTRN`, as written. */
export interface LancamentoOfx {
  linha: number
  tipo: string
  dia: Dia
  /** Signed as written; null where the bank wrote no figure, as some do for balances. */
  valorCentavos: Centavos | null
  /** The bank's id: often empty, repeated or changed between downloads. */
  fitid: string
  nome: string
  memo: string
}

export interface ResumoOfx {
  contas: ContaDoExtrato[]
  lancamentos: number
  /** Some banks write every amount without sign: then the type must say which way it went. */
  temNegativo: boolean
  /** The line where a truncated file ends; null when it is complete. */
  cortadoNaLinha: number | null
}

type Lendo = { linha: number; campos: Map<string, string>; escritos: number }

/** Reads OFX 1 (SGML) and 2 (XML) as the text arrives; `ArquivoRecusado` names the line of what cannot be read. */
export class LeitorOfx {
  readonly #emitir: (lancamento: LancamentoOfx, conta: ContaDoExtrato) => void
  readonly #etiquetas = new LeitorDeEtiquetas((etiqueta) => this.#ver(etiqueta))
  readonly #contas: ContaDoExtrato[] = []
  #conta: ContaDoExtrato | null = null
  #lancamento: Lendo | null = null
  #dentro: 'conta' | 'posicao' | 'estado' | null = null
  #estado = { codigo: '0', mensagem: '' }
  #bancoDaInstituicao: string | null = null
  #erro: string | null = null
  #aberto = false
  #fechado = false
  #linha = 1
  #lancamentos = 0
  #temNegativo = false

  constructor(emitir: (lancamento: LancamentoOfx, conta: ContaDoExtrato) => void) {
    this.#emitir = emitir
  }

  ler(texto: string): void {
    this.#etiquetas.ler(texto)
  }

  fim(): ResumoOfx {
    this.#etiquetas.fim()
    if (this.#contas.length === 0) throw new ArquivoRecusado(this.#erro ?? SEM_EXTRATO)
    return {
      contas: this.#contas,
      lancamentos: this.#lancamentos,
      temNegativo: this.#temNegativo,
      cortadoNaLinha: this.#aberto && !this.#fechado ? this.#linha : null,
    }
  }

  #ver({ nome, fecha, texto, linha }: Etiqueta): void {
    this.#linha = linha
    if (fecha) this.#fechar(nome)
    else if (!this.#abrir(nome, linha)) this.#folha(nome, texto, linha)
  }

  #abrir(nome: string, linha: number): boolean {
    if (nome === 'OFX') this.#aberto = true
    else if (nome === 'STMTRS' || nome === 'CCSTMTRS') this.#comecar(nome === 'CCSTMTRS')
    else if (nome === 'BANKACCTFROM' || nome === 'CCACCTFROM') this.#dentro = 'conta'
    else if (nome === 'LEDGERBAL') this.#dentro = 'posicao'
    else if (nome === 'STATUS') this.#dentro = 'estado'
    else if (nome === 'STMTTRN') {
      this.#recusarAberto()
      this.#lancamento = { linha, campos: new Map(), escritos: 0 }
    } else return false
    return true
  }

  #comecar(cartao: boolean): void {
    const banco = cartao ? null : this.#bancoDaInstituicao
    this.#conta = { banco, agencia: null, conta: '', cartao, de: null, ate: null, posicao: null }
    this.#contas.push(this.#conta)
  }

  #fechar(nome: string): void {
    if (FECHAM_O_EXTRATO.includes(nome)) this.#recusarAberto()
    if (nome === 'OFX') this.#fechado = true
    else if (nome === 'STMTTRN') this.#terminar()
    else if (nome === 'STMTRS' || nome === 'CCSTMTRS') this.#conta = null
    else if (nome === 'STATUS') this.#terminarEstado()
    else if (nome === 'BANKACCTFROM' || nome === 'CCACCTFROM' || nome === 'LEDGERBAL') this.#dentro = null
  }

  #folha(nome: string, texto: string, linha: number): void {
    if (this.#lancamento) this.#campo(this.#lancamento, nome, texto)
    else if (this.#dentro === 'estado') {
      if (nome === 'CODE') this.#estado.codigo = texto
      if (nome === 'MESSAGE') this.#estado.mensagem = cortar(limparTexto(texto), 200)
    } else if (this.#conta) this.#dadoDaConta(this.#conta, nome, limparTexto(texto), linha)
    else if (nome === 'FID') this.#bancoDaInstituicao = bancoDe(texto)
  }

  #campo(lendo: Lendo, nome: string, texto: string): void {
    lendo.escritos += 1
    if (lendo.escritos > CAMPOS_DO_LANCAMENTO)
      throw new ArquivoRecusado(`O lançamento da linha ${lendo.linha} tem campos demais para ser de um extrato.`)
    if (!lendo.campos.has(nome)) lendo.campos.set(nome, cortar(limparTexto(texto), 500))
  }

  /** Throws when a transaction is still open: its amount would be lost, or mixed with the next one's. */
  #recusarAberto(): void {
    if (this.#lancamento)
      throw new ArquivoRecusado(
        `O lançamento da linha ${this.#lancamento.linha} não termina: o arquivo foi cortado ou editado. Baixe-o de novo.`,
      )
  }

  #dadoDaConta(conta: ContaDoExtrato, nome: string, texto: string, linha: number): void {
    if (nome === 'CURDEF' && !conta.cartao && emOutraMoeda(texto))
      throw new ArquivoRecusado(`O extrato da linha ${linha} é em ${texto.toUpperCase()}, e só se conciliam reais.`)
    if (this.#dentro === 'conta') {
      if (nome === 'BANKID') conta.banco = bancoDe(texto) ?? conta.banco
      if (nome === 'BRANCHID') conta.agencia = cortar(texto, 40) || null
      if (nome === 'ACCTID') conta.conta = cortar(texto, 40)
    } else if (nome === 'DTSTART') conta.de = diaDoOfx(texto)
    else if (nome === 'DTEND') conta.ate = diaDoOfx(texto)
    else if (nome === 'DTASOF' && this.#dentro === 'posicao') conta.posicao = diaDoOfx(texto)
  }

  #terminarEstado(): void {
    const { codigo, mensagem } = this.#estado
    const dito = mensagem ? `: “${mensagem}”` : ` (código ${codigo})`
    if (codigo !== '0')
      this.#erro ??= `O banco respondeu com um erro em vez do extrato${dito}. Baixe o arquivo de novo.`
    this.#estado = { codigo: '0', mensagem: '' }
    this.#dentro = null
  }

  #terminar(): void {
    const lido = this.#lancamento
    this.#lancamento = null
    if (!lido || !this.#conta) return
    const lancamento = lancamentoDe(lido)
    this.#lancamentos += 1
    if ((lancamento.valorCentavos ?? 0) < 0) this.#temNegativo = true
    this.#emitir(lancamento, this.#conta)
  }
}

const FECHAM_O_EXTRATO: readonly string[] = ['BANKTRANLIST', 'STMTRS', 'CCSTMTRS', 'OFX']
/** The format defines some thirty fields: more is not OFX. */
const CAMPOS_DO_LANCAMENTO = 100

/** Banks write the real as BRL, as the cruzado of 1986 (BRC), or not at all. */
const emOutraMoeda = (texto: string): boolean => /^[a-z]{3}$/i.test(texto) && !/^br/i.test(texto)

const SEM_EXTRATO = 'O arquivo OFX não traz o extrato de nenhuma conta. Baixe-o de novo no site do banco.'

function lancamentoDe({ linha, campos }: Lendo): LancamentoOfx {
  const escrito = (nome: string) => campos.get(nome) ?? ''
  const dia = diaDoOfx(escrito('DTPOSTED'))
  if (!dia)
    throw new ArquivoRecusado(
      `A data “${escrito('DTPOSTED')}” do lançamento da linha ${linha} não existe ou é de outro século. Baixe o arquivo de novo.`,
    )
  const valorCentavos = centavosDoOfx(escrito('TRNAMT'))
  if (valorCentavos === undefined)
    throw new ArquivoRecusado(`O valor “${escrito('TRNAMT')}” do lançamento da linha ${linha} não é um valor em reais.`)
  if (Math.abs(valorCentavos ?? 0) > VALOR_MAXIMO_CENTAVOS)
    throw new ArquivoRecusado(
      `O valor do lançamento da linha ${linha} passa de ${formatarReais(VALOR_MAXIMO_CENTAVOS)}: o arquivo está errado.`,
    )
  return {
    linha,
    tipo: escrito('TRNTYPE').toUpperCase(),
    dia,
    valorCentavos,
    fitid: escrito('FITID'),
    nome: escrito('NAME'),
    memo: escrito('MEMO'),
  }
}

/** The first eight digits as written, whatever the hour and zone after them; null for zeros and days that no one has. */
function diaDoOfx(texto: string): Dia | null {
  const partes = /^(\d{4})(\d{2})(\d{2})/.exec(texto)
  const dia = partes ? `${partes[1]}-${partes[2]}-${partes[3]}` : ''
  return diaValido(dia) && dia >= '1990' && dia < '2100' ? dia : null
}

/** "0341" and "1" → "341" and "001". */
function bancoDe(texto: string): string | null {
  const numero = /^0*(\d{1,3})$/.exec(texto.trim())?.[1]
  return numero && Number(numero) > 0 ? numero.padStart(3, '0') : null
}

/**
 * `1234.56`, `1.234,56`, `+150,00`, blanks around: the last comma or dot before one or two digits is the decimal mark.
 * Null: no digit at all; undefined: no amount of money.
 */
export function centavosDoOfx(texto: string): Centavos | null | undefined {
  const limpo = texto.replace(/\s/g, '')
  if (!/\d/.test(limpo)) return null
  const partes = /^([+-]?)(\d{1,3}(?:[.,]\d{3})+|\d+)?(?:[.,](\d{0,2}))?$/.exec(limpo)
  if (!partes) return undefined
  const inteiro = Number((partes[2] ?? '0').replace(/[.,]/g, ''))
  const centavos = inteiro * 100 + Number((partes[3] ?? '').padEnd(2, '0'))
  return partes[1] === '-' && centavos !== 0 ? -centavos : centavos
}
