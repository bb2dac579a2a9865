import { avisar } from './avisar.tsx'

/** Copies a text to the clipboard, says so, and answers whether it did. Without TLS a browser gives pages no clipboard. */
export async function copiarTexto(texto: string, copiado: string, recusado = NAO_DEIXOU): Promise<boolean> {
  const deu = await (navigator.clipboard?.writeText(texto) ?? Promise.reject(new Error(NAO_DEIXOU))).then(
    () => true,
    () => false,
  )
  avisar(deu ? copiado : recusado)
  return deu
}

const NAO_DEIXOU = 'O navegador não deixou copiar. Selecione o texto e copie.'
