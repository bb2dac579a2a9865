import { PEDIDOS_POR_HORA } from '#domain/recuperacao.ts'
import { MINIMO_DA_SENHA, SENHA_CURTA } from '#domain/senha.ts'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { ligarSenha, mensagemDeErro, mostrarErroNoCampo, ocupar, um } from './formulario.ts'

const SEM_CORREIO = 'Para ter uma senha nova, peça-a a um administrador da sua empresa.'
const ABRA_O_LINK = 'Abra esta página pelo link que chegou no seu e-mail. Se ele não vale mais, peça outro.'
/** Two steps: asking for a link, and choosing the password that it leads to. */
const passo = window.location.pathname.startsWith('/senha/nova') ? 'nova' : 'esqueci'

const email = um<HTMLInputElement>('#email')
const senha = um<HTMLInputElement>('#password')
const repetida = um<HTMLInputElement>('#password_confirmation')
const empresa = callApi('GET /api/empresa', {}).catch(() => null) // the form itself reports a failure
/** Kept only in memory: neither the history nor a copied address holds it. */
let token = ''

/** Leaves nothing to fill in: the outcome, and the link to go on with. */
function encerrar(titulo: string, ajuda: string, saida?: { href: string; texto: string }) {
  dizer(titulo, ajuda)
  mostrarErroNoCampo('', email)
  for (const parte of ['#esqueci', '#nova', '#entrar-botao']) um(parte).hidden = true
  if (saida) Object.assign(um<HTMLAnchorElement>('#entrar-saida'), { href: saida.href, textContent: saida.texto })
  um('#entrar-titulo').focus()
}

function dizer(titulo: string, ajuda: string) {
  document.title = `${titulo} — Sistema de Cobrança Automática`
  um('#entrar-titulo').textContent = titulo
  um('#entrar-ajuda').textContent = ajuda
}

function pedir(botao: string, campo: HTMLInputElement) {
  um(`#${passo}`).hidden = false
  um('#entrar-botao').hidden = false
  um('#entrar-botao > span').textContent = botao
  campo.focus()
}

async function comecar() {
  if (passo === 'nova') return abrirLink()
  dizer('Esqueci a senha', 'Informe o e-mail com que você entra, e mandamos um link para escolher uma senha nova.')
  if ((await empresa)?.senha_por_email === false) return encerrar('Esqueci a senha', SEM_CORREIO)
  pedir('Mandar o link', email)
}

function abrirLink() {
  token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? token
  window.history.replaceState(null, '', window.location.pathname)
  if (!token) return encerrar('Senha nova', ABRA_O_LINK, PEDIR_OUTRO)
  dizer('Senha nova', 'Escolha a senha com que você vai entrar daqui em diante.')
  pedir('Trocar a senha', senha)
}

const PEDIR_OUTRO = { href: '/senha/esqueci', texto: 'Pedir outro link' }

async function pedirLink() {
  const dito = email.value.trim()
  if (!dito || !email.checkValidity()) return recusar('Informe o seu e-mail, como nome@empresa.com.br.', email)
  await callApi('POST /api/senha/esqueci', { body: { email: dito } })
  const lidos = (await empresa)?.emails_em
  const onde = lidos ? { href: lidos, texto: 'Ler os e-mails desta demonstração' } : undefined
  encerrar(
    'Confira o seu e-mail',
    `Se ${dito} é de alguém daqui, um link está a caminho. Ele vale por 30 minutos. Se não chegar em alguns minutos, veja o lixo eletrônico ou peça de novo, até ${PEDIDOS_POR_HORA} vezes por hora.`,
    onde,
  )
  um('#entrar-outro').hidden = false
}

async function definirSenha() {
  if ([...senha.value].length < MINIMO_DA_SENHA) return recusar(SENHA_CURTA, senha)
  if (repetida.value !== senha.value)
    return recusar('As duas senhas não são iguais. Digite a mesma nas duas.', repetida)
  const body = { token, password: senha.value, password_confirmation: repetida.value }
  await callApi('POST /api/senha/nova', { body })
  const frase = 'As sessões que estavam abertas foram encerradas. Entre com a senha nova.'
  encerrar('Senha trocada', frase, { href: '/login', texto: 'Entrar' })
}

function recusar(frase: string, campo: HTMLInputElement) {
  mostrarErroNoCampo(frase, campo)
  campo.focus()
}

function falhar(falha: unknown) {
  const { status = 0, campos } = falha instanceof ErroDaApi ? falha : {}
  if (status === 404) return encerrar('Esqueci a senha', SEM_CORREIO)
  if (campos?.token) return encerrar('Este link não vale mais', campos.token[0] ?? ABRA_O_LINK, PEDIR_OUTRO)
  const campo = passo === 'esqueci' ? email : campos?.password_confirmation ? repetida : senha
  recusar(mensagemDeErro(falha, passo === 'esqueci' ? 'O pedido não foi feito' : 'A senha não foi trocada'), campo)
}

um<HTMLFormElement>('form').addEventListener('submit', async (evento) => {
  evento.preventDefault()
  for (const campo of [email, senha, repetida]) mostrarErroNoCampo('', campo)
  ocupar(true)
  await (passo === 'nova' ? definirSenha() : pedirLink()).catch(falhar)
  ocupar(false)
})
ligarSenha(senha)
// The link opened again in the same tab brings another token without a page load.
window.addEventListener('hashchange', () => {
  if (passo === 'nova' && window.location.hash) abrirLink()
})
void empresa.then((dita) => {
  um('#entrar-empresa').textContent = dita?.nome ?? ''
})
void comecar()
