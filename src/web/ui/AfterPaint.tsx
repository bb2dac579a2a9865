import { type ReactNode, useEffect, useState } from 'react'

/** A tab in the background paints nothing; what waits goes on all the same. */
const AT_MOST_MS = 1_000

/** Does it once what is drawn now has been painted, one frame after. Gives what calls it off. */
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

/** What nobody needs to see at once leaves the connection, and the processor, to what they do. */
export function AfterPaint({ children, until }: { children: ReactNode; until?: ReactNode }) {
  const [painted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return painted ? children : until
}
