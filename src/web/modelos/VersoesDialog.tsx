import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import { cor } from '#web/theme.ts'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { versoesQuery } from './modelos.api.ts'
import { type Escrito, escritoDe, mesmoEscrito, nomeDoBotao } from './partes.ts'

interface Props {
  modelo: Modelo
  aoUsar: (escrito: Escrito) => void
  aoFechar: () => void
}

/** Every text this template had; any of them can be taken up again. */
export function VersoesDialog({ modelo, aoUsar, aoFechar }: Props) {
  const { data, error, refetch } = useQuery(versoesQuery(modelo.tipo))
  // The last one approved goes out; of a free text, the last one written.
  const emUso = data?.data.find(
    (um) => um.texto === modelo.texto_em_uso && (um.aprovada_em || !modelo.aprovado_em),
  )?.versao
  const estreita = useMedia('(max-width: 599.95px)')
  return (
    <Dialog
      open
      fullScreen={estreita}
      onClose={aoFechar}
      aria-labelledby="versoes-titulo"
      slotProps={{ paper: { sx: { width: estreita ? '100%' : 640 } } }}
    >
      <DialogTitle id="versoes-titulo">Versões de “{modelo.titulo}”</DialogTitle>
      <DialogContent sx={{ minHeight: 320 }}>
        {error && <ErrorState titulo="Não foi possível ver as versões" erro={error} aoTentar={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={140} />}
        <Box component="ol" reversed sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.data.map((versao) => (
            <Box
              component="li"
              key={versao.versao}
              sx={{ display: 'grid', gap: 2, py: 4, borderBottom: `1px solid ${cor.rowDivider}` }}
            >
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
                <Box sx={{ fontWeight: 600 }}>Versão {versao.versao}</Box>
                <StatusChip de={situacaoModelo[versao.situacao]} />
                {versao.versao === emUso && (
                  <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
                    é a que sai
                  </Box>
                )}
                {!mesmoEscrito(versao, modelo) && (
                  <Button
                    size="small"
                    sx={{ ml: 'auto' }}
                    onClick={() => {
                      aoUsar(escritoDe(versao))
                      aoFechar()
                    }}
                  >
                    Usar este texto
                  </Button>
                )}
              </Box>
              <Box sx={{ fontSize: 12, color: cor.text3 }}>
                {diaEHora(versao.created_at)}, {versao.autor ? versao.autor.name : 'texto inicial do sistema'}
              </Box>
              {versao.motivo && <Box sx={{ color: 'error.main' }}>{versao.motivo}</Box>}
              {versao.cabecalho && <Box sx={{ fontWeight: 600 }}>{versao.cabecalho}</Box>}
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{versao.texto}</Box>
              {versao.botoes.length > 0 && (
                <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
                  Botões: {versao.botoes.map(nomeDoBotao).join(', ')}
                </Box>
              )}
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={aoFechar}>Fechar</Button>
      </DialogActions>
    </Dialog>
  )
}
