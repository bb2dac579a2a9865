import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

const SENHA_MINIMA = 10
/** log10 of 10^10 guesses, minus a margin for rounding: what ten random characters are worth. */
const PALPITES = 9.9
/** Only this many characters are judged, because longer ones take longer and a strong password is strong by then. */
const MAIOR_EXAME = 40
/** How many characters must remain without the names of the person and company, digits and signs. */
const SOBRA_MINIMA = 6

export interface Dono {
  name?: string
  email?: string
  empresa?: string
}

/**
 * Why a password may not be used, as a sentence that says what to do instead, or null when it may. zxcvbn estimates how
 * soon it would be guessed, with the words, names and passwords of Brazil and of the world.
 */
export async function problemaDaSenha(senha: string, dono: Dono = {}): Promise<string | null> {
  if ([...senha].length < SENHA_MINIMA) return `A senha deve ter ao menos ${SENHA_MINIMA} caracteres.`
  const simples = simplificar(senha).slice(0, MAIOR_EXAME)
  const nomes = nomesDe(dono)
  if (feitaDeNomes(simples, nomes)) return DE_NOMES
  const { check } = await examinador()
  const exames = new Set([simples, semTrocas(simples)])
  const fracos = [...exames].map((forma) => check(forma, nomes)).filter(({ guessesLog10 }) => guessesLog10 < PALPITES)
  if (fracos.length === 0) return null
  const achados = fracos.flatMap(({ sequence }) => sequence)
  if (achados.some(({ pattern }) => pattern === 'date') || ANO.test(simples)) return DE_DATAS
  if (achados.some(({ pattern }) => pattern === 'dictionary')) return COMUM
  return DE_FILEIRAS
}

const ANO = /(?<!\d)(19|20)\d\d(?!\d)/
const CONSELHO = 'Junte três palavras ou mais que só você escolheria, como as de uma cena de que se lembra.'
const COMUM = `Esta senha está entre as mais usadas, ou é quase igual a uma delas, e seria adivinhada. ${CONSELHO}`
const DE_DATAS = `Esta senha é uma data, ou uma palavra comum com um ano, e seria adivinhada. ${CONSELHO}`
const DE_FILEIRAS = `Esta senha é uma sequência, uma repetição ou um caminho pelo teclado, e seria adivinhada. ${CONSELHO}`
const DE_NOMES = `Esta senha é feita do seu nome, do seu e-mail ou do nome da empresa, que todos conhecem. ${CONSELHO}`

/** Some forty megabytes of words, read when the first password is chosen and not by every start. */
let carregado: Promise<{ check: ZxcvbnFactory['check'] }> | undefined
function examinador() {
  carregado ??= carregar()
  return carregado
}

async function carregar() {
  const [{ ZxcvbnFactory }, comum, brasil] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...comum.dictionary, ...brasil.dictionary, frases: FRASES },
    graphs: comum.adjacencyGraphs,
    // We undo digit-for-letter substitutions ourselves, once: trying every combination takes a quarter of a second.
    l33tTable: {},
  })
  return { check: zxcvbn.check.bind(zxcvbn) }
}

const simplificar = (texto: string) => texto.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

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

/** `p@ssw0rd2026` as `password2026`: figures and signs between letters stand for letters. */
const semTrocas = (simples: string) =>
  simples.replace(
    /(?<=[a-z][@431!0$57]*)[@431!0$57](?=[@431!0$57]*[a-z])|^[@$](?=[a-z])/g,
    (sinal) => TROCAS[sinal] ?? sinal,
  )

/** The words that everybody knows of a person and their company. */
function nomesDe({ name = '', email = '', empresa = '' }: Dono): string[] {
  const partes = [name, empresa, email.split('@')[0] ?? '', email.split('@')[1]?.split('.')[0] ?? '']
  const palavras = partes.flatMap((parte) => [...parte.split(/[^\p{L}\d]+/u), parte.replace(/[^\p{L}\d]/gu, '')])
  return [...new Set(palavras.map(simplificar))].filter((palavra) => palavra.length >= 3)
}

/** Nothing but names, figures and signs, or hardly anything: `ana.moura@2026`. */
function feitaDeNomes(simples: string, nomes: string[]): boolean {
  const maiores = nomes.toSorted((a, b) => b.length - a.length)
  return [simples, semTrocas(simples)].some((forma) => {
    const sobra = maiores.reduce((resto, nome) => resto.replaceAll(nome, ' '), forma)
    return sobra !== forma && sobra.replace(/[^a-z]/g, '').length < SOBRA_MINIMA && sobra.length < forma.length
  })
}

/** Brazilian phrases written as one word, missing from every word list, the most frequent first. */
const FRASES = `amordaminhavida deusefiel deusnocomando jesusteama jesussalva jesuscristo felicidade teamoparasempre
  minhafamilia senhadoadmin senhapadrao senhaforte senhasegura senhaprovisoria primeiroacesso acessoliberado trocarsenha
  mudarsenha euteamomuito gracasadeus confieemdeus soudejesus estantevirtual flamenguista palmeirense
  corintiano tricolor gremista vascaino atleticano cruzeirense botafoguense colorado cobranca cobrancas cobrancaautomatica
  sistemadecobranca contasareceber financeiro contabilidade faturamento administrativo escritorio bemvindo mudar`.split(
  /\s+/,
)
