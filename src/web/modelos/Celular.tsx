import type { ReactNode } from 'react'
import { diaDe } from '#domain/data.ts'
import { agora } from '#web/api/agora.ts'
import { diaDoMes, hora } from '#web/ui/formatos.ts'
import { Iniciais } from '#web/ui/Iniciais.tsx'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import './celular.css'

interface Props {
  empresa: string
  /** The message's buttons. */
  botoes?: readonly string[] | undefined
  children: ReactNode
}

/** The customer's own phone, with the message as it arrives. */
export function Celular({ empresa, botoes = [], children }: Props) {
  const momento = agora()
  return (
    <figure aria-label="Como o cliente recebe" className="celular stack">
      <div aria-hidden className="celular-topo row gap-12">
        <ArrowBackOutlined />
        <Iniciais nome={empresa} tamanho={32} />
        <div>
          <div className="celular-empresa cortado">{empresa}</div>
          conta comercial
        </div>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no part of a form */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long message scrolls by the keyboard too */}
      <div tabIndex={0} role="group" aria-label="Mensagem" className="celular-conversa">
        <div aria-hidden className="celular-dia">
          {diaDoMes(diaDe(momento))}
        </div>
        <div className="celular-balao">
          {children}
          <div aria-hidden className="celular-hora">
            {hora(momento.toISOString())}
          </div>
        </div>
        {botoes.map((botao) => (
          <div key={botao} className="celular-botao">
            {botao}
          </div>
        ))}
      </div>
    </figure>
  )
}
