import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { hoje } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { Entrada } from '#web/ui/entradas.tsx'
import { dia, diaDaSemanaLongo } from '#web/ui/formatos.ts'

interface Props {
  regua: Regua
  aoFechar: (feriados?: string[]) => void
}

/** The days without sending: the national ones are built in, the company's are added and taken back here. */
export function FeriadosDialog({ regua, aoFechar }: Props) {
  const [feriados, setFeriados] = useState(regua.feriados)
  const [novo, setNovo] = useState('')
  const estreita = useMediaQuery('(max-width: 599.95px)')
  const todos = [...new Set([...feriados, ...regua.feriados_nacionais.filter((um) => um >= hoje())])].sort()
  const repetido = todos.includes(novo)
  return (
    <Dialog
      open
      fullScreen={estreita}
      onClose={() => aoFechar()}
      aria-labelledby="feriados-titulo"
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 480 } } }}
    >
      <DialogTitle id="feriados-titulo">Feriados</DialogTitle>
      <DialogContent>
        <Box sx={{ color: 'text.secondary', mb: 4 }}>
          Nos feriados nada sai, e o que vence neles só atrasa a partir do dia útil seguinte. Inclua os do seu estado e
          da sua cidade.
        </Box>
        <Box
          component="form"
          onSubmit={(evento) => {
            evento.preventDefault()
            if (!novo || repetido) return
            setFeriados([...feriados, novo].sort())
            setNovo('')
          }}
          sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}
        >
          <Entrada
            rotulo="Novo feriado"
            type="date"
            value={novo}
            erro={repetido ? 'Este dia já está na lista.' : undefined}
            onChange={(evento) => setNovo(evento.target.value)}
          />
          <Button type="submit" variant="outlined" disabled={!novo || repetido} sx={{ mt: '22px' }}>
            Incluir
          </Button>
        </Box>
        <Box component="ul" aria-label="Feriados" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {todos.map((feriado) => (
            <Box
              component="li"
              key={feriado}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 3,
                minHeight: 44,
                borderTop: `1px solid ${cor.rowDivider}`,
              }}
            >
              <Box sx={{ width: 176, fontVariantNumeric: 'tabular-nums' }}>
                {dia(feriado)}, {diaDaSemanaLongo(feriado).replace('-feira', '')}
              </Box>
              <Box sx={{ flex: 1, color: 'text.secondary' }}>
                {nomeDoFeriado(feriado) ? `${nomeDoFeriado(feriado)}, nacional` : 'da empresa'}
              </Box>
              {feriados.includes(feriado) && (
                <IconButton
                  aria-label={`Remover ${dia(feriado)}`}
                  onClick={() => setFeriados(feriados.filter((outro) => outro !== feriado))}
                >
                  <DeleteOutlined sx={{ fontSize: 20 }} />
                </IconButton>
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => aoFechar()}>Cancelar</Button>
        <Button variant="contained" onClick={() => aoFechar(feriados)}>
          Usar estes feriados
        </Button>
      </DialogActions>
    </Dialog>
  )
}
