import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Negociacao } from '#contract/negociacoes.ts'
import { EM_ANDAMENTO, EM_ESPERA } from '#domain/negociacao.ts'
import { Button } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro, valor } from '#web/ui/formatos.ts'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, statusConta, statusNegociacao } from '#web/ui/StatusChip.tsx'
import { acordoFechado } from './acordoFechado.ts'
import { negociacoesQuery } from './negociacoes.queries.ts'
import './acordos.css'

const CancelarAcordoDialog = onDemand(() => import('./CancelarAcordoDialog.tsx'), 'CancelarAcordoDialog')

/** A customer's agreements, the running one with a way to cancel it. */
export function ListaAcordos({ clienteId }: { clienteId: number }) {
  const { data, error, refetch } = useQuery(negociacoesQuery(clienteId))
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os acordos" erro={error} aoTentar={() => void refetch()} />
  if (!data)
    return (
      <div className="acordo">
        <Skeleton altura={120} />
      </div>
    )
  if (data.data.length === 0) return <div className="cinza sem-acordo">Nenhum acordo foi feito com este cliente.</div>
  return data.data.map((acordo) => <Acordo key={acordo.id} acordo={acordo} clienteId={clienteId} />)
}

/** Focuses the agreement just closed, so that it is in view and read aloud. */
function useRecemFechado({ status }: Negociacao, clienteId: number) {
  const artigo = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!EM_CURSO.includes(status) || acordoFechado.ler() !== clienteId) return
    acordoFechado.trocar(null)
    artigo.current?.focus()
  }, [status, clienteId])
  return artigo
}

function Acordo({ acordo, clienteId }: { acordo: Negociacao; clienteId: number }) {
  const artigo = useRecemFechado(acordo, clienteId)
  const esperando = A_ESPERA.includes(acordo.status)
  return (
    <article ref={artigo} className="acordo" tabIndex={-1} aria-labelledby={`acordo-${acordo.id}`}>
      <div className="acordo-topo">
        <h3 id={`acordo-${acordo.id}`}>Acordo {acordo.id}</h3>
        <StatusChip de={statusNegociacao[acordo.status]} />
        <div className="forte algarismos">{dinheiro(acordo.valor_negociado)}</div>
      </div>
      <div className="miudo cinza">
        {diaEHora(acordo.created_at)}
        {acordo.origem === 'pagina' ? ', pelo próprio cliente' : acordo.autor && `, por ${acordo.autor.name}`} ·
        original {dinheiro(acordo.valor_original)}
        {acordo.encargos > 0 && ` + ${valor(acordo.encargos)} de encargos`}
        {acordo.desconto > 0 && ` − ${valor(acordo.desconto)} de desconto`}
        {acordo.valor_pago > 0 && ` · ${dinheiro(acordo.valor_pago)} já pagos`}
        {acordo.encerrada_em && ` · terminou em ${diaEHora(acordo.encerrada_em)}`}
      </div>
      {acordo.observacao && <div>{acordo.observacao}</div>}
      {acordo.motivo && <div className="erro">{acordo.motivo}</div>}
      <Espera acordo={acordo} />
      <ol className="algarismos">
        {acordo.parcelas.map((parcela) => (
          <li key={parcela.numero}>
            <div className="cinza">{parcela.numero === 0 ? 'Entrada' : `${parcela.numero}ª`}</div>
            <div>{dia(parcela.vencimento)}</div>
            {/* Of an agreement that waits there is no account yet, and nothing open. */}
            {esperando ? <div /> : <StatusChip de={statusConta[parcela.pago_em ? 'paga' : parcela.status]} />}
            <div>{valor(parcela.valor)}</div>
          </li>
        ))}
      </ol>
      {EM_CURSO.includes(acordo.status) && (
        <Button
          danger
          className="rente"
          onClick={() =>
            void abrir((fechar) => (
              <CancelarAcordoDialog acordo={acordo} clienteId={clienteId} aoFechar={() => fechar()} />
            ))
          }
        >
          {acordo.status === 'proposta' ? 'Cancelar proposta' : 'Cancelar acordo'}
        </Button>
      )}
    </article>
  )
}

const EM_CURSO: readonly Negociacao['status'][] = EM_ANDAMENTO
const A_ESPERA: readonly Negociacao['status'][] = EM_ESPERA

/** What an agreement that is not in force waits for. */
function Espera({ acordo: { status, vence_em, alem, parcelas } }: { acordo: Negociacao }) {
  if (vence_em === null) return null
  if (status === 'proposta')
    return (
      <div>
        O cliente aceitou pela página. O acordo começa quando o código de {dinheiro(parcelas[0]!.valor)} for pago, até{' '}
        {dia(vence_em)}; até lá nada é cobrado e as contas ficam como estão.
      </div>
    )
  if (alem.length === 0) return null
  return (
    <div>
      {status === 'aguarda_aprovacao' && <p>Um administrador decide até {dia(vence_em)}. Nada mudou até lá.</p>}
      <ul className="acordo-alem">
        {alem.map((frase) => (
          <li key={frase}>{frase}</li>
        ))}
      </ul>
    </div>
  )
}
