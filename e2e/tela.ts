import type { Page } from 'playwright-core'

/* What any screen has. */

export const dialogo = (pagina: Page) => pagina.getByRole('dialog')
export const dito = (pagina: Page, frase: string | RegExp) => pagina.getByText(frase).first().waitFor()
