import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import type { Log } from '#contract/logs.ts'
import { diaDe } from '#domain/data.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { diaComprido, horaComSegundos, maiuscula } from '#web/ui/formatos.ts'
import { rotuloDaAcao } from './acoes.ts'
import { Nivel, Quem } from './partes.tsx'

/** The whole fact, with what it is about. */
export function DetalheLog({ log, aoFechar }: { log: Log; aoFechar: () => void }) {
  const titulo = useId()
  const cliente = log.referencias.find((referencia) => referencia.tipo === 'cliente')
  return (
    <Dialog open onClose={aoFechar} aria-labelledby={titulo} slotProps={{ paper: { sx: { width: 560 } } }}>
      <DialogTitle id={titulo} sx={{ overflowWrap: 'anywhere' }}>
        {log.descricao}
      </DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{
            m: 0,
            display: 'grid',
            gridTemplateColumns: { xs: '88px 1fr', sm: '112px 1fr' },
            gap: 2,
            alignItems: 'center',
          }}
        >
          <Item rotulo="Quando">
            {maiuscula(diaComprido(diaDe(log.created_at)))} de {diaDe(log.created_at).slice(0, 4)}, às{' '}
            {horaComSegundos(log.created_at)}
          </Item>
          <Item rotulo="Nível">
            <Nivel nivel={log.nivel} />
          </Item>
          <Item rotulo="Ação">
            {rotuloDaAcao(log.acao)} <code>({log.acao})</code>
          </Item>
          <Item rotulo="Quem">
            <Quem usuario={log.usuario} />
          </Item>
          <Item rotulo="Endereço">{log.ip ?? '—'}</Item>
          <Item rotulo="Sobre">{log.entidade ? `${log.entidade} ${log.entidade_id ?? ''}` : '—'}</Item>
          <Item rotulo="Registro">{log.id}</Item>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={aoFechar}>Fechar</Button>
        {cliente && (
          <ButtonLink
            variant="contained"
            to="/admin/clientes"
            search={{ cliente: String(cliente.id) }}
            onClick={aoFechar}
            className="detalhe-abrir"
          >
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              Abrir {cliente.nome}
            </Box>
          </ButtonLink>
        )}
      </DialogActions>
    </Dialog>
  )
}

const Item = ({ rotulo, children }: { rotulo: string; children: ReactNode }) => (
  <>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {rotulo}
    </Box>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </>
)
