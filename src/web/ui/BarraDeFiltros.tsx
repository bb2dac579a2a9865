import { type ReactNode, useState } from 'react'
import { FilterListOutlined } from '#web/ui/icons/FilterListOutlined.tsx'
import { Badge } from './Badge.tsx'
import { Button, IconButton } from './Button.tsx'
import { Drawer } from './Dialog.tsx'
import { useMedia } from './useMedia.ts'
import './filtros.css'

interface Props {
  /** The search, which is never hidden. */
  busca: ReactNode
  filtros?: ReactNode
  /** The same filters as fields, for a phone's sheet; without them the buttons stand there. */
  campos?: ReactNode
  /** How many of them are set. */
  emUso?: number
  aoLimpar?: () => void
  /** What stands at the right: the export, the page's own action. */
  fim?: ReactNode
  /** `fim` on a phone, where it differs. */
  fimCelular?: ReactNode
  /** How the filters share the line: they fill it, are too few to, or shrink. */
  quantos?: 'cheios' | 'cheios muitos' | 'poucos' | 'encolhem'
}

/** Over a list: the search and the filters in a row; on a phone, the filters in a sheet from below. */
export function BarraDeFiltros(props: Props) {
  const { busca, filtros, campos, emUso = 0, aoLimpar, fim, fimCelular, quantos = '' } = props
  const celular = useMedia('(max-width: 599.95px)')
  if (celular)
    return (
      <div className="so-na-tela filtros-celular">
        <div className="filtros-busca">{busca}</div>
        {filtros && (
          <Folha lado="bottom" emUso={emUso} aoLimpar={aoLimpar}>
            {campos ?? filtros}
          </Folha>
        )}
        {fimCelular ?? (fim && <div className="filtros-fim">{fim}</div>)}
      </div>
    )
  return (
    <div className={`so-na-tela filtros ${quantos}`}>
      <div className="filtros-linha">
        <div className="filtros-busca">{busca}</div>
        {filtros && (
          <div className="filtros-botoes">
            {filtros}
            {/* Beside an open record there is no room for the filters: this button opens them. */}
            {quantos === 'encolhem' && (
              <div className="filtros-juntos">
                <Folha lado="right" emUso={emUso} aoLimpar={aoLimpar}>
                  {campos ?? filtros}
                </Folha>
              </div>
            )}
            {/* A single filter is removed by its own button. */}
            {emUso > 1 && <Button onClick={aoLimpar}>Limpar</Button>}
          </div>
        )}
        {fim && <div className="filtros-fim">{fim}</div>}
      </div>
    </div>
  )
}

const LARGURA_FOLHA = 400

interface FolhaProps {
  lado: 'bottom' | 'right'
  emUso: number
  aoLimpar: (() => void) | undefined
  children: ReactNode
}
function Folha({ lado, emUso, aoLimpar, children }: FolhaProps) {
  const [aberta, setAberta] = useState(false)
  return (
    <>
      <IconButton
        aria-label={emUso ? `Filtros, ${emUso} em uso` : 'Filtros'}
        aria-haspopup="dialog"
        onClick={() => setAberta(true)}
      >
        <Badge total={emUso}>
          <FilterListOutlined size={20} />
        </Badge>
      </IconButton>
      {aberta && (
        <Drawer rotulo="Filtros" lado={lado} largura={LARGURA_FOLHA} aoFechar={() => setAberta(false)}>
          <div className="filtros-folha">{children}</div>
          <div className="filtros-folha-fim">
            {emUso > 0 && <Button onClick={aoLimpar}>Limpar</Button>}
            <Button variant="contained" onClick={() => setAberta(false)}>
              Ver a lista
            </Button>
          </div>
        </Drawer>
      )}
    </>
  )
}
