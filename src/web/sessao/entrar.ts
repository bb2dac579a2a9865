import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi } from '#web/api/erro.ts'
import { aoMudarSessao, avisoDaEntrada, iniciarSessao, inicioDe, ondeEstava, sessaoAtual } from '#web/api/sessao.ts'
import { buscarAplicacao } from './buscarAplicacao.ts'
import { ligarSenha, mensagemDeErro, mostrarErroNoCampo, ocupar, um } from './formulario.ts'

const FALHA_PADRAO = 'Erro ao fazer login'

const formulario = um<HTMLFormElement>('form')
const senha = um<HTMLInputElement>('#password')
const codigo = um<HTMLInputElement>('#codigo')
const ajuda = um('#entrar-ajuda')
/** Why one has to sign in again, or what the page says of itself. */
const AJUDA = avisoDaEntrada() || ajuda.textContent

/** Leaves this page once somebody is signed in, here or in another tab; an unknown role stays to sign in again. */
function seguir(destino: string | null) {
  const inicio = inicioDe(sessaoAtual()?.user.role)
  if (inicio !== '/login') window.location.replace(destino ?? inicio)
}

const mostrarErro = (frase: string) => mostrarErroNoCampo(frase, noSegundoPasso() ? codigo : senha)

async function enviar() {
  const dados = new FormData(formulario)
  ocupar(true)
  mostrarErro('')
  try {
    const par = { email: String(dados.get('email')).trim(), password: String(dados.get('password')) }
    const body = noSegundoPasso() ? { ...par, codigo: String(dados.get('codigo')) } : par
    iniciarSessao(await callApi('POST /api/login', { body }))
  } catch (falha) {
    ocupar(false)
    recusar(falha)
  }
}

/** After the right password of an account with a second factor, asks for its code; tells any other refusal. */
function recusar(falha: unknown) {
  const faltaCodigo = falha instanceof ErroDaApi && falha.codigo === 'segundo_fator'
  if (faltaCodigo && !noSegundoPasso()) return mostrarPasso(true)
  mostrarErro(mensagemDeErro(falha, FALHA_PADRAO))
  if (!noSegundoPasso()) return senha.focus()
  // The password is no longer right, or there were too many tries: back to e-mail and password.
  if (!faltaCodigo && falha instanceof ErroDaApi && falha.status === 401) return mostrarPasso(false)
  codigo.select()
}

const noSegundoPasso = () => !um('#entrar-passo').hidden

function mostrarPasso(segundo: boolean) {
  um('#entrar-passo').hidden = !segundo
  um('#entrar-voltar').hidden = !segundo
  um('#entrar-par').hidden = segundo
  um('#entrar-esqueci').hidden = segundo
  ajuda.textContent = segundo ? 'Sua conta pede um código, além da senha.' : AJUDA
  um('#entrar-titulo').textContent = segundo ? 'Confirme que é você' : 'Entrar'
  codigo.required = segundo
  codigo.value = ''
  if (segundo) codigo.focus()
  else senha.focus()
}

formulario.addEventListener('submit', (evento) => {
  evento.preventDefault()
  void enviar()
})
um('#entrar-voltar').addEventListener('click', () => {
  mostrarErro('')
  mostrarPasso(false)
})
ligarSenha(senha)

ajuda.textContent = AJUDA
aoMudarSessao(() => seguir(ondeEstava()))
// "Back" may restore this page as it was left.
window.addEventListener('pageshow', () => {
  ocupar(false)
  seguir(null)
})
callApi('GET /api/empresa', {}).then(
  ({ nome }) => {
    um('#entrar-empresa').textContent = nome
  },
  () => undefined, // the page says the same without it
)
formulario.addEventListener('input', () => void buscarAplicacao(), { once: true })
