import { createHash } from 'node:crypto'

/** The stored form of a token: with the database alone nobody can use it. */
export const hashDoToken = (token: string): Buffer => createHash('sha256').update(token).digest()
