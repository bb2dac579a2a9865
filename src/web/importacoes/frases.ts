export interface Frases {
  titulo: string
  texto: string
  /** Whether anything was created or changed that could be undone. */
  mudou: boolean
}
