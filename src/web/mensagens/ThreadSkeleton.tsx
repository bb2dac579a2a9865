import { Skeleton } from '#web/ui/Skeleton.tsx'

export const ThreadSkeleton = () => (
  <div aria-hidden className="thread-skeleton grid gap-12">
    {[60, 40, 55, 30].map((largura) => (
      <Skeleton key={largura} altura={64} largura={`${largura}%`} />
    ))}
  </div>
)
