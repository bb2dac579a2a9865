export interface Frases {
  titulo: string
  texto: string
  /** Whether anything was made or changed, that could be undone. */
  mudou: boolean
}
