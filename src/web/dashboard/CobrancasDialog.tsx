import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { destinoDaMensagem } from '#domain/explicacao.ts'
import { nomeDoModelo } from '#web/mensagens/palavras.ts'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { diaEHora, passoCurto } from '#web/ui/formatos.ts'
import { OutboxOutlined } from '#web/ui/icons/OutboxOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { cobrancasDoMesQuery } from './dashboard.queries.ts'

/** The messages behind "Cobranças enviadas", one by one; a name opens the customer. */
export function CobrancasDialog({ aoFechar }: { aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const consulta = useQuery(cobrancasDoMesQuery(pagina))
  return (
    <ListaDialog
      titulo="Cobranças enviadas neste mês"
      texto="Mensagens de modelo que o WhatsApp aceitou, da régua e de operadores, para os seus clientes."
      consulta={consulta}
      vazio={
        <EmptyState
          icone={OutboxOutlined}
          titulo="Nada foi enviado neste mês"
          texto="Quando a régua falar com seus clientes, cada mensagem aparece aqui."
        />
      }
      aoExportar={() => baixarArquivo('GET /api/operador/dashboard/cobrancas/exportar.csv', 'cobrancas-do-mes.csv')}
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {({ cliente, modelo, passo, automatica, status, aceita_em }) => (
        <>
          <div className="linha-topo">
            <Link className="ligacao nome" to="/operador/clientes" search={{ cliente: String(cliente.id) }}>
              {cliente.nome}
            </Link>
            <span className="miudo">{diaEHora(aceita_em)}</span>
          </div>
          <div className="cinza">
            {[
              nomeDoModelo(modelo),
              passo === null ? '' : passoCurto(passo),
              automatica ? 'automática' : 'de um operador',
              // Meta accepted all of these, so a failure here is a message that was not delivered.
              status === 'falha' ? 'não chegou' : destinoDaMensagem(status),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </>
      )}
    </ListaDialog>
  )
}
