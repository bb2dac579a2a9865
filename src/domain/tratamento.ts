/** How a customer is called when one talks to them: people by their first name, companies, which have none, by their own. */
export function tratamento({ nome, documento }: { nome: string; documento: string | null }): string {
  if ((documento?.length ?? 0) > 11) return nome
  return nome.split(/\s+/).find((palavra) => /\p{L}/u.test(palavra)) ?? nome
}

/** A name typed in capitals reads as shouting. */
export function capitalizar(nome: string): string {
  if (nome !== nome.toUpperCase()) return nome
  const minuscula = /^(da|de|do|das|dos|e)$/
  return nome
    .toLowerCase()
    .split(' ')
    .map((palavra, i) =>
      i > 0 && minuscula.test(palavra) ? palavra : palavra.charAt(0).toUpperCase() + palavra.slice(1),
    )
    .join(' ')
}
