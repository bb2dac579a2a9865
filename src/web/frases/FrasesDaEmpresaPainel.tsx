import { Page } from '#web/ui/Page.tsx'
import { ListaDeFrases } from './ListaDeFrases.tsx'

/** The phrases that administrators keep for every operator. */
export const FrasesDaEmpresaPainel = () => (
  <Page largura={960}>
    <ListaDeFrases deQuem="da_empresa" />
  </Page>
)
