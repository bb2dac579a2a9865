import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import type { ReactNode } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { documentoComNome, restaDaJanela, telefone } from '#web/ui/formatos.ts'
import { Janela } from '#web/ui/Janela.tsx'
import { Osso } from '#web/ui/Osso.tsx'
import { StatusChip, statusCliente } from '#web/ui/StatusChip.tsx'
import { useVoltar } from '#web/ui/useFiltros.ts'

interface Props {
  resumo: Cliente | undefined
  paineis: number
  menu?: ReactNode
}
/** Over the thread: who it is with, the 24-hour window, and on a phone the way back. */
export function Cabeca({ resumo, paineis, menu }: Props) {
  const fechar = useVoltar({ cliente: undefined, painel: undefined })
  const aberta = restaDaJanela(resumo?.janela_ate ?? null, useAgora()) > 0
  return (
    <div className="cabeca">
      {paineis === 1 && (
        <button type="button" className="botao-icone" aria-label="Voltar à lista" onClick={fechar}>
          <ArrowBackOutlined />
        </button>
      )}
      {resumo ? (
        <>
          <div className="cabeca-quem">
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
            <div className={aberta ? 'cabeca-janela aberta' : 'cabeca-janela'}>
              <Janela ate={resumo.janela_ate} />
            </div>
          )}
        </>
      ) : (
        <div className="cabeca-quem">
          <Osso largura={180} altura={20} />
        </div>
      )}
      {menu || <span className="cabeca-menu" />}
    </div>
  )
}
