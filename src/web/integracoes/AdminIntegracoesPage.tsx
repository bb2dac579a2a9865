import { Page } from '#web/ui/Page.tsx'
import { TokensCard } from './TokensCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'
import './integracoes.css'

/** The company's other programs: the tokens they come in with, and the webhooks that tell them of changes. */
export const AdminIntegracoesPage = () => (
  <Page largura={960}>
    <TokensCard />
    <WebhooksCard />
  </Page>
)
