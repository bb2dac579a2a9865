/** While a screen's code arrives: nothing moves, and after a while a line says that it goes on. */
export const Carregando = () => <progress className="progress late" aria-label="Carregando" />
