import { Page } from '#web/ui/Page.tsx'

/** Operators. */
export function AdminOperadoresPage() {
  return <Page>{null}</Page>
}
