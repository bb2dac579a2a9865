import CloseOutlined from '@mui/icons-material/CloseOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'

const ESPERA_MS = 300

interface Props {
  rotulo: string
  valor: string | undefined
  aoMudar: (valor: string | undefined) => void
  largura?: number | string | { xs: string; sm: number }
}

/** Searches a moment after the last key; what is being typed is never overwritten by the address. */
export function SearchField({ rotulo, valor = '', aoMudar, largura = 280 }: Props) {
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
    <OutlinedInput
      size="small"
      type="search"
      value={texto}
      placeholder={rotulo}
      onChange={(evento) => mudar(evento.target.value)}
      onKeyDown={(evento) => {
        if (evento.key !== 'Escape' || !texto) return
        evento.stopPropagation()
        mudar('', 0)
      }}
      sx={{
        width: largura,
        maxWidth: '100%',
        height: 36,
        '& input::-webkit-search-cancel-button': { display: 'none' },
      }}
      inputProps={{ 'aria-label': rotulo, maxLength: 200 }}
      startAdornment={
        <InputAdornment position="start">
          <SearchOutlined sx={{ fontSize: 20 }} aria-hidden />
        </InputAdornment>
      }
      endAdornment={
        texto && (
          <IconButton size="small" aria-label="Limpar busca" onClick={() => mudar('', 0)} sx={{ mr: -2 }}>
            <CloseOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        )
      }
    />
  )
}
