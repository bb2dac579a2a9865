import { Page } from '#web/ui/Page.tsx'

/** Customers, as the administrator sees them. */
export function AdminClientesPage() {
  return <Page>{null}</Page>
}
