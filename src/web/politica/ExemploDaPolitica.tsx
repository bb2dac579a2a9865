import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { fraseDe } from '#web/api/erro.ts'
import { dizerPlano } from '#web/negociacoes/dizerPlano.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { exemploQuery } from './politica.queries.ts'
import type { CorpoDaPolitica } from './rascunho.ts'

/** Three real customers, and what the grid above, saved or not, would offer each. */
export function ExemploDaPolitica({ corpo, ativa }: { corpo: CorpoDaPolitica | null; ativa: boolean }) {
  const { data, error, isFetching } = useQuery(exemploQuery(useDeferredValue(corpo)))
  return (
    <section className="cartao folgado politica" aria-label="Exemplo" aria-busy={isFetching}>
      <div>
        <h2 className="titulo">O que estes clientes receberiam</h2>
        <p className="cinza">
          {corpo === null
            ? 'Corrija os campos acima para ver.'
            : ativa
              ? 'Clientes de verdade, de faixas diferentes, com o que devem hoje.'
              : 'A política está desligada: com ela ligada seria assim.'}
        </p>
      </div>
      {error && !data ? (
        <Alert tom="error">{fraseDe(error)}</Alert>
      ) : !data ? (
        <Skeleton altura={120} />
      ) : data.data.length === 0 ? (
        <p className="cinza">Nenhum cliente tem conta vencida agora.</p>
      ) : (
        <ul className="politica-exemplos">
          {data.data.map(({ cliente, dias_atraso, valor_atualizado, ofertas }) => (
            <li key={cliente.id}>
              <b>{cliente.nome}</b>
              <p className="cinza">
                {plural(dias_atraso, 'dia', 'dias')} de atraso · deve {dinheiro(valor_atualizado)}
              </p>
              {ofertas.length === 0 && <p>Nenhuma oferta: nenhuma faixa trata da conta mais antiga.</p>}
              {ofertas.map((oferta) => (
                <p className="algarismos" key={oferta.id}>
                  {dizerPlano(oferta)}
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
