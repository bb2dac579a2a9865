import { useEffect, useRef, useState } from 'react'
import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { SearchOutlined } from '#web/ui/icons/SearchOutlined.tsx'
import './busca.css'

const ESPERA_MS = 300

interface Props {
  rotulo: string
  valor: string | undefined
  aoMudar: (valor: string | undefined) => void
}

/** Searches a moment after the last key; what is being typed is never overwritten by the address. */
export function SearchField({ rotulo, valor = '', aoMudar }: Props) {
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
  return (
    <label className="busca">
      <SearchOutlined aria-hidden />
      <input
        type="search"
        aria-label={rotulo}
        placeholder={rotulo}
        maxLength={200}
        value={texto}
        onChange={(evento) => mudar(evento.target.value)}
        onKeyDown={(evento) => {
          if (evento.key !== 'Escape' || !texto) return
          evento.stopPropagation()
          mudar('', 0)
        }}
      />
      {texto && (
        <button type="button" className="icon-button" aria-label="Limpar busca" onClick={() => mudar('', 0)}>
          <CloseOutlined />
        </button>
      )}
    </label>
  )
}
