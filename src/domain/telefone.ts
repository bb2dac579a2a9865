/** The 67 area codes of Brazil. */
const DDDS = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
)

const CELULAR = /^9\d{8}$/
const CELULAR_SEM_NONO = /^[6-9]\d{7}$/
const FIXO = /^[2-5]\d{7}$/

/**
 * Any Brazilian spelling of a telephone to E.164 (`+5511987654321`), or null when it cannot be one.
 * A mobile written without the ninth digit gains it. A number without area code is refused: it would be a guess.
 */
export function normalizarTelefone(texto: string): string | null {
  // The dashes of word processors are dashes too.
  if (/[^\d\s()+\-./\u00a0\u2010-\u2015\u2212]/.test(texto.replace(/xx/gi, ''))) return null
  const internacional = /^\s*(?:\+|00)/.test(texto)
  const nacional = semPais(texto.replace(/\D/g, ''), internacional)
  for (const candidato of nacional) {
    const numero = completar(candidato)
    if (numero) return `+55${numero}`
  }
  return null
}

/** A mobile phone of Brazil in E.164, for patterns here and in SQL. */
export const FORMA_DE_CELULAR = '^\\+55[0-9]{2}9[0-9]{8}$'
const celularInteiro = new RegExp(FORMA_DE_CELULAR)

/** Mobile phones alone can be on WhatsApp by default. Takes E.164. */
export const ehCelular = (telefone: string): boolean => celularInteiro.test(telefone)

/**
 * The key under which one telephone is found however it was written, WhatsApp's own forms included:
 * `55`, area code and eight digits. A mobile loses its ninth digit, a landline has none to lose.
 */
export function canonico(telefone: string): string {
  const digitos = telefone.replace(/\D/g, '')
  const celular = /^55(\d{2})9(\d{8})$/.exec(digitos)
  return celular ? `55${celular[1]}${celular[2]}` : digitos
}

/**
 * May WhatsApp's form of a number with the same key be this phone (E.164)? A landline has the digits of some mobile without its
 * ninth, and is not that mobile.
 */
export const podeSerDele = (telefone: string, waId: string): boolean => !ehCelular(`+${waId}`) || ehCelular(telefone)

/** A phone as WhatsApp says it (`from`, `wa_id`), in digits alone; null when it is none, such as an id of a person. */
export function telefoneDoWhatsapp(dito: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(dito)) return null
  const digitos = dito.replace(/\D/g, '')
  return digitos.length >= 5 && digitos.length <= 20 ? digitos : null
}

/** WhatsApp's id of a person for one company (BSUID): the country, a dot and letters or digits. */
export const ehBsuid = (dito: string): boolean => /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/.test(dito)

/**
 * What may stand after the country code, likeliest first. 55 is Brazil and also the area code of Santa Maria:
 * ten or eleven digits that start with it are local, twelve and thirteen carry the country.
 */
function semPais(digitos: string, internacional: boolean): string[] {
  if (internacional) {
    const semPrefixo = digitos.replace(/^00/, '')
    return semPrefixo.startsWith('55') ? [semPrefixo.slice(2).replace(/^0/, '')] : []
  }
  const semTronco = digitos.replace(/^0+/, '')
  const candidatos = [semTronco]
  if (semTronco.startsWith('55') && semTronco.length >= 12) candidatos.unshift(semTronco.slice(2).replace(/^0/, ''))
  // 0 15 11 98765-4321: trunk zero, carrier, area code.
  if (digitos.startsWith('0') && semTronco.length >= 12) candidatos.push(semTronco.slice(2))
  return candidatos
}

/** Area code and subscriber, with the ninth digit put in; null when no telephone has this form. */
function completar(nacional: string): string | null {
  const ddd = nacional.slice(0, 2)
  const assinante = nacional.slice(2)
  if (!DDDS.has(ddd)) return null
  if (CELULAR.test(assinante) || FIXO.test(assinante)) return nacional
  return CELULAR_SEM_NONO.test(assinante) ? `${ddd}9${assinante}` : null
}
