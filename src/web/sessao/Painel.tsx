const PASSOS = ['D−3', 'D0', 'D+2', 'D+5', 'D+10', 'D+20', 'D+30']

/** Decoration: the product in a short conversation over the cadence's line. Hidden from assistive technology. */
export function Painel() {
  return (
    <div className="entrar-painel" aria-hidden="true">
      <div className="entrar-conversa">
        <span className="entrar-passo">
          <Automatica /> 09:02 · D+5, Atraso
        </span>
        <p className="bolha automatica">
          Oi, Marlene. Há 2 parcelas em atraso, no total de R$ 4.456,87. Responda por aqui se quiser combinar.
          <small>
            09:02 <Lida />
          </small>
        </p>
        <p className="bolha recebida">
          Dá pra dar uns 800 de entrada?
          <small>10:09</small>
        </p>
        <p className="bolha enviada">
          Dá sim. O resto em 3 vezes de R$ 1.180,17, a partir de 04/12.
          <small>
            10:29 <Lida />
          </small>
        </p>
        <p className="entrar-acordo">
          <Acordo />
          <span>
            <strong>Acordo fechado</strong>
            <small>R$ 4.340,50 · entrada + 3 parcelas</small>
          </span>
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

const Icone = ({ d }: { d: string }) => (
  <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={d} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
const Lida = () => <Icone d="m1 13 5 5L17 7M12 18 23 7" />
const Automatica = () => <Icone d="M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5" />
const Acordo = () => (
  <svg viewBox="0 0 24 24" width="24" height="24" fill="currentColor" aria-hidden="true">
    <path d="M12.22 19.85c-.18.18-.5.21-.71 0-.18-.18-.21-.5 0-.71l3.39-3.39-1.41-1.41-3.39 3.39c-.19.2-.51.19-.71 0-.21-.21-.18-.53 0-.71l3.39-3.39-1.41-1.41-3.39 3.39c-.18.18-.5.21-.71 0-.19-.19-.19-.51 0-.71l3.39-3.39-1.42-1.41-3.39 3.39c-.18.18-.5.21-.71 0-.19-.2-.19-.51 0-.71L9.52 8.4l1.87 1.86c.95.95 2.59.94 3.54 0 .98-.98.98-2.56 0-3.54l-1.86-1.86.28-.28c.78-.78 2.05-.78 2.83 0l4.24 4.24c.78.78.78 2.05 0 2.83zm9.61-6.78c1.56-1.56 1.56-4.09 0-5.66l-4.24-4.24c-1.56-1.56-4.09-1.56-5.66 0l-.28.28-.28-.28c-1.56-1.56-4.09-1.56-5.66 0L2.17 6.71C.75 8.13.62 10.34 1.77 11.9l1.45-1.45c-.39-.75-.26-1.7.37-2.33l3.54-3.54c.78-.78 2.05-.78 2.83 0l3.56 3.56c.18.18.21.5 0 .71s-.53.18-.71 0L9.52 5.57l-5.8 5.79c-.98.97-.98 2.56 0 3.54.39.39.89.63 1.42.7.07.52.3 1.02.7 1.42s.9.63 1.42.7c.07.52.3 1.02.7 1.42s.9.63 1.42.7c.07.54.31 1.03.7 1.42.47.47 1.1.73 1.77.73s1.3-.26 1.77-.73z" />
  </svg>
)
