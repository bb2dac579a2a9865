import { numero, plural } from '#web/ui/formatos.ts'

/** How many messages the law postpones, in words; also shown before a run. */
export const fraseDaLei = (adiadas: number): string =>
  `${adiadas === 1 ? 'Mais 1 sairia' : `Mais ${numero(adiadas)} sairiam`} num dia em que o estado ou a cidade do cliente não permite, e ${adiadas === 1 ? 'fica' : 'ficam'} para o próximo dia permitido.`

/** How many of the messages bill nothing: they ask whose the phone is. */
export const fraseDasPerguntas = (perguntas: number): string =>
  `${plural(perguntas, 'delas só confirma', 'delas só confirmam')} se o telefone é do cliente: a cobrança vai depois da resposta.`
