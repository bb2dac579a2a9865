import { Osso } from '#web/ui/Osso.tsx'

export const EsqueletoDoFio = () => (
  <div aria-hidden className="fio-esqueleto">
    {[60, 40, 55, 30].map((largura) => (
      <Osso key={largura} altura={64} largura={`${largura}%`} />
    ))}
  </div>
)
