import AddOutlined from '@mui/icons-material/AddOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlineOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { BOTAO_MAXIMO, type Botao, CABECALHO_MAXIMO, type Partes } from '#domain/partes.ts'

interface Props {
  partes: Partes
  /** What is wrong with them, the first thing; empty when nothing is. */
  problema: string | undefined
  aoMudar: (partes: Partes) => void
}

const NOVOS: { rotulo: string; botao: Botao }[] = [
  { rotulo: 'Resposta do cliente', botao: { tipo: 'resposta', texto: 'Falar com uma pessoa' } },
  { rotulo: 'Parar de receber', botao: { tipo: 'parar', texto: 'Parar avisos' } },
  { rotulo: 'Abrir um endereço', botao: { tipo: 'link', texto: 'Ver a conta', url: 'https://' } },
  { rotulo: 'Copiar a chave Pix', botao: { tipo: 'copiar_pix' } },
]
const ROTULOS: Record<Botao['tipo'], string> = {
  resposta: 'Resposta do cliente',
  parar: 'Parar de receber',
  link: 'Abre um endereço',
  copiar_pix: 'Copia a chave Pix',
}

/** A line above the text and what may be tapped below it; most templates have neither. */
export function PartesDoModelo({ partes, problema, aoMudar }: Props) {
  const { cabecalho, botoes } = partes
  const trocar = (i: number, novo: Botao | null) =>
    aoMudar({ ...partes, botoes: botoes.flatMap((botao, n) => (n === i ? (novo ?? []) : botao)) })
  return (
    <Box component="section" aria-label="Cabeçalho e botões" sx={{ display: 'grid', gap: 2 }}>
      <Typography component="h3" sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
        Cabeçalho e botões
      </Typography>
      {cabecalho !== null && (
        <Linha aoTirar={() => aoMudar({ ...partes, cabecalho: null })} rotulo="Tirar o cabeçalho">
          <TextField
            fullWidth
            label="Cabeçalho"
            placeholder="Conta {{numero}}"
            value={cabecalho}
            onChange={({ target }) => aoMudar({ ...partes, cabecalho: target.value })}
            slotProps={{ htmlInput: { maxLength: CABECALHO_MAXIMO + 40 } }}
          />
        </Linha>
      )}
      {botoes.map((botao, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its place
        <Linha key={i} aoTirar={() => trocar(i, null)} rotulo={`Tirar o botão ${i + 1}`}>
          {botao.tipo === 'copiar_pix' ? (
            <Box sx={{ flex: 1, alignSelf: 'center' }}>{ROTULOS.copiar_pix}</Box>
          ) : (
            <TextField
              label={ROTULOS[botao.tipo]}
              value={botao.texto}
              onChange={({ target }) => trocar(i, { ...botao, texto: target.value })}
              slotProps={{ htmlInput: { maxLength: BOTAO_MAXIMO } }}
              sx={{ flex: 1, minWidth: 140 }}
            />
          )}
          {botao.tipo === 'link' && (
            <TextField
              label="Endereço"
              placeholder="https://suaempresa.com.br/contas/{{numero}}"
              value={botao.url}
              onChange={({ target }) => trocar(i, { ...botao, url: target.value })}
              sx={{ flex: 2, minWidth: 200 }}
            />
          )}
        </Linha>
      ))}
      <Box role="status" sx={{ fontSize: 13, lineHeight: '18px', color: 'error.main' }}>
        {problema}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: '-8px' }}>
        {cabecalho === null && (
          <Button size="small" startIcon={<AddOutlined />} onClick={() => aoMudar({ ...partes, cabecalho: '' })}>
            Cabeçalho
          </Button>
        )}
        <NovoBotao aoEscolher={(botao) => aoMudar({ ...partes, botoes: [...botoes, botao] })} />
      </Box>
    </Box>
  )
}

const Linha = ({ rotulo, aoTirar, children }: { rotulo: string; aoTirar: () => void; children: ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>{children}</Box>
    <IconButton aria-label={rotulo} onClick={aoTirar}>
      <DeleteOutlined />
    </IconButton>
  </Box>
)

function NovoBotao({ aoEscolher }: { aoEscolher: (botao: Botao) => void }) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<AddOutlined />}
        aria-haspopup="menu"
        aria-expanded={Boolean(ancora)}
        onClick={(evento) => setAncora(evento.currentTarget)}
      >
        Botão
      </Button>
      <Menu anchorEl={ancora} open={Boolean(ancora)} onClose={() => setAncora(null)}>
        {NOVOS.map(({ rotulo, botao }) => (
          <MenuItem
            key={rotulo}
            onClick={() => {
              setAncora(null)
              aoEscolher(botao)
            }}
          >
            {rotulo}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
