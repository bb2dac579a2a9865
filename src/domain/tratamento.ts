/** How a customer is called when one talks to them: people by their first name, companies, which have none, by their own. */
export function tratamento({ nome, documento }: { nome: string; documento: string | null }): string {
  if ((documento?.length ?? 0) > 11) return nome
  return nome.split(/\s+/).find((palavra) => /\p{L}/u.test(palavra)) ?? nome
}
