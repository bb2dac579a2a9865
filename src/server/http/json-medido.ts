const [ASPAS, BARRA, VIRGULA, ABRE_LISTA, FECHA_LISTA, ABRE_OBJETO, FECHA_OBJETO] = Array.from('"\\,[]{}', (sinal) =>
  sinal.charCodeAt(0),
)

/** What a body may hold. */
export interface MedidaDeJson {
  /** Nesting depth. */
  niveis: number
  /** Lists, objects and what is in them. */
  valores: number
}

/**
 * Whether a JSON text exceeds this measure, counted from its characters before it is parsed, because a few megabytes of empty
 * lists take seconds and gigabytes as objects. Invalid JSON is left to the parser.
 */
export function passaDaMedida(texto: string, { niveis, valores }: MedidaDeJson): boolean {
  let abertos = 0
  let contados = 0
  for (let i = 0; i < texto.length; i += 1) {
    const sinal = texto.charCodeAt(i)
    if (sinal === ASPAS) i = fimDoTexto(texto, i)
    else if (sinal === VIRGULA) contados += 1
    else if (sinal === ABRE_LISTA || sinal === ABRE_OBJETO) {
      abertos += 1
      contados += 1
    } else if (sinal === FECHA_LISTA || sinal === FECHA_OBJETO) abertos -= 1
    if (abertos > niveis || contados > valores) return true
  }
  return false
}

/** Where the text that begins here ends, past what is written with a backslash. */
function fimDoTexto(texto: string, inicio: number): number {
  for (let i = inicio + 1; i < texto.length; i += 1) {
    const sinal = texto.charCodeAt(i)
    if (sinal === ASPAS) return i
    if (sinal === BARRA) i += 1
  }
  return texto.length
}
