/** Leaves the first screen and its data alone for this long. */
const AFTER_MS = 2_000
let last: Promise<unknown> = new Promise((ready) => setTimeout(ready, AFTER_MS))

/** Does small things that may be wanted later, one after the other, each while the page has nothing else to do. */
export function whenIdle(work: () => Promise<unknown>) {
  last = last
    .then(rest)
    .then(work, work)
    .catch(() => undefined) // a failed load is reported when it is opened
}

const rest = () =>
  new Promise<unknown>((ready) => {
    if ('requestIdleCallback' in window) requestIdleCallback(ready)
    else setTimeout(ready, 200)
  })
