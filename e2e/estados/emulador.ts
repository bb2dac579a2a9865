import type { Estado } from './estado.ts'

/** The other side of WhatsApp, and of the bank, with an administrator's session. */
export function emulador(): Estado[] {
  return [
    { rota: '/emulador/pix', esperar: false, ver: (pagina) => pagina.getByLabel('Pix copia e cola') },
    {
      rota: '/emulador/pix',
      nome: 'código que não é',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.getByLabel('Pix copia e cola').fill('isto não é um código')
        await pagina.getByText('não é um código Pix copia e cola').waitFor()
        await pagina.getByText('Outro pagador ou outro valor').click()
      },
    },
    { rota: '/emulador', esperar: false, ver: (pagina) => pagina.locator('#aparelhos > li') },
    {
      rota: '/emulador',
      nome: 'conversa',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.locator('#aparelhos button, #aparelhos a').first().click()
        await pagina.locator('#aparelho').waitFor()
      },
    },
    {
      rota: '/emulador',
      nome: 'comportamento',
      esperar: false,
      so: 'celular',
      fazer: async (pagina) => {
        await pagina.locator('#aparelhos button, #aparelhos a').first().click()
        await pagina.locator('#ir-ajustes').click()
      },
    },
  ]
}
