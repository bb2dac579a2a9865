import { Page } from '#web/ui/Page.tsx'

/** Accounts receivable. */
export function ContasReceberPage() {
  return <Page>{null}</Page>
}
