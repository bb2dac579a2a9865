import { type ReactNode, useEffect, useId, useState } from 'react'
import { ChevronLeftOutlined } from '#web/ui/icons/ChevronLeftOutlined.tsx'
import { ChevronRightOutlined } from '#web/ui/icons/ChevronRightOutlined.tsx'
import { IconButton } from './Button.tsx'
import { InputBox } from './Field.tsx'
import { numero, soDigitos } from './formatos.ts'
import './pager.css'

interface Props {
  pagina: { data: unknown[]; current_page: number; last_page: number; per_page: number; total: number }
  resumo?: ReactNode
  aoMudar: (pagina: number) => void
  /** The most that a search counts: there may be more. */
  teto?: number | undefined
}

/** "1–20 de 4.321". */
export function faixaDe({ current_page, per_page, total, data }: Props['pagina'], teto?: number): string {
  if (data.length === 0) return `${numero(total)} no total`
  const primeira = (current_page - 1) * per_page + 1
  return `${numero(primeira)}–${numero(primeira + data.length - 1)} de ${numero(total)}${total === teto ? ' ou mais' : ''}`
}

/** "1–20 de 4.321", the page as a field, previous and next. */
export function Pager({ pagina, resumo, aoMudar, teto }: Props) {
  const { current_page: atual, last_page: ultima } = pagina
  const [texto, setTexto] = useState(String(atual))
  useEffect(() => setTexto(String(atual)), [atual])
  const ir = (alvo: number) => {
    const certo = Math.min(Math.max(1, Math.trunc(alvo) || atual), ultima)
    setTexto(String(certo))
    if (certo !== atual) aoMudar(certo)
  }
  return (
    <nav aria-label="Páginas" className="paginas">
      <span>
        {faixaDe(pagina, teto)}
        {resumo && <> · {resumo}</>}
      </span>
      {ultima > 1 && (
        <div className="paginas-ir">
          <CampoPagina texto={texto} ultima={ultima} aoDigitar={setTexto} aoIr={() => ir(Number(texto))} />
          <IconButton aria-label="Página anterior" disabled={atual <= 1} onClick={() => ir(atual - 1)}>
            <ChevronLeftOutlined size={20} />
          </IconButton>
          <IconButton aria-label="Próxima página" disabled={atual >= ultima} onClick={() => ir(atual + 1)}>
            <ChevronRightOutlined size={20} />
          </IconButton>
        </div>
      )}
    </nav>
  )
}

interface CampoProps {
  texto: string
  ultima: number
  aoDigitar: (texto: string) => void
  aoIr: () => void
}

function CampoPagina({ texto, ultima, aoDigitar, aoIr }: CampoProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>Página</label>
      <InputBox>
        <input
          id={id}
          inputMode="numeric"
          value={texto}
          onChange={(evento) => aoDigitar(soDigitos(evento.target.value))}
          onKeyDown={(evento) => evento.key === 'Enter' && aoIr()}
          onBlur={aoIr}
        />
      </InputBox>
      <span>de {numero(ultima)}</span>
    </>
  )
}
