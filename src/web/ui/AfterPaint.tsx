import { type ReactNode, useEffect, useState } from 'react'

/** A tab in the background paints nothing: the work runs after this long all the same. */
const AT_MOST_MS = 1_000

/** Runs `work` one frame after the current paint. Returns the function that cancels it. */
export function afterPaint(work: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(now)
  })
  const late = setTimeout(now, AT_MOST_MS)
  function off() {
    cancelAnimationFrame(frame)
    clearTimeout(late)
  }
  function now() {
    off()
    work()
  }
  return off
}

/** Mounts what nobody needs at once after the first paint, so that the urgent parts get connection and processor first. */
export function AfterPaint({ children, until }: { children: ReactNode; until?: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted ? children : until
}
