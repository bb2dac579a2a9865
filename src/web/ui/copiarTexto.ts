import { avisar } from './avisar.tsx'

/** Puts a text where it can be pasted, and says so. Without TLS a browser lets no page write there. */
export const copiarTexto = (texto: string, copiado: string, recusado = NAO_DEIXOU) =>
  (navigator.clipboard?.writeText(texto) ?? Promise.reject(new Error(NAO_DEIXOU))).then(
    () => avisar(copiado),
    () => avisar(recusado),
  )

const NAO_DEIXOU = 'O navegador não deixou copiar. Selecione o texto e copie.'
