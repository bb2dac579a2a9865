import { Skeleton } from '#web/ui/Skeleton.tsx'

export const EsqueletoDoFio = () => (
  <div aria-hidden className="fio-esqueleto grid gap-12">
    {[60, 40, 55, 30].map((largura) => (
      <Skeleton key={largura} altura={64} largura={`${largura}%`} />
    ))}
  </div>
)
