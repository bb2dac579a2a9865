import './clientes.css'

/** Days late, in red; a dash for whoever owes nothing yet. */
export const Atraso = ({ dias }: { dias: number }) => (dias > 0 ? <span className="vencido forte">{dias} d</span> : '—')
