import { lerDinheiro } from '#web/ui/formatos.ts'

/** "1.961,42" and "R$ 587,50": with its cents, as statements and customers write it; 4471 alone is a number of a bill. */
export const valorEscrito = (texto: string) =>
  /^(R\$\s*)?[\d.]+,\d{2}$/i.test(texto) ? lerDinheiro(texto.toUpperCase()) : null
