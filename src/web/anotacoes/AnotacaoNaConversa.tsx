import type { Anotacao } from '#contract/anotacoes.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { hora, quando } from '#web/ui/formatos.ts'
import { PushPinOutlined } from '#web/ui/icons/PushPinOutlined.tsx'
import { StickyNote2Outlined } from '#web/ui/icons/StickyNote2Outlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { emPartes } from './mencoes.ts'

const AcoesDaAnotacao = onDemand(() => import('./AcoesDaAnotacao.tsx'), 'AcoesDaAnotacao', {
  Coming: () => <span className="anotacao-acoes" />,
})

interface Props {
  anotacao: Anotacao
  cliente: { id: number; nome: string }
}

/** A note among the messages, drawn so that nobody takes it for one. */
export const AnotacaoNaConversa = ({ anotacao, cliente }: Props) => (
  <div className="anotacao" data-chave={`anotacao-${anotacao.id}`}>
    <div className="row gap-8 menor">
      <StickyNote2Outlined size={16} aria-hidden />
      <span className="grow">
        <b>Anotação</b> de {anotacao.autor.name} · {hora(anotacao.created_at)}
        {anotacao.editada_em && ' · editada'}
      </span>
      <AcoesDaAnotacao anotacao={anotacao} cliente={cliente} />
    </div>
    <Texto anotacao={anotacao} />
  </div>
)

/** The pinned notes, above the thread. */
export function Fixadas({ anotacoes, cliente }: { anotacoes: Anotacao[]; cliente: Props['cliente'] }) {
  const agora = useAgora()
  const fixadas = anotacoes.filter(({ fixada }) => fixada)
  if (fixadas.length === 0) return null
  return (
    <ul className="fixadas rigid" aria-label="Anotações fixadas">
      {fixadas.toReversed().map((anotacao) => (
        <li key={anotacao.id} className="anotacao row gap-8">
          <PushPinOutlined size={16} aria-hidden />
          <div className="grow">
            <Texto anotacao={anotacao} />
            <span className="miudo">
              {anotacao.autor.name}, {quando(anotacao.created_at, agora)}
            </span>
          </div>
          <AcoesDaAnotacao anotacao={anotacao} cliente={cliente} />
        </li>
      ))}
    </ul>
  )
}

const Texto = ({ anotacao: { texto, mencoes } }: { anotacao: Anotacao }) => (
  <p className="anotacao-texto quebra">
    {emPartes(texto, mencoes).map((parte, i) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which has no other order
      parte.mencao ? <b key={i}>{parte.texto}</b> : parte.texto,
    )}
  </p>
)
