import './progress.css'

/** While a screen's code arrives: nothing moves, assistive technology is told, and after a while a line says that it goes on. */
export function Carregando() {
  return (
    <>
      <div role="status" className="so-leitor">
        Carregando…
      </div>
      <progress className="progress late" aria-hidden />
    </>
  )
}
