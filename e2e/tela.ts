import type { Page } from 'playwright-core'

/* What any screen has. */

export const dialogo = (pagina: Page) => pagina.getByRole('dialog')
export const dito = (pagina: Page, frase: string | RegExp) => pagina.getByText(frase).first().waitFor()

/** Holds the answers of this address until the returned function is called. */
export async function segurar(pagina: Page, endereco: string) {
  const { promise: solto, resolve: soltar } = Promise.withResolvers<void>()
  await pagina.route(endereco, (rota) => solto.then(() => rota.continue()))
  return soltar
}
