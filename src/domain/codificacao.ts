/** In what a text file may have been saved. */
export const CODIFICACOES = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'ibm850'] as const
export type Codificacao = (typeof CODIFICACOES)[number]

/** What was taken, and whether the bytes leave no doubt. */
export interface CodificacaoAchada {
  codificacao: Codificacao
  certa: boolean
}

/** The upper half of code page 850, in which DOS and many a COBOL still write Portuguese. No browser decodes it. */
const ALTOS_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Text of code page 850, a byte a character. */
export function decodificar850(bytes: Uint8Array): string {
  let texto = ''
  for (const byte of bytes) texto += byte < 128 ? String.fromCharCode(byte) : ALTOS_850.charAt(byte - 128)
  return texto
}

/** What Portuguese writes beyond ASCII within words, in both cases. */
const LETRAS = new Set('áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ')
/** The letters of windows-1252 stand where Unicode has them. */
const letraEm1252 = (byte: number) => letra(String.fromCharCode(byte))
const letraEm850 = (byte: number) => letra(ALTOS_850.charAt(byte - 128))
const letra = (caractere: string): string | null => (LETRAS.has(caractere) ? caractere : null)

const ehMaiuscula = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90
const ehMinuscula = (byte: number | undefined) => byte !== undefined && byte >= 97 && byte <= 122

/** Whether an accented letter has the case of its word: "é" is written in "Zé" but not in "JOSé", nor "Ú" in "caféÚ". */
function combina(escrita: string | null, bytes: Uint8Array, i: number): boolean {
  if (escrita === null) return false
  const antes = bytes[i - 1]
  if (escrita !== escrita.toLowerCase()) return !ehMinuscula(antes)
  return !ehMaiuscula(antes) || ehMinuscula(bytes[i + 1]) || !ehMaiuscula(bytes[i - 2])
}

const QUASE_TODAS = 0.8
const POUCAS = 0.5

const SINAIS_1252 = new Set([0x85, 0x92, 0x94, 0x96, 0x97])
const ESPACO_1252 = 0xa0
/**
 * Quotation marks, a dash, an ellipsis or an unbreaking space of windows-1252, where such a sign stands beside a word. The space is the á
 * of DOS too: before a capital it is hardly that.
 */
function ehSinalEm1252(byte: number, depoisDeLetra: boolean, depois: number | undefined): boolean {
  if (byte === 0x91 || byte === 0x93) return !depoisDeLetra
  if (byte === ESPACO_1252) return ehMaiuscula(depois)
  return SINAIS_1252.has(byte) && (byte !== 0x85 || depoisDeLetra)
}

/** Tells windows-1252 from DOS code page 850 by the bytes of a text that is not UTF-8, chunk by chunk. */
export class BalancaDeBytes {
  #total = 0
  #em1252 = 0
  #em850 = 0

  ver(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i]!
      if (byte < 128) continue
      const [antes, depois] = [bytes[i - 1], bytes[i + 1]]
      // A sign that stands alone (a space that does not break, "nº") says nothing of letters.
      const depoisDeLetra = ehMaiuscula(antes) || ehMinuscula(antes)
      if (!depoisDeLetra && !ehMaiuscula(depois) && !ehMinuscula(depois)) continue
      this.#total += 1
      if (combina(letraEm1252(byte), bytes, i) || ehSinalEm1252(byte, depoisDeLetra, depois)) this.#em1252 += 1
      if (combina(letraEm850(byte), bytes, i)) this.#em850 += 1
    }
  }

  fim(): CodificacaoAchada {
    const [melhor, outra] = [Math.max(this.#em1252, this.#em850), Math.min(this.#em1252, this.#em850)]
    return {
      codificacao: this.#em850 > this.#em1252 ? 'ibm850' : 'windows-1252',
      certa: this.#total === 0 || (melhor >= this.#total * QUASE_TODAS && outra <= melhor * POUCAS),
    }
  }
}
