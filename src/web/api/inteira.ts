const UNIDADES = /(R\$) (?=\d)|(\d) (?=(?:%|dias?|h|horas?|min|minutos?|mês|meses|vezes|mil|[kMG]B)(?!\p{L}))/gu

const NOTAS = /\b(NFS?-)(?=e\b)/g

/** A sentence of the server's: an amount, a number and its unit, or "NF-e" stays on one line, as those that are written here do. */
export const inteira = (frase: string): string => frase.replaceAll(UNIDADES, '$1$2\u00A0').replaceAll(NOTAS, '$1\u2060')
