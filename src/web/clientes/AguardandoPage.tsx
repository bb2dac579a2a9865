import { Page } from '#web/ui/Page.tsx'

/** The queue. */
export function AguardandoPage() {
  return <Page>{null}</Page>
}
