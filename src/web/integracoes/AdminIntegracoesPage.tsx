import { Page } from '#web/ui/Page.tsx'
import { TokensCard } from './TokensCard.tsx'
import { WebhooksCard } from './WebhooksCard.tsx'
import './integracoes.css'

/** Which other programs of the company may come in, and which are told of what changes. */
export const AdminIntegracoesPage = () => (
  <Page largura={960}>
    <TokensCard />
    <WebhooksCard />
  </Page>
)
