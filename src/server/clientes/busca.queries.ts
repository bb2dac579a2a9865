import { type RawBuilder, sql } from 'kysely'
import { padraoDeBusca } from '#server/db/busca.ts'

const PONTUACAO = /[\s.\-/()+]/g
/** Documents and telephones, however they are punctuated. */
const PONTUADO = /^[\s\d.\-/()+]*\d[\s\d.\-/()+]*$|^[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2}$/i
const MINIMO_SEM_PONTUACAO = 3

/**
 * Whoever has every word that a person typed, anywhere in name, document, telephone or external code, or in `outro`
 * (such as the number of an account). Accents and case do not matter, nor how a document or telephone is punctuated.
 * Reads `cliente`; no condition when nothing was typed.
 */
export function comBusca(
  busca: string | undefined,
  outro?: (padrao: RawBuilder<string>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const palavras = palavrasDe(busca ?? '').map((palavra) => {
    const padrao = padraoDeBusca(palavra)
    const seco = palavra.replace(PONTUACAO, '')
    const formas = [sql<boolean>`cliente.busca like ${padrao}`]
    if (PONTUADO.test(palavra) && seco !== palavra && seco.length >= MINIMO_SEM_PONTUACAO)
      formas.push(sql<boolean>`cliente.busca like ${padraoDeBusca(seco)}`)
    if (outro) formas.push(outro(padrao))
    return sql<boolean>`(${sql.join(formas, sql` or `)})`
  })
  return palavras.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(palavras, sql` and `)})`
}

const palavrasDe = (busca: string): string[] =>
  PONTUADO.test(busca.trim()) ? [busca.trim()] : busca.split(/\s+/).filter(Boolean)
