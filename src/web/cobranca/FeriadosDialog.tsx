import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { Regua } from '#contract/cobranca.ts'
import { nomeDoFeriado } from '#domain/calendario.ts'
import { hoje } from '#web/api/agora.ts'
import { cor } from '#web/theme.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { dia, diaDaSemanaLongo } from '#web/ui/formatos.ts'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { type Feriados, nomeDoDia } from './feriados.ts'

const NOME_MAXIMO = 60

interface Props {
  regua: Regua
  aoFechar: (feriados?: Feriados) => void
}

/** The days without sending: the national ones are built in, the company's are added and taken back here. */
export function FeriadosDialog({ regua, aoFechar }: Props) {
  const [feriados, setFeriados] = useState(regua.feriados)
  const [nomes, setNomes] = useState(regua.nomes_feriados)
  const [novo, setNovo] = useState('')
  const [nome, setNome] = useState('')
  const estreita = useMedia('(max-width: 599.95px)')
  const todos = [...new Set([...feriados, ...regua.feriados_nacionais.filter((um) => um >= hoje())])].sort()
  const repetido = todos.includes(novo)
  return (
    <Dialog
      open
      fullScreen={estreita}
      onClose={() => aoFechar()}
      aria-labelledby="feriados-titulo"
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 560 } } }}
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
            if (nome.trim()) setNomes({ ...nomes, [novo]: nome.trim() })
            setNovo('')
            setNome('')
          }}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '152px minmax(0, 1fr) auto' },
            columnGap: 3,
            alignItems: 'start',
          }}
        >
          <DateField
            rotulo="Novo feriado"
            value={novo}
            erro={repetido ? 'Este dia já está na lista.' : undefined}
            aoMudar={setNovo}
          />
          <TextField
            rotulo="Nome"
            opcional
            placeholder="Aniversário da cidade"
            value={nome}
            maxLength={NOME_MAXIMO}
            onChange={(evento) => setNome(evento.target.value)}
          />
          <Button
            type="submit"
            variant="outlined"
            disabled={!novo || repetido}
            sx={{ mt: { sm: '22px' }, mb: { xs: 4, sm: 0 }, justifySelf: 'start' }}
          >
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
                py: { xs: 1.5, sm: 0 },
                borderTop: `1px solid ${cor.rowDivider}`,
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
                <Box sx={{ width: 176, flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
                  {dia(feriado)}, {diaDaSemanaLongo(feriado).replace('-feira', '')}
                </Box>
                <Box sx={{ minWidth: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                  {feriados.includes(feriado)
                    ? nomeDoDia(feriado, { feriados, nomes_feriados: nomes })
                    : `${nomeDoFeriado(feriado)}, nacional`}
                </Box>
              </Box>
              {feriados.includes(feriado) && (
                <IconButton
                  aria-label={`Remover ${dia(feriado)}`}
                  onClick={() => setFeriados(feriados.filter((outro) => outro !== feriado))}
                >
                  <DeleteOutlined size={20} />
                </IconButton>
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => aoFechar()}>Cancelar</Button>
        <Button variant="contained" onClick={() => aoFechar({ feriados, nomes_feriados: soDe(feriados, nomes) })}>
          Usar estes feriados
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** A day that was taken off takes its name along. */
const soDe = (feriados: readonly string[], nomes: Feriados['nomes_feriados']) =>
  Object.fromEntries(Object.entries(nomes).filter(([dia]) => feriados.includes(dia)))
