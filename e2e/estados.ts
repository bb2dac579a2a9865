import { admin } from './estados/admin.ts'
import { emulador } from './estados/emulador.ts'
import { fora } from './estados/fora.ts'
import { operador } from './estados/operador.ts'

/** The states that axe and the keyboard check, by role. */
export const estadosDe = { operador, admin, fora, emulador }
