import { criarEstado } from '#web/api/estado.ts'

/** The open modal dialogs, the one on top last: everything outside of it is inert, unpressable and unread. */
export const modais = criarEstado<readonly HTMLDialogElement[]>([])
