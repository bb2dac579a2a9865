import { PALAVRAS_COMUNS, SENHAS_COMUNS } from './senhas-comuns.ts'

export const SENHA_MINIMA = 10

/** Why a password may not be used, as a sentence for the person, or null when it may. */
export function problemaDaSenha(senha: string, dono: { name?: string; email?: string } = {}): string | null {
  if ([...senha].length < SENHA_MINIMA) return `A senha deve ter ao menos ${SENHA_MINIMA} caracteres.`
  const simples = simplificar(senha)
  if (SENHAS_COMUNS.has(simples) || palavraComFiguras(simples)) {
    return 'Esta senha está entre as mais usadas e seria adivinhada. Junte palavras que só você escolheria.'
  }
  if (repetitiva(simples) || sobra(simples) < SOBRA_MINIMA) {
    return 'Esta senha é uma sequência ou repetição fácil de adivinhar. Junte palavras que só você escolheria.'
  }
  if (nomesDe(dono).includes(soLetras(simples))) {
    return 'Esta senha é o seu próprio nome ou e-mail. Escolha outra, que ninguém adivinhe.'
  }
  return null
}

const simplificar = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

const soLetras = (texto: string) => texto.replace(/[^\p{L}]/gu, '')

const TROCAS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** `Senha@2026!`, `P@ssw0rd123`: a common word with only figures and the usual signs around it. */
function palavraComFiguras(simples: string): boolean {
  const meio = /^[\d!@#$*]*([a-z].*?)[\d!@#$*]*$/.exec(simples)?.[1]
  if (meio === undefined) return false
  return PALAVRAS_COMUNS.has(meio) || PALAVRAS_COMUNS.has([...meio].map((letra) => TROCAS[letra] ?? letra).join(''))
}

/** Too few different characters, or one short block over and over. */
const repetitiva = (simples: string) => new Set(simples).size < 4 || /^(.{1,6})\1+.{0,2}$/.test(simples)

/** Rows that fingers and counting follow. */
const TRILHOS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjklc', 'zxcvbnm'].flatMap(
  (trilho) => [trilho, [...trilho].reverse().join('')],
)
const CORRIDA_MINIMA = 3
const SOBRA_MINIMA = 4

/** How many characters are left when every run of three or more along a row is taken out. */
function sobra(simples: string): number {
  let resto = 0
  for (let i = 0; i < simples.length; ) {
    const corrida = maiorCorrida(simples, i)
    if (corrida < CORRIDA_MINIMA) resto += 1
    i += corrida < CORRIDA_MINIMA ? 1 : corrida
  }
  return resto
}

function maiorCorrida(simples: string, inicio: number): number {
  let tamanho = 1
  const cabe = (n: number) => TRILHOS.some((trilho) => trilho.includes(simples.slice(inicio, inicio + n)))
  while (inicio + tamanho < simples.length && cabe(tamanho + 1)) tamanho += 1
  return tamanho
}

function nomesDe({ name = '', email = '' }: { name?: string; email?: string }): string[] {
  const partes = [name, ...name.split(/\s+/), email, email.split('@')[0] ?? '']
  return partes.map((parte) => soLetras(simplificar(parte))).filter((parte) => parte.length >= 4)
}
