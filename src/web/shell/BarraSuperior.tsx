import { useQuery } from '@tanstack/react-query'
import { useUsuario } from '#web/api/useSessao.ts'
import { AfterPaint } from '#web/ui/AfterPaint.tsx'
import { MenuOpenOutlined } from '#web/ui/icons/MenuOpenOutlined.tsx'
import { MenuOutlined } from '#web/ui/icons/MenuOutlined.tsx'
import { RefreshOutlined } from '#web/ui/icons/RefreshOutlined.tsx'
import { SearchOutlined } from '#web/ui/icons/SearchOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { abrirPaleta } from './abrirPaleta.tsx'
import { Marca } from './Marca.tsx'
import { empresaQuery } from './shell.queries.ts'
import { PRODUTO } from './tela.ts'

const LUGAR_DELAS = <span className="icon-button" />
const Mencoes = onDemand(() => import('./Mencoes.tsx'), 'Mencoes', {
  Coming: () => LUGAR_DELAS,
  // The bar has room for a button, not for a screen's text about the failure.
  Failed: ({ aoTentar }) => (
    <button type="button" className="icon-button" aria-label={NAO_VIERAM} title={NAO_VIERAM} onClick={aoTentar}>
      <RefreshOutlined />
    </button>
  ),
})
const NAO_VIERAM = 'As menções não vieram: tentar de novo'

interface Props {
  titulo: string
  menuAberto: boolean
  aoAlternar: () => void
  /** The label of the search, by role. */
  busca: string
}

/** Menu toggle, mark and company; the screen's name under the product's, centred in the window; the search. */
export function BarraSuperior({ titulo, menuAberto, aoAlternar, busca }: Props) {
  const { role } = useUsuario()
  const empresa = useQuery(empresaQuery).data?.nome
  return (
    <header className="shell-barra">
      <div className="shell-inicio">
        <button
          type="button"
          className="icon-button"
          aria-label={menuAberto ? 'Recolher menu' : 'Abrir menu'}
          aria-expanded={menuAberto}
          onClick={aoAlternar}
        >
          {menuAberto ? <MenuOpenOutlined /> : <MenuOutlined />}
        </button>
        <div className="shell-marca">
          <Marca tamanho={28} />
          <div className="shell-empresa cortado">{empresa}</div>
        </div>
      </div>
      <div className="shell-titulo">
        <div className="shell-produto">{PRODUTO}</div>
        <h1>{titulo}</h1>
      </div>
      <div className="shell-fim">
        {role === 'operador' && (
          <AfterPaint until={LUGAR_DELAS}>
            <Mencoes />
          </AfterPaint>
        )}
        <button type="button" className="shell-busca" onClick={abrirPaleta} aria-keyshortcuts="Control+K">
          <SearchOutlined size={20} aria-hidden />
          <span className="cortado">{busca}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <button type="button" className="icon-button shell-lupa" aria-label={busca} onClick={abrirPaleta}>
          <SearchOutlined />
        </button>
      </div>
    </header>
  )
}
