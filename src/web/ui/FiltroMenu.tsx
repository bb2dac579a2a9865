import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { BotaoFiltro } from './BotaoFiltro.tsx'
import type { Opcao } from './entradas.tsx'

interface Props {
  rotulo: string
  valor: string | undefined
  opcoes: readonly Opcao[]
  aoMudar: (valor: string | undefined) => void
}

/** A filter by one of a few values. */
export function FiltroMenu({ rotulo, valor, opcoes, aoMudar }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const ativa = opcoes.find((opcao) => opcao.valor === valor)
  return (
    <>
      <BotaoFiltro
        rotulo={rotulo}
        valor={ativa?.rotulo}
        abre="menu"
        aberto={Boolean(ancora)}
        aoAbrir={(evento) => setAncora(evento.currentTarget)}
        aoTirar={() => aoMudar(undefined)}
      />
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {opcoes.map((opcao) => (
          <MenuItem
            key={opcao.valor}
            selected={opcao.valor === valor}
            onClick={() => {
              setAncora(null)
              aoMudar(opcao.valor)
            }}
          >
            {opcao.rotulo}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
