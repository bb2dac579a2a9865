import { EM_MANUTENCAO, ErroDaApi, SEM_FRASE, SEM_NOTICIA } from '#web/api/erro.ts'

/** The parts of the pages before sign-in: one form, its refusal, its button, a password that may be shown. */
export function um<E extends HTMLElement>(seletor: string): E {
  const elemento = document.querySelector<E>(seletor)
  if (!elemento) throw new Error(`The page has no ${seletor}.`)
  return elemento
}

/** The server's own sentence; without one, the default. */
export function mensagemDeErro(falha: unknown, padrao: string): string {
  if (!(falha instanceof ErroDaApi) || [SEM_FRASE, EM_MANUTENCAO, SEM_NOTICIA].includes(falha.message)) return padrao
  return falha.status === 0 ? `${padrao}. Confira a conexão e tente de novo.` : falha.message
}

/** Shows the refusal beside its field; an empty sentence removes it. */
export function mostrarErroNoCampo(frase: string, campo: HTMLInputElement) {
  um('#entrar-frase').textContent = frase
  um('#entrar-erro > p').hidden = !frase
  campo.setAttribute('aria-invalid', String(Boolean(frase)))
}

export function ocupar(ocupado: boolean) {
  const botao = um<HTMLButtonElement>('#entrar-botao')
  botao.disabled = ocupado
  botao.setAttribute('aria-busy', String(ocupado))
}

/** Lets the password be shown while it is typed, and tells of Caps Lock. */
export function ligarSenha(senha: HTMLInputElement) {
  const mostrar = um<HTMLButtonElement>('#mostrar')
  const maiusculas = um('#entrar-maiusculas')
  const verMaiusculas = (evento: KeyboardEvent) => {
    maiusculas.textContent = evento.getModifierState?.('CapsLock') ? 'Caps Lock está ligado.' : ''
  }
  senha.addEventListener('keydown', verMaiusculas)
  senha.addEventListener('keyup', verMaiusculas)
  senha.addEventListener('blur', () => {
    maiusculas.textContent = ''
  })
  mostrar.addEventListener('click', () => {
    const visivel = senha.type === 'password'
    senha.type = visivel ? 'text' : 'password'
    mostrar.setAttribute('aria-pressed', String(visivel))
  })
}
