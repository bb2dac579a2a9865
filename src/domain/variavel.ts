/**
 * A variable in a text, its name caught without the spaces around it. Nothing is tried before both pairs of braces are there, or a
 * long row of spaces would stop the whole program for minutes.
 */
export const VARIAVEL = /\{\{(?=[^{}]*\}\})\s*((?:[^{}\s]+(?:\s+[^{}\s]+)*)?)\s*\}\}/g
