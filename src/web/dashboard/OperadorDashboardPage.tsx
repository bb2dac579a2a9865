import { Page } from '#web/ui/Page.tsx'

/** The operator's day. */
export function OperadorDashboardPage() {
  return <Page>{null}</Page>
}
