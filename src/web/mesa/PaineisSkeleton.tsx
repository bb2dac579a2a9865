import type { Cliente } from '#contract/clientes.ts'
import { ThreadSkeleton } from '#web/mensagens/ThreadSkeleton.tsx'
import { CabecalhoDaConversa } from '#web/mesa/conversa/CabecalhoDaConversa.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Stands in for an open customer's panes until their code loads, in the same places, so that nothing moves then. */
export const ConversaSkeleton = ({ resumo, paineis }: { resumo: Cliente | undefined; paineis: number }) => (
  <>
    <CabecalhoDaConversa resumo={resumo} paineis={paineis} />
    {paineis < 3 && <FaixaSkeleton />}
    <div className="thread-frame stack">
      <div className="thread" aria-busy>
        <ThreadSkeleton />
      </div>
    </div>
  </>
)

export const FaixaSkeleton = () => (
  <div className="faixa-contas row rigid gap-12">
    <Skeleton largura={220} />
  </div>
)

export const PainelSkeleton = () => (
  <div aria-hidden className="painel-skeleton grid gap-12">
    <Skeleton largura={160} />
    <Skeleton largura={140} altura={32} />
    <Skeleton altura={56} />
    <Skeleton altura={56} />
    <Skeleton altura={56} />
  </div>
)
