/** A problem found in the sealed log. */
export const TIPOS_DE_PROBLEMA = [
  'linha_alterada',
  'linha_apagada',
  'linha_inserida',
  'linhas_do_selo',
  'selo_alterado',
  'selo_apagado',
  'corrente_partida',
] as const
export type TipoDeProblema = (typeof TIPOS_DE_PROBLEMA)[number]

export interface ProblemaDoSelo {
  tipo: TipoDeProblema
  /** Null where the line is under none. */
  selo: number | null
  /** The id of the line of the log; null where it is about the seal. */
  linha: number | null
  /** When it was whole for the last time that is known. */
  selado_em: string | null
  frase: string
}

type Onde = Pick<ProblemaDoSelo, 'selo' | 'linha'>

/** What was found, for a person. */
export const frasesDosSelos: Record<TipoDeProblema, (onde: Onde) => string> = {
  linha_alterada: ({ selo, linha }) => `O registro ${linha} não diz mais o que dizia quando o selo ${selo} foi posto.`,
  linha_apagada: ({ selo, linha }) =>
    `O registro ${linha}, coberto pelo selo ${selo}, não está mais no banco de dados.`,
  linha_inserida: ({ linha }) =>
    `O registro ${linha} foi posto entre registros que já estavam selados, e nenhum selo o cobre.`,
  linhas_do_selo: ({ selo }) => `O selo ${selo} não cobre mais o número de registros com que foi posto.`,
  selo_alterado: ({ selo }) => `O selo ${selo} não é mais o que foi posto.`,
  selo_apagado: ({ selo }) => `O selo ${selo} não está mais no banco de dados.`,
  corrente_partida: ({ selo }) => `O selo ${selo} não continua o selo anterior.`,
}
