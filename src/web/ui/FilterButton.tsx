import { CloseOutlined } from '#web/ui/icons/CloseOutlined.tsx'
import { ExpandMoreOutlined } from '#web/ui/icons/ExpandMoreOutlined.tsx'
import { Button } from './Button.tsx'
import type { TriggerProps } from './Popover.tsx'
import './filter-button.css'

interface Props extends TriggerProps {
  rotulo: string
  /** The value in use; undefined while the filter is off. */
  valor: string | undefined
  aoTirar: () => void
}

/** A filter as a button, the trigger of a menu or a popover: outlined when idle, tinted with its value and × when active. */
export function FilterButton({ rotulo, valor, aoTirar, ...trigger }: Props) {
  const estado = valor ? 'filtro em-uso' : 'filtro'
  return (
    <div className={valor ? 'filtro-caixa cheia' : 'filtro-caixa'}>
      <Button variant="outlined" className={estado} title={valor && `${rotulo}: ${valor}`} {...trigger}>
        {valor ? <Valor rotulo={rotulo} valor={valor} /> : rotulo}
        {!valor && <ExpandMoreOutlined />}
      </Button>
      {valor && (
        <Button variant="outlined" className={estado} aria-label={`Tirar o filtro ${rotulo}`} onClick={aoTirar}>
          <CloseOutlined />
        </Button>
      )}
    </div>
  )
}

/** A filter set by a link from another screen: it can only be removed. */
export const FiltroPosto = ({ rotulo, valor, aoTirar }: Pick<Props, 'rotulo' | 'aoTirar'> & { valor?: string }) => (
  <Button variant="outlined" className="filtro em-uso posto" onClick={aoTirar} title="Tirar este filtro">
    {valor ? <Valor rotulo={rotulo} valor={valor} /> : <span className="cortado">{rotulo}</span>}
    <CloseOutlined />
  </Button>
)

const Valor = ({ rotulo, valor }: { rotulo: string; valor: string }) => (
  <span className="filtro-valor">
    <span>{rotulo}:</span>
    <b>{valor}</b>
  </span>
)
