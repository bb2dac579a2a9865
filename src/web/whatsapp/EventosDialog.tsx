import { useQuery } from '@tanstack/react-query'
import type { EventoWhatsapp } from '#contract/eventos-whatsapp.ts'
import { fraseDe } from '#web/api/erro.ts'
import { EventoGuardado, EventosGuardados } from '#web/eventos-guardados/EventosGuardados.tsx'
import { telefone } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { eventoQuery, eventosQuery } from './whatsapp.queries.ts'

const TIPOS: Record<EventoWhatsapp['tipo'], string> = {
  mensagem: 'Mensagem recebida',
  status: 'Entrega de mensagem',
  modelo: 'Situação de modelo',
  conta: 'Situação da conta',
  usuario: 'Mudança de número',
  outro: 'Outro aviso',
}

interface Props {
  situacao?: EventoWhatsapp['situacao']
  aoFechar: () => void
}

/** Everything Meta told in the last 30 days, word for word. */
export const EventosDialog = ({ situacao, aoFechar }: Props) => (
  <EventosGuardados
    sistema="whatsapp"
    titulo="Avisos da Meta"
    texto="O que a Meta avisou nos últimos 30 dias. Tentar de novo é seguro: o que um aviso já fez não se faz duas vezes."
    semEfeito="de outra conta ou de grupo"
    primeira={situacao}
    query={eventosQuery}
    planilha="avisos-da-meta.csv"
    aoFechar={aoFechar}
  >
    {(evento) => <Evento evento={evento} />}
  </EventosGuardados>
)

function Evento({ evento }: { evento: EventoWhatsapp }) {
  return (
    <EventoGuardado
      sistema="whatsapp"
      evento={evento}
      nome={TIPOS[evento.tipo]}
      // Kept as WhatsApp says it, without the sign; of a person without a phone it is their id there.
      detalhe={[evento.motivo, evento.contato && `De ou para ${telefone(evento.contato.replace(/^(?=\d)/, '+'))}.`]
        .filter(Boolean)
        .join(' ')}
      conteudo={() => <Conteudo id={evento.id} />}
    />
  )
}

/** As Meta sent it. */
function Conteudo({ id }: { id: number }) {
  const { data, error } = useQuery(eventoQuery(id))
  if (error && !data) return <div className="erro">{fraseDe(error)}</div>
  if (!data) return <Skeleton altura={120} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is what axe asks of a part that scrolls
    <pre className="evento-conteudo" tabIndex={0} aria-label="Conteúdo do aviso">
      {JSON.stringify(data.conteudo, null, 2)}
    </pre>
  )
}
