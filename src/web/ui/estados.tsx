import type { ReactNode } from 'react'
import { ErroDaApi, fraseDe } from '#web/api/erro.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { CloudOffOutlined } from '#web/ui/icons/CloudOffOutlined.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SearchOffOutlined } from '#web/ui/icons/SearchOffOutlined.tsx'

interface Props {
  icone: Icon
  titulo: string
  texto?: ReactNode
  acao?: ReactNode
}

/** What this is, why it is empty, and one action. */
export function EmptyState({ icone: Icone, titulo, texto, acao }: Props) {
  return (
    <div className="vazio">
      <div className="vazio-icone">
        <Icone size={40} aria-hidden />
      </div>
      <p className="vazio-titulo">{titulo}</p>
      {texto && <p className="vazio-texto">{texto}</p>}
      {acao && <div className="vazio-acao">{acao}</div>}
    </div>
  )
}

/** Nothing under these filters: says so, with the filters' names where `texto` gives them, and offers to clear them. */
export function EmptyFiltered({
  titulo,
  texto = 'Confira o que foi escrito ou tire os filtros.',
  aoLimpar,
}: {
  titulo: string
  texto?: ReactNode
  aoLimpar: () => void
}) {
  return (
    <EmptyState
      icone={SearchOffOutlined}
      titulo={titulo}
      texto={texto}
      acao={
        <button type="button" className="button outlined" onClick={aoLimpar}>
          Limpar filtros
        </button>
      }
    />
  )
}

interface Falha {
  titulo: string
  erro: unknown
  aoTentar?: () => void
  /** Another way out, below. */
  saida?: ReactNode
}

/** The server's sentence, the request's id to be found in its log, and a way to try again. */
export function ErrorState({ titulo, erro, aoTentar, saida }: Falha) {
  const pedido = erro instanceof ErroDaApi ? erro.pedido : undefined
  return (
    <div role="alert" className="falha">
      <EmptyState
        icone={CloudOffOutlined}
        titulo={titulo}
        texto={
          <>
            {fraseDe(erro)}
            {pedido && <span className="miudo falha-pedido">Pedido {pedido}</span>}
          </>
        }
        acao={
          (aoTentar || saida) && (
            <>
              {aoTentar && (
                <button type="button" className="button outlined" onClick={aoTentar}>
                  <RefreshOutlined aria-hidden />
                  Tentar de novo
                </button>
              )}
              {saida}
            </>
          )
        }
      />
    </div>
  )
}
