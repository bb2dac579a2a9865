import { type RawBuilder, sql } from 'kysely'
import { ehCelular, normalizarTelefone } from '#domain/telefone.ts'

/** Keyboards write the apostrophe of "D'Ávila" in several ways, and so did whoever registered the name. */
const APOSTROFOS = /['’‘`´]/g

/** What a person typed as a `like` pattern that finds it anywhere, over text already passed through `normalizar`. */
export const padraoDeBusca = (digitado: string): RawBuilder<string> => sql<string>`${padraoDoFim(digitado)} || '%'`

/** As one that finds it at the end. */
export const padraoDoFim = (digitado: string): RawBuilder<string> =>
  sql<string>`'%' || normalizar(${digitado.replace(/[\\%_]/g, '\\$&').replace(APOSTROFOS, '_')})`

/** Whether a canonical telephone, which has no ninth digit, has these digits somewhere: typed with that digit or without. */
export const temDigitos = (canonico: string, digitos: string): RawBuilder<boolean> => {
  const [numero, padrao] = [sql.ref(canonico), `%${digitos}%`]
  return sql<boolean>`(${numero} like ${padrao} or left(${numero}, 4) || '9' || substr(${numero}, 5) like ${padrao})`
}

const PONTUACAO = /[\s.\-/()+]/g
/** Documents and telephones, however they are punctuated. */
const PONTUADO = /^[\s\d.\-/()+]*\d[\s\d.\-/()+]*$|^[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}\/?[0-9a-z]{4}-?\d{2}$/i
const MINIMO_SEM_PONTUACAO = 3

export const soPontuado = (digitado: string): boolean => PONTUADO.test(digitado)

/** What was typed, and a document or telephone as it is stored. */
export function emQualquerParte(digitado: string): string[] {
  if (!soPontuado(digitado)) return [digitado]
  const seco = digitado.replace(PONTUACAO, '')
  const outraForma = seco !== digitado && seco.length >= MINIMO_SEM_PONTUACAO
  // WhatsApp names older mobiles without the ninth digit, and people copy it from there.
  const celular = normalizarTelefone(digitado)
  const comNono = celular !== null && ehCelular(celular) && !celular.includes(seco)
  return [digitado, ...(outraForma ? [seco] : []), ...(comNono ? [celular] : [])]
}
