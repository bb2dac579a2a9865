/** A variable in a text, its name caught. */
export const VARIAVEL = /\{\{\s*([^{}]*?)\s*\}\}/g
