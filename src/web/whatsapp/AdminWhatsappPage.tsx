import { Page } from '#web/ui/Page.tsx'

/** The WhatsApp account. */
export function AdminWhatsappPage() {
  return <Page>{null}</Page>
}
