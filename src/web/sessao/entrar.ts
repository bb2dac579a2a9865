import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi, SEM_FRASE } from '#web/api/erro.ts'
import { aoMudarSessao, avisoDaEntrada, iniciarSessao, inicioDe, ondeEstava, sessaoAtual } from '#web/api/sessao.ts'
import { buscarAplicacao } from './buscarAplicacao.ts'

const FALHA_PADRAO = 'Erro ao fazer login'

const formulario = um<HTMLFormElement>('form')
const senha = um<HTMLInputElement>('#password')
const codigo = um<HTMLInputElement>('#codigo')
const mostrar = um<HTMLButtonElement>('#mostrar')
const maiusculas = um('#entrar-maiusculas')
const botao = um<HTMLButtonElement>('#entrar-botao')

function um<E extends HTMLElement>(seletor: string): E {
  const elemento = document.querySelector<E>(seletor)
  if (!elemento) throw new Error(`The sign-in page has no ${seletor}.`)
  return elemento
}

/** Who is signed in, here or in another tab, has nothing to do on this page; an unknown role begins again here. */
function seguir(destino: string | null) {
  const inicio = inicioDe(sessaoAtual()?.user.role)
  if (inicio !== '/login') window.location.replace(destino ?? inicio)
}

/** The server's own sentence; without one, the default. */
function fraseDaFalha(falha: unknown): string {
  if (!(falha instanceof ErroDaApi) || falha.message === SEM_FRASE) return FALHA_PADRAO
  return falha.status === 0 ? `${FALHA_PADRAO}. Confira a conexão e tente de novo.` : falha.message
}

function mostrarErro(frase: string) {
  um('#entrar-frase').textContent = frase
  um('#entrar-erro > p').hidden = !frase
  const campo = noSegundoPasso() ? codigo : senha
  campo.setAttribute('aria-invalid', String(Boolean(frase)))
}

function ocupar(ocupado: boolean) {
  botao.disabled = ocupado
  botao.setAttribute('aria-busy', String(ocupado))
}

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

/** The right password, of somebody with a second factor, asks for its code; whatever else is refused is said. */
function recusar(falha: unknown) {
  const faltaCodigo = falha instanceof ErroDaApi && falha.codigo === 'segundo_fator'
  if (faltaCodigo && !noSegundoPasso()) return mostrarPasso(true)
  mostrarErro(fraseDaFalha(falha))
  if (!noSegundoPasso()) return senha.focus()
  // A password that is no longer right, or too many tries: the pair is what to look at.
  if (!faltaCodigo && falha instanceof ErroDaApi && falha.status === 401) return mostrarPasso(false)
  codigo.select()
}

const noSegundoPasso = () => !um('#entrar-passo').hidden

function mostrarPasso(segundo: boolean) {
  um('#entrar-passo').hidden = !segundo
  um('#entrar-voltar').hidden = !segundo
  um('#entrar-par').hidden = segundo
  um('#entrar-esqueci').hidden = segundo
  um('#entrar-titulo').textContent = segundo ? 'Confirme que é você' : 'Entrar'
  codigo.required = segundo
  codigo.value = ''
  if (segundo) codigo.focus()
  else senha.focus()
}

function verMaiusculas(evento: KeyboardEvent) {
  maiusculas.textContent = evento.getModifierState?.('CapsLock') ? 'Caps Lock está ligado.' : ''
}

formulario.addEventListener('submit', (evento) => {
  evento.preventDefault()
  void enviar()
})
senha.addEventListener('keydown', verMaiusculas)
senha.addEventListener('keyup', verMaiusculas)
senha.addEventListener('blur', () => {
  maiusculas.textContent = ''
})
um('#entrar-voltar').addEventListener('click', () => {
  mostrarErro('')
  mostrarPasso(false)
})
mostrar.addEventListener('click', () => {
  const visivel = senha.type === 'password'
  senha.type = visivel ? 'text' : 'password'
  mostrar.setAttribute('aria-pressed', String(visivel))
})

if (avisoDaEntrada()) um('#entrar-ajuda').textContent = avisoDaEntrada()
aoMudarSessao(() => seguir(ondeEstava()))
// "Back" may bring this page as it was left.
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
