import { Page } from '#web/ui/Page.tsx'

/** Completed customers. */
export function ConcluidosPage() {
  return <Page>{null}</Page>
}
