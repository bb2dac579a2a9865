import { useEffect } from 'react'
import { guardarFoco } from './foco.ts'

/** A component, so that its code is loaded after the first paint. */
export function FocoGuardado() {
  useEffect(guardarFoco, [])
  return null
}
