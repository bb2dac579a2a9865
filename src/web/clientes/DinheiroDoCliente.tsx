import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId } from 'react'
import type { DinheiroDoCliente as Dinheiro, PagamentoDoCliente } from '#contract/dinheiro.ts'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import { PAGAMENTOS_A_VISTA } from '#domain/conta.ts'
import { nomeDaForma, nomeEntre } from '#web/contas-receber/palavras.ts'
import { verConta } from '#web/contas-receber/verConta.tsx'
import { CodigosPix } from '#web/dinheiro/CodigosPix.tsx'
import { MovimentoNomeado } from '#web/dinheiro/MovimentoNomeado.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia, diaEHora, dinheiro } from '#web/ui/formatos.ts'
import { SkeletonList } from '#web/ui/Skeleton.tsx'
import { dinheiroAdminQuery, dinheiroQuery } from './dinheiro.queries.ts'
import './dinheiro.css'

interface Props {
  cliente: Pick<ClienteDetalhado, 'id' | 'contas'>
  /** For an administrator: each movement links to the reconciliation. */
  admin?: boolean
}

/** A customer's money: what is to be given back, what may be on its way, every payment with where it came from, and the codes. */
export function DinheiroDoCliente({ cliente, admin = false }: Props) {
  const { data, error, refetch } = useQuery<Dinheiro>(
    (admin ? dinheiroAdminQuery(cliente.id) : dinheiroQuery(cliente.id)) as never,
  )
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir os pagamentos" erro={error} aoTentar={() => void refetch()} />
  if (!data) return <SkeletonList linhas={3} altura={72} />
  const nomeDe = nomeEntre(cliente.contas)
  return (
    <div className="dinheiro-cliente">
      {data.creditos.length > 0 && <ADevolver de={data} admin={admin} />}
      {data.a_caminho.length > 0 && <ACaminho de={data} admin={admin} nomeDe={nomeDe} />}
      <Parte titulo="Pagamentos">
        {data.pagamentos.length === 0 ? (
          <p className="cinza">Nada foi pago ainda.</p>
        ) : (
          <ul>
            {data.pagamentos.map((pagamento) => (
              <Pagamento key={pagamento.id} pagamento={pagamento} admin={admin} nomeDe={nomeDe} />
            ))}
          </ul>
        )}
        {data.pagamentos.length === PAGAMENTOS_A_VISTA && (
          <p className="cinza">
            Até {PAGAMENTOS_A_VISTA}, os mais recentes. Se há outros, estão na conta que cada um pagou.
          </p>
        )}
      </Parte>
      <Parte titulo="Códigos Pix">
        <CodigosPix codigos={data.codigos} nomeDe={nomeDe} />
      </Parte>
    </div>
  )
}

function ADevolver({ de: { credito, creditos }, admin }: { de: Dinheiro; admin: boolean }) {
  return (
    <Parte titulo="A devolver">
      <p className="dinheiro-figura algarismos">{dinheiro(credito)}</p>
      <p className="cinza">
        {admin
          ? 'Veio a mais, ou duas vezes. Abra o movimento para pagar com ele outra conta deste cliente, ou para anotar que foi devolvido.'
          : 'Veio a mais, ou duas vezes. Um administrador paga com ele outra conta, ou o devolve, em Conciliação.'}
      </p>
      <ul>
        {creditos.map((um) => (
          <li key={um.id} className="row between gap-8">
            <span className="miudo quebra">
              <MovimentoNomeado movimento={um} admin={admin} />
            </span>
            <b className="algarismos nowrap">{dinheiro(um.credito)}</b>
          </li>
        ))}
      </ul>
    </Parte>
  )
}

/** Gives an account's name from its id. */
type NomeDe = ReturnType<typeof nomeEntre>

const ACaminho = ({ de: { a_caminho }, admin, nomeDe }: { de: Dinheiro; admin: boolean; nomeDe: NomeDe }) => (
  <Parte titulo="A caminho">
    <p className="cinza">Pode ser deste cliente. À espera da decisão, as contas ficam uns dias úteis sem cobrança.</p>
    <ul>
      {a_caminho.map((um) => (
        <li key={um.id} className="row between gap-8">
          <span className="miudo quebra">
            <MovimentoNomeado movimento={um} admin={admin} />
            {um.contas.length > 0 && `, para ${um.contas.map(nomeDe).join(', ')}`}
          </span>
          <b className="algarismos nowrap">{dinheiro(um.valor)}</b>
        </li>
      ))}
    </ul>
  </Parte>
)

interface PropsDoPagamento {
  pagamento: PagamentoDoCliente
  admin: boolean
  nomeDe: NomeDe
}

/** Its accounts link to where the payment may be reversed. */
function Pagamento({ pagamento, admin, nomeDe }: PropsDoPagamento) {
  const { valor, forma, pago_em, encargos, autor, movimento, contas, estornado_em, motivo_estorno } = pagamento
  return (
    <li>
      <div className="row between gap-8">
        <span className={estornado_em ? 'estornado' : undefined}>
          {contas.map((conta, i) => (
            <Fragment key={conta.id}>
              {i > 0 && ', '}
              <button type="button" className="ligacao" onClick={() => void verConta(conta.id, { admin })}>
                {nomeDe(conta)}
              </button>
            </Fragment>
          ))}{' '}
          · {nomeDaForma(forma)}
        </span>
        <b className={estornado_em ? 'algarismos nowrap estornado' : 'algarismos nowrap'}>{dinheiro(valor)}</b>
      </div>
      <div className="miudo quebra">
        {dia(pago_em)}
        {encargos > 0 && `, ${dinheiro(encargos)} de encargos`} ·{' '}
        {movimento ? (
          <MovimentoNomeado movimento={movimento} admin={admin} />
        ) : (
          `à mão${autor ? `, por ${autor.name}` : ''}`
        )}
      </div>
      {estornado_em && (
        <div className="miudo vencido">
          Estornado em {diaEHora(estornado_em)}: {motivo_estorno}
        </div>
      )}
    </li>
  )
}

function Parte({ titulo, children }: { titulo: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{titulo}</h3>
      {children}
    </section>
  )
}
