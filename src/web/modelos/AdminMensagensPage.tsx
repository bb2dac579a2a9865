import { Page } from '#web/ui/Page.tsx'

/** Templates and cadence. */
export function AdminMensagensPage() {
  return <Page>{null}</Page>
}
