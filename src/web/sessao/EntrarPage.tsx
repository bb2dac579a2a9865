import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '#web/api/callApi.ts'
import { ErroDaApi, SEM_FRASE } from '#web/api/erro.ts'
import { avisoDaEntrada, iniciarSessao } from '#web/api/sessao.ts'
import { Marca } from '#web/shell/Marca.tsx'
import { Painel } from './Painel.tsx'
import './entrar.css'

const FALHA_PADRAO = 'Erro ao fazer login'

/** Sign-in, in plain CSS so that it opens at once; the shell is fetched while the person types. */
export function EntrarPage() {
  const [erro, setErro] = useState('')
  const [enviando, setEnviando] = useState(false)
  const [mostrar, setMostrar] = useState(false)
  const [maiusculas, setMaiusculas] = useState(false)
  const [empresa, setEmpresa] = useState('')
  const senha = useRef<HTMLInputElement>(null)
  const email = useRef<HTMLInputElement>(null)
  useEffect(() => {
    email.current?.focus() // signing in is all there is to do here
    void import('#web/shell/Shell.tsx')
    callApi('GET /api/empresa', {}).then(
      ({ nome }) => setEmpresa(nome),
      () => undefined, // the page says the same without it
    )
  }, [])
  const verMaiusculas = (evento: KeyboardEvent) => setMaiusculas(evento.getModifierState('CapsLock'))

  async function enviar(evento: FormEvent<HTMLFormElement>) {
    evento.preventDefault()
    const dados = new FormData(evento.currentTarget)
    setEnviando(true)
    setErro('')
    try {
      const body = { email: String(dados.get('email')).trim(), password: String(dados.get('password')) }
      iniciarSessao(await callApi('POST /api/login', { body }))
    } catch (falha) {
      setErro(fraseDaFalha(falha))
      setEnviando(false)
      senha.current?.focus()
    }
  }

  return (
    <div className="entrar">
      <main className="entrar-coluna">
        <div className="entrar-produto">
          <Marca tamanho={36} />
          Sistema de Cobrança Automática
        </div>
        <form className="entrar-form" onSubmit={(evento) => void enviar(evento)}>
          <h1>Entrar</h1>
          <p className="entrar-ajuda">{avisoDaEntrada() || 'Use o e-mail que o administrador cadastrou.'}</p>
          <label htmlFor="email">E-mail</label>
          <input id="email" name="email" type="email" autoComplete="username" required ref={email} maxLength={254} />
          <label htmlFor="password">Senha</label>
          <div className="entrar-senha">
            <input
              ref={senha}
              id="password"
              name="password"
              type={mostrar ? 'text' : 'password'}
              autoComplete="current-password"
              required
              maxLength={200}
              aria-describedby="entrar-maiusculas entrar-erro"
              onKeyDown={verMaiusculas}
              onKeyUp={verMaiusculas}
              onBlur={() => setMaiusculas(false)}
              aria-invalid={Boolean(erro)}
            />
            <button
              type="button"
              aria-pressed={mostrar}
              aria-label="Mostrar senha"
              onClick={() => setMostrar(!mostrar)}
            >
              <Olho fechado={mostrar} />
            </button>
          </div>
          <p id="entrar-maiusculas" className="entrar-maiusculas" role="status">
            {maiusculas && 'Caps Lock está ligado.'}
          </p>
          <div id="entrar-erro" role="alert">
            {erro && (
              <p className="entrar-erro">
                <Exclamacao />
                {erro}
              </p>
            )}
          </div>
          <button type="submit" className="entrar-botao" disabled={enviando} aria-busy={enviando}>
            <span>Entrar</span>
          </button>
          <p className="entrar-esqueci">Esqueceu a senha? Peça uma nova a um administrador da sua empresa.</p>
        </form>
        <footer className="entrar-empresa">{empresa}</footer>
      </main>
      <Painel />
    </div>
  )
}

/** The server's own sentence; without one, the default. */
function fraseDaFalha(falha: unknown): string {
  if (!(falha instanceof ErroDaApi) || falha.message === SEM_FRASE) return FALHA_PADRAO
  return falha.status === 0 ? `${FALHA_PADRAO}. Confira a conexão e tente de novo.` : falha.message
}

const Olho = ({ fechado }: { fechado: boolean }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    aria-hidden="true"
  >
    <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
    {fechado && <path d="m4 4 16 16" strokeLinecap="round" />}
  </svg>
)

const Exclamacao = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v6m0 3v1" strokeLinecap="round" />
  </svg>
)
