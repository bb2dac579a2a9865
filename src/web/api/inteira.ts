const UNIDADES = /(R\$) (?=\d)|(\d) (?=(?:%|dias?|h|horas?|min|minutos?|mês|meses|vezes|mil|[kMG]B)(?!\p{L}))/gu

/** A sentence of the server's: an amount, or a number and its unit, stays on one line, as those that are written here do. */
export const inteira = (frase: string): string => frase.replaceAll(UNIDADES, '$1$2\u00A0')
