/** What was typed of a day, with a slash after the day and the month for who types only digits; theirs is not put twice. */
export function comBarras(texto: string): string {
  const umaSo = texto.replace(/\/{2,}/g, '/')
  return /^\d{2}(\/\d{2})?$/.test(umaSo) ? `${umaSo}/` : umaSo
}
