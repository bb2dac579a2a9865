import { abrir } from '#web/ui/dialogos.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

const ContaDrawer = onDemand(() => import('./ContaDrawer.tsx'), 'ContaDrawer')

export const verConta = (id: number) => abrir((fechar) => <ContaDrawer id={id} aoFechar={() => fechar()} />)
