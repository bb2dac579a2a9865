import { Page } from '#web/ui/Page.tsx'

/** The administrator's figures. */
export function AdminDashboardPage() {
  return <Page>{null}</Page>
}
