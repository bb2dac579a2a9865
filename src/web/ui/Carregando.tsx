/** While a screen's code arrives: nothing moves, and assistive technology is told. */
export function Carregando() {
  return (
    <div role="status" className="so-leitor">
      Carregando…
    </div>
  )
}
