import { useSyncExternalStore } from 'react'

/** Whether the window matches a media query; renders again when that changes. */
export const useMedia = (consulta: string) =>
  useSyncExternalStore(
    (avisar) => {
      const media = window.matchMedia(consulta)
      media.addEventListener('change', avisar)
      return () => media.removeEventListener('change', avisar)
    },
    () => window.matchMedia(consulta).matches,
  )
