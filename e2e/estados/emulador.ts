import type { Estado } from './estado.ts'

/** The emulators of WhatsApp and of the bank, with an administrator's session; their pages follow the system's theme. */
export const emulador = (): Estado[] => [...telas(), ...telas().map(noEscuro)]

const noEscuro = (estado: Estado): Estado => ({
  so: 'mesa',
  ...estado,
  nome: `${estado.nome ?? ''} no escuro`.trim(),
  fazer: async (pagina) => {
    await pagina.emulateMedia({ colorScheme: 'dark' })
    await estado.fazer?.(pagina)
  },
  depois: (pagina) => pagina.emulateMedia({ colorScheme: 'light' }),
})

function telas(): Estado[] {
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
