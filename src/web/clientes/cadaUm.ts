import { numero, plural } from '#web/ui/formatos.ts'

/** How customers who are nobody's are shared out, in a sentence. */
export function cadaUm(livres: number, entre: number): string {
  if (entre === 1) return `${plural(livres, 'cliente', 'clientes')} para uma pessoa.`
  const menos = Math.floor(livres / entre)
  if (livres % entre === 0) return `${numero(menos)} para cada um.`
  return menos === 0 ? 'Um para cada um, até acabarem.' : `${numero(menos)} ou ${numero(menos + 1)} para cada um.`
}
