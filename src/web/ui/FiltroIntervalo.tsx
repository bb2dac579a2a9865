import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { type FormEvent, useState } from 'react'
import { BotaoFiltro } from './BotaoFiltro.tsx'
import { Entrada, type EntradaProps } from './entradas.tsx'

interface Props {
  rotulo: string
  de: string | undefined
  ate: string | undefined
  /** How an end of the interval is written on the button. */
  escrever: (valor: string) => string
  /** Typed text to what the address keeps; null says that it cannot be read. */
  ler?: (texto: string) => string | null
  campo: Partial<EntradaProps>
  aoMudar: (de: string | undefined, ate: string | undefined) => void
}

/** A filter from one value to another, either end open. */
export function FiltroIntervalo({ rotulo, de, ate, escrever, ler = (texto) => texto, campo, aoMudar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const [textos, setTextos] = useState({ de: '', ate: '' })
  const [erro, setErro] = useState('')
  const resumo =
    de && ate ? `${escrever(de)} a ${escrever(ate)}` : de ? `desde ${escrever(de)}` : ate && `até ${escrever(ate)}`

  const aplicar = (evento: FormEvent) => {
    evento.preventDefault()
    const novoDe = textos.de && ler(textos.de)
    const novoAte = textos.ate && ler(textos.ate)
    if (novoDe === null || novoAte === null) return setErro('Confira os valores.')
    setAncora(null)
    aoMudar(novoDe || undefined, novoAte || undefined)
  }
  return (
    <>
      <BotaoFiltro
        rotulo={rotulo}
        valor={resumo}
        abre="dialog"
        aberto={Boolean(ancora)}
        aoAbrir={(evento) => {
          setTextos({ de: de ?? '', ate: ate ?? '' })
          setErro('')
          setAncora(evento.currentTarget)
        }}
        aoTirar={() => aoMudar(undefined, undefined)}
      />
      <Popover
        anchorEl={ancora}
        open={Boolean(ancora)}
        onClose={() => setAncora(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': rotulo, sx: { borderRadius: '12px', mt: 1 } } }}
      >
        <Box component="form" onSubmit={aplicar} sx={{ p: 4, display: 'grid', gap: 1, width: 280 }}>
          <Entrada
            {...campo}
            rotulo="De"
            autoFocus
            value={textos.de}
            onChange={(evento) => setTextos({ ...textos, de: evento.target.value })}
          />
          <Entrada
            {...campo}
            rotulo="Até"
            value={textos.ate}
            onChange={(evento) => setTextos({ ...textos, ate: evento.target.value })}
            erro={erro || undefined}
          />
          <Button type="submit" variant="contained">
            Filtrar
          </Button>
        </Box>
      </Popover>
    </>
  )
}
