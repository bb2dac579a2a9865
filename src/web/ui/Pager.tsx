import ChevronLeftOutlined from '@mui/icons-material/ChevronLeftOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { cor } from '#web/theme.ts'
import { numero } from './formatos.ts'

interface Props {
  pagina: { data: unknown[]; current_page: number; last_page: number; per_page: number; total: number }
  resumo?: ReactNode
  aoMudar: (pagina: number) => void
  /** In a narrow pane: only the count and the arrows. */
  compacto?: boolean
  /** Of a search no more than these are counted: there may be more. */
  teto?: number | undefined
}

/** "1–20 de 4.321", the page as a field, previous and next. */
export function Pager({ pagina, resumo, aoMudar, compacto = false, teto }: Props) {
  const { current_page: atual, last_page: ultima, per_page: porPagina, total, data } = pagina
  const [texto, setTexto] = useState(String(atual))
  useEffect(() => setTexto(String(atual)), [atual])
  const ir = (alvo: number) => {
    const certo = Math.min(Math.max(1, Math.trunc(alvo) || atual), ultima)
    setTexto(String(certo))
    if (certo !== atual) aoMudar(certo)
  }
  const primeira = (atual - 1) * porPagina + 1
  return (
    <Box
      component="nav"
      aria-label="Páginas"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        minHeight: 48,
        px: compacto ? 4 : 5,
        py: 1,
        flexShrink: 0,
        fontSize: compacto ? 12 : 14,
        borderTop: `1px solid ${cor.divider}`,
        fontVariantNumeric: 'tabular-nums',
        color: 'text.secondary',
      }}
    >
      <span>
        {data.length
          ? `${numero(primeira)}–${numero(primeira + data.length - 1)} de ${numero(total)}${total === teto ? ' ou mais' : ''}`
          : `${numero(total)} no total`}
        {resumo && <> · {resumo}</>}
      </span>
      {ultima > 1 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, ml: 'auto' }}>
          {!compacto && (
            <CampoPagina texto={texto} ultima={ultima} aoDigitar={setTexto} aoIr={() => ir(Number(texto))} />
          )}
          <IconButton aria-label="Página anterior" disabled={atual <= 1} onClick={() => ir(atual - 1)}>
            <ChevronLeftOutlined sx={{ fontSize: 20 }} />
          </IconButton>
          <IconButton aria-label="Próxima página" disabled={atual >= ultima} onClick={() => ir(atual + 1)}>
            <ChevronRightOutlined sx={{ fontSize: 20 }} />
          </IconButton>
        </Box>
      )}
    </Box>
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
      <OutlinedInput
        id={id}
        size="small"
        value={texto}
        onChange={(evento) => aoDigitar(evento.target.value.replace(/\D/g, ''))}
        onKeyDown={(evento) => evento.key === 'Enter' && aoIr()}
        onBlur={aoIr}
        slotProps={{ input: { inputMode: 'numeric', style: { textAlign: 'center', padding: '4px' } } }}
        sx={{ width: 56, height: 32 }}
      />
      <span>de {numero(ultima)}</span>
    </>
  )
}
