import type { CSSProperties } from 'react'

const GAP_PX = 4
const EDGE_PX = 8

/** For browsers without anchor positioning: below the button, inside the window. */
export function placeByScript(panel: HTMLElement) {
  const button = document.querySelector(`[popovertarget="${panel.id}"]`)?.getBoundingClientRect()
  if (!button) return
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = button.bottom + GAP_PX
  const top = below + height <= window.innerHeight ? below : Math.max(EDGE_PX, button.top - GAP_PX - height)
  const left = Math.max(EDGE_PX, Math.min(button.left, window.innerWidth - width - EDGE_PX))
  Object.assign(panel.style, { top: `${top}px`, left: `${left}px` } satisfies CSSProperties)
}
