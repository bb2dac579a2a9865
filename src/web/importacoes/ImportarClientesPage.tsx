import { Page } from '#web/ui/Page.tsx'

/** CSV import. */
export function ImportarClientesPage() {
  return <Page>{null}</Page>
}
