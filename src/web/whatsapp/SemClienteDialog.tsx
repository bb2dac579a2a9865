import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, telefone } from '#web/ui/formatos.ts'
import { MarkChatReadOutlined } from '#web/ui/icons/MarkChatReadOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { semClienteQuery } from './whatsapp.queries.ts'

/** The messages from phones that belong to no customer. */
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
          <div className="linha-topo">
            <div className="forte">{telefone(mensagem.telefone)}</div>
            <div className="miudo">{diaEHora(mensagem.created_at)}</div>
          </div>
          <div className="cinza quebra linhas">{mensagem.conteudo || `(${mensagem.tipo})`}</div>
        </>
      )}
    </ListaDialog>
  )
}
