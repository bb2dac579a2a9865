import CloseOutlined from '@mui/icons-material/CloseOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import type { MouseEvent } from 'react'
import { Botao } from './Botao.tsx'
import './filtro.css'

interface Props {
  rotulo: string
  /** What it holds now; none, and the button only offers the choice. */
  valor: string | undefined
  abre: 'menu' | 'dialog'
  aberto: boolean
  aoAbrir: (evento: MouseEvent<HTMLElement>) => void
  aoTirar: () => void
}

/** A filter as a button: outlined when idle, tinted with its value and × when active. */
export function BotaoFiltro({ rotulo, valor, abre, aberto, aoAbrir, aoTirar }: Props) {
  const estado = valor ? 'contorno filtro em-uso' : 'contorno filtro'
  return (
    <div className={valor ? 'filtro-caixa cheia' : 'filtro-caixa'}>
      <Botao
        className={estado}
        aria-haspopup={abre}
        aria-expanded={aberto}
        title={valor && `${rotulo}: ${valor}`}
        onClick={aoAbrir}
      >
        {valor ? <Valor rotulo={rotulo} valor={valor} /> : rotulo}
        {!valor && <ExpandMoreOutlined />}
      </Botao>
      {valor && (
        <Botao className={estado} aria-label={`Tirar o filtro ${rotulo}`} onClick={aoTirar}>
          <CloseOutlined />
        </Botao>
      )}
    </div>
  )
}

/** A filter that another screen led here with: there is nothing to choose, only to take off. */
export const FiltroPosto = ({ rotulo, valor, aoTirar }: Pick<Props, 'rotulo' | 'aoTirar'> & { valor?: string }) => (
  <Botao className="contorno filtro em-uso posto" onClick={aoTirar} title="Tirar este filtro">
    {valor ? <Valor rotulo={rotulo} valor={valor} /> : <span className="cortado">{rotulo}</span>}
    <CloseOutlined />
  </Botao>
)

const Valor = ({ rotulo, valor }: { rotulo: string; valor: string }) => (
  <span className="filtro-valor">
    <span>{rotulo}:</span>
    <b>{valor}</b>
  </span>
)
