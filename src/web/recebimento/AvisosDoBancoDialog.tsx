import type { EventoDoPix } from '#contract/eventos-pix.ts'
import { EventoGuardado, EventosGuardados } from '#web/eventos-guardados/EventosGuardados.tsx'
import { avisosDoBancoQuery } from './recebimento.queries.ts'

interface Props {
  situacao?: EventoDoPix['situacao']
  aoFechar: () => void
}

/** Every Pix that the bank told of in the last 30 days. */
export const AvisosDoBancoDialog = ({ situacao, aoFechar }: Props) => (
  <EventosGuardados
    sistema="recebimento"
    titulo="Avisos do banco"
    texto="Os Pix que o banco avisou nos últimos 30 dias. Cada um é conferido com o banco, e vale a resposta dele. Tentar de novo é seguro: um Pix conta uma vez só."
    semEfeito="para outra chave, ou que o banco não conhece"
    primeira={situacao}
    query={avisosDoBancoQuery}
    planilha="avisos-do-banco.csv"
    aoFechar={aoFechar}
  >
    {(evento) => (
      <EventoGuardado
        sistema="recebimento"
        evento={evento}
        nome={`Pix ${evento.end_to_end_id}`}
        detalhe={evento.motivo ?? ''}
      />
    )}
  </EventosGuardados>
)
