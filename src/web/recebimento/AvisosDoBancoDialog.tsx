import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventoDoPix } from '#contract/eventos-pix.ts'
import { EventoGuardado, EventosGuardados } from '#web/eventos-guardados/EventosGuardados.tsx'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { avisosDoBancoQuery } from './recebimento.queries.ts'

interface Props {
  /** The first filter; all of them without it. */
  situacao?: EventoDoPix['situacao']
  aoFechar: () => void
}

/** Every Pix that the bank told of in the last 30 days. */
export function AvisosDoBancoDialog({ situacao: primeira, aoFechar }: Props) {
  const [pagina, setPagina] = useState(1)
  const [situacao, setSituacao] = useState(primeira)
  return (
    <EventosGuardados
      sistema="recebimento"
      titulo="Avisos do banco"
      texto="Os Pix que o banco avisou nos últimos 30 dias. Cada um é conferido com o banco, e vale a resposta dele. Tentar de novo é seguro: um Pix conta uma vez só."
      semEfeito="para outra chave, ou que o banco não conhece"
      situacao={situacao}
      consulta={useQuery(avisosDoBancoQuery(pagina, situacao))}
      aoMudar={(nova) => {
        setPagina(1)
        setSituacao(nova)
      }}
      aoExportar={() =>
        baixarArquivo('GET /api/admin/recebimento/eventos/exportar.csv', 'avisos-do-banco.csv', {}, { situacao })
      }
      aoPaginar={setPagina}
      aoFechar={aoFechar}
    >
      {(evento) => <Aviso evento={evento} />}
    </EventosGuardados>
  )
}

function Aviso({ evento }: { evento: EventoDoPix }) {
  return (
    <EventoGuardado
      sistema="recebimento"
      evento={evento}
      nome={`Pix ${evento.end_to_end_id}`}
      detalhe={evento.motivo ?? ''}
    />
  )
}
