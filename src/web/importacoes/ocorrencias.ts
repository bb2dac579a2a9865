import type { ResultadoXml } from '#contract/importacoes.ts'

type Ocorrencia = ResultadoXml['avisos'][number]

export interface Grupo {
  /** Their common sentence, without their numbers. */
  frase: string
  itens: Ocorrencia[]
}

const TITULO = /^(NFS?-e|NFC-e) \S+: /

/** Groups notices that say the same of several documents, the rarest first: those need to be looked at. */
export function agruparOcorrencias(itens: readonly Ocorrencia[]): Grupo[] {
  const grupos = new Map<string, Ocorrencia[]>()
  for (const item of itens) {
    const frase = item.mensagem.replace(TITULO, '')
    grupos.set(frase, [...(grupos.get(frase) ?? []), item])
  }
  return [...grupos]
    .map(([frase, iguais]) => ({
      frase: iguais.length === 1 ? (iguais[0]?.mensagem ?? frase) : frase,
      itens: iguais,
    }))
    .sort((um, outro) => um.itens.length - outro.itens.length)
}

const comPontos = (digitos: string) => digitos.replace(/\B(?=(\d{3})+$)/g, '.')

/** "NF-e 18.511: …" of "NF-e 18511: …", as a note is called everywhere else. */
export const comNumeros = (frase: string) =>
  frase.replace(/\b(NFS?-e|NFC-e) (\d+)\b/g, (_, tipo: string, digitos: string) => `${tipo} ${comPontos(digitos)}`)

/** "NF-e 18.511" of "NF-e 18511: cliente só com…". */
export function tituloDe(mensagem: string): string {
  const titulo = /^(NFS?-e|NFC-e) (\S+):/.exec(mensagem)
  return titulo ? `${titulo[1]} ${comPontos(titulo[2] ?? '')}` : ''
}

/** What the note itself says of when it is paid: a hint for a person, never a due day. */
export const dicaDe = (mensagem: string) => /A nota diz: ("[^"]*")/.exec(mensagem)?.[1]
