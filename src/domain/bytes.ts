const UNIDADES = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** `1,4 GB`: three figures, powers of 1000. */
export function emBytes(bytes: number): string {
  const i = bytes < 1000 ? 0 : Math.min(UNIDADES.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** i).toLocaleString('pt-BR', { maximumSignificantDigits: 3 })} ${UNIDADES[i]}`
}
