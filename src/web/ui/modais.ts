import { criarEstado } from '#web/api/estado.ts'

/** The open modal dialogs, the one on top last: everything outside of it is inert, unpressable and unread. */
export const modais = criarEstado<readonly HTMLDialogElement[]>([])

/** The dialog asked for whose code is still on its way, or 0: a key or press meanwhile would open it twice, or act under it. */
export const aCaminho = { id: 0 }
