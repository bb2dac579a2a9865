import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entrega, Webhook } from '#contract/integracoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { Select } from '#web/ui/Field.tsx'
import { diaEHora, plural } from '#web/ui/formatos.ts'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { ListaDialog } from '#web/ui/ListaDialog.tsx'
import { useIntegracoes } from './integracoes.api.ts'
import { entregasQuery } from './integracoes.queries.ts'
import { DA_ENTREGA, DO_EVENTO } from './palavras.ts'

const OPCOES = [
  { valor: 'separada', rotulo: 'Não entregues' },
  { valor: 'pendente', rotulo: 'Pendentes' },
  { valor: 'entregue', rotulo: 'Entregues' },
] as const

/** The deliveries to one webhook, over thirty days. */
export function EntregasDialog({ webhook, aoFechar }: { webhook: Webhook; aoFechar: () => void }) {
  const [pagina, setPagina] = useState(1)
  const [status, setStatus] = useState<Entrega['status'] | undefined>(webhook.separadas > 0 ? 'separada' : undefined)
  return (
    <ListaDialog
      titulo="Entregas"
      texto={`A ${new URL(webhook.url).host}, nos últimos 30 dias. O que falha é tentado de novo por três dias; depois fica como não entregue.`}
      filtros={
        <Select
          rotulo="Situação"
          valor={status ?? ''}
          vazio="Todas"
          opcoes={OPCOES}
          aoMudar={(nova) => {
            setPagina(1)
            setStatus(OPCOES.find(({ valor }) => valor === nova)?.valor)
          }}
        />
      }
      consulta={useQuery(entregasQuery(webhook.id, pagina, status))}
      vazio={
        <EmptyState
          icone={TaskAltOutlined}
          titulo="Nenhuma entrega"
          texto="O que mudar daqui em diante aparece aqui."
        />
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(entrega) => <Item entrega={entrega} webhookId={webhook.id} />}
    </ListaDialog>
  )
}

function Item({ entrega, webhookId }: { entrega: Entrega; webhookId: number }) {
  const { repetir } = useIntegracoes()
  const { id, tipo, status, tentativas, erro, created_at, proxima_em, entregue_em } = entrega
  const { rotulo, tom } = DA_ENTREGA[status]
  return (
    <div className="row wrap between gap-12">
      <div className="stack gap-4">
        <div className="row wrap gap-8">
          <b>{DO_EVENTO[tipo]}</b>
          <Chip tom={tom}>{rotulo}</Chip>
        </div>
        <span className="menor cinza">
          Aconteceu em {diaEHora(created_at)}
          {entregue_em && `, entregue em ${diaEHora(entregue_em)}`}
          {tentativas > 0 && `, ${plural(tentativas, 'tentativa', 'tentativas')}`}
          {proxima_em && tentativas > 0 && `, a próxima em ${diaEHora(proxima_em)}`}
        </span>
        {erro && status !== 'entregue' && <span className="menor">{erro}</span>}
      </div>
      <Button
        variant="outlined"
        loading={repetir.isPending}
        aria-label={`Enviar de novo: ${DO_EVENTO[tipo]}, de ${diaEHora(created_at)}`}
        onClick={() => repetir.mutate({ id: webhookId, entrega: id })}
      >
        Enviar de novo
      </Button>
    </div>
  )
}
