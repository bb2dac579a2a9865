/** While a screen's code loads: nothing moves, and after a while a line shows progress. */
export const Carregando = () => <progress className="progress late" aria-label="Carregando" />
