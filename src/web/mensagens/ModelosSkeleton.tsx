import { Skeleton } from '#web/ui/Skeleton.tsx'
import './compositor.css'

/** Stands in for the templates until their code and data are there, as high as they will be. */
export const ModelosSkeleton = () => (
  <div aria-hidden className="modelos-skeleton">
    <Skeleton altura={72} />
    <Skeleton altura={48} />
    <div className="modelos-skeleton-enviar">
      <Skeleton altura={40} largura={220} />
    </div>
  </div>
)
