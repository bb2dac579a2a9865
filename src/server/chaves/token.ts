import { createHash } from 'node:crypto'

/** All that is stored of a token: what it opens, nobody opens with the database. */
export const hashDoToken = (token: string): Buffer => createHash('sha256').update(token).digest()
