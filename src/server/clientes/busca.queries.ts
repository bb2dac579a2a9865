import { type RawBuilder, sql } from 'kysely'
import { padraoDeBusca } from '#server/db/busca.ts'

const PONTUACAO = /[\s.\-/()+]/g
/** Documents and telephones, however they are punctuated. */
const PONTUADO = /^[\s\d.\-/()+]*\d[\s\d.\-/()+]*$|^[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2}$/i
const MINIMO_SEM_PONTUACAO = 3

/**
 * One word is looked for anywhere in name, document, telephone or external code, or in `outro` (such as the number of an
 * account, with a space put before it). Of several, each must begin a word: "cliente 07" is not whoever has a 07 amid the telephone. Accents and case
 * do not matter, nor how a document or telephone is punctuated. Reads `cliente`; no condition when nothing was typed.
 */
export function comBusca(busca: string | undefined, outro?: Outro): RawBuilder<boolean> {
  const digitado = (busca ?? '').trim()
  const palavras = PONTUADO.test(digitado) ? [digitado] : digitado.split(/\s+/).filter(Boolean)
  const [palavra, ...mais] = palavras
  if (palavra === undefined) return sql<boolean>`true`
  const procurar = mais.length === 0 ? emQualquerParte : noComeco
  const condicoes = palavras.map((uma) => sql<boolean>`(${sql.join(procurar(uma, outro), sql` or `)})`)
  return sql<boolean>`(${sql.join(condicoes, sql` and `)})`
}

type Outro = ((padrao: RawBuilder<string>) => RawBuilder<boolean>) | undefined

function emQualquerParte(palavra: string, outro: Outro): RawBuilder<boolean>[] {
  const formas = [sql<boolean>`cliente.busca like ${padraoDeBusca(palavra)}`]
  const seco = palavra.replace(PONTUACAO, '')
  if (PONTUADO.test(palavra) && seco !== palavra && seco.length >= MINIMO_SEM_PONTUACAO)
    formas.push(sql<boolean>`cliente.busca like ${padraoDeBusca(seco)}`)
  if (outro) formas.push(outro(padraoDeBusca(palavra)))
  return formas
}

function noComeco(palavra: string, outro: Outro): RawBuilder<boolean>[] {
  const padrao = padraoDeBusca(` ${palavra}`)
  const formas = [sql<boolean>`(' ' || cliente.busca) like ${padrao}`]
  if (outro) formas.push(outro(padrao))
  return formas
}
