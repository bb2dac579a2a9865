import { Page } from '#web/ui/Page.tsx'
import { ListaDeFrases } from './ListaDeFrases.tsx'

/** What administrators keep at hand for every operator. */
export const FrasesDaEmpresaPainel = () => (
  <Page largura={960}>
    <ListaDeFrases deQuem="da_empresa" />
  </Page>
)
