import { useEffect, useId, useRef, useState } from 'react'
import { LETRAS_EM_QUALQUER_PARTE } from '#domain/lista-de-clientes.ts'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { SearchOutlined } from '#web/ui/icons/SearchOutlined.tsx'
import './busca.css'

const ESPERA_MS = 300

interface Props {
  rotulo: string
  valor: string | undefined
  aoMudar: (valor: string | undefined) => void
  /** One or two letters match only at the start of words. */
  porComeco?: boolean | undefined
}

const CURTA = 'no começo das palavras'

/** Searches a moment after the last key; what is being typed is never overwritten by the address. */
export function SearchField({ rotulo, valor = '', aoMudar, porComeco = false }: Props) {
  const dica = useId()
  const [texto, setTexto] = useState(valor)
  const relogio = useRef<ReturnType<typeof setTimeout>>(undefined)
  const enviado = useRef(valor)
  useEffect(() => {
    if (valor !== enviado.current) setTexto(valor)
    enviado.current = valor
  }, [valor])
  useEffect(() => () => clearTimeout(relogio.current), [])

  const mudar = (novo: string, espera = ESPERA_MS) => {
    setTexto(novo)
    clearTimeout(relogio.current)
    relogio.current = setTimeout(() => {
      enviado.current = novo.trim()
      aoMudar(novo.trim() || undefined)
    }, espera)
  }
  const { length: letras } = texto.trim()
  const curta = porComeco && letras > 0 && letras < LETRAS_EM_QUALQUER_PARTE
  return (
    <label className="busca">
      <SearchOutlined aria-hidden />
      <input
        type="search"
        aria-label={rotulo}
        aria-describedby={curta ? dica : undefined}
        placeholder={rotulo}
        maxLength={200}
        value={texto}
        onChange={(evento) => mudar(evento.target.value)}
        onKeyDown={(evento) => {
          if (evento.key === 'Enter' || evento.key === 'ArrowDown') mudar(texto, 0)
          if (evento.key !== 'Escape' || !texto) return
          evento.stopPropagation()
          mudar('', 0)
        }}
      />
      {curta && (
        <small id={dica} className="busca-dica">
          {CURTA}
        </small>
      )}
      {texto && (
        <button
          type="button"
          className="icon-button"
          aria-label="Limpar busca"
          onClick={({ currentTarget }) => {
            mudar('', 0)
            currentTarget.closest('label')?.querySelector('input')?.focus() // who clears it types the next one
          }}
        >
          <CloseOutlined />
        </button>
      )}
    </label>
  )
}
