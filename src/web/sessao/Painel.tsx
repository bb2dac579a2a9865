const PASSOS = ['D−3', 'D0', 'D+2', 'D+5', 'D+10', 'D+20', 'D+30']

/** Decoration: the product in a short conversation over the cadence's line. Hidden from assistive technology. */
export function Painel() {
  return (
    <div className="entrar-painel" aria-hidden="true">
      <div className="entrar-conversa">
        <span className="entrar-passo">09:02 · D+5, Atraso</span>
        <p className="bolha automatica">
          Oi, Marlene. Há 2 parcelas em atraso, no total de R$ 4.456,87. Responda por aqui se quiser combinar.
          <small>09:02 ✓✓</small>
        </p>
        <p className="bolha recebida">
          Dá pra dar uns 800 de entrada?
          <small>10:09</small>
        </p>
        <p className="bolha enviada">
          Dá sim. O resto em 3 vezes de R$ 1.180,17, a partir de 04/12.
          <small>10:29 ✓✓</small>
        </p>
        <p className="entrar-acordo">
          <strong>Acordo fechado</strong>
          R$ 4.340,50 · entrada + 3 parcelas
        </p>
      </div>
      <ol className="entrar-regua">
        {PASSOS.map((passo) => (
          <li key={passo} className={passo === 'D+5' ? 'agora' : ''}>
            {passo}
          </li>
        ))}
      </ol>
    </div>
  )
}
