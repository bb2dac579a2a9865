import { SearchOffOutlined } from '#web/ui/icons/SearchOffOutlined.tsx'
import { Button } from './Button.tsx'
import { EmptyState } from './estados.tsx'

/** The list became shorter than the page that is open. */
export const PaginaPassada = ({ ultima, aoPaginar }: { ultima: number; aoPaginar: (pagina: number) => void }) => (
  <EmptyState
    icone={SearchOffOutlined}
    titulo="Esta página já não existe"
    texto="A lista ficou menor desde que esta página foi aberta."
    acao={
      <Button variant="outlined" onClick={() => aoPaginar(ultima)}>
        Ir para a última página
      </Button>
    }
  />
)
