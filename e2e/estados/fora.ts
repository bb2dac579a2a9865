import { type Estado, recusar, responder } from './estado.ts'

/** Before signing in. */
export function fora(): Estado[] {
  return [
    { rota: '/nada', ver: (pagina) => pagina.getByRole('heading', { name: 'Página não encontrada' }), esperar: false },
    { rota: '/login', esperar: false, ver: (pagina) => pagina.getByLabel('E-mail') },
    ...senhaEsquecida(),
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

/** Requesting a link by e-mail, and the page it opens: separate documents, so each one is loaded (`respostas`). */
function senhaEsquecida(): Estado[] {
  return [
    { rota: '/senha/esqueci', esperar: false, respostas: [], ver: (pagina) => pagina.getByLabel('E-mail') },
    {
      rota: '/senha/esqueci',
      nome: 'sem correio',
      esperar: false,
      respostas: [[/\/api\/empresa/, responder({ nome: 'Modelo', senha_por_email: false, emails_em: null })]],
      ver: (pagina) => pagina.getByText('peça-a a um administrador'),
    },
    {
      rota: '/senha/esqueci',
      nome: 'pedida',
      esperar: false,
      respostas: [[/\/api\/senha\/esqueci/, (pedido) => pedido.fulfill({ status: 204 })]],
      fazer: async (pagina) => {
        await pagina.getByLabel('E-mail').fill('a@b.example')
        await pagina.getByRole('button', { name: 'Mandar o link' }).click()
        await pagina.getByText('um link está a caminho').waitFor()
      },
    },
    {
      rota: '/senha/nova',
      nome: 'sem link',
      esperar: false,
      respostas: [],
      ver: (pagina) => pagina.getByText('Abra esta página pelo'),
    },
    {
      rota: '/senha/nova#token=x',
      esperar: false,
      respostas: [],
      ver: (pagina) => pagina.getByLabel('Repita a senha nova'),
      fazer: async (pagina) => {
        await pagina.getByLabel('Senha nova', { exact: true }).fill('curta')
        await pagina.getByRole('button', { name: 'Trocar a senha' }).click()
        await pagina.getByText('ao menos 10 caracteres.').waitFor()
      },
    },
  ]
}
