import { Page } from '#web/ui/Page.tsx'

/** What happened. */
export function AdminLogsPage() {
  return <Page>{null}</Page>
}
