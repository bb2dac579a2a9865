import { FUSO } from './data.ts'
import { normalizar } from './texto.ts'

/** The 26 states and the Federal District. */
// biome-ignore format: read as a table
export const UFS = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO', 'RR',
  'RS', 'SC', 'SE', 'SP', 'TO',
] as const
export type Uf = (typeof UFS)[number]

/** As people and spreadsheets write them out. */
export const NOMES_DAS_UFS: Record<Uf, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AM: 'Amazonas',
  AP: 'Amapá',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MG: 'Minas Gerais',
  MS: 'Mato Grosso do Sul',
  MT: 'Mato Grosso',
  PA: 'Pará',
  PB: 'Paraíba',
  PE: 'Pernambuco',
  PI: 'Piauí',
  PR: 'Paraná',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RO: 'Rondônia',
  RR: 'Roraima',
  RS: 'Rio Grande do Sul',
  SC: 'Santa Catarina',
  SE: 'Sergipe',
  SP: 'São Paulo',
  TO: 'Tocantins',
}

/** A state as somebody wrote it, by its letters or its name; null when it is none. */
export function lerUf(escrito: string): Uf | null {
  const letras = escrito.trim().toUpperCase()
  const nome = normalizar(escrito)
  return UFS.find((uf) => uf === letras || normalizar(NOMES_DAS_UFS[uf]) === nome) ?? null
}

export const MUNICIPIO_MAXIMO = 100

/** The area codes of each state (Anatel); 61 is shared by the Federal District and what surrounds it in Goiás. */
const DDDS: Record<Uf, string> = {
  AC: '68',
  AL: '82',
  AM: '92 97',
  AP: '96',
  BA: '71 73 74 75 77',
  CE: '85 88',
  DF: '61',
  ES: '27 28',
  GO: '62 64',
  MA: '98 99',
  MG: '31 32 33 34 35 37 38',
  MS: '67',
  MT: '65 66',
  PA: '91 93 94',
  PB: '83',
  PE: '81 87',
  PI: '86 89',
  PR: '41 42 43 44 45 46',
  RJ: '21 22 24',
  RN: '84',
  RO: '69',
  RR: '95',
  RS: '51 53 54 55',
  SC: '47 48 49',
  SE: '79',
  SP: '11 12 13 14 15 16 17 18 19',
  TO: '63',
}

/** The state of each area code. */
export const UF_DO_DDD: ReadonlyMap<string, Uf> = new Map(
  UFS.flatMap((uf) => DDDS[uf].split(' ').map((ddd): [string, Uf] => [ddd, uf])),
)

/** The state that a phone (E.164) is of, by its area code; null for none, or one from abroad. */
export const ufDoTelefone = (telefone: string | null): Uf | null =>
  UF_DO_DDD.get(/^\+55(\d\d)/.exec(telefone ?? '')?.[1] ?? '') ?? null

/** Where a customer is, as far as it is known: the state, and the town without accents or capitals. */
export interface Lugar {
  uf: Uf | null
  municipio: string | null
}

/** What the register says, else the area code of the phone. */
export const lugarDe = (cliente: { uf: Uf | null; municipio: string | null; telefone: string | null }): Lugar => ({
  uf: cliente.uf ?? ufDoTelefone(cliente.telefone),
  municipio: cliente.municipio === null ? null : normalizar(cliente.municipio),
})

/** The states that do not keep Brasília's time (Lei 11.662/2008, Lei 12.876/2013). */
const FUSO_DA_UF: Partial<Record<Uf, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
}

/** The towns that are not on their state's time: the west of Amazonas (Lei 12.876/2013), and Fernando de Noronha. */
const FUSO_DO_MUNICIPIO = new Map<string, string>([
  ['PE fernando de noronha', 'America/Noronha'],
  ...(
    'atalaia do norte|benjamin constant|boca do acre|eirunepe|envira|guajara|ipixuna|itamarati|jutai|labrea|pauini|' +
    'sao paulo de olivenca|tabatinga'
  )
    .split('|')
    .map((municipio): [string, string] => [`AM ${municipio}`, 'America/Rio_Branco']),
])

/** The time zone of a place; the company's where nothing is known. */
export const fusoDe = ({ uf, municipio }: Lugar): string =>
  (uf && municipio && FUSO_DO_MUNICIPIO.get(`${uf} ${municipio}`)) || (uf && FUSO_DA_UF[uf]) || FUSO

/** The towns with a time of their own. */
export const MUNICIPIOS_COM_FUSO: readonly Lugar[] = [...FUSO_DO_MUNICIPIO.keys()].map((chave) => ({
  uf: chave.slice(0, 2) as Uf,
  municipio: chave.slice(3),
}))
