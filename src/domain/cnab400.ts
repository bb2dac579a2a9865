import { ArquivoRecusado, nomeDoBanco } from './arquivo-do-banco.ts'
import {
  colunas,
  comoConta,
  diaEm,
  dizerQueNaoFecha,
  type Emitir,
  exigirDia,
  type LeitorCnab,
  medir,
  type ResumoDoRetorno,
  recusarDepoisDoFim,
  type TituloDoRetorno,
} from './cnab.ts'
import { especieDaOcorrencia, OCORRENCIAS_400 } from './cnab-ocorrencias.ts'
import { LAYOUTS_400, type Layout400 } from './cnab400-layouts.ts'
import { type Centavos, formatarReais } from './dinheiro.ts'
import type { Pagador } from './pagador.ts'
import { plural } from './plural.ts'

const SEM_CABECALHO = 'O retorno não começa pelo seu cabeçalho (02RETORNO). Baixe-o de novo.'
/** Every record ends with its number: one that does not reach it was cut. */
const FIM_DO_REGISTRO = 394
const COMPLEMENTOS = '23458'

/** Reads a CNAB 400 return, line by line: a record is a title, and those that complete it follow. */
export class LeitorCnab400 implements LeitorCnab {
  readonly #emitir: Emitir
  readonly #avisos: string[] = []
  #layout: Layout400 | null = null
  #resumo: Omit<ResumoDoRetorno, 'titulos' | 'avisos' | 'incompleto'> | null = null
  #ultimo: TituloDoRetorno | null = null
  #soma = { titulos: 0, nominalCentavos: 0, liquidados: 0, liquidadoCentavos: 0 }
  #totais: string | null = null
  #cortadas: number[] = []
  #linhas = 0
  #trailer = false

  constructor(emitir: Emitir) {
    this.#emitir = emitir
  }

  ler(crua: string, numero: number): void {
    const linha = medir(crua, numero, 400)
    if (this.#trailer) {
      if (crua.trim() !== '') recusarDepoisDoFim(numero)
      return
    }
    this.#linhas = numero
    const tipo = linha[0]!
    if (!this.#layout) this.#cabecalho(linha, numero)
    else if (tipo === '9') this.#fim(linha, numero)
    else if (crua.trimEnd().length < FIM_DO_REGISTRO) this.#cortadas.push(numero)
    else if (tipo === this.#layout.detalhe) this.#titulo(linha, numero, this.#layout)
    else if (COMPLEMENTOS.includes(tipo)) this.#completar(tipo, linha)
    else throw new ArquivoRecusado(`A linha ${numero} não é de um retorno CNAB 400.`)
  }

  fim(): ResumoDoRetorno {
    this.#entregar()
    if (!this.#resumo) throw new ArquivoRecusado(SEM_CABECALHO)
    const frases = this.#cortadas.map((linha) => `O registro da linha ${linha} está cortado e não foi lido.`)
    if (!this.#trailer) frases.push(`O arquivo foi cortado: termina na linha ${this.#linhas}, sem o seu fim.`)
    if (this.#totais) frases.push(this.#totais)
    const incompleto = frases.join(' ') || null
    return { ...this.#resumo, titulos: this.#soma.titulos, avisos: this.#avisos, incompleto }
  }

  #cabecalho(linha: string, numero: number): void {
    if (!/^02RETORNO/i.test(linha)) throw new ArquivoRecusado(SEM_CABECALHO)
    const banco = colunas(linha, 77, 79)
    const layout = LAYOUTS_400[banco]
    if (!layout)
      throw new ArquivoRecusado(
        `O retorno CNAB 400 do ${nomeDoBanco(banco)} ainda não é lido. Peça ao banco o CNAB 240, ou importe o extrato OFX.`,
      )
    this.#layout = layout
    const sequencia = layout.sequencia ? colunas(linha, ...layout.sequencia) : ''
    this.#resumo = { banco, conta: colunas(linha, 27, 46), sequencia, data: diaEm(linha, numero, 95, 100) }
  }

  #titulo(linha: string, numero: number, layout: Layout400): void {
    this.#entregar()
    const ocorrencia = colunas(linha, 109, 110)
    const { especie, saldo, conhecida } = especieDaOcorrencia(OCORRENCIAS_400[this.#resumo!.banco], ocorrencia)
    if (!conhecida)
      this.#avisos.push(
        `A ocorrência ${ocorrencia} (linha ${numero}) não é conhecida neste banco: nada foi feito com ela.`,
      )
    const lido = { ...layout.ler(linha, numero), linha: numero, ocorrencia, especie, pix: null }
    const liquido = layout.liquido ?? false
    const titulo = exigirDia(comoConta({ ...lido, pagador: pagadorEm(linha, layout) }, { saldo, liquido }))
    if (titulo.naoFecha) this.#avisos.push(dizerQueNaoFecha(titulo))
    this.#somar(titulo, lido.pagoCentavos)
    this.#ultimo = titulo
  }

  /** The trailer adds up what the bank wrote. */
  #somar({ nominalCentavos, ocorrencia }: TituloDoRetorno, escritoCentavos: Centavos): void {
    this.#soma.titulos += 1
    this.#soma.nominalCentavos += nominalCentavos
    if (ocorrencia !== '06') return
    this.#soma.liquidados += 1
    this.#soma.liquidadoCentavos += escritoCentavos
  }

  /** The record after a title that was made with a Pix holds its code. */
  #completar(tipo: string, linha: string): void {
    if (tipo === '3' && this.#ultimo && linha.slice(1).startsWith('000201'))
      this.#ultimo.pix = colunas(linha, 2, FIM_DO_REGISTRO)
  }

  #entregar(): void {
    if (this.#ultimo) this.#emitir(this.#ultimo)
    this.#ultimo = null
  }

  #fim(linha: string, numero: number): void {
    this.#trailer = true
    const dito = this.#layout!.totais?.(linha, numero)
    if (!dito) return
    const lidos =
      dito.de === 'título'
        ? { quantos: this.#soma.titulos, centavos: this.#soma.nominalCentavos }
        : { quantos: this.#soma.liquidados, centavos: this.#soma.liquidadoCentavos }
    if (lidos.quantos === dito.quantos && lidos.centavos === dito.centavos) return
    this.#totais = `O fim do arquivo diz ${plural(dito.quantos, dito.de, VARIOS[dito.de])} e ${formatarReais(dito.centavos)}; foram lidos ${lidos.quantos} e ${formatarReais(lidos.centavos)}.`
  }
}

const VARIOS = { título: 'títulos', liquidação: 'liquidações' }

function pagadorEm(linha: string, { nome }: Layout400): Pagador | null {
  const escrito = nome ? colunas(linha, ...nome) : ''
  return escrito === '' ? null : { nome: escrito, documento: null }
}
