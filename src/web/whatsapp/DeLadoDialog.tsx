import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventoWhatsapp } from '#contract/whatsapp.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { deLadoQuery } from './whatsapp.api.ts'

const TIPOS: Record<EventoWhatsapp['tipo'], string> = {
  mensagem: 'Mensagem recebida',
  status: 'Entrega de mensagem',
  modelo: 'Situação de modelo',
  conta: 'Situação da conta',
  usuario: 'Mudança de número',
  outro: 'Outro aviso',
}

/** What Meta told and could not be processed: tried again, or taken as seen. */
export function DeLadoDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(deLadoQuery(pagina))
  const cache = useQueryClient()
  const aoFim = {
    onError: (erro: unknown) => avisar(fraseDe(erro)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['whatsapp'] }),
  }
  const todos = useMutation({
    mutationFn: () => callApi('POST /api/admin/whatsapp/eventos/reprocessar', {}),
    onSuccess: ({ reprocessados }) =>
      avisar(
        `${plural(reprocessados, 'aviso vai', 'avisos vão')} ser processado${reprocessados === 1 ? '' : 's'} de novo.`,
      ),
    ...aoFim,
  })
  const um = useMutation({
    mutationFn: ({ id, acao }: { id: number; acao: 'reprocessar' | 'descartar' }) =>
      acao === 'reprocessar'
        ? callApi('POST /api/admin/whatsapp/eventos/:id/reprocessar', { params: { id } })
        : callApi('POST /api/admin/whatsapp/eventos/:id/descartar', { params: { id } }),
    ...aoFim,
  })
  return (
    <ListaDialog
      titulo="Avisos postos de lado"
      texto="Tentar de novo é seguro: o que um aviso já fez não se faz duas vezes."
      consulta={consulta}
      vazio={
        <EmptyState icone={TaskAltOutlined} titulo="Nada de lado" texto="Todos os avisos da Meta foram processados." />
      }
      acoes={
        consulta.data &&
        consulta.data.total > 0 && (
          <Button variant="contained" loading={todos.isPending} onClick={() => todos.mutate()}>
            Tentar todos de novo
          </Button>
        )
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(evento) => (
        <>
          <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}>
            <Box sx={{ fontWeight: 500 }}>{TIPOS[evento.tipo]}</Box>
            <Box sx={{ fontSize: 12, color: cor.text3, whiteSpace: 'nowrap' }}>{diaEHora(evento.recebido_em)}</Box>
          </Box>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {evento.motivo ?? 'Sem motivo registrado.'}
            {evento.contato && ` (${evento.contato})`}
          </Box>
          <Box sx={{ display: 'flex', gap: 2, ml: '-12px' }}>
            <Button
              size="small"
              disabled={um.isPending}
              onClick={() => um.mutate({ id: evento.id, acao: 'reprocessar' })}
            >
              Tentar de novo
            </Button>
            <Button
              size="small"
              disabled={um.isPending}
              onClick={() => um.mutate({ id: evento.id, acao: 'descartar' })}
            >
              Dar por visto
            </Button>
          </Box>
        </>
      )}
    </ListaDialog>
  )
}
