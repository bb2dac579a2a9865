import { type Estado, recusar } from './estado.ts'

/** Before signing in. */
export function fora(): Estado[] {
  return [
    { rota: '/nada', ver: (pagina) => pagina.getByRole('heading', { name: 'Página não encontrada' }), esperar: false },
    { rota: '/login', esperar: false, ver: (pagina) => pagina.getByLabel('E-mail') },
    {
      rota: '/login',
      nome: 'recusada',
      esperar: false,
      respostas: [[/\/api\/login/, recusar(422, 'Senha errada.')]],
      fazer: async (pagina) => {
        await pagina.getByLabel('E-mail').fill('a@b.example')
        await pagina.getByLabel('Senha', { exact: true }).fill('x')
        await pagina.getByRole('button', { name: 'Entrar' }).click()
        await pagina.getByText('Senha errada.').waitFor()
      },
    },
    {
      rota: '/login',
      nome: 'segundo passo',
      esperar: false,
      respostas: [
        [
          /\/api\/login/,
          (pedido) =>
            pedido.fulfill({ status: 401, json: { message: 'O código não confere.', codigo: 'segundo_fator' } }),
        ],
      ],
      fazer: async (pagina) => {
        await pagina.getByLabel('E-mail').fill('a@b.example')
        await pagina.getByLabel('Senha', { exact: true }).fill('x')
        await pagina.getByRole('button', { name: 'Entrar' }).click()
        await pagina.getByLabel('Código').fill('000000')
        await pagina.getByRole('button', { name: 'Entrar' }).click()
        await pagina.getByText('O código não confere.').waitFor()
      },
    },
    {
      rota: '/login',
      nome: 'sessão terminada',
      esperar: false,
      fazer: async (pagina) => {
        await pagina.evaluate(
          `localStorage.setItem('token', '1|x'), localStorage.setItem('user', '{"id":1,"name":"Ana","role":"operador"}')`,
        )
        await pagina.goto('/operador/contas-receber')
        await pagina.waitForURL('**/login')
        await pagina.getByText('Sua sessão terminou.').waitFor()
      },
    },
    {
      rota: '/emulador',
      nome: 'sem sessão',
      esperar: false,
      ver: (pagina) => pagina.getByText('Entre no sistema como administrador'),
    },
  ]
}
