import { ArquivoRecusado, formatoDe } from '#domain/arquivo-do-banco.ts'
import type { Dia } from '#domain/data.ts'
import { lerCnab } from './cnab.ts'
import type { LeituraDoArquivo, Limite } from './lido.ts'
import { lerOfx } from './ofx.ts'
import { textoDe } from './texto.ts'

/**
 * Chooses the reader by the first characters, not the name. Movements after `hoje` have not happened yet; more
 * movements than `limite` are refused.
 */
export function lerArquivo(bytes: Buffer, hoje: Dia, limite: Limite): LeituraDoArquivo | { erro: string } {
  try {
    const [inicio = ''] = textoDe(bytes)
    const formato = formatoDe(inicio.slice(0, 4_096))
    return formato === 'ofx' ? lerOfx(bytes, hoje, limite) : lerCnab(bytes, formato, hoje)
  } catch (erro) {
    if (erro instanceof ArquivoRecusado) return { erro: erro.message }
    throw erro
  }
}
