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
  numeroEm,
  type ResumoDoRetorno,
  recusarDepoisDoFim,
} from './cnab.ts'
import { especieDaOcorrencia, OCORRENCIAS_240 } from './cnab-ocorrencias.ts'
import { segmentoT, segmentoU } from './cnab240-segmentos.ts'
import { plural } from './plural.ts'

const ITAU = '341'
const SANTANDER = '033'
/** The last columns that every T and U fill: a shorter one was cut. */
const FIM_DO_T = 208
const FIM_DO_U = 153
/** Where a U ends whose day of credit is blank, and was trimmed. */
const FIM_SEM_CREDITO = 145

interface Segmento {
  linha: string
  numero: number
}

/**
 * Both of a title's segments carry its movement code, but for who leaves it out of the second; and between them no line is missing
 * of those that the bank counted.
 */
function deOutro(t: Segmento, u: Segmento): boolean {
  const contadas = Number(colunas(u.linha, 9, 13)) - Number(colunas(t.linha, 9, 13))
  if (contadas > u.numero - t.numero) return true
  return numeroEm(u.linha, 16, 17) !== '' && colunas(u.linha, 16, 17) !== colunas(t.linha, 16, 17)
}

/** Reads a CNAB 240 return of cobrança, line by line: each title is a segment T and the U that follows it. */
export class LeitorCnab240 implements LeitorCnab {
  readonly #emitir: Emitir
  readonly #avisos: string[] = []
  #resumo: Omit<ResumoDoRetorno, 'titulos' | 'avisos' | 'incompleto'> | null = null
  #titulos = 0
  #t: Segmento | null = null
  #cobranca = false
  /** The line of the first batch of another service, for the error when no batch is of cobrança. */
  #outroServico: number | null = null
  #algumaCobranca = false
  #linhas = 0
  #linhasDoLote = 0
  #trailer = false
  #incompletas: number[] = []

  constructor(emitir: Emitir) {
    this.#emitir = emitir
  }

  ler(crua: string, numero: number): void {
    if (this.#trailer) {
      if (crua.trim() !== '') recusarDepoisDoFim(numero)
      return
    }
    const linha = medir(crua, numero, 240)
    this.#linhas += 1
    const tipo = linha[7]
    if (tipo === '0') this.#cabecalho(linha, numero)
    else if (!this.#resumo) throw new ArquivoRecusado('O retorno não começa pelo seu cabeçalho. Baixe-o de novo.')
    else if (tipo === '1') this.#lote(linha, numero)
    else if (tipo === '3') this.#detalhe(linha, numero, crua.length)
    else if (tipo === '5') this.#fimDoLote(linha, numero)
    else if (tipo === '9') this.#fimDoArquivo(linha)
    else throw new ArquivoRecusado(`A linha ${numero} não é de um retorno CNAB 240.`)
    if (tipo !== '1' && tipo !== '5') this.#linhasDoLote += 1
  }

  fim(): ResumoDoRetorno {
    this.#fecharTitulo()
    if (!this.#resumo) throw new ArquivoRecusado('O retorno não começa pelo seu cabeçalho. Baixe-o de novo.')
    if (this.#outroServico !== null && !this.#algumaCobranca)
      throw new ArquivoRecusado(
        `O lote da linha ${this.#outroServico} é de outro serviço do banco, e não há nenhum de cobrança. Importe o retorno da cobrança.`,
      )
    const incompleto = this.#trailer ? null : `O arquivo foi cortado: termina na linha ${this.#linhas}, sem o seu fim.`
    const semU = this.#incompletas.map((linha) => `O título da linha ${linha} está incompleto e não foi lido.`)
    return {
      ...this.#resumo,
      titulos: this.#titulos,
      avisos: this.#avisos,
      incompleto: [...(incompleto ? [incompleto] : []), ...semU].join(' ') || null,
    }
  }

  #cabecalho(linha: string, numero: number): void {
    if (this.#resumo) throw new ArquivoRecusado(`A linha ${numero} começa outro retorno: envie um arquivo de cada vez.`)
    const banco = linha.slice(0, 3)
    if (!OCORRENCIAS_240[banco])
      this.#avisos.push(
        `O ${nomeDoBanco(banco)} não está entre os bancos conferidos: o arquivo foi lido pelo padrão da FEBRABAN. Confira os valores.`,
      )
    const conta = banco === SANTANDER ? colunas(linha, 33, 52) : `${colunas(linha, 53, 57)}/${colunas(linha, 59, 71)}`
    const [data, sequencia] = [diaEm(linha, numero, 144, 151), colunas(linha, 158, 163)]
    this.#resumo = { banco, conta: conta.replace(/\s+/g, ''), sequencia, data }
  }

  #lote(linha: string, numero: number): void {
    this.#cobranca = linha[8] === 'T' && linha.slice(9, 11) === '01'
    this.#algumaCobranca ||= this.#cobranca
    this.#outroServico ??= numero
    this.#linhasDoLote = 1
  }

  #detalhe(linha: string, numero: number, tamanho: number): void {
    if (!this.#cobranca) return
    if (linha[13] === 'T') {
      this.#fecharTitulo()
      if (tamanho < FIM_DO_T) this.#incompletas.push(numero)
      else this.#t = { linha, numero }
    } else if (linha[13] === 'U') this.#segmentoU(linha, numero, tamanho)
  }

  #segmentoU(linha: string, numero: number, tamanho: number): void {
    const t = this.#t
    this.#t = null
    const cortado = tamanho < FIM_DO_U && tamanho !== FIM_SEM_CREDITO
    if (!t || cortado || deOutro(t, { linha, numero })) this.#incompletas.push(t?.numero ?? numero)
    else this.#titulo(t, { linha, numero })
  }

  /** A T without its U. */
  #fecharTitulo(): void {
    if (this.#t) this.#incompletas.push(this.#t.numero)
    this.#t = null
  }

  #titulo(t: Segmento, u: Segmento): void {
    const banco = this.#resumo!.banco
    const ocorrencia = colunas(t.linha, 16, 17)
    const { especie, saldo, conhecida } = especieDaOcorrencia(OCORRENCIAS_240[banco], ocorrencia)
    if (!conhecida)
      this.#avisos.push(
        `A ocorrência ${ocorrencia} (linha ${t.numero}) não é conhecida neste banco: nada foi feito com ela.`,
      )
    const lido = { ...segmentoT(t.linha, t.numero, banco), ...segmentoU(u.linha, u.numero), especie, pix: null }
    if (banco === ITAU) lido.pagoCentavos = lido.creditadoCentavos
    const titulo = exigirDia(comoConta(lido, { saldo, liquido: banco === ITAU }))
    if (titulo.naoFecha) this.#avisos.push(dizerQueNaoFecha(titulo))
    this.#titulos += 1
    this.#emitir(titulo)
  }

  #fimDoLote(linha: string, numero: number): void {
    this.#fecharTitulo()
    const dito = Number(colunas(linha, 18, 23))
    this.#linhasDoLote += 1
    if (dito !== this.#linhasDoLote)
      this.#avisos.push(
        `O fim do lote (linha ${numero}) diz ${plural(dito, 'registro', 'registros')}, e há ${this.#linhasDoLote}.`,
      )
    this.#cobranca = false
  }

  #fimDoArquivo(linha: string): void {
    this.#fecharTitulo()
    this.#trailer = true
    const dito = Number(colunas(linha, 24, 29))
    if (dito !== this.#linhas)
      this.#avisos.push(`O fim do arquivo diz ${plural(dito, 'registro', 'registros')}, e há ${this.#linhas}.`)
  }
}
