import { formatoDe, semMarca } from '#domain/arquivo-do-banco.ts'
import type { TituloDoRetorno } from '#domain/cnab.ts'
import { LeitorCnab240 } from '#domain/cnab240.ts'
import { LeitorCnab400 } from '#domain/cnab400.ts'

/** A return of either format, line by line. */
export function lerCnab(texto: string) {
  const titulos: TituloDoRetorno[] = []
  const formato = formatoDe(texto.slice(0, 4096))
  const leitor =
    formato === 'cnab240' ? new LeitorCnab240((um) => titulos.push(um)) : new LeitorCnab400((um) => titulos.push(um))
  semMarca(texto)
    .replaceAll('\u001a', '')
    .split(/\r?\n/)
    .forEach((linha, i, todas) => {
      if (linha !== '' || i < todas.length - 1) leitor.ler(linha, i + 1)
    })
  return { formato, resumo: leitor.fim(), titulos }
}
