import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { type ReactNode, useRef } from 'react'
import type { Coluna } from '#domain/planilha.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { CAMPOS, type Cabeca, NAO_IMPORTAR, problemas, reconhecer } from './cabeca.ts'

interface Props {
  cabeca: Cabeca
  campos: (Coluna | '')[]
  aoMudar: (campos: (Coluna | '')[]) => void
  vincular: boolean
  aoVincular: (vincular: boolean) => void
  aviso: ReactNode
  verbo: string
  aoVoltar: () => void
  aoConferir: () => void
}

/** One row a column of the file: its name, real values, and the field it feeds. */
export function ColunasCsv({
  cabeca,
  campos,
  aoMudar,
  vincular,
  aoVincular,
  aviso,
  verbo,
  aoVoltar,
  aoConferir,
}: Props) {
  const lista = useRef<HTMLDivElement>(null)
  const reconhecidos = reconhecer(cabeca.cabecalhos)
  const pendencias = problemas(campos)
  const conferir = () => {
    if (pendencias.length === 0) return aoConferir()
    const primeira = campos.indexOf(NAO_IMPORTAR)
    lista.current?.querySelectorAll<HTMLElement>('[role="combobox"]')[Math.max(0, primeira)]?.focus()
  }
  return (
    <>
      <Page largura={1080}>
        {aviso}
        <Box>
          <Box component="h2" sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
            Ligue cada coluna do arquivo a um campo
          </Box>
          <Box sx={{ color: 'text.secondary' }}>
            {plural(reconhecidos.filter(Boolean).length, 'coluna foi reconhecida', 'colunas foram reconhecidas')} pelo
            nome, de {cabeca.cabecalhos.length}. O documento identifica o cliente: quem já existe é atualizado.
          </Box>
        </Box>
        <Card ref={lista}>
          {cabeca.cabecalhos.map((cabecalho, indice) => (
            <Box
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name; their place is their identity
              key={indice}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '1fr 1.4fr 24px 220px 120px' },
                gap: 3,
                alignItems: 'center',
                px: 5,
                py: 2,
                borderBottom: `1px solid ${cor.rowDivider}`,
                '&:last-child': { borderBottom: 0 },
              }}
            >
              <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{cabecalho || `Coluna ${indice + 1}`}</Box>
              <Box sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                {cabeca.amostras.map((linha) => linha[indice]?.trim() || '—').join(' · ') || '—'}
              </Box>
              <ArrowForwardOutlined
                sx={{ fontSize: 20, color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}
                aria-hidden
              />
              <Select
                size="small"
                displayEmpty
                value={campos[indice] ?? NAO_IMPORTAR}
                onChange={(evento) =>
                  aoMudar(campos.map((campo, i) => (i === indice ? (evento.target.value as Coluna | '') : campo)))
                }
                SelectDisplayProps={{ 'aria-label': `Campo da coluna ${cabecalho || indice + 1}` }}
              >
                <MenuItem value={NAO_IMPORTAR}>Não importar</MenuItem>
                {CAMPOS.map((campo) => (
                  <MenuItem key={campo.valor} value={campo.valor}>
                    {campo.rotulo}
                  </MenuItem>
                ))}
              </Select>
              <span>
                {campos[indice] === NAO_IMPORTAR ? (
                  <Chip tom="neutral">Ignorada</Chip>
                ) : campos[indice] === reconhecidos[indice] ? (
                  <Chip tom="success">Reconhecida</Chip>
                ) : (
                  <Chip tom="info">Escolhida</Chip>
                )}
              </span>
            </Box>
          ))}
        </Card>
      </Page>
      <RodapePassos
        esquerda={
          <FormControlLabel
            control={<Checkbox size="small" checked={vincular} onChange={(_, sim) => aoVincular(sim)} />}
            label="Ficar com os clientes novos na minha carteira"
          />
        }
      >
        <Box role="status" sx={{ color: 'warning.main' }}>
          {pendencias[0]}
        </Box>
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" onClick={conferir}>
          {verbo}
        </Button>
      </RodapePassos>
    </>
  )
}
