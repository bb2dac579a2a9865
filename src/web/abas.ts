/** The label of each tab of the messages' screen, in their order; the palette finds them too. */
export const NOMES_DAS_ABAS = {
  modelos: 'Modelos',
  regua: 'Régua e horários',
  legal: 'Contato legal',
  bloqueios: 'Não perturbe',
  execucoes: 'Execuções',
  desempenho: 'Desempenho',
  frases: 'Frases',
  guarda: 'Guarda de dados',
  empresa: 'Empresa',
} as const
