export const TEMAS = [
  { valor: 'system', rotulo: 'Como no sistema' },
  { valor: 'light', rotulo: 'Claro' },
  { valor: 'dark', rotulo: 'Escuro' },
] as const
export type Tema = (typeof TEMAS)[number]['valor']

/** Kept in this browser; read before the first paint by index.html and, for the sign-in pages, sessao/aparencia.html. */
const CHAVE = 'tema'

export const temaEscolhido = (): Tema =>
  TEMAS.find(({ valor }) => valor === localStorage.getItem(CHAVE))?.valor ?? 'system'

export function escolherTema(tema: Tema) {
  const { dataset } = document.documentElement
  if (tema === 'system') {
    localStorage.removeItem(CHAVE)
    delete dataset.theme
  } else {
    localStorage.setItem(CHAVE, tema)
    dataset.theme = tema
  }
}
