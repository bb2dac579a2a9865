import { emReais } from '#domain/dinheiro.ts'
import type { Parcela } from '#domain/parcelas.ts'
import { useNomeDoFeriado } from '#web/api/useNomeDoFeriado.ts'
import { dia, diaDaSemanaCurto, dinheiro, valor } from '#web/ui/formatos.ts'

/** The schedule, instalment by instalment, adding up to the cent. */
export function Cronograma({ parcelas, totalCentavos }: { parcelas: Parcela[]; totalCentavos: number }) {
  const nomeDoFeriado = useNomeDoFeriado()
  return (
    <section className="cartao cronograma rigid" aria-label="Como vai ficar">
      <div className="cronograma-topo flex between">
        <h3>Como vai ficar</h3>
        <div className="miudo cinza">{parcelas.length > 0 ? 'a soma fecha no centavo' : 'corrija os campos acima'}</div>
      </div>
      <table>
        <tbody>
          {parcelas.map((parcela) => (
            <tr key={parcela.numero}>
              <th scope="row">{parcela.numero === 0 ? 'Entrada' : `${parcela.numero}ª`}</th>
              <td>
                {dia(parcela.vencimento)}{' '}
                <span className="cinza">
                  {parcela.numero === 0 ? 'hoje' : diaDaSemanaCurto(parcela.vencimento)}
                  {parcela.numero > 0 && nomeDoFeriado(parcela.vencimento) && ', feriado'}
                </span>
              </td>
              <td>{valor(emReais(parcela.valorCentavos))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Valor negociado
            </th>
            <td>{dinheiro(emReais(Math.max(0, totalCentavos)))}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
