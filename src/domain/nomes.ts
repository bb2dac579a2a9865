import { normalizar } from './texto.ts'

const SEM_PESO = new Set('de da do das dos e di du'.split(' '))
const RAZAO = new Set('ltda me epp eireli sa mei cia'.split(' '))

/** The words that tell names apart, in small letters without accents. */
const palavrasDoNome = (nome: string): string[] =>
  normalizar(nome)
    .replace(/\bs\s*[./]\s*a\b\.?\s*$/, '') // "S/A", which are no initials
    .replace(/[^a-z0-9]+/g, ' ')
    .split(' ')
    .filter((palavra) => palavra !== '' && !SEM_PESO.has(palavra) && !RAZAO.has(palavra))

const CORTADA = 0.9
const INICIAL = 0.4
/** One word in common is weak evidence: many people share it. */
const UMA_SO = 0.6

/**
 * How much two names look like one person's, from 0 to 1, in the order of their words: banks cut the end, and people leave
 * names in the middle out or write them as initials. At least one word has to be the same.
 */
export function semelhanca(um: string, outro: string): number {
  const [curto, longo] = [palavrasDoNome(um), palavrasDoNome(outro)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  let [pontos, desde, inteiras] = [0, 0, 0]
  for (const [i, palavra] of curto.entries()) {
    const ultima = i === curto.length - 1
    const achada = longo.findIndex((outra, j) => j >= desde && combina(palavra, outra, ultima) > 0)
    if (achada < 0) continue
    const valor = combina(palavra, longo[achada]!, ultima)
    if (valor === 1) inteiras += 1
    pontos += valor
    desde = achada + 1
  }
  if (inteiras === 0) return 0
  const media = pontos / curto.length
  return curto.length === 1 && longo.length > 1 ? media * UMA_SO : media
}

function combina(palavra: string, outra: string, ultima: boolean): number {
  if (palavra === outra) return 1
  if (palavra.length === 1 || outra.length === 1) return palavra[0] === outra[0] ? INICIAL : 0
  return ultima && outra.startsWith(palavra) ? CORTADA : 0
}
