import MarkChatReadOutlined from '@mui/icons-material/MarkChatReadOutlined'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cor } from '#web/theme.ts'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, telefone } from '#web/ui/formatos.ts'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { semClienteQuery } from './whatsapp.api.ts'

/** What people wrote whose phone belongs to no customer. */
export function SemClienteDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(semClienteQuery(pagina))
  return (
    <ListaDialog
      titulo="Números sem cliente"
      texto="Ficam guardadas, mas ninguém é avisado. Se for um cliente, corrija o telefone dele: as próximas chegam à conversa."
      consulta={consulta}
      vazio={
        <EmptyState
          icone={MarkChatReadOutlined}
          titulo="Ninguém de fora escreveu"
          texto="Todas as mensagens recebidas são de clientes do cadastro."
        />
      }
      aoExportar={() => baixarArquivo('GET /api/admin/mensagens/sem-cliente/exportar.csv', 'numeros-sem-cliente.csv')}
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(mensagem) => (
        <>
          <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between' }}>
            <Box sx={{ fontWeight: 500 }}>{telefone(mensagem.telefone)}</Box>
            <Box sx={{ fontSize: 12, color: cor.text3, whiteSpace: 'nowrap' }}>{diaEHora(mensagem.created_at)}</Box>
          </Box>
          <Box sx={{ color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {mensagem.conteudo || `(${mensagem.tipo})`}
          </Box>
        </>
      )}
    </ListaDialog>
  )
}
