import type { Formato } from '#domain/arquivo-do-banco.ts'
import type { Dia } from '#domain/data.ts'
import { comMilhares } from '#domain/dinheiro.ts'
import type { Movimento } from '#domain/movimento.ts'
import { ArquivoGrande } from '#server/http/envio.ts'

/** An account that a file speaks of, and the days of its movements. */
export interface ContaLida {
  banco: string | null
  conta: string
  /** A card's bill: never reconciled. */
  cartao: boolean
  de: Dia | null
  ate: Dia | null
  movimentos: number
}

export interface MovimentoLido {
  /** Of its file. */
  linha: number
  movimento: Movimento
}

/** One file of a bank, wholly judged before any of it is given. */
export interface LeituraDoArquivo {
  formato: Formato
  contas: ContaLida[]
  avisos: string[]
  /** Why the file is not whole: what could be read of it waits for a person's word. */
  incompleto: string | null
  movimentos(): Iterable<MovimentoLido>
}

/** How many movements an upload may have, and the file at which they are counted. */
export interface Limite {
  maximo: number
  arquivo: string
}

/** 413: an upload with more than are taken, and the file with which it has. */
export const excessoDeMovimentos = ({ maximo, arquivo }: Limite) =>
  new ArquivoGrande(
    `${arquivo}: o envio passa de ${comMilhares(maximo)} movimentos. Baixe períodos menores e envie em partes.`,
  )

export const contaSemMovimento = (banco: string | null, conta: string, cartao = false): ContaLida => ({
  banco,
  conta,
  cartao,
  de: null,
  ate: null,
  movimentos: 0,
})

/** Counts one more movement. */
export function alargar(conta: ContaLida, dia: Dia): void {
  conta.movimentos += 1
  if (conta.de === null || dia < conta.de) conta.de = dia
  if (conta.ate === null || dia > conta.ate) conta.ate = dia
}
