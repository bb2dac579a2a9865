import { avisar } from './avisar.tsx'

/** Copies a text to the clipboard, and says so. Without TLS a browser gives pages no clipboard. */
export const copiarTexto = (texto: string, copiado: string, recusado = NAO_DEIXOU) =>
  (navigator.clipboard?.writeText(texto) ?? Promise.reject(new Error(NAO_DEIXOU))).then(
    () => avisar(copiado),
    () => avisar(recusado),
  )

const NAO_DEIXOU = 'O navegador não deixou copiar. Selecione o texto e copie.'
