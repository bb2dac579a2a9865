/** Screens refetch at least this often, so a gesture between two requests is told by the next one. */
const AINDA_HA_ALGUEM_MS = 60_000

// A page that opens was opened by somebody.
let ultimoGesto = Date.now()

for (const gesto of ['pointerdown', 'keydown', 'wheel'])
  window.addEventListener(
    gesto,
    () => {
      ultimoGesto = Date.now()
    },
    true,
  )

/** Did somebody touch this page lately, or is it on its own? */
export const haAlguem = () => Date.now() - ultimoGesto < AINDA_HA_ALGUEM_MS
