import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { documentoComNome, restaDaJanela, telefone } from '#web/ui/formatos.ts'
import { ArrowBackOutlined } from '#web/ui/icons/ArrowBackOutlined.tsx'
import { Janela } from '#web/ui/Janela.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useVoltar } from '#web/ui/useFiltros.ts'
import './conversa.css'

interface Props {
  resumo: Cliente | undefined
  paineis: number
  menu?: ReactNode
}
/** Over the thread: who it is with, the 24-hour window, and on a phone the way back. */
export function CabecalhoDaConversa({ resumo, paineis, menu }: Props) {
  const fechar = useVoltar({ cliente: undefined, painel: undefined })
  const aberta = restaDaJanela(resumo?.janela_ate ?? null, useAgora()) > 0
  return (
    <div className="cabecalho">
      {paineis === 1 && (
        <button type="button" className="icon-button" aria-label="Voltar à lista" onClick={fechar}>
          <ArrowBackOutlined />
        </button>
      )}
      {resumo ? (
        <>
          <div className="cabecalho-quem grow">
            <div>
              <h2>{resumo.nome}</h2>
              {paineis > 1 && <StatusChip de={statusCliente[resumo.status]} />}
            </div>
            <p>
              {paineis === 1 ? (
                <Janela ate={resumo.janela_ate} />
              ) : (
                `${documentoComNome(resumo.documento)} · ${telefone(resumo.telefone)}`
              )}
            </p>
          </div>
          {paineis > 1 && (
            <div className={aberta ? 'cabecalho-janela row rigid cinza aberta' : 'cabecalho-janela row rigid cinza'}>
              <Janela ate={resumo.janela_ate} />
            </div>
          )}
        </>
      ) : (
        <div className="cabecalho-quem grow">
          <Skeleton largura={180} altura={20} />
        </div>
      )}
      {menu || <span className="cabecalho-menu" />}
    </div>
  )
}
