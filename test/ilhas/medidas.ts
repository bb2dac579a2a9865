import { segundos } from './programa.ts'

/** The cost of a failure in milliseconds: how long nobody could write, and nothing was sent, until everything was repaired. */
export interface Medida {
  falha: string
  escrita: number
  envio: number
}

function mediana(valores: readonly number[]): number {
  const emOrdem = [...valores].sort((a, b) => a - b)
  const meio = Math.floor(emOrdem.length / 2)
  return emOrdem.length % 2 === 1 ? emOrdem[meio]! : (emOrdem[meio - 1]! + emOrdem[meio]!) / 2
}

const resumo = (valores: readonly number[]) => `${segundos(mediana(valores))} (${segundos(Math.max(...valores))})`

/** The median and the worst case of each failure, in order of occurrence. */
export function resumir(medidas: readonly Medida[]) {
  const falhas = [...new Set(medidas.map(({ falha }) => falha))]
  return falhas.map((falha) => {
    const dela = medidas.filter((um) => um.falha === falha)
    return {
      falha,
      vezes: dela.length,
      'ninguém escreve por: mediana (pior)': resumo(dela.map(({ escrita }) => escrita)),
      'nada é enviado por': resumo(dela.map(({ envio }) => envio)),
    }
  })
}
