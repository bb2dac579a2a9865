import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Typography from '@mui/material/Typography'
import { type ReactNode, useRef, useState } from 'react'
import { BOTAO_MAXIMO, type Botao, CABECALHO_MAXIMO, type Partes } from '#domain/partes.ts'
import { TextField } from '#web/ui/Field.tsx'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { DeleteOutlineOutlined as DeleteOutlined } from '#web/ui/icons/DeleteOutlineOutlined.tsx'

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
  /** Whether the header was just asked for: one then writes it at once. */
  const [novo, setNovo] = useState(false)
  const secao = useRef<HTMLDivElement>(null)
  const trocar = (i: number, novo: Botao | null) =>
    aoMudar({ ...partes, botoes: botoes.flatMap((botao, n) => (n === i ? (novo ?? []) : botao)) })
  return (
    <Box ref={secao} component="section" aria-label="Cabeçalho e botões" sx={{ display: 'grid', gap: 2 }}>
      <Typography component="h3" sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: 'text.secondary' }}>
        Cabeçalho e botões
      </Typography>
      {/* The line that each field keeps for what is wrong with it is the room between them. */}
      <div>
        {cabecalho !== null && (
          <Linha aoTirar={() => aoMudar({ ...partes, cabecalho: null })} rotulo="Tirar o cabeçalho">
            <Box sx={{ flex: 1 }}>
              <TextField
                rotulo="Cabeçalho"
                autoFocus={novo}
                placeholder="Conta {{numero}}"
                value={cabecalho}
                onChange={({ target }) => aoMudar({ ...partes, cabecalho: target.value })}
                maxLength={CABECALHO_MAXIMO + 40}
              />
            </Box>
          </Linha>
        )}
        {botoes.map((botao, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a button has no identity but its place
          <Linha key={i} aoTirar={() => trocar(i, null)} rotulo={`Tirar o botão ${i + 1}`}>
            {botao.tipo === 'copiar_pix' ? (
              <Box sx={{ flex: 1, pt: '30px', pb: '18px' }}>{ROTULOS.copiar_pix}</Box>
            ) : (
              <Box sx={{ flex: 1, minWidth: 140 }}>
                <TextField
                  rotulo={ROTULOS[botao.tipo]}
                  value={botao.texto}
                  onChange={({ target }) => trocar(i, { ...botao, texto: target.value })}
                  maxLength={BOTAO_MAXIMO}
                />
              </Box>
            )}
            {botao.tipo === 'link' && (
              <Box sx={{ flex: 2, minWidth: 200 }}>
                <TextField
                  rotulo="Endereço"
                  placeholder="https://suaempresa.com.br/contas/{{numero}}"
                  value={botao.url}
                  onChange={({ target }) => trocar(i, { ...botao, url: target.value })}
                />
              </Box>
            )}
          </Linha>
        ))}
      </div>
      <Box role="status" sx={{ fontSize: 13, lineHeight: '18px', color: 'error.main' }}>
        {problema}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: '-8px' }}>
        {cabecalho === null && (
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => {
              setNovo(true)
              aoMudar({ ...partes, cabecalho: '' })
            }}
          >
            Cabeçalho
          </Button>
        )}
        <NovoBotao
          aoEscolher={(botao) => aoMudar({ ...partes, botoes: [...botoes, botao] })}
          aoFim={() => [...(secao.current?.querySelectorAll('.parte') ?? [])].at(-1)?.querySelector('input')?.select()}
        />
      </Box>
    </Box>
  )
}

const Linha = ({ rotulo, aoTirar, children }: { rotulo: string; aoTirar: () => void; children: ReactNode }) => (
  <Box className="parte" sx={{ display: 'flex', gap: 2, alignItems: 'flex-start' }}>
    <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', gap: 2 }}>{children}</Box>
    {/* Beside the field, below its label. */}
    <IconButton aria-label={rotulo} onClick={aoTirar} sx={{ mt: '20px' }}>
      <DeleteOutlined />
    </IconButton>
  </Box>
)

/** `aoFim`: the menu is gone, and with it its hold of the focus. */
function NovoBotao({ aoEscolher, aoFim }: { aoEscolher: (botao: Botao) => void; aoFim: () => void }) {
  const escolheu = useRef(false)
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
      <Menu
        anchorEl={ancora}
        open={Boolean(ancora)}
        onClose={() => setAncora(null)}
        slotProps={{
          transition: {
            onExited: () => {
              if (escolheu.current) aoFim()
              escolheu.current = false
            },
          },
        }}
      >
        {NOVOS.map(({ rotulo, botao }) => (
          <MenuItem
            key={rotulo}
            onClick={() => {
              escolheu.current = botao.tipo !== 'copiar_pix'
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
