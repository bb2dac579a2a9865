import { Page } from '#web/ui/Page.tsx'

/** Active customers. */
export function AtivosPage() {
  return <Page>{null}</Page>
}
