import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ContaDrawer = onDemand(() => import('./ContaDrawer.tsx'), 'ContaDrawer')

/** `admin`: as an administrator sees it, who records nothing by hand. */
export const verConta = (id: number, { admin = false } = {}) =>
  abrir((fechar) => <ContaDrawer id={id} admin={admin} aoFechar={() => fechar()} />)
